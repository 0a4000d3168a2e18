/* The part `suite:` of crosslane.yml, guessed from a project's build system.
 * SPDX-License-Identifier: MIT
 */
#include "cli/init.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/library.h"
#include "cli/cli.h"

static const struct builder {
    const char *name, *file, *tests;
} builders[] = {
    {"cmake", "CMakeLists.txt", "ctest"},        {"meson", "meson.build", "meson test"},
    {"autotools", "configure.ac", "make check"}, {"autotools", "configure", "make check"},
    {"cargo", "Cargo.toml", "cargo test"},       {"go", "go.mod", "go test"},
    {"make", "Makefile", "make check"},
};

static bool is_there(const char *dir, const char *name)
{
    char *path = xl_join_path(dir, "%s", name);
    const bool is_there = access(path, F_OK) == 0;
    free(path);
    return is_there;
}

static bool matches(const char *text, const char *pattern)
{
    regex_t r;
    const bool matches = regcomp(&r, pattern, REG_EXTENDED | REG_ICASE | REG_NOSUB) == 0 &&
                         regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
    return matches;
}

/* The options of a CMake project that switch tests on. Those of third parties and of fuzzers stay
 * off. */
static bool is_cmake_option(const char *name)
{
    return matches(name, "(build|enable|with)_?.*(test)|tests?(ing)?$") &&
           !matches(name, "fuzz|install|coverage|BUILD_TESTING$");
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void guess_cmake(char *text, struct xl_words *arguments)
{
    struct xl_words names = {0};
    regex_t option;
    regmatch_t at[3];
    char *rest = NULL;
    if (regcomp(&option,
                "^[[:blank:]]*(option|cmake_dependent_option)[[:blank:]]*\\([[:blank:]]*([A-Za-z0-"
                "9_]+)",
                REG_EXTENDED | REG_ICASE))
        return;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (regexec(&option, line, 3, at, 0))
            continue;
        line[at[2].rm_eo] = '\0';
        if (is_cmake_option(line + at[2].rm_so))
            xl_words_add(&names, line + at[2].rm_so);
    }
    regfree(&option);
    if (names.count)
        qsort(names.at, names.count, sizeof *names.at, compare_names);
    for (size_t i = 0; i < names.count; i++) {
        char *argument = xl_format("-D%s=ON", names.at[i]);
        if (!i || strcmp(names.at[i], names.at[i - 1]) != 0)
            xl_words_add(arguments, argument);
        free(argument);
    }
    xl_words_free(&names);
    xl_words_add(arguments, "-DBUILD_TESTING=ON");
}

/* option('tests', type: 'feature', ...): its type stands in one of these lines. */
static void guess_meson(const char *text, struct xl_words *arguments)
{
    regex_t option;
    regmatch_t at[2];
    if (regcomp(&option, "^option\\( *'([a-z_-]*tests?)'", REG_EXTENDED | REG_NEWLINE))
        return;
    while (regexec(&option, text, 2, at, 0) == 0) {
        const char *end = text + at[0].rm_eo, *closed = end;
        for (int line = 0; line < 4 && *closed; line++)
            closed += strcspn(closed, "\n") + (closed[strcspn(closed, "\n")] == '\n');
        char *definition = strndup(end, (size_t)(closed - end));
        char *argument =
            xl_format("-D%.*s=%s", (int)(at[1].rm_eo - at[1].rm_so), text + at[1].rm_so,
                      definition && strstr(definition, "'feature'") ? "enabled" : "true");
        xl_words_add(arguments, argument);
        free(argument);
        free(definition);
        text = end;
    }
    regfree(&option);
}

static void guess_arguments(const char *dir, const struct builder *b, struct xl_words *arguments)
{
    static const char *const files[] = {"CMakeLists.txt", "meson_options.txt", "meson.options"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const bool is_cmake = i == 0;
        if (is_cmake != (strcmp(b->name, "cmake") == 0) ||
            (!is_cmake && strcmp(b->name, "meson") != 0))
            continue;
        struct xl_error ignored;
        size_t size;
        char *path = xl_join_path(dir, "%s", files[i]);
        char *text = xl_file_read(path, &size, &ignored);
        if (text && is_cmake)
            guess_cmake(text, arguments);
        else if (text)
            guess_meson(text, arguments);
        free(text);
        free(path);
    }
}

static const struct builder *find_builder(const char *dir)
{
    for (size_t i = 0; i < sizeof builders / sizeof builders[0]; i++)
        if (is_there(dir, builders[i].file))
            return &builders[i];
    return NULL;
}

static bool has_suite(const char *text)
{
    return strncmp(text, "suite:", strlen("suite:")) == 0 || strstr(text, "\nsuite:");
}

/* Returns the exit status. */
static int append(const char *file, const char *old, const char *part)
{
    struct xl_atomic_file w;
    struct xl_error err;
    xl_atomic_file_begin(&w, file);
    if (w.f)
        fprintf(w.f, "%s%s%s", old, *old ? "\n" : "", part);
    if (xl_atomic_file_end(&w, &err) == 0)
        return XL_EXIT_OK;
    xl_error_print(&err);
    xl_message("  help: make the directory writable\n");
    return XL_EXIT_ENVIRONMENT;
}

static void print_guesses(const char *file, const char *dir, const struct builder *b,
                          const char *arguments)
{
    printf("%s: builds by %s (%s)\n", file, b->name, b->file);
    if (*arguments)
        printf("%s: options that name tests: %s\n", file, arguments);
    printf("%s: tests by %s; `test` names other commands\n"
           "next: %s suite ",
           file, b->tests, xl_program());
    xl_put_word(stdout, dir);
    printf(" --row aarch64-nosve-gcc-O2\n");
}

static int write_suite(const char *dir, const char *file, const char *old)
{
    const struct builder *b = find_builder(dir);
    if (has_suite(old)) {
        xl_message("crosslane: error: init: %s has 'suite' already\n"
                   "  help: edit it; docs/your-tests.md has its keys\n",
                   file);
        return XL_EXIT_USAGE;
    }
    if (!b) {
        fprintf(
            stderr,
            "crosslane: error: init: %s has no CMakeLists.txt, meson.build, configure.ac, "
            "configure, Cargo.toml, go.mod or Makefile\n"
            "  help: for kernels: ./crosslane init --from 'PROTOTYPE'; for a test suite, write %s "
            "by hand: docs/your-tests.md\n",
            dir, file);
        return XL_EXIT_USAGE;
    }
    struct xl_words arguments = {0};
    struct xl_text list = {0}, part = {0};
    guess_arguments(dir, b, &arguments);
    xl_text_add_bytes(&list, "", 0);
    for (size_t i = 0; i < arguments.count; i++)
        xl_text_add(&list, "%s%s", i ? ", " : "", arguments.at[i]);
    xl_text_add(&part, "suite:\n  build: %s\n", b->name);
    if (list.used)
        xl_text_add(&part, "  arguments: [%s]\n", list.at);
    if (strcmp(b->name, "make") == 0)
        xl_text_add(&part, "  test: {check: make check}\n");
    const int status = append(file, old, part.at);
    if (status == XL_EXIT_OK)
        print_guesses(file, dir, b, list.at);
    xl_words_free(&arguments);
    free(list.at);
    free(part.at);
    return status;
}

int xl_init_suite(const char *dir)
{
    struct xl_error err;
    struct stat s;
    size_t size;
    if (stat(dir, &s) || !S_ISDIR(s.st_mode)) {
        xl_message("crosslane: error: init: no directory '%s'\n"
                   "  help: ./crosslane init DIR, a project's directory\n",
                   dir);
        return XL_EXIT_USAGE;
    }
    char *file = xl_join_path(dir, "%s", XL_LIBRARY_FILE);
    char *old = access(file, F_OK) == 0 ? xl_file_read(file, &size, &err) : xl_copy_text("");
    int status = XL_EXIT_USAGE;
    if (old)
        status = write_suite(dir, file, old);
    else
        xl_error_print(&err);
    free(old);
    free(file);
    return status;
}
