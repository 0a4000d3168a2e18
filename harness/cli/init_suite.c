/* The part `suite:` of crosslane.yml, guessed from a project's build system and sources.
 * SPDX-License-Identifier: MIT
 */
#include "cli/init.h"

#include <ctype.h>
#include <glob.h>
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
#include "matrix/rows.h"

static const struct builder {
    const char *name, *file, *tests;
} builders[] = {
    {"cmake", "CMakeLists.txt", "ctest"},        {"meson", "meson.build", "meson test"},
    {"autotools", "configure.ac", "make check"}, {"autotools", "configure", "make check"},
    {"cargo", "Cargo.toml", "cargo test"},       {"go", "go.mod", "go test"},
    {"make", "Makefile", "make check"},          {"make", "GNUmakefile", "make check"},
    {"make", "makefile", "make check"},
};

static bool is_there(const char *dir, const char *name)
{
    char *path = xl_join_path(dir, "%s", name);
    const bool is_there = access(path, F_OK) == 0;
    free(path);
    return is_there;
}

/* The text of a file of the directory. The caller frees it. NULL: there is none. */
static char *read_text(const char *dir, const char *name)
{
    struct xl_error ignored;
    size_t size;
    char *path = xl_join_path(dir, "%s", name), *text = xl_file_read(path, &size, &ignored);
    free(path);
    return text;
}

static bool matches(const char *text, const char *pattern)
{
    regex_t r;
    const bool matches = regcomp(&r, pattern, REG_EXTENDED | REG_ICASE | REG_NOSUB) == 0 &&
                         regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
    return matches;
}

static const struct builder *find_builder(const char *dir)
{
    for (size_t i = 0; i < sizeof builders / sizeof builders[0]; i++)
        if (is_there(dir, builders[i].file))
            return &builders[i];
    return NULL;
}

/* ---- Options that switch tests on ---- */

/* Words that turn an option's meaning round; and words of options that choose among tests, or that
 * need what a cross build may lack. */
static const char *const negations[] = {"no",       "not",     "skip", "disable",
                                        "disabled", "without", "omit", "exclude"},
                         *const choices[] = {"fast",    "quick",      "short",    "small",
                                             "minimal", "only",       "slow",     "long",
                                             "large",   "exhaustive", "thorough", "extended",
                                             "stress",  "fuzz",       "fuzztest", "fuzzing",
                                             "install", "coverage",   "perf",     "performance",
                                             "bench",   "benchmark",  "gpu",      "cuda",
                                             "opencl",  "vulkan",     "python",   "java",
                                             "data",    "download",   "network",  "valgrind"},
                         *const tests[] = {"test",      "tests",    "testing",   "unittest",
                                           "unittests", "selftest", "selftests", "checkasm"},
                         *const no_tests[] = {"notest", "notests", "skiptest", "skiptests"};

/* Whether an option's name has one of the words. They end at '_', '-', and where a capital letter
 * follows a small one. */
static bool has_word(const char *name, const char *const *words, size_t count)
{
    for (size_t length; *name; name += length) {
        name += strspn(name, "_-");
        for (length = 0; name[length] && !strchr("_-", name[length]); length++)
            if (length && islower((unsigned char)name[length - 1]) &&
                isupper((unsigned char)name[length]))
                break;
        for (size_t i = 0; i < count && length; i++)
            if (strlen(words[i]) == length && strncasecmp(words[i], name, length) == 0)
                return true;
    }
    return false;
}

#define HAS_WORD(name, words) has_word(name, words, sizeof(words) / sizeof(words)[0])

/* What is found out about a project. */
struct guessed {
    const struct builder *builder;
    struct xl_words arguments;
    struct xl_words left; /* options that choose among tests, and stay as they are */
    char *test;           /* a command; NULL: that of the build system */
    const char *untold;   /* why the commands that test are unknown, or NULL */
    struct xl_isa_code codes[XL_INIT_ISAS];
    size_t isas; /* with code */
};

static void add_once(struct xl_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0)
            return;
    xl_words_add(words, word);
}

/* Sets an option so that the project has its tests, unless it is set so by default. */
static void add_option(struct guessed *g, const char *name, bool is_on, const char *on,
                       const char *off)
{
    const char *bare = name + (strncmp(name, "-D", 2) == 0 ? 2 : 0);
    const bool is_negated = HAS_WORD(bare, no_tests) || HAS_WORD(bare, negations);
    if (!HAS_WORD(bare, tests) && !HAS_WORD(bare, no_tests))
        return;
    if (HAS_WORD(bare, choices)) {
        add_once(&g->left, bare);
    } else if (is_on == is_negated) {
        char *argument = xl_format("%s%s", name, is_negated ? off : on);
        add_once(&g->arguments, argument);
        free(argument);
    }
}

/* The next word of a CMake command. "": it has no more. The caller frees it. */
static char *take_argument(const char **at)
{
    static const char blanks[] = " \t\r\n";
    const char *c = *at + strspn(*at, blanks);
    for (; *c == '#'; c += strspn(c, blanks)) /* a comment */
        c += strcspn(c, "\n");
    const bool is_quoted = *c == '"';
    size_t length = 0;
    c += is_quoted;
    while (c[length] && (is_quoted ? c[length] != '"' : !strchr(" \t\r\n)#", c[length])))
        length += 1 + (c[length] == '\\' && c[length + 1]);
    *at = c + length + (is_quoted && c[length]);
    return xl_format("%.*s", (int)length, c);
}

/* option(NAME "..." OFF), cmake_dependent_option, set(NAME OFF CACHE BOOL "..."). */
static void guess_cmake(const char *text, struct guessed *g)
{
    enum { WORDS = 4 };
    regex_t command;
    regmatch_t at[2];
    if (regcomp(&command, "^[[:blank:]]*(option|cmake_dependent_option|set)[[:blank:]]*\\(",
                REG_EXTENDED | REG_ICASE | REG_NEWLINE))
        return;
    while (regexec(&command, text, 2, at, 0) == 0) {
        const bool is_set = tolower((unsigned char)text[at[1].rm_so]) == 's';
        char *words[WORDS];
        text += at[0].rm_eo;
        for (size_t i = 0; i < WORDS; i++)
            words[i] = take_argument(&text);
        if (!is_set || (strcmp(words[2], "CACHE") == 0 && strcmp(words[3], "BOOL") == 0)) {
            char *name = xl_format("-D%s", words[0]);
            if (strcmp(words[0], "BUILD_TESTING") != 0)
                add_option(g, name, matches(words[is_set ? 1 : 2], "^(on|yes|true|y|1)$"), "=ON",
                           "=OFF");
            free(name);
        }
        for (size_t i = 0; i < WORDS; i++)
            free(words[i]);
    }
    regfree(&command);
}

static void guess_all_cmake(const char *dir, struct guessed *g)
{
    static const char *const patterns[] = {"CMakeLists.txt", "*.cmake", "cmake/*.cmake"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        char *pattern = xl_join_path(dir, "%s", patterns[i]);
        glob_t found;
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t k = 0; k < found.gl_pathc; k++) {
                struct xl_error ignored;
                size_t size;
                char *text = xl_file_read(found.gl_pathv[k], &size, &ignored);
                if (text)
                    guess_cmake(text, g);
                free(text);
            }
        globfree(&found);
        free(pattern);
    }
    if (g->arguments.count)
        qsort(g->arguments.at, g->arguments.count, sizeof *g->arguments.at, xl_compare_texts);
    xl_words_add(&g->arguments, "-DBUILD_TESTING=ON");
}

/* option('tests', type: 'feature', ...): its type and value stand in one of these lines. A feature
 * is automatic by default, and a boolean is true. */
static void guess_meson(const char *text, struct guessed *g)
{
    regex_t option;
    regmatch_t at[2];
    if (regcomp(&option, "^option\\( *'([A-Za-z0-9_-]+)'", REG_EXTENDED | REG_NEWLINE))
        return;
    while (regexec(&option, text, 2, at, 0) == 0) {
        const char *end = text + at[0].rm_eo, *closed = end;
        for (int line = 0; line < 4 && *closed && (!line || strncmp(closed, "option(", 7) != 0);
             line++)
            closed += strcspn(closed, "\n") + (closed[strcspn(closed, "\n")] == '\n');
        char *definition = xl_format("%.*s", (int)(closed - end), end),
             *name = xl_format("-D%.*s", (int)(at[1].rm_eo - at[1].rm_so), text + at[1].rm_so);
        const bool is_feature = strstr(definition, "'feature'") != NULL;
        if (is_feature)
            add_option(g, name, matches(definition, "value *: *'enabled'"), "=enabled",
                       "=disabled");
        else if (strstr(definition, "'boolean'"))
            add_option(g, name, !matches(definition, "value *: *'?false"), "=true", "=false");
        free(name);
        free(definition);
        text = end;
    }
    regfree(&option);
}

/* Help of configure names what is not the default: --enable-tests, or --disable-tests. */
static void guess_configure(const char *text, struct guessed *g)
{
    static const char word[] = "--enable-";
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) {
        const size_t length =
            strspn(at, "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        char *name = xl_format("%.*s", (int)length, at);
        add_option(g, name, false, "", "");
        free(name);
    }
}

/* ---- Commands that test ---- */

/* The first of the usual targets that a Makefile has. NULL: there is none. */
static const char *target_of(const char *file)
{
    static const char *const targets[] = {"check", "test", "tests", "runtest", "runtests"};
    struct xl_error ignored;
    size_t size;
    char *text = xl_file_read(file, &size, &ignored);
    const char *target = NULL;
    for (size_t t = 0; text && t < sizeof targets / sizeof targets[0] && !target; t++) {
        char *line = xl_format("(^|\n)%s[[:blank:]]*:([^=]|$)", targets[t]);
        target = matches(text, line) ? targets[t] : NULL;
        free(line);
    }
    free(text);
    return target;
}

/* `make check`, or another target that a Makefile has. A configure may make the Makefile of parts
 * that stand anywhere. The caller frees it. NULL: there is none. */
static char *find_target(const char *dir, bool is_made)
{
    static const struct {
        const char *files, *command;
    } places[] = {{"{M,GNUm,m}akefile", "make"},
                  {"tests/{M,GNUm,m}akefile", "make -C tests"},
                  {"test/{M,GNUm,m}akefile", "make -C test"},
                  {"{,*/,*/*/}{M,m}akefile*", "make"}};
    char *command = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] - !is_made && !command; i++) {
        char *pattern = xl_join_path(dir, "%s", places[i].files);
        glob_t found;
        if (glob(pattern, GLOB_BRACE, NULL, &found) == 0)
            for (size_t k = 0; k < found.gl_pathc && !command; k++) {
                const char *target = target_of(found.gl_pathv[k]);
                if (target)
                    command = xl_format("%s %s", places[i].command, target);
            }
        globfree(&found);
        free(pattern);
    }
    return command;
}

/* Whether a person wrote the Makefile, or the script that makes it. */
static bool is_of_own_makefile(const char *dir, const struct builder *b)
{
    char *text = strcmp(b->file, "configure") == 0 ? read_text(dir, b->file) : NULL;
    const bool is_own =
        strcmp(b->name, "make") == 0 || (text && !strstr(text, "Generated by GNU Autoconf"));
    free(text);
    return is_own;
}

/* Whether something declares tests for ctest. */
static bool has_ctest(const char *dir)
{
    static const char *const words[] = {"enable_testing", "ENABLE_TESTING", "CTest"};
    bool has = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !has; i++)
        has = xl_project_has(dir, words[i],
                             (const char *const[]){"*CMakeLists.txt", "*.cmake", NULL});
    return has;
}

static void guess(const char *dir, struct guessed *g)
{
    static const char *const files[][3] = {{"meson", "meson_options.txt", "meson.options"},
                                           {"autotools", "configure.ac", "configure"}};
    if (strcmp(g->builder->name, "cmake") == 0)
        guess_all_cmake(dir, g);
    for (size_t i = 0; i < 2; i++)
        if (strcmp(g->builder->name, files[i][0]) == 0) {
            char *text = read_text(dir, files[i][is_there(dir, files[i][1]) ? 1 : 2]);
            if (text)
                (i ? guess_configure : guess_meson)(text, g);
            free(text);
        }
    if (is_of_own_makefile(dir, g->builder)) {
        g->test = find_target(dir, strcmp(g->builder->name, "make") != 0);
        g->untold = g->test ? NULL : "no Makefile has a target check, test or tests";
    } else if (strcmp(g->builder->name, "cmake") == 0 && !has_ctest(dir)) {
        g->untold = "no CMakeLists.txt has enable_testing()";
    }
    xl_project_scan(dir, g->codes);
    for (size_t i = 0; i < XL_INIT_ISAS; i++)
        g->isas += g->codes[i].files != 0;
}

/* ---- What is written ---- */

/* ISAs that extend one: code for it runs on their CPUs too. */
static const char *const levels[][4] = {
    {"sve", "sve2"}, {"vsx", "vsx3", "vsx31"}, {"vx", "vxe", "vxe2"}, {"rvv", "rva23"}};

/* Adds a line for the ISA, with a comment, and one for each that extends it. */
static void add_lines(struct xl_text *part, const char *isa, const char *value, const char *comment)
{
    const char *const *more = NULL;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(levels[i][0], isa) == 0)
            more = levels[i] + 1;
    xl_text_add(part, "    %s: '%s' # %s\n", isa, value, comment);
    for (; more && *more; more++)
        xl_text_add(part, "    %s: '%s'\n", *more, value);
}

/* The rows of ISAs with code. What is only named is commented. */
static void add_rows(struct xl_text *part, const struct guessed *g)
{
    if (!g->isas) {
        xl_text_add(part, "  # rows: {scalar: '*'} # no vector code was found in the sources, so "
                          "rows of vector ISAs may fail\n");
        return;
    }
    xl_text_add(part, "  rows: # of the ISAs that the sources have vector code for\n");
    for (size_t i = 0; i < XL_INIT_ISAS; i++) {
        const struct xl_isa_code *c = &g->codes[i];
        char *comment =
            xl_format("%zu file%s, %s", c->files, xl_s(c->files), c->file ? c->file : "");
        if (c->files)
            add_lines(part, c->isa, "*", comment);
        else if (c->file)
            xl_text_add(part, "    # %s: '*' # only named, in %s\n", c->isa, c->file);
        free(comment);
    }
    xl_text_add(part, "    scalar: '*'\n");
}

static void add_expect(struct xl_text *part, const struct guessed *g)
{
    bool has_any = false;
    for (size_t i = 0; i < XL_INIT_ISAS; i++) {
        const struct xl_isa_code *c = &g->codes[i];
        if (!c->files || !c->end[0])
            continue;
        char *pattern = xl_format("*%s*", c->end), /* also dot_neon4 */
            *comment = xl_format("%zu functions", c->functions);
        if (!has_any)
            xl_text_add(part, "  expect: # one of these functions must execute\n");
        add_lines(part, c->isa, pattern, comment);
        free(comment);
        free(pattern);
        has_any = true;
    }
}

static char *part_of(const struct guessed *g)
{
    struct xl_text part = {0};
    xl_text_add(&part, "suite:\n  build: %s\n", g->builder->name);
    for (size_t i = 0; i < g->arguments.count; i++)
        xl_text_add(&part, "%s%s", i ? ", " : "  arguments: [", g->arguments.at[i]);
    xl_text_add(&part, "%s", g->arguments.count ? "]\n" : "");
    for (size_t i = 0; i < g->left.count; i++)
        xl_text_add(&part, "%s%s",
                    i ? ", " : "  # not set, because they choose among tests: ", g->left.at[i]);
    xl_text_add(&part, "%s", g->left.count ? "\n" : "");
    if (g->test)
        xl_text_add(&part, "  test: {%s: %s}\n", strrchr(g->test, ' ') + 1, g->test);
    else if (g->untold)
        xl_text_add(&part, "  %stest: {check: %s} # name the commands that test: %s\n",
                    strcmp(g->builder->name, "cmake") == 0 ? "# " : "", g->builder->tests,
                    g->untold);
    add_rows(&part, g);
    add_expect(&part, g);
    if (g->isas)
        xl_text_add(&part,
                    "  # of: 'lib*.so*' # if tests load a shared library: its functions only\n");
    return part.at;
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

/* A row of the first ISA with code. Without code, rows of vector ISAs fail. */
static const char *first_row(const struct guessed *g, const struct xl_row_list *list)
{
    const char *row = !g->isas            ? "riscv64-nov-gcc-O2"
                      : g->codes[0].files ? "aarch64-nosve-gcc-O2" /* NEON */
                                          : NULL;
    for (size_t i = 0; i < XL_INIT_ISAS && !row; i++)
        for (size_t k = 0; k < list->count && g->codes[i].files && !row; k++)
            if (strcmp(list->rows[k].isa->name, g->codes[i].isa) == 0 &&
                list->rows[k].tier == XL_TIER_PR)
                row = list->rows[k].name;
    return row ? row : "*";
}

static void print_words(const char *file, const char *what, const struct xl_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        printf("%s%s%s", i ? ", " : file, i ? "" : what, words->at[i]);
    if (words->count)
        printf("\n");
}

static void print_guesses(const char *file, const char *dir, const struct guessed *g)
{
    struct xl_row_list list;
    struct xl_words isas = {0};
    printf("%s: builds by %s (%s)\n", file, g->builder->name, g->builder->file);
    print_words(file, ": options that switch tests on: ", &g->arguments);
    print_words(file, ": not set, because they choose among tests: ", &g->left);
    if (g->untold)
        printf("%s: %s: name the commands that test under `test`\n", file, g->untold);
    else
        printf("%s: tests by %s; `test` names other commands\n", file,
               g->test ? g->test : g->builder->tests);
    for (size_t i = 0; i < XL_INIT_ISAS; i++)
        if (g->codes[i].files)
            xl_words_add(&isas, g->codes[i].isa);
    print_words(file, ": rows of the ISAs that the sources have vector code for: ", &isas);
    if (!isas.count)
        printf("%s: all rows: no vector code was found in the sources\n", file);
    xl_words_free(&isas);
    if (xl_cli_matrix_read(&list))
        return;
    printf("next: %s suite ", xl_program());
    xl_put_word(stdout, dir);
    printf(" --row %s\n", first_row(g, &list));
    xl_row_list_free(&list);
}

static int write_suite(const char *dir, const char *file, const char *old)
{
    struct guessed g = {.builder = find_builder(dir)};
    if (has_suite(old)) {
        xl_message("crosslane: error: init: %s has 'suite' already\n"
                   "  help: edit it; docs/your-tests.md has its keys\n",
                   file);
        return XL_EXIT_USAGE;
    }
    if (!g.builder) {
        fprintf(
            stderr,
            "crosslane: error: init: %s has no CMakeLists.txt, meson.build, configure.ac, "
            "configure, Cargo.toml, go.mod or Makefile\n"
            "  help: for kernels: ./crosslane init --from 'PROTOTYPE'; for a test suite, write %s "
            "by hand: docs/your-tests.md\n",
            dir, file);
        return XL_EXIT_USAGE;
    }
    guess(dir, &g);
    char *part = part_of(&g);
    const int status = append(file, old, part);
    if (status == XL_EXIT_OK)
        print_guesses(file, dir, &g);
    xl_words_free(&g.arguments);
    xl_words_free(&g.left);
    xl_project_scan_free(g.codes);
    free(g.test);
    free(part);
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
