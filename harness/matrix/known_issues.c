/* Known bugs of emulators, compilers and libraries.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/known_issues.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "matrix/compilers.h"
#include "matrix/rows.h"

enum { XL_MAX_KEYS = 10 };

/* Of each kind of entry: its file, its keys, and the one that names versions. */
static const struct {
    const char *file, *versions;
    const char *keys[XL_MAX_KEYS];
    size_t key_count;
} kinds[XL_BUG_KINDS] = {
    [XL_BUG_EMULATOR] = {"matrix/known-emulator-bugs.yml",
                         "emulator",
                         {"id", "emulator", "archs", "kernels", "rows", "checks", "instructions",
                          "link", "test"},
                         9},
    [XL_BUG_COMPILER] = {"matrix/known-compiler-bugs.yml",
                         "versions",
                         {"id", "compiler", "versions", "archs", "kernels", "rows", "checks",
                          "link", "test"},
                         9},
    [XL_BUG_LIBRARY] = {"matrix/known-library-bugs.yml",
                        "library",
                        {"id", "library", "archs", "kernels", "rows", "checks", "link", "ulp",
                         "example", "fault"},
                        10},
};

#define XL_COUNT_OF(A) (sizeof(A) / sizeof((A)[0]))

static char *read_text(struct xl_arena *texts, const struct xl_node *entry, const char *key,
                       struct xl_error *err)
{
    const struct xl_node *node = xl_node_get(entry, key);
    char buffer[XL_NUMBER_TEXT];
    if (!node || !xl_node_is_single(node) || node->type == XL_NODE_NULL) {
        xl_node_error(err, node ? node : entry, "a known bug needs '%s', a single value", key);
        return NULL;
    }
    return xl_arena_take(texts, xl_copy_text(xl_node_text(node, buffer)));
}

/* If `needed`, the entry must have the key. Its list may be empty. */
static int read_words(struct xl_arena *texts, const struct xl_node *entry, const char *key,
                      bool needed, struct xl_patterns *out, struct xl_error *err)
{
    const struct xl_node *list = xl_node_get(entry, key);
    if (!list && !needed)
        return 0;
    if (!list || list->type != XL_NODE_SEQUENCE || list->count > XL_MAX_PATTERNS_OF_BUG)
        return xl_node_error(err, list ? list : entry,
                             "a known bug needs '%s', a list of at most %d", key,
                             XL_MAX_PATTERNS_OF_BUG);
    for (size_t i = 0; i < list->count; i++) {
        char buffer[XL_NUMBER_TEXT];
        const struct xl_node *item = list->items[i];
        if (!xl_node_is_single(item))
            return xl_node_error(err, item, "'%s' must be a list of single values", key);
        out->words[out->count++] = xl_arena_take(texts, xl_copy_text(xl_node_text(item, buffer)));
    }
    return 0;
}

static const char *const test_keys[] = {"file", "arch", "compiler", "flags",
                                        "cpu",  "good", "asm",      "compile"};

static int read_test(struct xl_arena *texts, const struct xl_node *entry,
                     struct xl_known_test *test, struct xl_error *err)
{
    const struct xl_node *node = xl_node_get(entry, "test");
    if (!node || node->type != XL_NODE_MAPPING)
        return xl_node_error(err, node ? node : entry, "a known bug needs 'test', a mapping");
    if (xl_node_check_keys(node, "key", test_keys, XL_COUNT_OF(test_keys), err))
        return -1;
    bool run = xl_node_get(node, "cpu"), assembly = xl_node_get(node, "asm");
    test->compile = xl_node_get(node, "compile");
    if (run + assembly + test->compile != 1)
        return xl_node_error(err, node, "a test has one of cpu, asm and compile");
    if (!(test->file = read_text(texts, node, "file", err)) ||
        !(test->arch = read_text(texts, node, "arch", err)) ||
        !(test->compiler = read_text(texts, node, "compiler", err)) ||
        !(test->flags = read_text(texts, node, "flags", err)) ||
        (run && (!(test->cpu = read_text(texts, node, "cpu", err)) ||
                 !(test->good = read_text(texts, node, "good", err)))) ||
        (assembly && !(test->assembly = read_text(texts, node, "asm", err))))
        return -1;
    return 0;
}

/* A bug without versions would never expire. A bug of an unknown arch would never occur. */
static int check_entry(const struct xl_node *entry, const struct xl_known_bug *bug,
                       struct xl_error *err)
{
    const char *names[XL_MAX_ARCHES];
    for (size_t i = 0; i < xl_arch_count; i++)
        names[i] = xl_arches[i].name;
    if (!bug->versions.count)
        return xl_node_error(err, entry, "%s: no versions", bug->id);
    for (size_t i = 0; i < bug->archs.count; i++)
        if (xl_node_one_of(xl_node_get(entry, "archs"), "arch", bug->archs.words[i], names,
                           xl_arch_count, err) < 0)
            return -1;
    return 0;
}

/* What a library's bug has in the place of a test: an example, and how large its error is. */
static int read_size(struct xl_arena *texts, const struct xl_node *entry, struct xl_known_bug *bug,
                     struct xl_error *err)
{
    char *end;
    if (!read_text(texts, entry, "example", err))
        return -1;
    if (!xl_node_get(entry, "ulp"))
        return 0;
    const char *text = read_text(texts, entry, "ulp", err);
    if (!text)
        return -1;
    bug->ulp = strtod(text, &end);
    return bug->ulp > 0 && !*end
               ? 0
               : xl_node_error(err, xl_node_get(entry, "ulp"), "'ulp' must be a positive number");
}

/* A library's finding can be another's fault. */
static int read_fault(const struct xl_node *entry, enum xl_bug_kind of, struct xl_known_bug *bug,
                      struct xl_error *err)
{
    static const char *const faults[] = {"emulator", "compiler", "library", "ours"};
    const struct xl_node *node = xl_node_get(entry, "fault");
    char buffer[XL_NUMBER_TEXT];
    bug->fault = faults[of];
    if (!node)
        return 0;
    const int at = node->type == XL_NODE_STRING
                       ? xl_node_one_of(node, "fault", xl_node_text(node, buffer), faults,
                                        XL_COUNT_OF(faults), err)
                       : xl_node_error(err, node, "'fault' is library, compiler, emulator or ours");
    bug->fault = at < 0 ? NULL : faults[at];
    return at < 0 ? -1 : 0;
}

/* Lines and blanks do not matter. */
static struct xl_digest digest_of(const struct xl_node *node)
{
    const uint64_t what[] = {(uint64_t)node->type, node->count};
    struct xl_digest digest = xl_digest(what, sizeof what);
    if (xl_node_is_single(node))
        return xl_digest_combine(digest, xl_digest_text(node->text));
    for (size_t i = 0; i < node->count; i++) {
        if (node->type == XL_NODE_MAPPING)
            digest = xl_digest_combine(digest, digest_of(node->pairs[i].key));
        digest =
            xl_digest_combine(digest, digest_of(node->type == XL_NODE_MAPPING ? node->pairs[i].value
                                                                              : node->items[i]));
    }
    return digest;
}

static int read_entry(struct xl_arena *texts, const struct xl_node *entry, enum xl_bug_kind of,
                      struct xl_known_bug *bug, struct xl_error *err)
{
    if (entry->type != XL_NODE_MAPPING)
        return xl_node_error(err, entry, "a known bug must be a mapping of id and other keys");
    if (xl_node_check_keys(entry, "key", kinds[of].keys, kinds[of].key_count, err))
        return -1;
    bug->kind = of;
    bug->digest = digest_of(entry);
    bug->where = xl_arena_take(texts, xl_format("%s:%u", entry->file, entry->line));
    if (!(bug->id = read_text(texts, entry, "id", err)) ||
        !(bug->link = read_text(texts, entry, "link", err)) ||
        (of == XL_BUG_COMPILER && !(bug->compiler = read_text(texts, entry, "compiler", err))) ||
        read_fault(entry, of, bug, err) ||
        read_words(texts, entry, kinds[of].versions, true, &bug->versions, err) ||
        read_words(texts, entry, "archs", true, &bug->archs, err) ||
        read_words(texts, entry, "kernels", true, &bug->kernels, err) ||
        read_words(texts, entry, "rows", false, &bug->rows, err) ||
        read_words(texts, entry, "checks", false, &bug->checks, err) ||
        read_words(texts, entry, "instructions", false, &bug->instructions, err) ||
        (of == XL_BUG_LIBRARY ? read_size(texts, entry, bug, err)
                              : read_test(texts, entry, &bug->test, err)))
        return -1;
    return check_entry(entry, bug, err);
}

static int read_list(const struct xl_node *root, enum xl_bug_kind of, struct xl_known_bugs *out,
                     struct xl_error *err)
{
    if (root->type != XL_NODE_SEQUENCE)
        return xl_node_error(err, root, "known bugs must be a list");
    out->bugs = xl_resize(out->bugs, out->count + root->count, sizeof *out->bugs);
    for (size_t i = 0; i < root->count; i++) {
        struct xl_known_bug *bug = &out->bugs[out->count++];
        *bug = (struct xl_known_bug){0};
        if (read_entry(&out->texts, root->items[i], of, bug, err))
            return -1;
    }
    return 0;
}

int xl_known_bugs_read(const char *file, enum xl_bug_kind of, struct xl_known_bugs *out,
                       struct xl_error *err)
{
    struct xl_yaml *doc = NULL;
    size_t size;
    char *text = xl_file_read(file, &size, err);
    if (!text)
        return -1;
    int status = xl_yaml_parse(xl_display_path(file), text, size, &doc, err);
    free(text);
    if (!status)
        status = read_list(xl_yaml_root(doc), of, out, err);
    xl_yaml_free(doc);
    return status;
}

int xl_known_bugs_read_own(struct xl_known_bugs *out, struct xl_error *err)
{
    for (int of = 0; of < XL_BUG_KINDS; of++) {
        char *file = xl_join_path(xl_root(), "%s", kinds[of].file);
        const int failed = xl_known_bugs_read(file, (enum xl_bug_kind)of, out, err);
        free(file);
        if (failed)
            return -1;
    }
    return 0;
}

void xl_known_bugs_free(struct xl_known_bugs *bugs)
{
    xl_arena_free(&bugs->texts);
    free(bugs->bugs);
    *bugs = (struct xl_known_bugs){0};
}

static bool has(const struct xl_patterns *words, const char *text)
{
    for (size_t i = 0; i < words->count; i++)
        if (fnmatch(words->words[i], text, 0) == 0)
            return true;
    return false;
}

bool xl_known_bug_matches(const struct xl_known_bug *bug, const struct xl_row *row,
                          const char *kernel, const char *version)
{
    return has(&bug->archs, row->arch->name) && has(&bug->kernels, kernel) &&
           has(&bug->versions, version) &&
           (!bug->compiler || xl_compiler_is_meant(bug->compiler, row->compiler)) &&
           (!bug->rows.count || has(&bug->rows, row->name));
}

bool xl_known_bug_has_version(const struct xl_known_bug *bug, const char *version)
{
    return has(&bug->versions, version);
}

bool xl_known_bug_has_instruction(const struct xl_known_bug *bug, const struct xl_row *row,
                                  const char *instruction, const char *version)
{
    return *version && has(&bug->archs, row->arch->name) && has(&bug->instructions, instruction) &&
           has(&bug->versions, version);
}

bool xl_known_bug_explains(const struct xl_known_bug *bug, const char *check, double ulp)
{
    return (!bug->checks.count || has(&bug->checks, check)) && (!bug->ulp || ulp <= bug->ulp);
}
