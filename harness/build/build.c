/* The agents that rows need, made or brought up to date.
 * SPDX-License-Identifier: MIT
 */
#include "build/build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/library.h"
#include "oracle/module.h"

enum {
    XL_BUILD_TICK_MS = 250,
    XL_BUILD_END_MS = 5000,
    XL_MOST_ARCHES = 32,
    XL_SOME_FAILED = 4,
    XL_MOST_SHOWN = 20 /* errors */
};

/* Takes the text in place of the one that there was. */
static void set(char **field, char *text)
{
    free(*field);
    *field = text;
}

/* Gives folders of kernels with the same last name different build folders, and so the same folder
 * with and without a macro that the environment defines for cross-build.sh. */
static unsigned path_hash(const char *path)
{
    const char *define = getenv("CROSSLANE_DEFINE");
    char *text = xl_format("%s%s%s", path, define ? " " : "", define ? define : "");
    const unsigned hash = (unsigned)xl_hash(text, strlen(text));
    free(text);
    return hash;
}

/* Runs the script to its end with its last line as progress. What it starts holds the lock too, and
 * if this process is killed, needs a moment to end. Returns its exit status, or -1 if it was
 * interrupted. */
static int run_script(struct xl_process *p, const char *const *argv, int lock, const char *name,
                      struct xl_error *err)
{
    int status = 0;
    p->kills_descendants = true;
    if (xl_process_start(p, argv, (const int[XL_PROCESS_FDS]){lock, -1, -1}, err))
        return 1;
    struct xl_progress progress;
    xl_progress_begin(&progress, name);
    while (!xl_process_wait(p, XL_BUILD_TICK_MS, &status)) {
        char said[200];
        xl_process_last_line(p, said, sizeof said);
        xl_progress_tick(&progress, said);
        if (xl_interrupted) {
            xl_process_end(p, XL_BUILD_END_MS);
            xl_progress_end(&progress);
            return -1;
        }
    }
    xl_progress_end(&progress);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Whether a line of a compiler's is one that was shown before; notes it if not. */
static bool was_shown(uint64_t *shown, size_t *count, const char *line)
{
    const uint64_t hash = xl_hash(line, strlen(line));
    for (size_t i = 0; i < *count; i++)
        if (shown[i] == hash)
            return true;
    if (*count < XL_MOST_SHOWN)
        shown[(*count)++] = hash;
    return false;
}

/* What is no compiler's, and what leads to an error that another line has. */
static bool is_beside(const char *line)
{
    return line[0] == '[' || strncmp(line, "-- ", 3) == 0 || /* Ninja's and CMake's own */
           strncmp(line, "FAILED: ", 8) == 0 || strncmp(line, ": && ", 5) == 0 ||
           strncmp(line, "In file included from", 21) == 0 || strstr(line, "compile-kernel.sh ");
}

/* A build succeeds although a kernel does not compile; the compiler's words must still reach the
 * reader, those of an error in a header once, and not for each kernel that includes it. */
static void show_failures(const struct xl_process *p)
{
    char *text = xl_process_output(p), *rest;
    uint64_t shown[XL_MOST_SHOWN];
    size_t count = 0, again = 0;
    bool is_on = true;
    xl_progress_pause();
    if (text && strstr(text, "error:")) {
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            if (strstr(line, "error:")) {
                is_on = !was_shown(shown, &count, line) && count < XL_MOST_SHOWN;
                again += !is_on;
            }
            if (is_on && !is_beside(line))
                fprintf(stderr, "%s\n", line);
        }
    }
    if (again)
        fprintf(stderr, "and %zu error%s more, of the same causes\n", again, again > 1 ? "s" : "");
    xl_progress_resume();
    free(text);
}

char *xl_build_tree_path(const char *script, const char *arch)
{
    struct xl_process p = {.output = -1};
    struct xl_error err;
    int status = -1;
    char *file = xl_join_path(xl_root(), "%s", script), *path = NULL;
    const char *argv[] = {file, "--path", arch, NULL};
    if (xl_process_start(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &err) == 0 &&
        xl_process_wait(&p, 10000, &status) && status == 0)
        path = xl_process_output(&p);
    xl_process_free(&p);
    free(file);
    if (path && path[0] == '/') {
        path[strcspn(path, "\n")] = '\0';
        return path;
    }
    free(path);
    return NULL;
}

static char *free_text(char *text)
{
    free(text);
    return NULL;
}

/* In place of the text. */
static char *last_line(char *text)
{
    size_t length = text ? strlen(text) : 0;
    while (length && text[length - 1] == '\n')
        text[--length] = '\0';
    const char *newline = text ? strrchr(text, '\n') : NULL;
    if (newline)
        memmove(text, newline + 1, strlen(newline));
    return text;
}

char *xl_build_make_tree(const char *script, const char *name)
{
    char *file = xl_join_path(xl_root(), "%s", script);
    const char *argv[] = {file, NULL};
    struct xl_process p = {.output = -1};
    struct xl_error err = {""};
    const int status = run_script(&p, argv, -1, name, &err);
    char *said = p.output >= 0 ? xl_process_output(&p) : NULL;
    if (status > 0)
        fprintf(stderr, "%s", said ? said : err.text);
    xl_process_free(&p);
    free(file);
    return status ? free_text(said) : last_line(said);
}

int xl_build_trees(const char *const *arches, size_t count)
{
    char *script = xl_join_path(xl_root(), "sysroots/mk-trees");
    const char *argv[2 + XL_MOST_ARCHES] = {script};
    struct xl_process p = {.output = -1};
    struct xl_error err;
    for (size_t i = 0; i < count && i < XL_MOST_ARCHES; i++)
        argv[i + 1] = arches[i];
    int status = run_script(&p, argv, -1, "trees", &err);
    char *said = p.output >= 0 ? xl_process_output(&p) : NULL, *rest;
    char *trees = xl_copy_text("tried"); /* for cross-build.sh, with their paths */
    for (char *line = said ? strtok_r(said, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        if (strncmp(line, "tree ", 5) == 0)
            set(&trees, xl_format("%s\n%s", trees, line));
        else if (status > 0 && (strstr(line, "error") || line[0] == ' '))
            fprintf(stderr, "%s\n", line);
    setenv("CROSSLANE_TREES", trees, 1);
    free(trees);
    free(said);
    free(script);
    xl_process_free(&p);
    return status ? -1 : 0;
}

/* Takes the first line that speaks of an error; false if none does. The text is cut into lines. */
static bool take_error(char *all, char *text, size_t size)
{
    char *rest, *line = strtok_r(all, "\n", &rest);
    while (line && !xl_is_error_line(line))
        line = strtok_r(NULL, "\n", &rest);
    if (line)
        snprintf(text, size, "%s", line + strspn(line, " "));
    return line != NULL;
}

/* The first line that speaks of an error, or else the end of what was said. */
static void first_error(const struct xl_process *p, char *text, size_t size)
{
    char *all = p->output >= 0 ? xl_process_output(p) : NULL;
    if (all && !take_error(all, text, size))
        xl_process_tail(p, text, size);
    free(all);
}

/* Why this one of several agents was not made; "": it was. */
static void own_error(struct xl_build *b)
{
    char said[XL_TEXT] = "", *path = xl_join_path(b->folder, "failed-%s", b->isa);
    size_t size;
    struct xl_error ignored;
    char *all = xl_file_read(path, &size, &ignored);
    if (all && !take_error(all, said, sizeof said))
        snprintf(said, sizeof said, "see %s", path);
    if (said[0])
        snprintf(b->error, sizeof b->error, "build %s failed: %.400s", b->name, said);
    free(all);
    free(path);
}

/* "qemu-aarch64 version 10.0.13 (Debian ...)" gives "10.0.13". */
static void ask_version(const char *emulator, char *text, size_t size)
{
    struct xl_process p = {.output = -1};
    struct xl_error err;
    char said[200] = "";
    int status;
    const char *argv[] = {emulator, "--version", NULL};
    if (xl_process_start(&p, argv, (const int[XL_PROCESS_FDS]){-1, -1, -1}, &err) == 0 &&
        xl_process_wait(&p, 10000, &status))
        xl_process_tail(&p, said, sizeof said);
    xl_process_free(&p);
    const char *version = strstr(said, "version ");
    snprintf(text, size, "%s", version ? version + strlen("version ") : "unknown");
    text[strcspn(text, " ")] = '\0';
}

/* Each emulator is asked once: most builds share one. */
static void emulator_version(const char *emulator, char *text, size_t size)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct {
        char *emulator, version[64];
    } known[XL_MOST_ARCHES];
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < XL_MOST_ARCHES - 1 && known[i].emulator && strcmp(known[i].emulator, emulator) != 0)
        i++;
    if (!known[i].emulator || strcmp(known[i].emulator, emulator) != 0) {
        ask_version(emulator, known[i].version, sizeof known[i].version);
        set(&known[i].emulator, xl_copy_text(emulator));
    }
    snprintf(text, size, "%s", known[i].version);
    pthread_mutex_unlock(&lock);
}

/* The version of the sysroot's libsleef, if the build has it linked in: from the list of packages.
 */
static void sleef_version(struct xl_build *b)
{
    static const char package[] = "libsleef3 ";
    char line[256], *path = xl_join_path(b->folder, "sleef/library");
    const bool has_sleef = access(path, R_OK) == 0;
    set(&path, xl_join_path(b->sysroot, "manifest"));
    FILE *f = has_sleef ? fopen(path, "re") : NULL;
    free(path);
    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, package, strlen(package)) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(b->library, sizeof b->library, "%.63s", line + strlen(package));
    }
    if (f)
        fclose(f);
}

static void describe(struct xl_build *b)
{
    char *emulator = xl_first_line(b->folder, "emulator"),
         *compiler = xl_first_line(b->folder, "compiler"),
         *made_from = xl_first_line(b->folder, "made-from");
    /* A packed build brings its own. */
    set(&b->emulator, emulator && emulator[0] == '/'
                          ? xl_copy_text(emulator)
                          : xl_join_path(b->folder, "%s", emulator ? emulator : ""));
    snprintf(b->compiler_version, sizeof b->compiler_version, "%s", compiler ? compiler : "");
    set(&b->sysroot, xl_copy_text(made_from ? made_from : ""));
    b->sysroot[strcspn(b->sysroot, " ")] = '\0'; /* the tools are behind it */
    free(emulator);
    free(compiler);
    free(made_from);
    emulator_version(b->emulator, b->qemu, sizeof b->qemu);
    sleef_version(b);
}

int xl_build_use_host_emulator(struct xl_build *b, const char *qemu)
{
    const char *rest = getenv("PATH");
    for (size_t length; rest && *rest; rest += length + (rest[length] == ':')) {
        length = strcspn(rest, ":");
        for (int is_static = 1; is_static >= 0; is_static--) {
            set(&b->emulator,
                xl_format("%.*s/qemu-%s%s", (int)length, rest, qemu, is_static ? "-static" : ""));
            if (access(b->emulator, X_OK) == 0) {
                emulator_version(b->emulator, b->qemu, sizeof b->qemu);
                return 0;
            }
        }
    }
    b->lacks = 1;
    snprintf(b->error, sizeof b->error,
             "PATH has no qemu-%s: apt-get install -y --no-install-recommends qemu-user-static",
             qemu);
    return -1;
}

void xl_build_set_paths(struct xl_build *b, const struct xl_build_kernels *kernels)
{
    char suffix[16] = "";
    if (kernels->external)
        snprintf(suffix, sizeof suffix, "+%08x", path_hash(kernels->dir));
    else if (kernels->only[0])
        snprintf(suffix, sizeof suffix, "+few");
    set(&b->folder, xl_join_path(xl_root(), "build/%s%s", b->name, suffix));
    set(&b->agent, xl_join_path(b->folder, "agent-%s", b->isa));
    if (!b->emulator)
        b->emulator = xl_copy_text("");
    if (!b->sysroot)
        b->sysroot = xl_copy_text("");
}

size_t xl_build_same_folder(const struct xl_build *first, size_t count)
{
    size_t same = 1;
    while (same < count && strcmp(first[same].folder, first->folder) == 0)
        same++;
    return same;
}

int xl_build_lock(const char *folder, bool shared, const char *label)
{
    char *path = xl_format("%s.lock", folder);
    int lock = open(path, (shared ? O_RDONLY : O_RDWR | O_CREAT) | O_CLOEXEC, 0666);
    free(path);
    if (lock < 0 || xl_lock(lock, shared, label) == 0)
        return lock;
    close(lock);
    return -1;
}

void xl_build_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

void xl_build_tell_locked(void)
{
    setenv("CROSSLANE_LOCKED", "held", 1); /* of cross-build.sh */
}

void xl_build_open(struct xl_build *b)
{
    b->program = open(b->agent, O_RDONLY | O_CLOEXEC);
    if (b->program < 0)
        snprintf(b->error, sizeof b->error, "cannot open %.300s: %s", b->agent, strerror(errno));
    snprintf(b->opened, sizeof b->opened, "/proc/%d/fd/%d", (int)getpid(), b->program);
}

void xl_build_close(struct xl_build *b)
{
    if (b->program >= 0)
        close(b->program);
    b->program = -1;
}

void xl_build_free(struct xl_build *b)
{
    xl_build_close(b);
    free(b->folder);
    free(b->agent);
    free(b->emulator);
    free(b->sysroot);
    b->folder = b->agent = b->emulator = b->sysroot = NULL;
}

void xl_build_use_existing(struct xl_build *b)
{
    if (access(b->agent, X_OK) == 0)
        describe(b);
    else
        snprintf(b->error, sizeof b->error,
                 "build %s is not there for %s (no %.300s): run without --no-build, or unpack its "
                 "artifact",
                 b->name, b->isa, b->agent);
}

/* "agent-sve agent-sve2". The caller frees it. */
static char *name_targets(const struct xl_build *builds, size_t count)
{
    char *text = xl_copy_text("");
    for (size_t i = 0; i < count; i++)
        set(&text, xl_format("%s%sagent-%s", text, i ? " " : "", builds[i].isa));
    return text;
}

void xl_build_agents(struct xl_build *builds, size_t count, const struct xl_build_kernels *kernels,
                     int lock, const char *label)
{
    char error[XL_TEXT] = "", *targets = name_targets(builds, count),
         *script = xl_join_path(xl_root(), "harness/build/cross-build.sh");
    const struct xl_build *b = builds; /* what they share */
    struct xl_error err;
    struct xl_process p = {.output = -1};
    const char *argv[] = {script, b->folder, kernels->dir,  b->arch, b->compiler,
                          b->opt, targets,   kernels->only, NULL};
    err.text[0] = '\0';
    int status = run_script(&p, argv, lock, label, &err);
    if (status == 0 || status == XL_SOME_FAILED) {
        show_failures(&p);
    } else if (status < 0) {
        snprintf(error, sizeof error, "%s", xl_stop_reason());
    } else {
        char said[400] = "";
        first_error(&p, said, sizeof said);
        snprintf(error, sizeof error, "build %s failed: %s", b->name,
                 err.text[0] ? err.text : said);
    }
    xl_process_free(&p);
    free(targets);
    free(script);
    for (size_t i = 0; i < count; i++) {
        memcpy(builds[i].error, error, sizeof error);
        builds[i].lacks = status == 3;
        if (status == XL_SOME_FAILED)
            own_error(&builds[i]);
        if (!builds[i].error[0])
            describe(&builds[i]);
    }
}

char *xl_build_sleef(void)
{
    const char *module = xl_kernel_module(); /* it is beside it */
    char *generator =
        xl_format("%.*s/sleef-generate", (int)(strrchr(module, '/') - module), module);
    setenv("CROSSLANE_SLEEF_GENERATE", generator, 1);
    free(generator);
    return xl_join_path(xl_root(), "kernels/sleef");
}

/* Builds it in this folder, which is locked. 0, or -1 with err. */
static int build_module(const char *folder, const char *kernels_dir, int lock, const char *label,
                        struct xl_error *err)
{
    struct xl_process p = {.output = -1};
    char *script = xl_join_path(xl_root(), "harness/build/cross-build.sh");
    const char *argv[] = {script, folder, kernels_dir, NULL};
    int status = xl_interrupted ? -1 : run_script(&p, argv, lock, label, err);
    if (status > 0) {
        char said[400] = "";
        first_error(&p, said, sizeof said);
        xl_error_set(err, "the kernels of %s do not build: %s", kernels_dir, said);
    } else if (status < 0) {
        xl_error_set(err, "%s", xl_stop_reason());
    } else {
        show_failures(&p);
    }
    xl_process_free(&p);
    free(script);
    return status ? -1 : 0;
}

char *xl_build_module(const char *kernels_dir, int *lock, struct xl_error *err)
{
    static const char label[] = "build references";
    const unsigned hash = path_hash(kernels_dir);
    char *library = xl_join_path(xl_root(), "build/library+%08x.cmake", hash),
         *folder = xl_join_path(xl_root(), "build/kernels+%08x", hash),
         *file = xl_join_path(folder, "kernels.so"), *cxx = xl_join_path(folder, "has-cxx");
    int failed = xl_library_write(kernels_dir, library, err);
    *lock = -1;
    if (!failed) {
        setenv("CROSSLANE_LIBRARY", library, 1); /* of cross-build.sh */
        xl_build_tell_locked();
        *lock = xl_build_lock(folder, false, label);
        failed = build_module(folder, kernels_dir, *lock, label, err);
        if (access(cxx, F_OK) == 0)
            setenv("CROSSLANE_CXX", "1", 1); /* of cross-build.sh and mk-trees */
    }
    free(library);
    free(folder);
    free(cxx);
    if (!failed)
        return file;
    xl_build_unlock(*lock);
    *lock = -1;
    free(file);
    return NULL;
}

/* What a compiler said of a kernel that does not compile, or a linker of one that does not link. */

/* Whether a name is <file>.c<anything>.broken: an object's, whatever its language and ending. */
static bool is_log(const char *name, const char *file)
{
    static const char end[] = ".broken";
    size_t length = strlen(name), begins = strlen(file);
    return length > begins + sizeof end && strncmp(name, file, begins) == 0 &&
           strncmp(name + begins, ".c", 2) == 0 &&
           strcmp(name + length - (sizeof end - 1), end) == 0;
}

/* Opens the log that is in a folder or, like its source, in one below it. NULL: there is none. */
static FILE *open_log(const char *folder, const char *file)
{
    FILE *log = NULL;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; !log && dir && (e = readdir(dir));) {
        char *path = xl_join_path(folder, "%s", e->d_name);
        if (is_log(e->d_name, file))
            log = fopen(path, "re");
        else if ((e->d_type == DT_DIR || e->d_type == DT_UNKNOWN) && e->d_name[0] != '.')
            log = open_log(path, file);
        free(path);
    }
    if (dir)
        closedir(dir);
    return log;
}

/* "   12 |     code": a line of source, or what points into it. */
static bool is_shown(const char *line)
{
    line += strspn(line, " ");
    line += strspn(line, "0123456789");
    line += strspn(line, " ");
    return *line == '|';
}

bool xl_is_error_line(const char *line)
{
    static const char *const others[] = {"warning: ", "note: "};
    const char *error = strstr(line, "rror: ");
    if (is_shown(line))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && error; i++) {
        const char *other = strstr(line, others[i]);
        if (other && other < error)
            error = NULL;
    }
    /* GNU ld does not call these errors. */
    return error || strstr(line, "undefined reference to") ||
           strstr(line, "multiple definition of");
}

/* Takes what a line says of this kernel: of itself alone, as compile-kernel.sh has it of one that
 * does not link, or of its whole file. */
static bool take_words(const char *line, const char *kernel, const char *what, char *text,
                       size_t size)
{
    static const char of[] = "kernel ";
    const size_t length = strlen(kernel);
    if (strncmp(line, of, sizeof of - 1) != 0) {
        if (!xl_is_error_line(line))
            return false;
        snprintf(text, size, "%s: %s", what, line);
        return true;
    }
    line += sizeof of - 1;
    if (strncmp(line, kernel, length) != 0 || strncmp(line + length, ": ", 2) != 0)
        return false;
    snprintf(text, size, "%s", line + length + 2);
    return true;
}

void xl_build_error_of(const char *build_folder, const char *objects, const char *kernel,
                       const char *what, char *text, size_t size)
{
    char file[256], line[1024],
        *names = xl_names_read(build_folder),
        *folder = xl_join_path(build_folder, "CMakeFiles/kernels-%s.dir", objects);
    snprintf(text, size, "%s; see %s", what, build_folder);
    xl_names_file(names, kernel, file, sizeof file);
    free(names);
    FILE *log = open_log(folder, file);
    free(folder);
    bool found = false;
    while (log && !found && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        found = take_words(line, kernel, what, text, size);
    }
    if (log)
        fclose(log);
}
