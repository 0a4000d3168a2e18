/* crosslane init: a first kernel from a C prototype, with what it needs; or the part `suite:` of a
 * project that has tests.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
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
#include "cli/init.h"
#include "cli/options.h"

#define DEFAULT_KERNELS "tests/simd"

enum { XL_MOST_UP = 4, XL_MOST_GIVEN = 256 };

struct request {
    const char *prototypes[XL_MOST_GIVEN], *sources[XL_MOST_GIVEN];
    size_t prototype_count, source_count;
    const char *header, *dir;
};

const struct xl_cli_usage xl_cli_init_usage = {
    .begin =
        "Usage: crosslane init [DIR] [OPTION]...\n"
        "With --from: write a kernel into DIR (default: " DEFAULT_KERNELS
        ") for each C function, DIR/crosslane.yml, and a GitHub workflow. The kernel calls the "
        "function. What was guessed, and what to fill in, is printed. No file is "
        "overwritten.\n"
        "\n"
        "  crosslane init --from 'void add(const float *a, float *r, size_t n)'\n"
        "\n"
        "Without: write the part `suite:` of DIR/crosslane.yml (default: .) for a project's "
        "own tests, from its CMakeLists.txt, meson.build, configure.ac, configure, "
        "Cargo.toml, go.mod or Makefile, and the rows that its vector code needs, from its "
        "sources.\n"
        "\n",
    .options = {XL_LIST_OPTION("from", "PROTOTYPE", TEXT, struct request, prototypes,
                               prototype_count, "a function's prototype, in quotes; repeatable"),
                XL_LIST_OPTION("source", "FILE", FILE, struct request, sources, source_count,
                               "a source of the functions (default: searched); repeatable"),
                XL_VALUE_OPTION("header", "FILE", FILE, struct request, header,
                                "the header (default: searched)")},
    .operands = 1,
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

/* What is made of it. */
struct setup {
    const struct request *request;
    char *dir, *root;                        /* absolute; root: NULL if there is none */
    struct xl_words includes, sources, isas; /* isas: of sources that were given */
    struct xl_text guesses, to_fill_in;
    struct xl_new_files files;
    struct xl_refusal why;
};

/* ---- Paths ---- */

/* The absolute path of a directory that may not exist yet, and the one above it that does. */
static int resolve(struct setup *s, const char *dir, char **existing)
{
    size_t kept = strlen(dir);
    struct stat info;
    char *there = xl_copy_text(dir);
    while (stat(there, &info) && errno == ENOENT && kept) {
        while (kept && dir[kept - 1] != '/')
            kept--;
        while (kept > 1 && dir[kept - 1] == '/')
            kept--;
        free(there);
        there = kept ? strndup(dir, kept) : xl_copy_text(".");
    }
    const char *rest = dir + kept + strspn(dir + kept, "/");
    *existing = realpath(there, NULL);
    free(there);
    if (!*existing || stat(*existing, &info) || !S_ISDIR(info.st_mode))
        return xl_refuse(&s->why, "name a directory", "%s is not a directory",
                         *existing ? *existing : dir);
    if (strstr(rest, ".."))
        return xl_refuse(&s->why, "name it without '..'", "no directory %s", dir);
    struct xl_text path = {0};
    xl_text_add(&path, "%s", strcmp(*existing, "/") == 0 && *rest ? "" : *existing);
    for (size_t length; *rest; rest += length + (rest[length] == '/')) {
        length = strcspn(rest, "/");
        if (length && !(length == 1 && *rest == '.'))
            xl_text_add(&path, "/%.*s", (int)length, rest);
    }
    s->dir = path.at;
    return 0;
}

/* What CMake and Ninja accept: docs/your-library.md. */
static int check_path(struct setup *s, const char *path, const char *also_bad)
{
    const char *bad = strpbrk(path, "\";\\[]|");
    bad = bad ? bad : strpbrk(path, also_bad);
    for (const char *c = path; !bad && *c; c++)
        bad = (unsigned char)*c < ' ' ? c : NULL;
    return bad ? xl_refuse(&s->why, "rename it, or choose another directory",
                           "CMake does not accept '%c' in the path %s", *bad, path)
               : 0;
}

static void add_once(struct xl_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0)
            return;
    xl_words_add(words, word);
}

/* ---- The function in the project ---- */

static int refuse_twice(struct setup *s, const char *name, const struct xl_places *places)
{
    struct xl_text where = {0};
    for (size_t i = 0; i < places->count && i < 4; i++)
        xl_text_add(&where, "%s%s:%u", i ? ", " : "", xl_display_path(places->at[i].file),
                    places->at[i].line);
    char *help = xl_format("--source %s", xl_display_path(places->at[0].file));
    xl_refuse(&s->why, help, "'%s' is defined in %zu files: %s", name, places->count, where.at);
    free(help);
    free(where.at);
    return -1;
}

/* Adds the ISAs whose vector code a source has. Returns 0, or -1 if it cannot be read. */
static int add_isas(struct setup *s, const char *file, struct xl_words *isas)
{
    struct xl_error err;
    size_t size;
    char *text = xl_file_read(file, &size, &err);
    if (!text)
        return xl_refuse(&s->why, "name a readable file", "cannot read %s: %s", file,
                         strerror(errno));
    xl_project_isas(text, isas);
    free(text);
    return 0;
}

/* Whether a source's functions have names of C++. */
static bool has_cxx_names(const char *file)
{
    struct xl_error ignored;
    size_t size;
    char *text = xl_is_cxx(file) ? xl_file_read(file, &size, &ignored) : NULL;
    const bool has = text && !strstr(text, "extern \"C\"");
    free(text);
    return has;
}

static int add_source(struct setup *s, const char *file, struct xl_words *isas)
{
    if (check_path(s, file, "") || add_isas(s, file, isas))
        return -1;
    add_once(&s->sources, file);
    return 0;
}

static void add_place(struct setup *s, const char *file, unsigned line)
{
    xl_text_add(&s->guesses, "  %s:%u defines it\n", xl_display_path(file), line);
}

/* Whether a header has the function's body. Then its vector code is there. */
static bool is_in_header(struct setup *s, const char *name, struct xl_words *isas)
{
    struct xl_places places = {0};
    unsigned line = 0;
    if (s->root)
        xl_project_headers(s->root, s->dir, name, &places);
    for (size_t i = 0; i < places.count && !line; i++) {
        struct xl_error err;
        size_t size;
        char *text = xl_file_read(places.at[i].file, &size, &err);
        line = text ? xl_defined_inline_at(text, name) : 0;
        if (line) {
            xl_project_isas(text, isas);
            add_place(s, places.at[i].file, line);
        }
        free(text);
    }
    xl_places_free(&places);
    return line != 0;
}

/* The source that defines the function, and the ISAs of its vector code, unless sources were given.
 */
static int find_source(struct setup *s, struct xl_prototype *p, struct xl_words *isas,
                       bool *is_inline)
{
    const char *name = p->word;
    struct xl_places places = {0};
    int status = 0;
    if (s->root)
        xl_project_definitions(s->root, s->dir, name, &places);
    if (places.count > 1) {
        status = refuse_twice(s, name, &places);
    } else if (places.count) {
        status = add_source(s, places.at[0].file, isas);
        p->is_cxx |= has_cxx_names(places.at[0].file);
        add_place(s, places.at[0].file, places.at[0].line);
    } else if (!(*is_inline = is_in_header(s, name, isas))) {
        xl_text_add(&s->to_fill_in,
                    "  %s/" XL_LIBRARY_FILE ": sources (no file that defines %s was found)\n",
                    xl_display_path(s->dir), name);
    }
    xl_places_free(&places);
    return status;
}

/* Reads the prototype with this header. It may include others by a path from further up, so that
 * its own directory and those above it are tried. On success, `include` is what to write. */
static int read_with(struct setup *s, struct xl_prototype *p, const char *header, char **include,
                     struct xl_refusal *why)
{
    char *directory = xl_copy_text(header);
    int status = -1;
    bool is_missing = true;
    for (int up = 0; up < XL_MOST_UP && status && is_missing; up++) {
        char *slash = strrchr(directory, '/');
        if (!slash || slash == directory || (s->root && strlen(directory) <= strlen(s->root)))
            break;
        *slash = '\0';
        char *name = xl_relative_path(directory, header);
        status = xl_prototype_read(p, &(struct xl_prototype_header){name, directory}, why);
        is_missing = status && strstr(why->what.text, "No such file") != NULL;
        if (status == 0) {
            add_once(&s->includes, directory);
            *include = name;
        } else {
            free(name);
        }
    }
    free(directory);
    return status;
}

/* The same in C, or in C++ where that does not compile. Then the error is that of C. */
static int read_in_either(struct setup *s, struct xl_prototype *p, const char *header,
                          char **include, struct xl_refusal *why)
{
    const bool was_cxx = p->is_cxx;
    struct xl_refusal ignored;
    p->is_cxx |= xl_is_cxx(header);
    if (read_with(s, p, header, include, why) == 0)
        return 0;
    p->is_cxx = true;
    if (!was_cxx && !xl_is_cxx(header) && read_with(s, p, header, include, &ignored) == 0)
        return 0;
    p->is_cxx = was_cxx;
    return -1;
}

static int read_prototype(struct setup *s, struct xl_prototype *p, bool is_inline, char **include)
{
    struct xl_places places = {0};
    struct xl_refusal of_header;
    int status = -1;
    if (s->request->header) {
        char *header = realpath(s->request->header, NULL);
        if (!header)
            return xl_refuse(&s->why, "name an existing file", "--header: cannot read %s: %s",
                             s->request->header, strerror(errno));
        status = check_path(s, header, "") ? -1 : read_in_either(s, p, header, include, &s->why);
        free(header);
        return status;
    }
    if (s->root)
        xl_project_headers(s->root, s->dir, p->word, &places);
    for (size_t i = 0; i < places.count && status; i++) {
        status = check_path(s, places.at[i].file, "")
                     ? -1
                     : read_in_either(s, p, places.at[i].file, include, &of_header);
        if (status == 0)
            xl_text_add(&s->guesses, "  %s:%u declares it\n", xl_display_path(places.at[i].file),
                        places.at[i].line);
    }
    if (status)
        status = xl_prototype_read(p, NULL, &s->why);
    if (status == 0 && !*include && is_inline && places.count)
        status = xl_refuse(&s->why,
                           "let it compile on every target; kernels are compiled on the host too",
                           "%s, which defines '%s', does not compile here: %s",
                           xl_display_path(places.at[0].file), p->called, of_header.what.text);
    else if (status == 0 && !*include && places.count)
        xl_text_add(&s->guesses, "  %s is not included: %s\n", xl_display_path(places.at[0].file),
                    of_header.what.text);
    xl_places_free(&places);
    return status;
}

/* ---- The files ---- */

static int check_new(struct setup *s, const char *file)
{
    struct stat info;
    return lstat(file, &info) == 0 ? xl_refuse(&s->why, "remove it, or name another directory",
                                               "%s exists", xl_display_path(file))
                                   : 0;
}

/* Adds the kernel's file. */
static int add_record(struct setup *s, struct xl_prototype *p, const char *include,
                      const struct xl_words *isas, char *file)
{
    struct xl_text only = {0};
    xl_text_add_bytes(&only, "", 0);
    for (size_t i = 0; i < isas->count; i++)
        xl_text_add(&only, "%s%s", i ? " " : "", isas->at[i]);
    xl_text_add(&s->to_fill_in, "  %s: .summary, and the reference, where #error is\n",
                xl_display_path(file));
    if (s->sources.count && !isas->count)
        xl_text_add(&s->to_fill_in,
                    "  %s: .only, the ISAs with vector code (none was seen; rows where only "
                    "scalar code runs fail)\n",
                    xl_display_path(file));
    const int status = xl_first_record_add(p, &(struct xl_first_record){include, only.at},
                                           xl_new_files_add(&s->files, file), &s->guesses, &s->why);
    free(only.at);
    return status;
}

static int check_kernel(struct setup *s, const char *name, const char *file)
{
    for (size_t i = 0; i < s->files.count; i++)
        if (strcmp(s->files.at[i].path, file) == 0)
            return xl_refuse(&s->why, "a kernel has its function's name: give each once",
                             "two functions named '%s'", name);
    return check_new(s, file);
}

static int add_kernel(struct setup *s, const char *prototype)
{
    struct xl_prototype p;
    struct xl_words found = {0}, *isas = s->request->source_count ? &s->isas : &found;
    struct xl_text before = s->guesses; /* the file's name, which stands there, depends on others */
    char *include = NULL, *file = NULL;
    bool is_inline = false;
    s->guesses = (struct xl_text){0};
    int status = xl_prototype_begin(&p, prototype, &s->why);
    if (status == 0)
        status = (isas == &found && find_source(s, &p, isas, &is_inline)) ||
                 read_prototype(s, &p, is_inline, &include);
    if (status == 0) {
        file = xl_join_path(s->dir, p.is_cxx ? "%s.cc" : "%s.c", p.name);
        xl_text_add(&before, "%s: calls %s\n", xl_display_path(file), p.called);
        status = check_kernel(s, p.name, file);
    }
    xl_text_add(&before, "%s", s->guesses.at ? s->guesses.at : "");
    free(s->guesses.at);
    s->guesses = before;
    if (status == 0)
        status = add_record(s, &p, include, isas, file);
    else
        free(file);
    free(include);
    xl_words_free(&found);
    xl_prototype_free(&p);
    return status;
}

/* A path as an item of YAML. */
static void add_item(struct xl_text *text, const char *path)
{
    xl_text_add(text, "'");
    for (; *path; path++)
        xl_text_add(text, *path == '\'' ? "''" : "%c", *path);
    xl_text_add(text, "'");
}

static void add_list(struct xl_text *text, const char *dir, const char *key,
                     const struct xl_words *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        char *path = xl_relative_path(dir, paths->at[i]);
        if (i == 0)
            xl_text_add(text, "%s: [", key);
        add_item(text, path);
        xl_text_add(text, i + 1 < paths->count ? ", " : "]\n");
        free(path);
    }
}

/* The library's file, unless there is one: then what it has to have is printed. */
static void add_library(struct setup *s)
{
    char *file = xl_join_path(s->dir, XL_LIBRARY_FILE);
    struct xl_text text = {0};
    struct stat info;
    xl_text_add_bytes(&text, "", 0);
    add_list(&text, s->dir, "include", &s->includes);
    add_list(&text, s->dir, "sources", &s->sources);
    if (lstat(file, &info) == 0) {
        xl_text_add(&s->guesses, "%s: kept. It needs:\n%s", xl_display_path(file), text.at);
        free(file);
    } else {
        xl_text_add(&s->guesses, "%s: what is linked\n%s", xl_display_path(file), text.at);
        struct xl_text *to = xl_new_files_add(&s->files, file);
        xl_text_add(to,
                    "# What the kernels here are linked with. Crosslane's docs/your-library.md "
                    "has all keys.\n%s",
                    text.used ? text.at : "sources: []\n");
    }
    free(text.at);
}

/* The line of Crosslane's own workflow that checks out, pinned to a commit. */
static char *checkout_line(void)
{
    struct xl_error err;
    size_t size;
    char *text = xl_generated_read("matrix/github.yml.in", &size, &err);
    const char *line = text ? strstr(text, "uses: actions/checkout@") : NULL;
    char *copy =
        line ? strndup(line, strcspn(line, "\n")) : xl_copy_text("uses: actions/checkout@v4");
    free(text);
    return copy;
}

static bool is_in_root(const struct setup *s, const char *name)
{
    char *file = s->root ? xl_join_path(s->root, "%s", name) : NULL;
    const bool is_there = file && access(file, F_OK) == 0;
    free(file);
    return is_there;
}

static void add_workflow(struct setup *s)
{
    struct stat info;
    if (is_in_root(s, ".gitlab-ci.yml") && !is_in_root(s, ".github")) {
        xl_text_add(&s->guesses, "no workflow: for GitLab, see Crosslane's docs/ci.md\n");
        return;
    }
    if (!s->root) {
        xl_text_add(&s->guesses, "no workflow: %s is in no git work tree\n",
                    xl_display_path(s->dir));
        return;
    }
    char *file = xl_join_path(s->root, ".github/workflows/crosslane.yml");
    if (lstat(file, &info) == 0) {
        xl_text_add(&s->guesses, "%s: kept\n", xl_display_path(file));
        free(file);
        return;
    }
    char *dir = xl_relative_path(s->root, s->dir), *checkout = checkout_line();
    if (strchr(dir, ' ')) {
        xl_text_add(&s->guesses, "no workflow: the action takes no directory with a blank: %s\n",
                    dir);
        free(file);
        free(checkout);
        free(dir);
        return;
    }
    struct xl_text *text = xl_new_files_add(&s->files, file);
    xl_text_add(text,
                "name: crosslane\n"
                "on: [push, pull_request]\n"
                "permissions: {contents: read}\n"
                "jobs:\n"
                "  crosslane:\n"
                "    runs-on: ubuntu-24.04\n"
                "    steps:\n"
                "      - %s\n"
                "      - uses: OWNER/crosslane@v1\n"
                "        with: {kernels: ",
                checkout);
    add_item(text, dir);
    xl_text_add(text, "}\n");
    xl_text_add(&s->guesses, "%s: runs %s on GitHub\n", xl_display_path(file), dir);
    xl_text_add(&s->to_fill_in, "  %s: OWNER, whose repository of Crosslane it is\n",
                xl_display_path(file));
    free(checkout);
    free(dir);
}

static void add_cmake(struct setup *s)
{
    if (!is_in_root(s, "CMakeLists.txt"))
        return;
    char *dir = xl_relative_path(s->root, s->dir);
    xl_text_add(&s->guesses,
                "CMakeLists.txt: not changed. For ctest, add:\n"
                "  find_package(Crosslane)\n"
                "  if(Crosslane_FOUND)\n"
                "    crosslane_add_kernels(\"%s\")\n"
                "  endif()\n",
                dir);
    free(dir);
}

static int collect(struct setup *s)
{
    char *existing = NULL;
    int status = resolve(s, s->request->dir ? s->request->dir : DEFAULT_KERNELS, &existing) ||
                 check_path(s, s->dir, "$*?");
    if (status == 0)
        s->root = xl_project_root(existing);
    free(existing);
    for (size_t i = 0; i < s->request->source_count && status == 0; i++) {
        char *file = realpath(s->request->sources[i], NULL);
        status = file ? add_source(s, file, &s->isas)
                      : xl_refuse(&s->why, "name an existing file", "--source: cannot read %s: %s",
                                  s->request->sources[i], strerror(errno));
        free(file);
    }
    for (size_t i = 0; i < s->request->prototype_count && status == 0; i++)
        status = add_kernel(s, s->request->prototypes[i]);
    if (status)
        return -1;
    add_library(s);
    add_workflow(s);
    add_cmake(s);
    return 0;
}

static void print(const struct setup *s)
{
    fputs(s->guesses.at, stdout);
    printf("fill in:\n%snext: %s run --kernels ", s->to_fill_in.at, xl_program());
    xl_put_word(stdout, xl_display_path(s->dir));
    printf("\n");
}

static int init_kernels(const struct request *request)
{
    struct setup s = {.request = request};
    struct xl_error err;
    int status = XL_EXIT_OK;
    if (collect(&s)) {
        xl_message("crosslane: error: init: %s\n  help: %s\n", s.why.what.text, s.why.help.text);
        status = XL_EXIT_USAGE;
    } else if (xl_new_files_write(&s.files, &err)) {
        xl_message("crosslane: error: init: %s\n  help: make the directory writable\n", err.text);
        status = XL_EXIT_ENVIRONMENT;
    } else {
        print(&s);
    }
    xl_new_files_free(&s.files);
    xl_words_free(&s.includes);
    xl_words_free(&s.sources);
    xl_words_free(&s.isas);
    free(s.guesses.at);
    free(s.to_fill_in.at);
    free(s.dir);
    free(s.root);
    return status;
}

int xl_cli_init(int argc, char **argv)
{
    struct request r = {0};
    size_t count;
    const int status = xl_cli_parse(argc, argv, &xl_cli_init_usage, &r, &count);
    r.dir = argv[1];
    if (status != -1)
        return status;
    if (r.dir && !*r.dir) {
        xl_message("crosslane: error: init: an empty DIR\n  help: ./crosslane init --help\n");
        return XL_EXIT_USAGE;
    }
    if (!r.prototype_count && (r.source_count || r.header))
        return xl_cli_missing(argv[0], "--from PROTOTYPE");
    return r.prototype_count ? init_kernels(&r) : xl_init_suite(r.dir ? r.dir : ".");
}
