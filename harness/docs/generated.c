/* Files of the repository that a command makes: written whole, and checked for being up to date.
 * SPDX-License-Identifier: MIT
 */
#include "docs/generated.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/root.h"
#include "docs/through.h"

enum { XL_PATH = 4096 };

static void path_of(const char *file, char path[XL_PATH])
{
    if (file[0] == '/')
        snprintf(path, XL_PATH, "%s", file);
    else
        xl_root_path(file, path, XL_PATH);
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
    char path[XL_PATH], *text = NULL;
    path_of(file, path);
    errno = 0;
    FILE *from = fopen(path, "rb");
    FILE *to = from ? open_memstream(&text, size) : NULL;
    int failed = to ? copy(from, to) : -1;
    int why = errno;
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
    char path[XL_PATH], other[XL_PATH + 8];
    struct xl_error unread;
    size_t there = 0;
    char *old = xl_generated_read(file, &there, &unread);
    int same = old && there == size && memcmp(old, text, size) == 0;
    free(old);
    if (same)
        return 0;
    path_of(file, path);
    snprintf(other, sizeof other, "%s.XXXXXX", path);
    int fd = mkstemp(other);
    if (fd >= 0 && fill(fd, text, size) == 0 && rename(other, path) == 0)
        return 0;
    xl_error_set(err, "cannot write %s: %s", file, strerror(errno));
    if (fd >= 0)
        unlink(other);
    return -1;
}

int xl_generated_stale(const char *file, const char *command)
{
    fprintf(stderr, "crosslane: error: %s is stale; regenerate it with: %s\n", file, command);
    return 1;
}

static void show_diff(const char *file, int there, const char *text, size_t size)
{
    char path[XL_PATH];
    path_of(file, path);
    const char *const argv[] = {
        "diff", "-u", "-L", file, "-L", "generated", "--", there ? path : "/dev/null", "-", NULL};
    fflush(stdout);
    if (xl_filter(argv, text, size, STDOUT_FILENO) < 0)
        fprintf(stderr, "crosslane: cannot show the difference with diff: %s\n", strerror(errno));
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
