/* Files: paths of the repository, reading, writing whole files, locks, generated files, directories
 * that go with their process.
 * SPDX-License-Identifier: MIT
 */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
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
#include "base/processes.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "base/text.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* A section of its own, which the tool's digest leaves out (code/elf.h). */
#define XL_PLACE __attribute__((section("xl_places")))
static XL_PLACE char root[PATH_MAX] = XL_ROOT;
static XL_PLACE char module[PATH_MAX] = XL_KERNEL_MODULE;
static char work[PATH_MAX + sizeof "/build"];

/* If the program is ROOT/build/DIRECTORY/PROGRAM, sets this root. */
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

/* Tries the path by which the program was started first: if the checkout's path has characters that
 * CMake does not accept, ./crosslane starts it through a link. */
static void look_for_root(void)
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

static void find_root(void)
{
    const char *set = getenv("CROSSLANE_WORK");
    look_for_root();
    snprintf(work, sizeof work, "%s%s", set && *set == '/' ? set : root,
             set && *set == '/' ? "" : "/build");
}

const char *xl_root(void)
{
    pthread_once(&once, find_root);
    return root;
}

const char *xl_kernel_module(void)
{
    pthread_once(&once, find_root);
    return module;
}

void xl_repository_path(const char *file, char *path, unsigned long size)
{
    if ((size_t)snprintf(path, size, "%s/%s", xl_root(), file) < size)
        return;
    fprintf(stderr, "crosslane: error: path too long: %s/%s\n", xl_root(), file);
    exit(2);
}

const char *xl_work_directory(void)
{
    pthread_once(&once, find_root);
    return work;
}

bool xl_work_is_writable(void)
{
    return access(xl_work_directory(), W_OK) == 0;
}

const char *xl_program(void)
{
    const char *program = getenv("CROSSLANE_SELF");
    return program && *program ? program : "./crosslane";
}

void xl_message(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *text = xl_vformat(fmt, args), *named = xl_replaced(text, "./crosslane", xl_program());
    va_end(args);
    xl_put_wrapped(stderr, named, xl_error_columns());
    free(named);
    free(text);
}

void xl_error_print(const struct xl_error *err)
{
    const char *prefix = strstr(err->text, ": error: ") ? "" : "crosslane: error: ";
    xl_message("%s%s\n", prefix, err->text);
}

const char *xl_display_path(const char *path)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return path;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

/* ---- Reading ---- */

/* Returns 0, or an errno. */
static int read_stream(FILE *stream, size_t most, struct xl_text *text)
{
    char part[1 << 16];
    size_t count;
    xl_text_add_bytes(text, "", 0);
    do {
        count = fread(part, 1, sizeof part, stream);
        xl_text_add_bytes(text, part, count);
        if (text->used > most)
            return EFBIG;
    } while (!feof(stream) && !ferror(stream));
    return !ferror(stream) ? 0 : errno ? errno : EIO;
}

char *xl_file_read(const char *file, size_t *size, struct xl_error *err)
{
    return xl_file_read_large(file, XL_FILE_MAX_BYTES, size, err);
}

FILE *xl_file_open_untrusted(const char *file)
{
    struct stat s;
    const int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode))
        return fdopen(fd, "r");
    const int error = fd < 0 ? errno : EINVAL;
    if (fd >= 0)
        close(fd);
    errno = error;
    return NULL;
}

char *xl_file_read_untrusted(const char *file, size_t *size)
{
    struct xl_text text = {0};
    FILE *stream = xl_file_open_untrusted(file);
    const int failure = stream ? read_stream(stream, XL_FILE_MAX_BYTES, &text) : errno;
    if (stream)
        fclose(stream);
    *size = text.used;
    if (!failure)
        return text.at;
    free(text.at);
    return NULL;
}

char *xl_file_read_large(const char *file, size_t most, size_t *size, struct xl_error *err)
{
    const bool is_stdin = strcmp(file, "-") == 0;
    const char *name = is_stdin ? "<stdin>" : file;
    struct xl_text text = {0};
    errno = 0;
    FILE *stream = is_stdin ? stdin : fopen(file, "rbe");
    const int failure = stream ? read_stream(stream, most, &text) : errno;
    if (stream && !is_stdin)
        fclose(stream);
    *size = text.used;
    if (!failure)
        return text.at;
    free(text.at);
    if (failure == EFBIG)
        xl_error_set(err, "%s:1:1: error: larger than %zu bytes", name, most);
    else
        xl_error_set(err, "%s: error: cannot read: %s", name, strerror(failure));
    errno = failure;
    return NULL;
}

char *xl_first_line(const char *directory, const char *name)
{
    char *path = xl_join_path(directory, "%s", name), *line = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "re");
    if (!f || getline(&line, &room, f) < 0) {
        free(line);
        line = NULL;
    }
    if (f)
        fclose(f);
    if (line)
        line[strcspn(line, "\n")] = '\0';
    free(path);
    return line;
}

/* ---- Writing ---- */

bool xl_is_special_file(const char *file)
{
    struct stat s;
    return strcmp(file, "-") == 0 || (stat(file, &s) == 0 && !S_ISREG(s.st_mode));
}

bool xl_file_name_fits(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    return strlen(name) + XL_TEMPORARY_SUFFIX <= NAME_MAX &&
           strlen(file) + XL_TEMPORARY_SUFFIX < PATH_MAX;
}

void xl_atomic_file_begin(struct xl_atomic_file *w, const char *file)
{
    *w = (struct xl_atomic_file){.file = file, .is_stdout = strcmp(file, "-") == 0};
    if (w->is_stdout) {
        w->f = stdout;
        return;
    }
    if (!xl_is_special_file(file))
        w->temporary = xl_format("%s.tmp.%d", file, (int)gettid());
    w->f = fopen(w->temporary ? w->temporary : file, "we");
    w->open_errno = errno;
}

int xl_atomic_file_end(struct xl_atomic_file *w, struct xl_error *err)
{
    bool failed = !w->f || fflush(w->f) || ferror(w->f);
    int why = w->f ? errno : w->open_errno;
    if (w->f && !w->is_stdout && fclose(w->f) && !failed) {
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
    xl_error_set(err, "cannot write %s: %s", w->is_stdout ? "standard output" : w->file,
                 strerror(why));
    errno = why;
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

int xl_make_parents(const char *file)
{
    char *path = xl_copy_text(file);
    bool failed = false;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        failed = mkdir(path, 0777) && errno != EEXIST;
        *slash = '/';
    }
    const int why = errno;
    free(path);
    errno = why;
    return failed ? -1 : 0;
}

/* ---- Locks ---- */

enum { XL_MAX_PAUSE_MS = 50, XL_HOLDER_TEXT = 100 };

/* The process that holds a lock of the file. 0 if it is unknown, for example in another container.
 */
static int holder_of(int file)
{
    struct stat s;
    char line[256];
    int holder = 0;
    FILE *locks = fstat(file, &s) ? NULL : fopen("/proc/locks", "re");
    while (locks && !holder && fgets(line, sizeof line, locks)) {
        int pid;
        unsigned long long inode;
        /* "1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF". One that waits: "1: -> FLOCK ..." */
        if (sscanf(line, "%*d: FLOCK %*s %*s %d %*x:%*x:%llu ", &pid, &inode) == 2 &&
            inode == s.st_ino && pid > 0)
            holder = pid;
    }
    if (locks)
        fclose(locks);
    return holder;
}

/* "waiting for the lock of process 4711 (crosslane, stopped)". */
static void describe_holder(int file, char text[XL_HOLDER_TEXT])
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
        snprintf(text, XL_HOLDER_TEXT, "waiting for the lock of process %d (%s%s)", pid, name,
                 strchr("Tt", state) ? ", stopped" : "");
    else
        snprintf(text, XL_HOLDER_TEXT, "waiting for the lock of another process");
}

int xl_lock(int file, bool shared, const char *step)
{
    char holder[XL_HOLDER_TEXT];
    struct xl_progress progress;
    int failed, pause_ms = 1; /* most locks are short */
    xl_progress_begin(&progress, step);
    while ((failed = flock(file, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB)) &&
           (errno == EWOULDBLOCK || errno == EINTR)) {
        if (xl_interrupted) {
            errno = ECANCELED;
            break;
        }
        if (pause_ms == XL_MAX_PAUSE_MS) {
            describe_holder(file, holder);
            xl_progress_tick(&progress, holder);
        }
        nanosleep(&(struct timespec){0, pause_ms * 1000000L}, NULL);
        pause_ms = 2 * pause_ms < XL_MAX_PAUSE_MS ? 2 * pause_ms : XL_MAX_PAUSE_MS;
    }
    const int why = errno;
    xl_progress_end(&progress);
    errno = why;
    return failed ? -1 : 0;
}

/* ---- Generated files ---- */

static char *path_of(const char *file)
{
    return file[0] == '/' ? xl_copy_text(file) : xl_join_path(xl_root(), "%s", file);
}

char *xl_generated_read(const char *file, size_t *size, struct xl_error *err)
{
    char *path = path_of(file), *text = xl_file_read(path, size, err);
    const int why = errno;
    free(path);
    errno = why;
    return text;
}

static bool is_same(const char *text, size_t size, const char *other, size_t other_size)
{
    return other && other_size == size && memcmp(text, other, size) == 0;
}

int xl_file_update(const char *file, const char *text, size_t size, struct xl_error *err)
{
    struct xl_error ignored;
    size_t old_size;
    char *path = path_of(file), *old = xl_file_read(path, &old_size, &ignored);
    int status = 0;
    if (!is_same(text, size, old, old_size)) {
        struct xl_atomic_file w;
        xl_atomic_file_begin(&w, path);
        if (w.f)
            fwrite(text, 1, size, w.f);
        status = xl_atomic_file_end(&w, err);
    }
    free(old);
    free(path);
    return status;
}

static void print_diff(const char *file, bool exists, const char *text, size_t size)
{
    char *path = path_of(file);
    const char *const argv[] = {
        "diff", "-u", "-L", file, "-L", "generated", "--", exists ? path : "/dev/null", "-", NULL};
    fflush(stdout);
    if (xl_pipe_through(argv, text, size, STDOUT_FILENO) < 0)
        fprintf(stderr, "crosslane: error: cannot run diff: %s\n", strerror(errno));
    free(path);
}

int xl_generated_check(const char *file, const char *text, size_t size, const char *command)
{
    struct xl_error err;
    size_t old_size;
    char *old = xl_generated_read(file, &old_size, &err);
    const int why = errno;
    const bool is_current = is_same(text, size, old, old_size);
    if (!is_current && (old || why == ENOENT))
        print_diff(file, old != NULL, text, size);
    else if (!is_current)
        xl_error_print(&err);
    free(old);
    if (!is_current)
        fprintf(stderr, "crosslane: error: %s is stale; regenerate it with: %s\n", file, command);
    return !is_current;
}

/* ---- Directories that go with the process that made them ----
 *
 * A lock of the directory says that its process is there: flock(2). It goes with the process, in
 * whatever namespace that is. */

enum {
    XL_OPEN_DIRECTORIES = 32,
    XL_NEW_SECONDS = 60 /* in which a directory may have no lock yet */
};

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at);

/* Removes a directory with all that is in it, also what its owner may not enter. */
static void remove_tree(const char *path)
{
    nftw(path, remove_one, XL_OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
}

/* Overlays, and tests, leave directories that their owner may not enter. */
static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)at;
    if (type == FTW_DNR && !(s->st_mode & S_IRUSR) && chmod(path, 0700) == 0)
        remove_tree(path);
    else if (type == FTW_DP && (s->st_mode & 0700) != 0700)
        chmod(path, 0700);
    remove(path);
    return 0;
}

/* Removes what a process left that was killed. */
static void remove_stale(const char *place, const char *prefix)
{
    DIR *all = opendir(place);
    const size_t length = strlen(prefix);
    for (const struct dirent *d; all && (d = readdir(all));) {
        char path[PATH_MAX];
        struct stat s;
        if (strncmp(d->d_name, prefix, length) != 0 ||
            strlen(d->d_name) != length + strlen("-XXXXXX") || d->d_name[length] != '-')
            continue;
        snprintf(path, sizeof path, "%.1000s/%.255s", place, d->d_name);
        const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && fstat(fd, &s) == 0 && s.st_uid == geteuid() &&
            s.st_mtime + XL_NEW_SECONDS < time(NULL) && flock(fd, LOCK_EX | LOCK_NB) == 0)
            remove_tree(path);
        if (fd >= 0)
            close(fd);
    }
    if (all)
        closedir(all);
}

const char *xl_temporary_directory(void)
{
    const char *given = getenv("TMPDIR");
    return given && *given ? given : "/tmp";
}

int xl_scratch_begin(const char *place, const char *prefix, char path[PATH_MAX])
{
    remove_stale(place, prefix);
    snprintf(path, PATH_MAX, "%.1000s/%.100s-XXXXXX", place, prefix);
    if (!mkdtemp(path))
        return -1;
    const int held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (held >= 0)
        flock(held, LOCK_EX | LOCK_NB); /* without locks, nothing is stale */
    else
        rmdir(path);
    return held;
}

void xl_scratch_end(int held, const char *path)
{
    remove_tree(path);
    if (held >= 0)
        close(held);
}
