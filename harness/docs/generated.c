/* Files of the repository that a command makes: written whole, and checked for being up to date.
 * SPDX-License-Identifier: MIT
 */
#include "docs/generated.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/root.h"
#include "docs/through.h"

static char *path_of(const char *file)
{
    return file[0] == '/' ? xl_copy_text(file) : xl_join_path(xl_root(), "%s", file);
}

static int copy(FILE *from, FILE *to)
{
    char part[4096];
    size_t length;
    do {
        length = fread(part, 1, sizeof part, from);
        if (fwrite(part, 1, length, to) != length)
            return -1;
    } while (length == sizeof part);
    return ferror(from) ? -1 : 0;
}

char *xl_generated_read(const char *file, size_t *size, struct xl_error *err)
{
    char *path = path_of(file), *text = NULL;
    errno = 0;
    FILE *from = fopen(path, "rb");
    FILE *to = from ? open_memstream(&text, size) : NULL;
    int failed = to ? copy(from, to) : -1;
    int why = errno;
    free(path);
    if (from)
        fclose(from);
    if (to && fclose(to))
        failed = -1;
    if (!failed && text)
        return text;
    xl_error_set(err, "cannot read %s: %s", file, strerror(why));
    free(text);
    errno = why;
    return NULL;
}

/* mkstemp's files are their owner's alone; this is what a checkout has. */
static int fill(int fd, const char *text, size_t size)
{
    FILE *to = fdopen(fd, "wb");
    if (!to) {
        close(fd);
        return -1;
    }
    int written = fchmod(fd, 0644) == 0 && fwrite(text, 1, size, to) == size;
    return fclose(to) == 0 && written ? 0 : -1;
}

int xl_generated_write(const char *file, const char *text, size_t size, struct xl_error *err)
{
    struct xl_error unread;
    size_t there = 0;
    char *old = xl_generated_read(file, &there, &unread);
    int same = old && there == size && memcmp(old, text, size) == 0;
    free(old);
    if (same)
        return 0;
    char *path = path_of(file), *other = xl_format("%s.XXXXXX", path);
    int fd = mkstemp(other);
    const int failed = fd < 0 || fill(fd, text, size) || rename(other, path);
    if (failed)
        xl_error_set(err, "cannot write %s: %s", file, strerror(errno));
    if (failed && fd >= 0)
        unlink(other);
    free(other);
    free(path);
    return failed ? -1 : 0;
}

int xl_generated_stale(const char *file, const char *command)
{
    fprintf(stderr, "crosslane: error: %s is stale; regenerate it with: %s\n", file, command);
    return 1;
}

static void show_diff(const char *file, int there, const char *text, size_t size)
{
    char *path = path_of(file);
    const char *const argv[] = {
        "diff", "-u", "-L", file, "-L", "generated", "--", there ? path : "/dev/null", "-", NULL};
    fflush(stdout);
    if (xl_filter(argv, text, size, STDOUT_FILENO) < 0)
        fprintf(stderr, "crosslane: cannot show the difference with diff: %s\n", strerror(errno));
    free(path);
}

int xl_generated_check(const char *file, const char *text, size_t size, const char *command)
{
    struct xl_error err;
    size_t there = 0;
    char *old = xl_generated_read(file, &there, &err);
    if (old && there == size && memcmp(old, text, size) == 0) {
        free(old);
        return 0;
    }
    if (old || errno == ENOENT)
        show_diff(file, old != NULL, text, size);
    else
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    free(old);
    return xl_generated_stale(file, command);
}
