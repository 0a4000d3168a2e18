/* Reads crosslane.yml, which describes the library that a directory of kernels tests.
 * SPDX-License-Identifier: MIT
 */
#include "build/library.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"
#include "base/yaml_nodes.h"
#include "matrix/compilers.h"
#include "matrix/isas.h"
#include "matrix/own_rows.h"
#include "matrix/rows.h"

/* The kinds of a key's items. */
enum kind {
    WORDS,       /* any text */
    DIRECTORIES, /* existing ones */
    FILES,
    MADE,             /* files; with `build`: files that it makes */
    MADE_DIRECTORIES, /* directories that `build` makes */
    GLOBS,            /* patterns of files below the directory */
    RULES,            /* words of `.abi`, but ms_abi: a kernel is called so or not */
    OTHERS            /* read elsewhere: write_source, matrix/own_rows.h, suite/suite_file.h */
};

static const char *const keys[] = {"include",         "define",   "options",  "sources",
                                   "implementations", "baseline", "objects",  "archives",
                                   "exclude",         "build",    "dir",      "arguments",
                                   "targets",         "headers",  "packages", "rows",
                                   "source",          "suite",    "abi"};
static const enum kind kinds[] = {
    DIRECTORIES, WORDS,  WORDS,  FILES,       FILES, FILES, FILES,
    MADE,        GLOBS,  WORDS,  DIRECTORIES, WORDS, WORDS, MADE_DIRECTORIES,
    WORDS,       OTHERS, OTHERS, OTHERS,      RULES};

enum { XL_PACKAGE_NAME = 200 };

static const char *const builders[] = {"cmake", "make", "meson", "autotools"};

/* The state of reading one file. */
struct reading {
    const char *dir;
    struct xl_text out;
    bool is_built; /* it has `build` */
    char *source;  /* what @SOURCE@ stands for; NULL: nothing */
    struct xl_error *err;
};

/* Semicolons separate CMake's lists, and text in brackets has no escapes. */
static int check_text(struct reading *r, const struct xl_node *node, const char *text)
{
    if (!*text)
        return xl_node_error(r->err, node, "this is empty");
    if (strpbrk(text, ";\n\r") || strstr(text, "]==]"))
        return xl_node_error(r->err, node, "'%s' has a semicolon, a line's end or ]==] in it",
                             text);
    return 0;
}

/* The path of an item, relative to the directory of crosslane.yml or absolute. It must exist. */
static int find_path(struct reading *r, const struct xl_node *node, const char *text,
                     bool is_directory, char *path, size_t size)
{
    struct stat s;
    if (snprintf(path, size, "%s%s%s", text[0] == '/' ? "" : r->dir, text[0] == '/' ? "" : "/",
                 text) >= (int)size)
        return xl_node_error(r->err, node, "this path is too long");
    bool is_there = stat(path, &s) == 0;
    if (is_there && S_ISDIR(s.st_mode) == is_directory)
        return 0;
    return xl_node_error(r->err, node, "%s '%s'%s", is_directory ? "no directory" : "no file", text,
                         is_there       ? is_directory ? ": it is a file" : ": it is a directory"
                         : *text == '/' ? ""
                                        : ", seen from the directory of this file");
}

/* Where an item applies. */
struct selector {
    char words[200];
    char file[4096]; /* of `options`: a source or a directory; "": all files */
};

int xl_library_check_word(const struct xl_node *node, const char *word, struct xl_error *err)
{
    enum { XL_MAX_ISAS = 64, MOST = 2 + XL_MAX_COMPILERS + XL_MAX_ARCHES + XL_MAX_ISAS };
    const char *names[MOST] = {"all", "host"};
    size_t count = 2;
    for (size_t i = 0; i < xl_compiler_count; i++)
        names[count++] = xl_compiler_names[i];
    for (size_t i = 0; i < xl_arch_count; i++)
        names[count++] = xl_arches[i].name;
    for (size_t i = 0; i < xl_isa_count && i < XL_MAX_ISAS; i++)
        names[count++] = xl_isas[i].name;
    return xl_node_one_of(node, "compiler, architecture or ISA", word, names, count, err) < 0 ? -1
                                                                                              : 0;
}

/* Sets the file or directory to which options apply, relative to the directory of crosslane.yml. */
static int select_file(struct reading *r, const char *key, const struct xl_node *node,
                       const char *word, struct selector *selector)
{
    const bool is_directory = word[strlen(word) - 1] == '/';
    if (strcmp(key, "options") != 0)
        return xl_node_error(r->err, node, "'%s' is for all files: options alone can be for '%s'",
                             key, word);
    if (selector->file[0])
        return xl_node_error(r->err, node, "'%s' is a second file: each has a line of its own",
                             word);
    char *path = xl_replaced(word, "@SOURCE@", r->source ? r->source : "@SOURCE@");
    const int failed =
        find_path(r, node, path, is_directory, selector->file, sizeof selector->file);
    free(path);
    return failed;
}

/* A sysroot is of an architecture: all builds against it have the same packages. */
static int check_packages_word(struct reading *r, const struct xl_node *node, const char *word,
                               const struct selector *selector)
{
    if (!selector->words[0] && (strcmp(word, "all") == 0 || xl_arch_find(word)))
        return 0;
    return xl_node_error(r->err, node,
                         "'packages' are for one architecture, or for 'all': '%s' is neither",
                         node->text);
}

/* The words of the selector, all of which must hold. */
static int read_selector(struct reading *r, const char *key, const struct xl_node *node,
                         struct selector *selector)
{
    char text[sizeof selector->words], *rest = NULL;
    if (snprintf(text, sizeof text, "%s", node->text) >= (int)sizeof text)
        return xl_node_error(r->err, node, "this is too long");
    char *word = strtok_r(text, " ", &rest);
    if (!word)
        return xl_node_error(r->err, node,
                             "missing selector: all, host, gcc, llvm, an architecture or an ISA");
    for (; word; word = strtok_r(NULL, " ", &rest)) {
        if (strpbrk(word, "./")) {
            if (select_file(r, key, node, word, selector))
                return -1;
            continue;
        }
        if (xl_library_check_word(node, word, r->err) ||
            (strcmp(key, "packages") == 0 && check_packages_word(r, node, word, selector)))
            return -1;
        xl_append(selector->words, sizeof selector->words, "%s%s", *selector->words ? " " : "",
                  word);
    }
    if (!selector->words[0])
        snprintf(selector->words, sizeof selector->words, "all");
    return 0;
}

/* This machine's headers are its own C library's. A cross build must not use them. */
static int check_directory(struct reading *r, const struct xl_node *node, const char *path)
{
    static const char *const hosts[] = {"/usr/include", "/usr/local/include"};
    char *real = realpath(path, NULL);
    int status = 0;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0] && real && !status; i++)
        if (strncmp(real, hosts[i], strlen(hosts[i])) == 0)
            status = xl_node_error(r->err, node,
                                   "%s has this machine's headers, which no cross build may take: "
                                   "copy those of the library into a directory of its own",
                                   real);
    free(real);
    return status;
}

/* A pattern of fnmatch as a regular expression of CMake. * matches slashes, too. */
static void write_pattern(struct xl_text *out, const char *glob)
{
    xl_text_add(out, "^");
    for (; *glob; glob++)
        if (*glob == '*')
            xl_text_add(out, ".*");
        else if (*glob == '?')
            xl_text_add(out, ".");
        else
            xl_text_add(out, "%s%c", strchr(".+()[]^$|\\", *glob) ? "\\" : "", *glob);
    xl_text_add(out, "$");
}

/* Debian's policy, 5.6.1: what a name is. */
static int check_package(struct reading *r, const struct xl_node *node, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789+.-";
    const size_t length = strlen(name);
    if (length > 1 && length < XL_PACKAGE_NAME && strspn(name, letters) == length &&
        !strchr("+.-", name[0]))
        return 0;
    return xl_node_error(r->err, node, "'%s' is no name of a Debian package", name);
}

static int check_rule(struct reading *r, const struct xl_node *node, const char *rule)
{
    size_t count = 0;
    while (xl_abi_rules[count])
        count++;
    if (strcmp(rule, "ms_abi") == 0)
        return xl_node_error(r->err, node, "'ms_abi' is for records: kernels are called by it");
    return xl_node_one_of(node, "rule", rule, xl_abi_rules, count, r->err) < 0 ? -1 : 0;
}

/* Writes the item, in which @SOURCE@ was replaced. */
static int write_text(struct reading *r, const char *key, enum kind kind,
                      const struct selector *selector, const struct xl_node *node, const char *text)
{
    char path[4096];
    if (check_text(r, node, text) ||
        (strcmp(key, "packages") == 0 && check_package(r, node, text)) ||
        (kind == RULES && check_rule(r, node, text)))
        return -1;
    /* library.cmake replaces @SYSROOT@. */
    const bool is_archive = strcmp(key, "archives") == 0,
               is_of_sysroot = ((is_archive || strcmp(key, "objects") == 0) &&
                                strncmp(text, "@SYSROOT@/", strlen("@SYSROOT@/")) == 0) ||
                               (is_archive && strncmp(text, "-l", 2) == 0);
    bool is_path =
        !is_of_sysroot && (kind == DIRECTORIES || kind == FILES || (kind == MADE && !r->is_built));
    if (is_path && find_path(r, node, text, kind == DIRECTORIES, path, sizeof path))
        return -1;
    if (strcmp(key, "include") == 0 && check_directory(r, node, path))
        return -1;
    if (is_archive && r->is_built && *text != '/' && !is_of_sysroot && strstr(text, ".so"))
        return xl_node_error(r->err, node,
                             "'%s' is a shared library, and agents are static: let the build make "
                             "an archive (-DBUILD_SHARED_LIBS=OFF, --disable-shared)",
                             text);
    if (kind == MADE_DIRECTORIES && (*text == '/' || strstr(text, "..")))
        return xl_node_error(
            r->err, node,
            "'%s' is not below the directory in which the library is built: the "
            "directories of 'headers' are seen from there, '.' is that directory; all "
            "others belong under 'include'",
            text);
    xl_text_add(&r->out, "xl_library(%s [==[%s]==] [==[", key, selector->words);
    if (kind == GLOBS)
        write_pattern(&r->out, text);
    else
        xl_text_add(&r->out, "%s", is_path ? path : text);
    if (selector->file[0])
        xl_text_add(&r->out, "]==] [==[%s", selector->file);
    xl_text_add(&r->out, "]==])\n");
    return 0;
}

static int write_item(struct reading *r, const char *key, enum kind kind,
                      const struct selector *selector, const struct xl_node *node)
{
    char buffer[XL_NUMBER_TEXT];
    if (node->type == XL_NODE_SEQUENCE || node->type == XL_NODE_MAPPING)
        return xl_node_error(r->err, node, "'%s' has single words or paths", key);
    const char *text = xl_node_text(node, buffer);
    if (!r->source && strstr(text, "@SOURCE@"))
        return xl_node_error(r->err, node, "'@SOURCE@' needs 'source', a Debian source package");
    char *replaced = xl_replaced(text, "@SOURCE@", r->source ? r->source : "");
    const int failed = write_text(r, key, kind, selector, node, replaced);
    free(replaced);
    return failed;
}

/* One item, or a list of them. */
static int write_items(struct reading *r, const char *key, enum kind kind,
                       const struct selector *selector, const struct xl_node *node)
{
    if (node->type == XL_NODE_MAPPING)
        return xl_node_error(r->err, node, "'%s' has a list here", key);
    if (node->type != XL_NODE_SEQUENCE)
        return write_item(r, key, kind, selector, node);
    for (size_t i = 0; i < node->count; i++)
        if (write_item(r, key, kind, selector, node->items[i]))
            return -1;
    return 0;
}

static int write_key(struct reading *r, const struct xl_pair *pair)
{
    const char *key = pair->key->text;
    int at = xl_node_one_of(pair->key, "key", key, keys, sizeof keys / sizeof keys[0], r->err);
    if (at < 0)
        return -1;
    if (kinds[at] == OTHERS)
        return 0;
    bool is_for_all = kinds[at] == GLOBS || kinds[at] == RULES || strcmp(key, "build") == 0 ||
                      strcmp(key, "dir") == 0;
    if (pair->value->type != XL_NODE_MAPPING)
        return write_items(r, key, kinds[at], &(struct selector){.words = "all"}, pair->value);
    if (is_for_all)
        return xl_node_error(r->err, pair->value, "'%s' is the same for all", key);
    for (size_t i = 0; i < pair->value->count; i++) {
        const struct xl_pair *item = &pair->value->pairs[i];
        struct selector selector = {"", ""};
        if (read_selector(r, key, item->key, &selector) ||
            write_items(r, key, kinds[at], &selector, item->value))
            return -1;
    }
    return 0;
}

/* Checks `build` and the keys that need it. */
static int check_build(struct reading *r, const struct xl_node *root)
{
    static const char *const others[] = {"dir", "arguments", "targets", "headers"};
    const struct xl_node *build = xl_node_get(root, "build");
    char buffer[XL_NUMBER_TEXT];
    r->is_built = build != NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && !build; i++)
        if (xl_node_get(root, others[i]))
            return xl_node_error(r->err, xl_node_get(root, others[i]), "'%s' needs 'build'",
                                 others[i]);
    if (!build)
        return 0;
    if (build->type == XL_NODE_SEQUENCE || build->type == XL_NODE_MAPPING)
        return xl_node_error(r->err, build, "'build' is cmake, make, meson or autotools");
    if (xl_node_one_of(build, "kind of build", xl_node_text(build, buffer), builders,
                       sizeof builders / sizeof builders[0], r->err) < 0)
        return -1;
    if (!xl_node_get(root, "dir"))
        return xl_node_error(r->err, build, "'build' needs 'dir', the library's directory");
    if (!xl_node_get(root, "archives"))
        return xl_node_error(r->err, build, "'build' needs 'archives', what it makes");
    return 0;
}

enum { XL_SOURCE_MS = 60 * 60 * 1000 };

char *xl_source_package(const struct xl_node *node, struct xl_error *err)
{
    static const char *const parts[] = {"package", "version", "suite"};
    struct xl_text text = {0};
    char buffer[XL_NUMBER_TEXT];
    int failed = 0;
    for (int i = 0; i < 3 && !failed; i++) {
        const struct xl_node *part = xl_node_get(node, parts[i]);
        const bool is_text = part && part->type != XL_NODE_SEQUENCE &&
                             part->type != XL_NODE_MAPPING && part->type != XL_NODE_NULL;
        if (!is_text)
            failed = xl_node_error(err, node,
                                   "'source' needs '%s': it has package, version and suite of a "
                                   "Debian source package",
                                   parts[i]);
        else
            xl_text_add(&text, "%s%s", i ? " " : "",
                        part->plain && part->type == XL_NODE_NUMBER ? part->text
                                                                    : xl_node_text(part, buffer));
    }
    if (!failed && node->count != 3)
        failed = xl_node_error(err, node, "'source' has package, version and suite only");
    if (!failed)
        return text.at;
    free(text.at);
    return NULL;
}

/* Sets the message to the script's: from its first error on, without what it did before. */
static void set_message(const char *output, struct xl_error *err)
{
    const char *at = strstr(output, "error: ");
    while (at && at > output && at[-1] != '\n')
        at--;
    at = at ? at : output;
    xl_error_set(err, "%.*s", (int)strcspn(at, "\n"), at);
    for (at += strcspn(at, "\n"); *at && at[1]; at += 1 + strcspn(at + 1, "\n"))
        xl_append(err->text, sizeof err->text, "\n%.*s", (int)strcspn(at + 1, "\n"), at + 1);
}

char *xl_source_fetch(const char *source, struct xl_error *err)
{
    struct xl_words words = {0};
    char *script = xl_join_path(xl_root(), "sysroots/mk-source"), *output = NULL;
    xl_words_add(&words, script);
    xl_words_add_text(&words, source);
    const int status = xl_command((const char *const *)words.at, XL_SOURCE_MS, &output, err);
    if (status > 0)
        set_message(output, err);
    xl_words_free(&words);
    free(script);
    if (status == 0) /* lines before the path are progress, if it was fetched */
        return xl_last_line(output);
    free(output);
    return NULL;
}

char *xl_source_version(const char *source)
{
    char *package = xl_copy_text(source), *end = strrchr(package, ' ');
    if (end)
        *end = '\0';
    return package;
}

/* Writes what the results call the library: `source`, which is fetched. */
static int write_source(struct reading *r, const struct xl_node *node)
{
    const struct xl_node *package = xl_node_get(node, "sysroot");
    char buffer[XL_NUMBER_TEXT], *version = NULL;
    if (package && (node->count != 1 || package->type != XL_NODE_STRING))
        return xl_node_error(r->err, node,
                             "'sysroot' is the name of a package, and all of 'source'");
    if (package) {
        version = xl_copy_text(xl_node_text(package, buffer));
    } else {
        char *source = xl_source_package(node, r->err);
        if (source && (r->source = xl_source_fetch(source, r->err)))
            version = xl_source_version(source);
        free(source);
    }
    const int failed = version ? check_text(r, node, version) : -1;
    if (!failed)
        xl_text_add(&r->out, "xl_library(source [==[all]==] [==[%s]==])\n", version);
    free(version);
    return failed;
}

static int write_all(struct reading *r, const struct xl_node *root)
{
    if (root->type == XL_NODE_NULL)
        return 0;
    if (root->type != XL_NODE_MAPPING)
        return xl_node_error(r->err, root, "this must be a mapping: see docs/your-library.md");
    const struct xl_node *source = xl_node_get(root, "source");
    if (check_build(r, root) || (source && write_source(r, source)))
        return -1;
    for (size_t i = 0; i < root->count; i++)
        if (write_key(r, &root->pairs[i]))
            return -1;
    return 0;
}

static int read_file(struct reading *r, const char *path)
{
    struct xl_yaml *doc = NULL;
    size_t size;
    if (access(path, F_OK))
        return 0;
    char *text = xl_file_read(path, &size, r->err);
    if (!text)
        return -1;
    int status = xl_yaml_parse(path, text, size, &doc, r->err);
    free(text);
    if (!status)
        status = write_all(r, xl_yaml_root(doc));
    xl_yaml_free(doc);
    return status;
}

char *xl_library_packages(const char *written, const char *arch)
{
    struct xl_text packages = {0};
    char *line = NULL, of[XL_PACKAGE_NAME], name[XL_PACKAGE_NAME];
    size_t room = 0;
    FILE *f = fopen(written, "re");
    xl_text_add_bytes(&packages, "", 0);
    while (f && getline(&line, &room, f) >= 0)
        if (sscanf(line, "xl_library(packages [==[%199[^]]]==] [==[%199[^]]", of, name) == 2 &&
            (strcmp(of, "all") == 0 || strcmp(of, arch) == 0))
            xl_text_add(&packages, "%s%s", packages.used ? " " : "", name);
    if (f)
        fclose(f);
    free(line);
    return packages.at;
}

int xl_library_rows(const char *matrix, const char *dir, struct xl_row_list *list,
                    struct xl_error *err)
{
    if (xl_row_list_read(matrix, list, err))
        return -1;
    /* The matrix's patterns are of Crosslane's kernels. */
    for (size_t i = 0; dir && i < list->count; i++)
        list->rows[i].kernel_count = 0;
    char *path = dir ? xl_join_path(dir, XL_LIBRARY_FILE) : NULL;
    const int status = path ? xl_own_rows_read(path, list, err) : 0;
    free(path);
    if (status)
        xl_row_list_free(list);
    return status;
}

int xl_library_write_only(const struct xl_kernels *kernels, const char *to, struct xl_error *err)
{
    struct xl_text text = {0};
    xl_text_add_bytes(&text, "", 0);
    for (size_t i = 0; i < kernels->count; i++)
        if (kernels->kernels[i]->only)
            xl_text_add(&text, "xl_kernel_only(%s %s)\n", kernels->kernels[i]->name,
                        kernels->kernels[i]->only);
    const int status = xl_file_update(to, text.at, text.used, err);
    free(text.at);
    return status;
}

int xl_library_write(const char *dir, const char *to, struct xl_error *err)
{
    struct reading r = {.dir = dir, .err = err};
    xl_text_add_bytes(&r.out, "", 0);
    char *path = xl_join_path(dir, XL_LIBRARY_FILE);
    int status = read_file(&r, path);
    free(path);
    if (!status)
        status = xl_file_update(to, r.out.at, r.out.used, err);
    free(r.out.at);
    free(r.source);
    return status;
}
