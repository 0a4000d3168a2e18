/* Builds agents and kernel modules, or uses existing ones.
 * SPDX-License-Identifier: MIT
 */
#include "build/build.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/signals.h"
#include "base/terminal.h"
#include "base/text.h"
#include "build/disassemble.h"
#include "build/fingerprint.h"
#include "build/library.h"
#include "matrix/compilers.h"
#include "matrix/isas.h"
#include "oracle/module.h"

enum {
    XL_BUILD_TICK_MS = 250,
    XL_BUILD_SECONDS = 6 * 60 * 60, /* of a script */
    XL_BUILD_END_MS = 5000,
    XL_COMMAND_MS = 10000,
    XL_SOME_FAILED = 4, /* exit status of cross-build.sh */
    XL_MAX_ERRORS = 20  /* printed */
};

static const char host_arch[] = XL_HOST_ARCH; /* of the references */

/* ---- Errors in the output of a build ---- */

/* "   12 |     code": a line of source, or a mark below it. */
static bool is_source_line(const char *line)
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
    if (is_source_line(line))
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

/* "CMake Error at FILE:LINE (message):". The error is in the lines that follow. */
static bool is_cmake_place(const char *line)
{
    static const char begins[] = "CMake Error";
    const size_t length = strlen(line);
    return strncmp(line, begins, sizeof begins - 1) == 0 && line[length - 1] == ':';
}

bool xl_find_error_line(char *all, char *text, size_t size)
{
    char *rest, *line = strtok_r(all, "\n", &rest);
    while (line && !xl_is_error_line(line) && !is_cmake_place(line))
        line = strtok_r(NULL, "\n", &rest);
    const bool is_found = line != NULL;
    bool goes_on = line && is_cmake_place(line);
    if (line)
        snprintf(text, size, "%s", line + strspn(line, " "));
    while (goes_on && (line = strtok_r(NULL, "\n", &rest))) {
        line += strspn(line, " ");
        xl_append(text, size, " %s", line);
        goes_on = !*line || line[strlen(line) - 1] == ':';
    }
    return is_found;
}

void xl_build_first_error(const struct xl_process *p, char *text, size_t size)
{
    char *all = p->output >= 0 ? xl_process_output(p) : NULL;
    if (all && !xl_find_error_line(all, text, size))
        xl_process_tail(p, text, size);
    free(all);
}

/* Whether the line was printed before. Remembers it if not. */
static bool was_printed(uint64_t *printed, size_t *count, const char *line)
{
    const uint64_t hash = xl_hash(line, strlen(line));
    for (size_t i = 0; i < *count; i++)
        if (printed[i] == hash)
            return true;
    if (*count < XL_MAX_ERRORS)
        printed[(*count)++] = hash;
    return false;
}

/* Whether a line is not the compiler's, or only leads to an error in another line. */
static bool is_noise(const char *line)
{
    return line[0] == '[' || strncmp(line, "-- ", 3) == 0 || /* Ninja's and CMake's own */
           strncmp(line, "FAILED: ", 8) == 0 || strncmp(line, ": && ", 5) == 0 ||
           strncmp(line, "In file included from", 21) == 0 || strstr(line, "compile-kernel.sh ");
}

void xl_build_print_errors(const struct xl_process *p)
{
    char *text = xl_process_output(p), *rest;
    uint64_t printed[XL_MAX_ERRORS];
    size_t count = 0, repeated = 0;
    bool is_printing = true;
    xl_progress_pause();
    if (strstr(text, "error:")) {
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            if (strstr(line, "error:")) {
                is_printing = !was_printed(printed, &count, line) && count < XL_MAX_ERRORS;
                repeated += !is_printing;
            }
            if (is_printing && !is_noise(line))
                fprintf(stderr, "%s\n", line);
        }
    }
    if (repeated)
        fprintf(stderr, "%zu more error%s with the same causes\n", repeated, xl_s(repeated));
    xl_progress_resume();
    free(text);
}

/* Prints warnings that name the new name of an operation (arch/former.h). */
static void print_former_names(const struct xl_process *p)
{
    char *text = xl_process_output(p), *rest;
    xl_progress_pause();
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (strstr(line, " warning: ") && strstr(line, " is deprecated: use xl_"))
            fprintf(stderr, "%s\n", line);
    xl_progress_resume();
    free(text);
}

/* Whether a name is FILE.c*.broken: the log of an object, in any language. */
static bool is_log(const char *name, const char *file)
{
    static const char end[] = ".broken";
    size_t length = strlen(name), begins = strlen(file);
    return length > begins + sizeof end && strncmp(name, file, begins) == 0 &&
           strncmp(name + begins, ".c", 2) == 0 &&
           strcmp(name + length - (sizeof end - 1), end) == 0;
}

/* Opens the log in a directory or below it. NULL if there is none. */
static FILE *open_log(const char *directory, const char *file)
{
    FILE *log = NULL;
    DIR *dir = opendir(directory);
    for (const struct dirent *e; !log && dir && (e = readdir(dir));) {
        char *path = xl_join_path(directory, "%s", e->d_name);
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

/* Copies a line about this kernel: "kernel NAME: ...", which compile-kernel.sh writes if one does
 * not link, or an error of its file. Returns false if the line is neither. */
static bool take_error(const char *line, const char *kernel, const char *what, char *text,
                       size_t size)
{
    static const char prefix[] = "kernel ";
    const size_t length = strlen(kernel);
    if (strncmp(line, prefix, sizeof prefix - 1) != 0) {
        if (!xl_is_error_line(line))
            return false;
        snprintf(text, size, "%s: %s", what, line);
        return true;
    }
    line += sizeof prefix - 1;
    if (strncmp(line, kernel, length) != 0 || strncmp(line + length, ": ", 2) != 0)
        return false;
    snprintf(text, size, "%s", line + length + 2);
    return true;
}

void xl_build_error_of(const char *build_directory, const char *objects, const char *kernel,
                       const char *what, char *text, size_t size)
{
    char file[256], line[1024],
        *names = xl_names_read(build_directory),
        *directory = xl_join_path(build_directory, "CMakeFiles/kernels-%s.dir", objects);
    snprintf(text, size, "%s; see %s", what, build_directory);
    xl_names_file(names, kernel, file, sizeof file);
    free(names);
    FILE *log = open_log(directory, file);
    free(directory);
    bool found = false;
    while (log && !found && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        found = take_error(line, kernel, what, text, size);
    }
    if (log)
        fclose(log);
}

/* ---- Builds ---- */

/* Frees the old text of the field. */
static void replace(char **field, char *text)
{
    free(*field);
    *field = text;
}

/* Distinguishes the build directories of kernel directories with the same name, and builds of one
 * directory with and without CROSSLANE_DEFINE, a macro for cross-build.sh. */
static unsigned path_hash(const char *path)
{
    const char *define = getenv("CROSSLANE_DEFINE");
    char *text = xl_format("%s%s%s", path, define ? " " : "", define ? define : "");
    const unsigned hash = (unsigned)xl_hash(text, strlen(text));
    free(text);
    return hash;
}

/* The last line of a log, without control characters; "": there is none yet. */
static void read_last_line(const char *log, char *line, size_t size)
{
    enum { END = 600 };
    char end[END + 1] = "";
    FILE *f = fopen(log, "re");
    line[0] = '\0';
    if (!f)
        return;
    if (fseek(f, -END, SEEK_END) == 0 || fseek(f, 0, SEEK_SET) == 0) /* it may be shorter */
        end[fread(end, 1, END, f)] = '\0';
    fclose(f);
    for (char *c = end; *c; c++)
        *c = *c != '\n' && iscntrl((unsigned char)*c) ? ' ' : *c;
    snprintf(line, size, "%s", xl_last_line(end));
}

int xl_build_run_script(struct xl_process *p, const char *const *argv, int lock, const char *name,
                        const char *log, struct xl_error *err)
{
    const double end = xl_now() + XL_BUILD_SECONDS;
    struct xl_progress progress;
    int status = 0;
    p->kills_descendants = true;
    if (xl_process_start(p, argv, (const int[XL_PROCESS_FDS]){lock, -1, -1}, err))
        return 1;
    xl_progress_begin(&progress, name);
    while (!xl_process_wait(p, XL_BUILD_TICK_MS, &status)) {
        char line[200] = "";
        if (log)
            read_last_line(log, line, sizeof line);
        if (!*line)
            xl_process_last_line(p, line, sizeof line);
        xl_progress_tick(&progress, line);
        if (!xl_interrupted && xl_now() < end)
            continue;
        xl_process_end(p, XL_BUILD_END_MS);
        xl_progress_end(&progress);
        if (xl_interrupted)
            return -1;
        xl_fail(err, "it took more than %d hours", XL_BUILD_SECONDS / 3600);
        return 1;
    }
    xl_progress_end(&progress);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    xl_fail(err, "it died of signal %d", WTERMSIG(status));
    return 1;
}

/* What the script of a tree answers to --path. compiler, arch: its further words, or NULL. */
static char *tree_path(const char *script, const char *compiler, const char *arch)
{
    char *file = xl_join_path(xl_root(), "%s", script), *path;
    const char *argv[] = {file, "--path", compiler ? compiler : arch, compiler ? arch : NULL, NULL};
    struct xl_error ignored;
    const int status = xl_command(argv, XL_COMMAND_MS, &path, &ignored);
    free(file);
    if (status == 0 && path[0] == '/') {
        path[strcspn(path, "\n")] = '\0';
        return path;
    }
    free(path);
    return NULL;
}

char *xl_build_tree_path(const char *script, const char *arch)
{
    return tree_path(script, NULL, arch);
}

/* Runs the script of a tree, and returns the path that it prints; NULL if it fails. status: of the
 * script, or NULL. The caller frees the path. */
static char *make_tree(const char *const *argv, const char *name, int *status_of)
{
    struct xl_process p = {.output = -1};
    struct xl_error err = {""};
    const int status = xl_build_run_script(&p, argv, -1, name, NULL, &err);
    if (status_of)
        *status_of = status;
    char *output = xl_process_output(&p);
    if (status > 0)
        fprintf(stderr, "%s", *output ? output : err.text);
    xl_process_free(&p);
    if (!status)
        return xl_last_line(output);
    free(output);
    return NULL;
}

static char *make_tree_of(const char *script, const char *name, int *status)
{
    char *file = xl_join_path(xl_root(), "%s", script);
    char *path = make_tree((const char *const[]){file, NULL}, name, status);
    free(file);
    return path;
}

char *xl_build_make_tree(const char *script, const char *name)
{
    return make_tree_of(script, name, NULL);
}

static const char mk_compiler[] = "sysroots/mk-compiler";

char *xl_build_compiler_path(const char *compiler, const char *arch)
{
    return tree_path(mk_compiler, compiler, arch);
}

/* Makes the tree of a build's compiler if it has its own, but tries each once. Returns 0, or -1
 * with b->error. */
static int need_compiler(struct xl_build *b)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_tried[XL_MAX_COMPILERS][XL_MAX_ARCHES], is_made[XL_MAX_COMPILERS][XL_MAX_ARCHES];
    const char *tools = getenv("CROSSLANE_TOOLS");
    if (!xl_compiler_has_tree(b->compiler) || (tools && strcmp(tools, "host") == 0))
        return 0;
    const size_t c = (size_t)(xl_compiler_find(b->compiler) - xl_compilers),
                 a = (size_t)(xl_arch_find(b->arch) - xl_arches);
    pthread_mutex_lock(&lock);
    if (!is_tried[c][a]) {
        char *file = xl_join_path(xl_root(), mk_compiler),
             *path = make_tree((const char *const[]){file, b->compiler, b->arch, NULL}, b->compiler,
                               NULL);
        is_made[c][a] = path != NULL;
        free(path);
        free(file);
    }
    is_tried[c][a] = true;
    const bool is = is_made[c][a];
    pthread_mutex_unlock(&lock);
    if (is)
        return 0;
    b->lacks = 1;
    snprintf(b->error, sizeof b->error, "no %s for %s of %s: its message is above", b->compiler,
             b->arch, mk_compiler);
    return -1;
}

char *xl_build_library_file(const char *kernels_dir)
{
    return xl_join_path(xl_work_directory(), "library+%08x.cmake", path_hash(kernels_dir));
}

static char *module_directory(const char *kernels_dir)
{
    return xl_join_path(xl_work_directory(), "kernels+%08x", path_hash(kernels_dir));
}

/* Whether C++ is linked with these kernels. CMake writes the file when it configures their module.
 */
static bool has_cxx(const struct xl_build_kernels *kernels)
{
    char *directory = module_directory(kernels->dir), *file = xl_join_path(directory, "has-cxx");
    const bool has = kernels->external && access(file, F_OK) == 0;
    free(directory);
    free(file);
    return has;
}

static void add_variable(struct xl_words *variables, const char *name, const char *value)
{
    char *text = xl_format("%s=%s", name, value);
    xl_words_add(variables, text);
    free(text);
}

/* The packages of `packages` in a sysroot. The caller frees them. */
static char *packages_of(const struct xl_build_kernels *kernels, const char *arch)
{
    char *library = xl_build_library_file(kernels->dir),
         *packages = kernels->external ? xl_library_packages(library, arch) : xl_copy_text("");
    free(library);
    return packages;
}

/* The variables that cross-build.sh, mk-trees and kernels/sleef/rules.cmake read. arch: of the
 * sysroot. */
static struct xl_words script_variables(const struct xl_build_kernels *kernels, const char *arch,
                                        const char *trees)
{
    struct xl_words variables = {NULL, 0};
    const char *module = xl_kernel_module(); /* sleef-generate is beside it */
    char *library = xl_build_library_file(kernels->dir), *packages = packages_of(kernels, arch),
         *generator =
             xl_format("%.*s/sleef-generate", (int)(strrchr(module, '/') - module), module);
    if (*packages)
        add_variable(&variables, XL_SYSROOT_PACKAGES, packages);
    add_variable(&variables, "CROSSLANE_LIBRARY", kernels->external ? library : "");
    add_variable(&variables, "CROSSLANE_CXX", has_cxx(kernels) ? "1" : "");
    add_variable(&variables, "CROSSLANE_SLEEF_GENERATE", generator);
    add_variable(&variables, "CROSSLANE_TREES", trees ? trees : "");
    add_variable(&variables, "CROSSLANE_LOCKED", "held");
    add_variable(&variables, "CROSSLANE_FINGERPRINT", xl_source_fingerprint());
    add_variable(&variables, "CROSSLANE_FINGERPRINT_BY_FILE", xl_source_fingerprint_by_file());
    free(library);
    free(packages);
    free(generator);
    return variables;
}

/* Makes the trees of architectures whose sysroots have the same packages. Adds mk-trees' lines. */
static int make_trees(const struct xl_build_kernels *kernels, const char *const *arches,
                      size_t count, struct xl_text *text)
{
    char *script = xl_join_path(xl_root(), "sysroots/mk-trees");
    const char *argv[2 + XL_MAX_ARCHES] = {script};
    struct xl_words variables = script_variables(kernels, arches[0], NULL);
    struct xl_process p = {.output = -1, .environment = (const char *const *)variables.at};
    struct xl_error err;
    for (size_t i = 0; i < count; i++)
        argv[i + 1] = arches[i];
    int status = xl_build_run_script(&p, argv, -1, "trees", NULL, &err);
    char *output = p.output >= 0 ? xl_process_output(&p) : NULL, *rest;
    for (char *line = output ? strtok_r(output, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        if (strncmp(line, "tree ", 5) == 0)
            xl_text_add(text, "\n%s", line);
        else if (status > 0 && (strstr(line, "error") || line[0] == ' '))
            fprintf(stderr, "%s\n", line);
    xl_words_free(&variables);
    free(output);
    free(script);
    xl_process_free(&p);
    return status ? -1 : 0;
}

int xl_build_trees(const struct xl_build_kernels *kernels, const char *const *arches, size_t count,
                   char **trees)
{
    char *packages[XL_MAX_ARCHES] = {NULL};
    struct xl_text text = {0};
    int failed = 0;
    xl_text_add(&text, "tried"); /* not empty, even without any tree */
    for (size_t i = 0; i < count; i++)
        packages[i] = packages_of(kernels, arches[i]);
    for (size_t i = 0; i < count; i++) {
        const char *same[XL_MAX_ARCHES];
        size_t same_count = 0;
        bool is_made = false;
        for (size_t k = 0; k < count; k++)
            if (strcmp(packages[k], packages[i]) == 0) {
                is_made |= k < i;
                same[same_count++] = arches[k];
            }
        if (!is_made && make_trees(kernels, same, same_count, &text))
            failed = -1;
    }
    for (size_t i = 0; i < count; i++)
        free(packages[i]);
    *trees = text.at;
    return failed;
}

/* Sets the agent's error if cross-build.sh could not make it. */
static void read_agent_error(struct xl_build *b)
{
    char cause[XL_TEXT] = "", *path = xl_join_path(b->directory, "failed-%s", b->isa);
    size_t size;
    struct xl_error ignored;
    char *all = xl_file_read(path, &size, &ignored);
    if (all && !xl_find_error_line(all, cause, sizeof cause))
        snprintf(cause, sizeof cause, "see %s", path);
    if (cause[0])
        snprintf(b->error, sizeof b->error, "build %s failed: %.400s", b->name, cause);
    free(all);
    free(path);
}

/* "qemu-aarch64 version 10.0.13 (Debian ...)" gives "10.0.13". */
static void ask_version(const char *emulator, char *text, size_t size)
{
    static const char marker[] = "version ";
    struct xl_error ignored;
    char *output;
    xl_command((const char *const[]){emulator, "--version", NULL}, XL_COMMAND_MS, &output,
               &ignored);
    const char *version = output ? strstr(output, marker) : NULL;
    snprintf(text, size, "%s", version ? version + strlen(marker) : "unknown");
    text[strcspn(text, " \n")] = '\0';
    free(output);
}

/* Asks each emulator once: most builds share one. */
static void emulator_version(const char *emulator, char *text, size_t size)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct {
        char *emulator, version[64];
    } known[2 * XL_MAX_ARCHES + 1];
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < sizeof known / sizeof known[0] - 1 && known[i].emulator &&
           strcmp(known[i].emulator, emulator) != 0)
        i++;
    if (!known[i].emulator || strcmp(known[i].emulator, emulator) != 0) {
        ask_version(emulator, known[i].version, sizeof known[i].version);
        replace(&known[i].emulator, xl_copy_text(emulator));
    }
    snprintf(text, size, "%s", known[i].version);
    pthread_mutex_unlock(&lock);
}

/* Copies the version of a package of the sysroot from its list of packages; nothing if it is not
 * there. */
static void read_package_version(const struct xl_build *b, const char *package, char *version,
                                 size_t size)
{
    char line[256], *path = xl_join_path(b->sysroot, "manifest");
    const size_t length = strlen(package);
    FILE *f = fopen(path, "re");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, package, length) == 0 && line[length] == ' ')
            snprintf(version, size, "%s", line + length + 1);
    }
    if (f)
        fclose(f);
    free(path);
}

/* Reads the version of the library that the build links: the sysroot's libsleef, or `source` of
 * crosslane.yml, which is a package with its version, or one of the sysroot. */
static void read_library_version(struct xl_build *b)
{
    char *path = xl_join_path(b->directory, "sleef/library"),
         *name = xl_first_line(b->directory, "library-of");
    if (access(path, R_OK) == 0) {
        read_package_version(b, "libsleef3", b->library, sizeof b->library);
    } else if (name) {
        snprintf(b->library, sizeof b->library, "%s", name);
        const size_t used = strlen(b->library);
        if (!strchr(name, ' ') && used + 1 < sizeof b->library) {
            b->library[used] = ' ';
            read_package_version(b, name, b->library + used + 1, sizeof b->library - used - 1);
        }
    }
    free(path);
    free(name);
}

/* Reads what the build's directory says of it. */
static void describe(struct xl_build *b)
{
    char *emulator = xl_first_line(b->directory, "emulator"),
         *compiler = xl_first_line(b->directory, "compiler"),
         *made_from = xl_first_line(b->directory, "made-from");
    /* A packed build has its own emulator. */
    replace(&b->emulator, emulator && emulator[0] == '/'
                              ? xl_copy_text(emulator)
                              : xl_join_path(b->directory, "%s", emulator ? emulator : ""));
    snprintf(b->compiler_version, sizeof b->compiler_version, "%s", compiler ? compiler : "");
    replace(&b->sysroot, xl_copy_text(made_from ? made_from : ""));
    b->sysroot[strcspn(b->sysroot, " ")] = '\0'; /* the tools are behind it */
    free(emulator);
    free(compiler);
    free(made_from);
    emulator_version(b->emulator, b->qemu, sizeof b->qemu);
    read_library_version(b);
}

int xl_build_use_host_emulator(struct xl_build *b, const char *qemu)
{
    const char *rest = getenv("PATH");
    for (size_t length; rest && *rest; rest += length + (rest[length] == ':')) {
        length = strcspn(rest, ":");
        for (int is_static = 1; is_static >= 0; is_static--) {
            replace(&b->emulator, xl_format("%.*s/qemu-%s%s", (int)length, rest, qemu,
                                            is_static ? "-static" : ""));
            if (access(b->emulator, X_OK) == 0) {
                emulator_version(b->emulator, b->qemu, sizeof b->qemu);
                return 0;
            }
        }
    }
    b->lacks = 1;
    snprintf(b->error, sizeof b->error,
             "no qemu-%s on PATH: apt-get install -y --no-install-recommends qemu-user-static",
             qemu);
    return -1;
}

/* The tree of a QEMU, made if it is missing, but tried once. NULL: it could not be made; *is_absent
 * tells whether the mirror has none. */
static const char *emulator_tree(bool is_next, bool *is_absent)
{
    enum { NO_SUITE = 4 }; /* sysroots/tree.sh, tree_give_up */
    static int statuses[2];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *trees[2];
    static bool is_tried[2];
    pthread_mutex_lock(&lock);
    if (!is_tried[is_next])
        trees[is_next] = make_tree_of(is_next ? "sysroots/mk-qemu-next" : "sysroots/mk-tools",
                                      is_next ? "qemu-next" : "tools", &statuses[is_next]);
    is_tried[is_next] = true;
    *is_absent = statuses[is_next] == NO_SUITE;
    pthread_mutex_unlock(&lock);
    return trees[is_next];
}

int xl_build_use_other_emulator(struct xl_build *b, const struct xl_arch *arch, bool is_next)
{
    const char *tree = emulator_tree(is_next, &b->is_absent);
    if (tree) {
        replace(&b->emulator, xl_join_path(tree, "usr/bin/qemu-%s", arch->qemu));
        emulator_version(b->emulator, b->qemu, sizeof b->qemu);
        return 0;
    }
    b->lacks = !b->is_absent;
    snprintf(b->error, sizeof b->error, "no QEMU of sysroots/%s: %s",
             is_next ? "mk-qemu-next" : "mk-tools",
             b->is_absent ? "the mirror lacks its suite" : "its message is above");
    return -1;
}

void xl_build_set_paths(struct xl_build *b, const struct xl_build_kernels *kernels)
{
    char suffix[16] = "";
    if (kernels->external)
        snprintf(suffix, sizeof suffix, "+%08x", path_hash(kernels->dir));
    else if (kernels->only[0])
        snprintf(suffix, sizeof suffix, "+few");
    replace(&b->directory, xl_join_path(xl_work_directory(), "%s%s", b->name, suffix));
    replace(&b->agent, xl_join_path(b->directory, "agent-%s", b->isa));
    if (!b->emulator)
        b->emulator = xl_copy_text("");
    if (!b->sysroot)
        b->sysroot = xl_copy_text("");
}

size_t xl_build_same_directory(const struct xl_build *first, size_t count)
{
    size_t same = 1;
    while (same < count && strcmp(first[same].directory, first->directory) == 0)
        same++;
    return same;
}

int xl_build_lock(const char *directory, bool shared, const char *label)
{
    char *path = xl_format("%s.lock", directory);
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

void xl_build_open(struct xl_build *b)
{
    b->program = open(b->agent, O_RDONLY | O_CLOEXEC);
    if (b->program < 0)
        snprintf(b->error, sizeof b->error, "cannot open %.300s: %s", b->agent, strerror(errno));
    snprintf(b->opened, sizeof b->opened, "/proc/%d/fd/%d", (int)getpid(), b->program);
}

void xl_build_free(struct xl_build *b)
{
    if (b->program >= 0)
        close(b->program);
    b->program = -1;
    free(b->directory);
    free(b->agent);
    free(b->emulator);
    free(b->sysroot);
    b->directory = b->agent = b->emulator = b->sysroot = NULL;
}

void xl_build_use_existing(struct xl_build *b)
{
    if (access(b->agent, X_OK) == 0)
        describe(b);
    else
        snprintf(b->error, sizeof b->error,
                 "build %s for %s is missing (%.300s): run without --no-build, or unpack its "
                 "artifact",
                 b->name, b->isa, b->agent);
}

/* "agent-sve agent-sve2". The caller frees it. */
static char *name_targets(const struct xl_build *builds, size_t count)
{
    struct xl_text text = {0};
    for (size_t i = 0; i < count; i++)
        xl_text_add(&text, "%sagent-%s", i ? " " : "", builds[i].isa);
    return text.at;
}

void xl_build_agents(struct xl_build *builds, size_t count, const struct xl_build_kernels *kernels,
                     const char *trees, int lock, const char *label)
{
    if (need_compiler(builds)) {
        for (size_t i = 1; i < count; i++) {
            builds[i].lacks = 1;
            memcpy(builds[i].error, builds->error, sizeof builds->error);
        }
        return;
    }
    char error[XL_TEXT] = "", *targets = name_targets(builds, count),
         *script = xl_join_path(xl_root(), "harness/build/cross-build.sh");
    const struct xl_build *b = builds; /* for what they share */
    struct xl_error err;
    struct xl_words variables = script_variables(kernels, b->arch, trees);
    struct xl_process p = {.output = -1, .environment = (const char *const *)variables.at};
    const char *argv[] = {script, b->directory, kernels->dir,  b->arch, b->compiler,
                          b->opt, targets,      kernels->only, NULL};
    err.text[0] = '\0';
    int status = xl_build_run_script(&p, argv, lock, label, NULL, &err);
    if (status == 0 || status == XL_SOME_FAILED) {
        xl_build_print_errors(&p);
    } else if (status < 0) {
        snprintf(error, sizeof error, "%s", xl_stop_reason());
    } else {
        char first[400] = "";
        xl_build_first_error(&p, first, sizeof first);
        xl_append(error, sizeof error, "build %s failed: %s", b->name,
                  err.text[0] ? err.text : first);
    }
    xl_process_free(&p);
    xl_words_free(&variables);
    free(targets);
    free(script);
    for (size_t i = 0; i < count; i++) {
        memcpy(builds[i].error, error, sizeof error);
        builds[i].lacks = status == 3;
        if (status == XL_SOME_FAILED)
            read_agent_error(&builds[i]);
        if (!builds[i].error[0] && xl_build_disassemble(builds[i].directory, builds[i].isa,
                                                        xl_arch_find(builds[i].arch), &err))
            snprintf(builds[i].error, sizeof builds[i].error,
                     "build %s failed: %.350s: without that there is no evidence", b->name,
                     err.text);
        if (!builds[i].error[0])
            describe(&builds[i]);
    }
}

char *xl_build_sleef(void)
{
    return xl_join_path(xl_root(), "kernels/sleef");
}

/* Builds the module in this directory, which is locked. Returns 0, or -1 with err. */
static int build_module(const char *directory, const struct xl_build_kernels *kernels, int lock,
                        const char *label, struct xl_error *err)
{
    char *script = xl_join_path(xl_root(), "harness/build/cross-build.sh");
    const char *argv[] = {script, directory, kernels->dir, NULL};
    struct xl_words variables = script_variables(kernels, host_arch, NULL);
    struct xl_process p = {.output = -1, .environment = (const char *const *)variables.at};
    int status = xl_interrupted ? -1 : xl_build_run_script(&p, argv, lock, label, NULL, err);
    if (status > 0) {
        char error[400] = "";
        xl_build_first_error(&p, error, sizeof error);
        xl_error_set(err, "the kernels of %s do not build: %s", kernels->dir, error);
    } else if (status < 0) {
        xl_error_set(err, "%s", xl_stop_reason());
    } else {
        xl_build_print_errors(&p);
        print_former_names(&p); /* here alone: agents are built of the same files */
    }
    xl_process_free(&p);
    xl_words_free(&variables);
    free(script);
    return status ? -1 : 0;
}

char *xl_build_module(const char *kernels_dir, int *lock, struct xl_error *err)
{
    static const char label[] = "build references";
    const struct xl_build_kernels kernels = {kernels_dir, true, ""};
    char *library = xl_build_library_file(kernels_dir), *directory = module_directory(kernels_dir),
         *file = xl_join_path(directory, "kernels.so");
    int failed = xl_library_write(kernels_dir, library, err);
    *lock = -1;
    if (!failed) {
        *lock = xl_build_lock(directory, false, label);
        failed = build_module(directory, &kernels, *lock, label, err);
    }
    free(library);
    free(directory);
    if (!failed)
        return file;
    xl_build_unlock(*lock);
    *lock = -1;
    free(file);
    return NULL;
}
