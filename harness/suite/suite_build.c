/* Builds a project by its own build system, once for each architecture, compiler and level.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite_build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/terminal.h"
#include "build/build.h"
#include "build/library.h"
#include "results/store.h"
#include "suite/launch.h"

enum { XL_KEY_DIGITS = 8, XL_LACKING = 77 /* build-suite.sh */ };

char *xl_suite_directory(const char *name)
{
    char *results = xl_store_directory(), *directory = NULL;
    if (results) {
        char *cache = xl_directory_of(results), *all = xl_join_path(cache, "suites");
        mkdir(all, 0777);
        directory = *name ? xl_join_path(all, "%s", name) : xl_copy_text(all);
        mkdir(directory, 0777);
        free(cache);
        free(all);
    }
    free(results);
    return directory;
}

/* The lines of a list that the build script reads. */
static char *lines_of(const struct xl_suite *suite, enum xl_suite_list list,
                      const struct xl_row *row, const char *native)
{
    struct xl_words words = {0};
    struct xl_text text = {0};
    xl_suite_select(suite, list, row, native, NULL, &words);
    xl_text_add_bytes(&text, "", 0);
    for (size_t i = 0; i < words.count; i++)
        xl_text_add(&text, "%s\n", words.at[i]);
    xl_words_free(&words);
    return text.at;
}

static char *packages_of(const struct xl_suite *suite, const struct xl_row *row)
{
    char *packages = lines_of(suite, XL_SUITE_PACKAGES, row, NULL);
    for (char *at = packages; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    return packages;
}

void xl_suite_set_packages(const struct xl_suite *suite, const struct xl_row *row)
{
    char *packages = packages_of(suite, row);
    setenv(XL_SYSROOT_PACKAGES, packages, 1);
    free(packages);
}

static enum xl_suite_list arguments_list(const struct xl_row *row)
{
    return row ? XL_SUITE_ARGUMENTS : XL_SUITE_NATIVE_ARGUMENTS;
}

void xl_suite_build_name(const struct xl_suite *suite, const struct xl_row *row, const char *native,
                         struct xl_suite_build *build)
{
    char digits[XL_DIGEST_TEXT],
        *directory = xl_suite_directory(suite->name),
        *arguments = lines_of(suite, arguments_list(row), row, native),
        *targets = lines_of(suite, XL_SUITE_TARGETS, row, native),
        *packages = packages_of(suite, row),
        *key = xl_format("%s\n%s\n%s\n%s\n%s\n%s", suite->build, suite->dir, arguments, targets,
                         packages, xl_root());
    xl_digest_write(xl_digest_text(key), digits);
    *build = (struct xl_suite_build){
        .lock = -1, .compiler_version = xl_copy_text(""), .error = xl_copy_text("")};
    build->directory =
        row ? xl_format("%s/%s-%s-%s-%.*s", directory ? directory : "", row->arch->name,
                        row->compiler, row->opt, XL_KEY_DIGITS, digits)
            : xl_format("%s/native-%.*s", directory ? directory : "", XL_KEY_DIGITS, digits);
    free(directory);
    free(arguments);
    free(targets);
    free(packages);
    free(key);
}

static int write_lines(const char *directory, const char *name, char *lines, struct xl_error *err)
{
    char *file = xl_join_path(directory, "%s", name);
    const int failed = xl_file_update(file, lines, strlen(lines), err);
    free(lines);
    free(file);
    return failed;
}

/* Sets the error to what the build script reports. */
static void set_error(struct xl_suite_build *build, const char *output, const char *otherwise)
{
    struct xl_error ignored;
    size_t size;
    char *file = xl_join_path(build->directory, "failed"),
         *text = xl_file_read(file, &size, &ignored);
    free(build->error);
    const char *said = text ? text : output && *output ? output : otherwise;
    /* Scripts that make trees print what they do before they fail. */
    const char *found = text || said != output ? NULL : strstr(said, "error: ");
    while (found && found > said && found[-1] != '\n')
        found--;
    said = found ? found : said;
    build->error = xl_format("%s", strncmp(said, "error: ", 7) == 0 ? said + 7 : said);
    free(text);
    free(file);
}

/* Digests what the build was made of. */
static void read_inputs(struct xl_suite_build *build)
{
    static const char *const names[] = {"made-of", "made-by", "arguments", "targets"};
    build->inputs = xl_digest_text(build->sysroot);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *file = xl_join_path(build->directory, "%s", names[i]);
        struct xl_digest digest;
        xl_digest_file(file, &digest);
        build->inputs = xl_digest_combine(build->inputs, digest);
        free(file);
    }
    char *version = xl_first_line(build->directory, "compiler-version");
    if (version) {
        free(build->compiler_version);
        build->compiler_version = version;
    }
}

/* Locks the directory, or changes the lock. Returns 0, or -1 if the run was interrupted. A
 * directory that cannot be locked is used without. */
static int lock(struct xl_suite_build *build, bool shared)
{
    char *file = xl_format("%s.lock", build->directory);
    if (build->lock < 0)
        build->lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const int failed = build->lock < 0 ? 0 : xl_lock(build->lock, shared, file);
    free(file);
    return failed && errno == ECANCELED ? -1 : 0;
}

/* Whether the build is current. It is then locked, shared. */
static bool is_current(struct xl_suite_build *build, const char *const *argv, const char *packages,
                       const char *name)
{
    struct xl_error ignored;
    struct xl_process p = {.output = -1,
                           .environment = (const char *const[]){packages, "XL_ONLY_CHECK=1", NULL}};
    if (lock(build, true))
        return false;
    const int status = xl_build_run_script(&p, argv, -1, name, NULL, &ignored);
    xl_process_free(&p);
    return status == 0;
}

/* Whether a program of another architecture stopped a build. make gives it to a shell, which does
 * not know its first word. */
static bool stopped_at_foreign(const char *log)
{
    struct xl_error ignored;
    size_t size;
    char *text = xl_file_read(log, &size, &ignored);
    const bool stopped =
        text && (memmem(text, size, "Exec format error", 17) || memmem(text, size, "\177ELF", 4));
    free(text);
    return stopped;
}

void xl_suite_build_make(const struct xl_suite *suite, const struct xl_row *row, const char *native,
                         struct xl_suite_build *build)
{
    struct xl_error err = {""};
    char *script = xl_join_path(xl_root(), "harness/suite/build-suite.sh"),
         *made = xl_join_path(build->directory, "made"),
         *log = xl_join_path(build->directory, "log"), *names = packages_of(suite, row),
         *packages = xl_format("%s=%s", XL_SYSROOT_PACKAGES, names), *output = NULL,
         *name = xl_format("build %s", strrchr(build->directory, '/') + 1);
    const struct xl_process fresh = {.output = -1,
                                     .environment = (const char *const[]){packages, NULL}};
    struct xl_process p = fresh;
    const char *const on_cpu[] = {"/proc/self/exe",
                                  "exec",
                                  "--rows",
                                  suite->directory,
                                  "--row",
                                  row ? row->name : NULL,
                                  "--",
                                  script,
                                  suite->build,
                                  suite->dir,
                                  build->directory,
                                  row ? row->arch->name : "host",
                                  row ? row->compiler : NULL,
                                  row ? row->opt : NULL,
                                  NULL},
                      *const *argv = on_cpu + 7;
    int status = 0, failed = mkdir(build->directory, 0777) && errno != EEXIST
                                 ? xl_fail(&err, "%s: %s", build->directory, strerror(errno))
                                 : 0;
    if (!failed)
        failed = write_lines(build->directory, "arguments",
                             lines_of(suite, arguments_list(row), row, native), &err) ||
                 write_lines(build->directory, "targets",
                             lines_of(suite, XL_SUITE_TARGETS, row, native), &err);
    if (!failed && !is_current(build, argv, packages, name)) {
        failed = lock(build, false) ? xl_fail(&err, "it was interrupted") : 0;
        remove(log); /* of an earlier build: progress shows its last line */
        if (!failed)
            status = xl_build_run_script(&p, argv, -1, name, log, &err);
        if (status > 0 && row && stopped_at_foreign(log)) { /* it runs what it built */
            xl_process_free(&p);
            p = fresh;
            status = xl_build_run_script(&p, on_cpu, -1, name, log, &err);
        }
        if (status < 0)
            xl_error_set(&err, "the build was interrupted");
        output = p.output < 0 ? NULL : xl_process_output(&p);
        xl_process_free(&p);
        lock(build, true);
    }
    if (failed)
        status = -1;
    build->sysroot = row ? xl_first_line(build->directory, "sysroot") : NULL;
    if (!build->sysroot)
        build->sysroot = xl_copy_text("");
    build->is_lacking = status == XL_LACKING;
    if (status)
        set_error(build, *err.text ? NULL : output, err.text);
    else if (row && strcmp(row->arch->name, "x86_64") == 0 && xl_mark_programs(made, &err))
        set_error(build, NULL, err.text);
    if (!*build->error)
        read_inputs(build);
    if (*build->error) {
        xl_progress_pause();
        fprintf(stderr, "%s: %s\n%s\n", name, build->is_lacking ? "skipped" : "failed",
                build->error);
        if (!build->is_lacking)
            fprintf(stderr, "  log: %s\n", log);
        xl_progress_resume();
    }
    free(output);
    free(name);
    free(log);
    free(script);
    free(made);
    free(names);
    free(packages);
}

void xl_suite_build_unlock(struct xl_suite_build *build)
{
    if (build->directory && build->lock >= 0)
        close(build->lock);
    build->lock = -1;
}

void xl_suite_build_free(struct xl_suite_build *build)
{
    xl_suite_build_unlock(build);
    free(build->directory);
    free(build->sysroot);
    free(build->compiler_version);
    free(build->error);
    *build = (struct xl_suite_build){0};
}
