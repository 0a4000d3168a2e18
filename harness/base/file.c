/* Where Crosslane is: its folder, and the module of its own kernels.
 * SPDX-License-Identifier: MIT
 */
#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"
#include "base/signals.h"
#include "base/terminal.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char root[PATH_MAX] = XL_ROOT, module[PATH_MAX] = XL_KERNEL_MODULE;

/* Whether the program is ROOT/build/FOLDER/PROGRAM; takes this root then. */
static bool is_in_checkout(const char *path)
{
    static const char marker[] = "/matrix/matrix.yml";
    char program[PATH_MAX], file[PATH_MAX + 32];
    snprintf(program, sizeof program, "%s", path);
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(program, '/');
        if (!slash)
            return false;
        *slash = '\0';
        if (up == 0) {
            snprintf(file, sizeof file, "%s/kernels.so", program);
            if (access(file, R_OK) == 0)
                snprintf(module, sizeof module, "%.*s", (int)sizeof module - 1, file);
        }
    }
    snprintf(file, sizeof file, "%s%s", program, marker);
    if (access(file, R_OK))
        return false;
    snprintf(root, sizeof root, "%s", program);
    return true;
}

/* First the path by which it was started: ./crosslane goes by a link where the checkout's own path
 * has what CMake takes for its own. */
static void find(void)
{
    char program[PATH_MAX];
    const char *started = (const char *)getauxval(AT_EXECFN);
    if (started && started[0] == '/' && is_in_checkout(started))
        return;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return;
    program[length] = '\0';
    is_in_checkout(program);
}

const char *xl_root(void)
{
    pthread_once(&once, find);
    return root;
}

const char *xl_kernel_module(void)
{
    pthread_once(&once, find);
    return module;
}

void xl_repository_path(const char *file, char *path, unsigned long size)
{
    if ((size_t)snprintf(path, size, "%s/%s", xl_root(), file) < size)
        return;
    fprintf(stderr, "crosslane: error: the path of %s is too long: %s/%s\n", file, xl_root(), file);
    exit(2);
}

bool xl_root_is_writable(void)
{
    char *folder = xl_join_path(xl_root(), "build");
    const bool is = access(folder, W_OK) == 0;
    free(folder);
    return is;
}

const char *xl_display_path(const char *path)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return path;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

/* A file that is written whole or not at all. */

bool xl_is_special_file(const char *file)
{
    struct stat s;
    return strcmp(file, "-") == 0 || (stat(file, &s) == 0 && !S_ISREG(s.st_mode));
}

bool xl_file_name_fits(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    return strlen(name) + XL_OTHER_CALLS_MOST <= NAME_MAX &&
           strlen(file) + XL_OTHER_CALLS_MOST < PATH_MAX;
}

static bool is_stdout(const struct xl_atomic_file *w)
{
    return strcmp(w->file, "-") == 0;
}

void xl_atomic_file_begin(struct xl_atomic_file *w, const char *file)
{
    *w = (struct xl_atomic_file){.file = file};
    if (is_stdout(w)) {
        w->f = stdout;
        return;
    }
    if (!xl_is_special_file(file))
        w->temporary = xl_format("%s.tmp.%d", file, (int)getpid());
    w->f = fopen(w->temporary ? w->temporary : file, "we");
    w->why = errno;
}

int xl_atomic_file_end(struct xl_atomic_file *w, struct xl_error *err)
{
    bool failed = !w->f || fflush(w->f) || ferror(w->f);
    int why = w->f ? errno : w->why;
    if (w->f && !is_stdout(w) && fclose(w->f) && !failed) {
        failed = true;
        why = errno;
    }
    if (!failed && w->temporary && rename(w->temporary, w->file)) {
        failed = true;
        why = errno;
    }
    if (failed && w->temporary)
        remove(w->temporary);
    free(w->temporary);
    w->temporary = NULL;
    if (!failed)
        return 0;
    xl_error_set(err, "cannot write %s: %s", is_stdout(w) ? "standard output" : w->file,
                 strerror(why));
    return -1;
}

int xl_file_close(FILE *f)
{
    const bool failed = ferror(f);
    if (fclose(f))
        return -1;
    errno = failed ? EIO : 0;
    return failed ? -1 : 0;
}

/* Locks of files, by which processes take turns. */

enum { XL_MOST_PAUSE_MS = 50, XL_WHOM_TEXT = 100 };

/* The process that holds a lock of the file; 0: nobody knows, as of one in another container. */
static int holder_of(int file)
{
    struct stat s;
    char line[256];
    int holder = 0;
    FILE *locks = fstat(file, &s) ? NULL : fopen("/proc/locks", "re");
    while (locks && !holder && fgets(line, sizeof line, locks)) {
        int pid;
        unsigned long long inode;
        /* "1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF"; of one that waits, "1: -> FLOCK ..."
         */
        if (sscanf(line, "%*d: FLOCK %*s %*s %d %*x:%*x:%llu ", &pid, &inode) == 2 &&
            inode == s.st_ino && pid > 0)
            holder = pid;
    }
    if (locks)
        fclose(locks);
    return holder;
}

/* "waits for process 4711 (crosslane, stopped), which has the lock". */
static void tell_whom(int file, char text[XL_WHOM_TEXT])
{
    char path[64], name[32] = "", state = '\0';
    const int pid = holder_of(file);
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = pid ? fopen(path, "re") : NULL;
    if (f && fscanf(f, "%*d (%31[^)]) %c", name, &state) != 2)
        name[0] = '\0';
    if (f)
        fclose(f);
    if (name[0])
        snprintf(text, XL_WHOM_TEXT, "waits for process %d (%s%s), which has the lock", pid, name,
                 strchr("Tt", state) ? ", stopped" : "");
    else
        snprintf(text, XL_WHOM_TEXT, "waits for another process, which has the lock");
}

int xl_lock(int file, bool shared, const char *step)
{
    char whom[XL_WHOM_TEXT];
    struct xl_progress progress;
    int failed, pause_ms = 1; /* most are held for a moment only */
    xl_progress_begin(&progress, step);
    while ((failed = flock(file, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB)) &&
           (errno == EWOULDBLOCK || errno == EINTR)) {
        if (xl_interrupted) {
            errno = ECANCELED;
            break;
        }
        if (pause_ms == XL_MOST_PAUSE_MS) {
            tell_whom(file, whom);
            xl_progress_tick(&progress, whom);
        }
        nanosleep(&(struct timespec){0, pause_ms * 1000000L}, NULL);
        pause_ms = 2 * pause_ms < XL_MOST_PAUSE_MS ? 2 * pause_ms : XL_MOST_PAUSE_MS;
    }
    const int why = errno;
    xl_progress_end(&progress);
    errno = why;
    return failed ? -1 : 0;
}

/* Files of the repository that a command makes: written whole, and checked for being up to date. */

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

int xl_file_update(const char *file, const char *text, size_t size, struct xl_error *err)
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
    if (xl_pipe_through(argv, text, size, STDOUT_FILENO) < 0)
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
