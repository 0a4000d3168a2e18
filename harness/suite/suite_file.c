/* Reads `suite:` of crosslane.yml.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite_file.h"

#include <ctype.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/yaml_nodes.h"
#include "build/library.h"
#include "matrix/compilers.h"

enum { XL_DEFAULT_TIMEOUT = 60 * 60, XL_LONGEST_TIMEOUT = 7 * 24 * 60 * 60, XL_LONGEST_NAME = 100 };

/* What a list's items are. */
enum form {
    WORDS, /* texts; perhaps by selector */
    NAMED  /* texts, or names with texts */
};

static const struct {
    const char *key;
    enum xl_suite_list list;
    enum form form;
} list_keys[] = {{"arguments", XL_SUITE_ARGUMENTS, WORDS},
                 {"targets", XL_SUITE_TARGETS, WORDS},
                 {"packages", XL_SUITE_PACKAGES, WORDS},
                 {"test", XL_SUITE_TEST, NAMED},
                 {"env", XL_SUITE_ENV, WORDS},
                 {"of", XL_SUITE_OF, WORDS},
                 {"rows", XL_SUITE_ROWS, WORDS},
                 {"expect", XL_SUITE_EXPECT, WORDS},
                 {"autovectorized", XL_SUITE_AUTOVECTORIZED, WORDS},
                 {"exclude", XL_SUITE_EXCLUDE, NAMED},
                 {"optional", XL_SUITE_OPTIONAL, NAMED}};

static const char *const other_keys[] = {"name",   "dir",     "source", "build",
                                         "native", "network", "timeout"};

enum {
    XL_LIST_KEYS = sizeof list_keys / sizeof list_keys[0],
    XL_OTHER_KEYS = sizeof other_keys / sizeof other_keys[0]
};

struct reading {
    struct xl_suite *suite;
    struct xl_error *err;
};

static int add_item(struct reading *r, enum xl_suite_list list, const char *selector,
                    const char *name, const struct xl_node *node)
{
    char buffer[XL_NUMBER_TEXT];
    if (node->type == XL_NODE_SEQUENCE || node->type == XL_NODE_MAPPING ||
        node->type == XL_NODE_NULL)
        return xl_node_error(r->err, node, "this must be a text");
    const char *text = xl_node_text(node, buffer);
    if (!*text || strpbrk(text, "\n\r"))
        return xl_node_error(r->err, node, "this is empty or has several lines");
    if (list == XL_SUITE_ENV && (!strchr(text, '=') || *text == '='))
        return xl_node_error(r->err, node, "'%s' is not NAME=VALUE", text);
    if (list == XL_SUITE_PACKAGES &&
        text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789+.- ")]) /* Policy, 5.6.1 */
        return xl_node_error(r->err, node, "'%s' is not the name of a Debian package", text);
    const struct xl_suite_item item = {xl_copy_text(selector), xl_copy_text(name),
                                       xl_copy_text(text)};
    xl_push(&r->suite->lists[list], item);
    return 0;
}

static int add_items(struct reading *r, enum xl_suite_list list, const char *selector,
                     const struct xl_node *node)
{
    if (node->type != XL_NODE_SEQUENCE)
        return add_item(r, list, selector, "", node);
    for (size_t i = 0; i < node->count; i++)
        if (add_item(r, list, selector, "", node->items[i]))
            return -1;
    return 0;
}

/* Whether all words of a selector are known. */
static int check_selector(struct reading *r, const struct xl_node *node)
{
    char *words = xl_copy_text(node->text), *rest = NULL;
    int failed = *words ? 0 : xl_node_error(r->err, node, "this selector is empty");
    for (char *word = strtok_r(words, " ", &rest); word && !failed;
         word = strtok_r(NULL, " ", &rest))
        failed = xl_library_check_word(node, word, r->err);
    free(words);
    return failed;
}

static int read_list(struct reading *r, enum xl_suite_list list, enum form form,
                     const struct xl_node *node)
{
    if (node->type != XL_NODE_MAPPING) {
        if (list == XL_SUITE_EXCLUDE || list == XL_SUITE_OPTIONAL)
            return xl_node_error(r->err, node, "'%s' is a mapping: a pattern of tests, and why %s",
                                 list == XL_SUITE_EXCLUDE ? "exclude" : "optional",
                                 list == XL_SUITE_EXCLUDE ? "they mean nothing here"
                                                          : "some rows lack them");
        return add_items(r, list, "", node);
    }
    for (size_t i = 0; i < node->count; i++) {
        const struct xl_pair *pair = &node->pairs[i];
        const bool is_selector = form == WORDS || pair->value->type == XL_NODE_MAPPING;
        int failed = is_selector ? check_selector(r, pair->key)
                                 : add_item(r, list, "", pair->key->text, pair->value);
        if (!failed && form == WORDS)
            failed = add_items(r, list, pair->key->text, pair->value);
        for (size_t k = 0; is_selector && form == NAMED && k < pair->value->count && !failed; k++)
            failed = add_item(r, list, pair->key->text, pair->value->pairs[k].key->text,
                              pair->value->pairs[k].value);
        if (failed)
            return -1;
    }
    return 0;
}

static int read_flag(struct reading *r, const struct xl_node *node, bool *flag)
{
    char buffer[XL_NUMBER_TEXT];
    const bool is_scalar = node->type == XL_NODE_BOOL || node->type == XL_NODE_STRING;
    const char *text = is_scalar ? xl_node_text(node, buffer) : "";
    *flag = strcmp(text, "yes") == 0 || strcmp(text, "true") == 0;
    if (*flag || strcmp(text, "no") == 0 || strcmp(text, "false") == 0)
        return 0;
    return xl_node_error(r->err, node, "this must be yes or no");
}

/* `native: yes`, or a mapping with its arguments. */
static int read_native(struct reading *r, const struct xl_node *node)
{
    const struct xl_node *arguments = xl_node_get(node, "arguments");
    if (node->type != XL_NODE_MAPPING)
        return read_flag(r, node, &r->suite->has_native);
    r->suite->has_native = true;
    if (!arguments || node->count != 1)
        return xl_node_error(r->err, node, "'native' is yes, no, or has 'arguments' only");
    return read_list(r, XL_SUITE_NATIVE_ARGUMENTS, WORDS, arguments);
}

static int read_source(struct reading *r, const struct xl_node *node)
{
    r->suite->source = xl_source_package(node, r->err);
    return r->suite->source ? 0 : -1;
}

static int read_dir(struct reading *r, const struct xl_node *node, const char *text)
{
    char *path = *text == '/' ? xl_copy_text(text) : xl_join_path(r->suite->directory, "%s", text);
    struct stat s;
    r->suite->dir = realpath(path, NULL);
    free(path);
    if (!r->suite->dir || stat(r->suite->dir, &s) || !S_ISDIR(s.st_mode))
        return xl_node_error(r->err, node,
                             "no directory '%s', seen from the directory of this file", text);
    return 0;
}

static int read_timeout(struct reading *r, const struct xl_node *node)
{
    if (node->type != XL_NODE_NUMBER || node->number < 1 || node->number > XL_LONGEST_TIMEOUT)
        return xl_node_error(r->err, node, "'timeout' is a number of seconds from 1 to %d",
                             XL_LONGEST_TIMEOUT);
    r->suite->timeout = (unsigned)node->number;
    return 0;
}

static int read_build(struct reading *r, const struct xl_node *node, const char *text)
{
    static const char *const builders[] = {"cmake", "meson", "autotools", "make", "cargo", "go"};
    r->suite->build = xl_copy_text(text);
    return xl_node_one_of(node, "kind of build", text, builders,
                          sizeof builders / sizeof builders[0], r->err) < 0
               ? -1
               : 0;
}

/* The name is a directory in the cache: `..` would be the directory of all suites' builds. */
static int read_name(struct reading *r, const struct xl_node *node, const char *text)
{
    const size_t length = strlen(text);
    if (!isalnum((unsigned char)*text) && *text != '_')
        return xl_node_error(r->err, node,
                             "'%s': a name begins with a letter, a digit or an underscore", text);
    if (length > XL_LONGEST_NAME)
        return xl_node_error(r->err, node, "a name has at most %d characters", XL_LONGEST_NAME);
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._+-", *at))
            return xl_node_error(r->err, node,
                                 "'%s': a name has letters, digits and any of ._+- only", text);
    r->suite->name = xl_copy_text(text);
    return 0;
}

static int read_key(struct reading *r, const struct xl_pair *pair)
{
    const char *key = pair->key->text, *names[XL_LIST_KEYS + XL_OTHER_KEYS];
    const struct xl_node *value = pair->value;
    char buffer[XL_NUMBER_TEXT];
    const bool is_text = value->type != XL_NODE_SEQUENCE && value->type != XL_NODE_MAPPING;
    const char *text = is_text ? xl_node_text(value, buffer) : "";
    for (size_t i = 0; i < XL_LIST_KEYS; i++) {
        names[i] = list_keys[i].key;
        if (strcmp(key, list_keys[i].key) == 0)
            return read_list(r, list_keys[i].list, list_keys[i].form, value);
    }
    for (size_t i = 0; i < XL_OTHER_KEYS; i++)
        names[XL_LIST_KEYS + i] = other_keys[i];
    const int known = xl_node_one_of(pair->key, "key of 'suite'", key, names,
                                     XL_LIST_KEYS + XL_OTHER_KEYS, r->err);
    switch (known - XL_LIST_KEYS) {
    case 0:
        return read_name(r, value, text);
    case 1:
        return read_dir(r, value, text);
    case 2:
        return read_source(r, value);
    case 3:
        return read_build(r, value, text);
    case 4:
        return read_native(r, value);
    case 5:
        return read_flag(r, value, &r->suite->has_network);
    case 6:
        return read_timeout(r, value);
    default:
        return -1;
    }
}

static int read_suite(struct reading *r, const struct xl_node *root)
{
    const struct xl_node *suite = xl_node_get(root, "suite");
    if (!suite)
        return xl_fail(r->err,
                       "%s: error: no 'suite'\n  help: crosslane init writes one; "
                       "docs/your-tests.md has its keys",
                       r->suite->file);
    if (suite->type != XL_NODE_MAPPING)
        return xl_node_error(r->err, suite, "'suite' must be a mapping: see docs/your-tests.md");
    for (size_t i = 0; i < suite->count; i++)
        if (read_key(r, &suite->pairs[i]))
            return -1;
    if (!r->suite->build)
        return xl_node_error(r->err, suite,
                             "'suite' needs 'build': cmake, meson, autotools, make, cargo or go");
    if (r->suite->has_native &&
        (strcmp(r->suite->build, "cargo") == 0 || strcmp(r->suite->build, "go") == 0))
        return xl_node_error(r->err, suite,
                             "'native' is not for 'build: %s', which builds itself "
                             "what this machine runs",
                             r->suite->build);
    if (strcmp(r->suite->build, "make") == 0 && !r->suite->lists[XL_SUITE_TEST].count)
        return xl_node_error(r->err, suite,
                             "'build: make' needs 'test', the commands that test the project");
    if (!r->suite->dir && !r->suite->source)
        return read_dir(r, suite, ".");
    return 0;
}

int xl_suite_read(const char *dir, struct xl_suite *suite, struct xl_error *err)
{
    struct reading r = {suite, err};
    struct xl_yaml *doc = NULL;
    size_t size;
    char path[PATH_MAX];
    *suite = (struct xl_suite){.timeout = XL_DEFAULT_TIMEOUT};
    if (!realpath(dir, path))
        return xl_fail(err, "crosslane: error: no directory '%s'", dir);
    suite->directory = xl_copy_text(path);
    suite->file = xl_join_path(path, "%s", XL_LIBRARY_FILE);
    char *text = xl_file_read(suite->file, &size, err);
    if (!text)
        xl_append(err->text, sizeof err->text,
                  "\n  help: crosslane init DIR writes it for a project");
    int status = text ? xl_yaml_parse(suite->file, text, size, &doc, err) : -1;
    free(text);
    if (!status)
        status = read_suite(&r, xl_yaml_root(doc));
    xl_yaml_free(doc);
    const char *slash = strrchr(suite->dir ? suite->dir : path, '/');
    if (!suite->name)
        suite->name = xl_copy_text(slash && slash[1] ? slash + 1 : "suite");
    return status;
}

static bool selects(const char *selector, const struct xl_row *row)
{
    char *words = xl_copy_text(selector), *rest = NULL;
    bool all = true;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        all = all &&
              (strcmp(word, "all") == 0 ||
               (row && (strcmp(word, row->arch->name) == 0 || strcmp(word, row->isa->name) == 0 ||
                        xl_compiler_is_meant(word, row->compiler))) ||
               (!row && strcmp(word, "host") == 0));
    free(words);
    return all;
}

const char *xl_suite_match(const struct xl_suite *suite, enum xl_suite_list list,
                           const struct xl_row *row, const char *test)
{
    for (size_t i = 0; i < suite->lists[list].count; i++) {
        const struct xl_suite_item *item = &suite->lists[list].at[i];
        if (selects(item->selector, row) && fnmatch(item->name, test, 0) == 0)
            return item->text;
    }
    return NULL;
}

void xl_suite_select(const struct xl_suite *suite, enum xl_suite_list list,
                     const struct xl_row *row, const char *native, struct xl_words *names,
                     struct xl_words *texts)
{
    for (size_t i = 0; i < suite->lists[list].count; i++) {
        const struct xl_suite_item *item = &suite->lists[list].at[i];
        if (!selects(item->selector, row))
            continue;
        const char *const pairs[][2] = {{"@NATIVE@", native ? native : ""},
                                        {"@SOURCE@", suite->sources ? suite->sources
                                                     : suite->dir   ? suite->dir
                                                                    : ""},
                                        {"@FOLDER@", suite->directory}};
        char *text = xl_copy_text(item->text);
        for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
            char *next = xl_replaced(text, pairs[k][0], pairs[k][1]);
            free(text);
            text = next;
        }
        xl_words_add(texts, text);
        if (names)
            xl_words_add(names, item->name);
        free(text);
    }
}

/* Whether a path in the text is neither of the project nor of the system. */
static bool reaches_out(const char *text)
{
    static const char *const known[] = {"/usr/", "/bin/",  "/lib",  "/etc/",
                                        "/dev/", "/proc/", "/sys/", "/sbin/"};
    for (const char *at = text; (at = strchr(at, '/')); at++) {
        const bool is_up = strncmp(at, "/..", 3) == 0 && (!at[3] || strchr("/ \t;&|\"'", at[3])),
                   begins = at == text || strchr(" \t=:;&|\"'(<>", at[-1]);
        bool is_known = !at[1] || strchr("/ \t", at[1]);
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            is_known |= strncmp(at, known[i], strlen(known[i])) == 0;
        if (is_up || (begins && !is_known))
            return true;
    }
    return strncmp(text, "../", 3) == 0 || strstr(text, " ../") || strstr(text, "=../");
}

const char *xl_suite_unwatched(const struct xl_suite *suite)
{
    static const enum xl_suite_list lists[] = {XL_SUITE_TEST, XL_SUITE_ENV, XL_SUITE_ARGUMENTS,
                                               XL_SUITE_NATIVE_ARGUMENTS};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
        for (size_t i = 0; i < suite->lists[lists[k]].count; i++)
            if (reaches_out(suite->lists[lists[k]].at[i].text))
                return suite->lists[lists[k]].at[i].text;
    return "";
}

void xl_suite_free(struct xl_suite *suite)
{
    for (int list = 0; list < XL_SUITE_LISTS; list++) {
        for (size_t i = 0; i < suite->lists[list].count; i++) {
            free(suite->lists[list].at[i].selector);
            free(suite->lists[list].at[i].name);
            free(suite->lists[list].at[i].text);
        }
        free(suite->lists[list].at);
    }
    free(suite->name);
    free(suite->file);
    free(suite->directory);
    free(suite->dir);
    free(suite->source);
    free(suite->sources);
    free(suite->build);
    *suite = (struct xl_suite){0};
}
