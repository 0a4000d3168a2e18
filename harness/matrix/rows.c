/* Reads and checks matrix.yml: its builds, rows, tiers and expected skips.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/rows.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "matrix/compilers.h"
#include "matrix/expand.h"

static const char *const sections[] = {"build", "test", "tiers", "skips"};
static const char *const build_fields[] = {"arch", "compiler", "opt"};
static const char *const fields[] = {"arch",     "name", "qemu_cpu", "isa",     "vl",    "lacks",
                                     "compiler", "opt",  "cpu",      "kernels", "runner"};
static const char *const ssh_fields[] = {"ssh"};

enum {
    XL_MAX_PATTERNS = 1000,  /* of kernels */
    XL_TIER_PATTERNS = 1000, /* of a tier; each is compared with each row */
    XL_MAX_CPU_NAME = 40     /* file names have a row's name in them */
};

#define XL_COUNT_OF(A) (sizeof(A) / sizeof((A)[0]))

/* Fields of an expanded row of matrix.yml: keys of the row, or of the object under `cpu`.
 *
 * GitHub's matrices cannot multiply includes; an axis of objects can. */

/* The value of a field; NULL if the row has none. */
static const struct xl_node *field(const struct xl_matrix_row *row, const char *name)
{
    const struct xl_node *value = xl_matrix_row_get(row, name);
    const struct xl_node *cpu = xl_matrix_row_get(row, "cpu");
    return value || !cpu ? value : xl_node_get(cpu, name);
}

/* Checks that the row and its cpu have only these keys. */
static int check_fields(const struct xl_matrix_row *row, const char *const *names, size_t count,
                        struct xl_error *err)
{
    for (size_t i = 0; i < row->count; i++)
        if (xl_node_one_of(row->cells[i].key, "key", row->cells[i].key->text, names, count, err) <
            0)
            return -1;
    const struct xl_node *cpu = xl_matrix_row_get(row, "cpu");
    if (cpu && cpu->type != XL_NODE_MAPPING)
        return xl_node_error(err, cpu, "cpu must be a mapping of %s and other fields", names[0]);
    return cpu ? xl_node_check_keys(cpu, "key", names, count, err) : 0;
}

/* The text of a scalar field; NULL with err if it is missing or not a scalar. */
static const char *field_text(const struct xl_matrix_row *row, const char *name,
                              char buffer[XL_NUMBER_TEXT], struct xl_error *err)
{
    const struct xl_node *node = field(row, name);
    if (!node) {
        xl_node_error(err, row->cells[0].value, "missing '%s'", name);
        return NULL;
    }
    if (!xl_node_is_single(node) || node->type == XL_NODE_NULL) {
        xl_node_error(err, node, "'%s' must be a single value", name);
        return NULL;
    }
    return xl_node_text(node, buffer);
}

/* The index of a field's text among the names, or -1 with err. */
static int field_choice(const struct xl_matrix_row *row, const char *name, const char *const *names,
                        size_t count, struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    const char *text = field_text(row, name, buffer, err);
    return text ? xl_node_one_of(field(row, name), name, text, names, count, err) : -1;
}

int xl_field_arch(const struct xl_matrix_row *row, const struct xl_arch **out, struct xl_error *err)
{
    const char *names[XL_MAX_ARCHES] = {0};
    for (size_t i = 0; i < xl_arch_count; i++)
        names[i] = xl_arches[i].name;
    int arch = field_choice(row, "arch", names, xl_arch_count, err);
    *out = arch < 0 ? NULL : &xl_arches[arch];
    return arch < 0 ? -1 : 0;
}

/* The fields that a build and a row have. */
static int build_of(const struct xl_matrix_row *row, const struct xl_arch **arch,
                    const char **compiler, const char **opt, struct xl_error *err)
{
    int c, o;
    if (xl_field_arch(row, arch, err) ||
        (c = field_choice(row, "compiler", xl_compiler_names, xl_compiler_count, err)) < 0 ||
        (o = field_choice(row, "opt", xl_levels, xl_level_count, err)) < 0)
        return -1;
    *compiler = xl_compiler_names[c];
    *opt = xl_levels[o];
    /* toolchains/driver.sh links gcc's objects for x86-64 by lld, which cannot read its LTO. */
    if (xl_level_is_lto(*opt) && xl_compiler_is_gcc(*compiler) &&
        strcmp((*arch)->name, "x86_64") == 0)
        return xl_node_error(err, field(row, "opt"),
                             "%s by %s has no '%s': its linker is lld, which does not read gcc's "
                             "objects",
                             (*arch)->name, *compiler, *opt);
    /* The tools tree has gcc without what compiles at link time. */
    return xl_level_is_lto(*opt) && strcmp(*compiler, "gcc") == 0
               ? xl_node_error(err, field(row, "opt"),
                               "gcc of the tools tree has no '%s'; gcc16 has", *opt)
               : 0;
}

static const struct xl_isa *find_isa(const struct xl_node *node, const struct xl_arch *arch,
                                     struct xl_error *err)
{
    const char *names[64];
    char buffer[XL_NUMBER_TEXT], what[64];
    size_t count = 0;
    if (!xl_node_is_single(node)) {
        xl_node_error(err, node, "an ISA must be a single name");
        return NULL;
    }
    const char *name = xl_node_text(node, buffer);
    const struct xl_isa *isa = xl_isa_find(arch->name, name);
    for (size_t i = 0; i < xl_isa_count && count < XL_COUNT_OF(names); i++)
        if (strcmp(xl_isas[i].arch, arch->name) == 0 || strcmp(xl_isas[i].arch, "scalar") == 0)
            names[count++] = xl_isas[i].name;
    snprintf(what, sizeof what, "ISA of %s", arch->name);
    if (!isa)
        xl_node_one_of(node, what, name, names, count, err);
    return isa;
}

/* A missing field is as `like` has it; NULL: it is an error. */
static int isa_fields(const struct xl_matrix_row *row, const struct xl_row *like,
                      struct xl_row *out, struct xl_error *err)
{
    const struct xl_node *isa = field(row, "isa"), *lacks = field(row, "lacks"),
                         *vl = field(row, "vl");
    if (!isa && !like)
        return xl_node_error(err, row->cells[0].value, "missing 'isa'");
    out->isa = isa ? find_isa(isa, out->arch, err) : like ? like->isa : NULL;
    if (!out->isa)
        return -1;
    if (!lacks && like)
        memcpy(out->absent_isas, like->absent_isas, sizeof out->absent_isas);
    if (lacks && (lacks->type != XL_NODE_SEQUENCE || lacks->count > XL_MAX_ABSENT_ISAS))
        return xl_node_error(err, lacks, "'lacks' must be a list of at most %d ISAs",
                             XL_MAX_ABSENT_ISAS);
    for (size_t i = 0; lacks && i < lacks->count; i++)
        if (!(out->absent_isas[i] = find_isa(lacks->items[i], out->arch, err)))
            return -1;
    if (!vl && like) {
        out->vl_bits = like->vl_bits;
        return 0;
    }
    if (!vl || vl->type != XL_NODE_NUMBER || vl->number < 0 || vl->number > 65536)
        return xl_node_error(err, vl ? vl : isa,
                             "the row needs 'vl', its vector length in bits (0 for scalar)");
    out->vl_bits = (unsigned)vl->number;
    return 0;
}

static int kernel_field(const struct xl_matrix_row *row, const struct xl_row *like,
                        struct xl_arena *texts, struct xl_row *out, struct xl_error *err)
{
    const struct xl_node *kernels = field(row, "kernels");
    if (!kernels && like) {
        out->kernels = like->kernels;
        out->kernel_count = like->kernel_count;
    }
    if (!kernels)
        return 0;
    if (kernels->type != XL_NODE_SEQUENCE || kernels->count == 0 ||
        kernels->count > XL_MAX_PATTERNS)
        return xl_node_error(err, kernels, "'kernels' must be a list of 1 to %d names or patterns",
                             XL_MAX_PATTERNS);
    out->kernels = xl_arena_alloc(texts, kernels->count, sizeof *out->kernels);
    for (size_t i = 0; i < kernels->count; i++) {
        char buffer[XL_NUMBER_TEXT];
        if (!xl_node_is_single(kernels->items[i]))
            return xl_node_error(err, kernels->items[i], "a kernel must be a single name");
        out->kernels[out->kernel_count++] =
            xl_arena_take(texts, xl_copy_text(xl_node_text(kernels->items[i], buffer)));
    }
    return 0;
}

static int runner_host(const struct xl_node *runner, struct xl_arena *texts, struct xl_row *out,
                       struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    const struct xl_node *host = xl_node_get(runner, "ssh");
    if (xl_node_check_keys(runner, "runner", ssh_fields, XL_COUNT_OF(ssh_fields), err))
        return -1;
    const char *text = host && xl_node_is_single(host) ? xl_node_text(host, buffer) : "";
    if (!*text || *text == '-')
        return xl_node_error(err, runner, "'ssh' has a host, as ssh's command line has");
    out->host = xl_arena_take(texts, xl_copy_text(text));
    out->runner = xl_arena_take(texts, xl_copy_text(ssh_fields[0]));
    return 0;
}

static int runner_name(const struct xl_node *runner, const char *name, struct xl_arena *texts,
                       struct xl_row *out, struct xl_error *err)
{
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] || !*name)
        return xl_node_error(
            err, runner,
            "unknown runner '%s'; known: qemu, qemu-next, bochs, {ssh: HOST}, and "
            "names of a-z, 0-9 and '_' with a command line in CROSSLANE_RUNNER_<name>",
            name);
    if (strcmp(name, ssh_fields[0]) == 0)
        return xl_node_error(err, runner, "which host? runner: {ssh: HOST}");
    out->runner = xl_arena_take(texts, xl_copy_text(name));
    return 0;
}

/* What runs it: a missing field is as `like` has it. */
static int runner_field(const struct xl_matrix_row *row, const struct xl_row *like,
                        struct xl_arena *texts, struct xl_row *out, struct xl_error *err)
{
    const struct xl_node *runner = field(row, "runner");
    char buffer[XL_NUMBER_TEXT];
    out->is_next = !runner && like && like->is_next;
    out->runner = !runner && like ? like->runner : NULL;
    out->host = !runner && like ? like->host : NULL;
    if (!runner)
        return 0;
    if (runner->type == XL_NODE_MAPPING)
        return runner_host(runner, texts, out, err);
    if (!xl_node_is_single(runner))
        return xl_node_error(err, runner, "'runner' must be a single value, or {ssh: HOST}");
    const char *name = xl_node_text(runner, buffer);
    out->is_next = strcmp(name, "qemu-next") == 0;
    return out->is_next || strcmp(name, "qemu") == 0 ? 0
                                                     : runner_name(runner, name, texts, out, err);
}

/* Whether what runs the row and its CPU string fit each other. */
static int check_runner(const struct xl_matrix_row *row, const struct xl_row *out,
                        struct xl_error *err)
{
    const struct xl_node *runner = field(row, "runner"), *cpu = field(row, "qemu_cpu");
    if (out->is_next && out->native)
        return xl_node_error(err, runner ? runner : cpu,
                             "'qemu_cpu: native' has no emulator: remove 'runner'");
    if (out->runner && !xl_row_is_bochs(out) && strcmp(out->qemu_cpu, "native") != 0)
        return xl_node_error(err, cpu ? cpu : runner,
                             "'qemu_cpu' is for QEMU and Bochs, and '%s' runs this row: remove it",
                             out->runner);
    return xl_row_is_bochs(out) && strcmp(out->arch->name, "x86_64") != 0
               ? xl_node_error(err, runner, "bochs has no %s", out->arch->name)
               : 0;
}

bool xl_row_is_bochs(const struct xl_row *row)
{
    return row->runner && strcmp(row->runner, "bochs") == 0;
}

/* A CPU without a name is called by its ISA and vector length: sve640. */
static const char *cpu_name(const struct xl_matrix_row *row, const struct xl_row *out,
                            char buffer[64], struct xl_error *err)
{
    if (field(row, "name"))
        return field_text(row, "name", buffer, err);
    if (out->vl_bits)
        snprintf(buffer, 64, "%s%u", out->isa->name, out->vl_bits);
    else
        snprintf(buffer, 64, "%s", out->isa->name);
    return buffer;
}

static int check_cpu_string(const struct xl_node *node, const char *cpu, struct xl_error *err)
{
    for (const char *at = cpu; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            return xl_node_error(err, node, "'qemu_cpu' has a control character");
    return *cpu ? 0 : xl_node_error(err, node, "'qemu_cpu' is empty");
}

static int name_row(const struct xl_matrix_row *row, const struct xl_row *like,
                    struct xl_arena *texts, struct xl_row *out, struct xl_error *err)
{
    char name_buffer[64], cpu_buffer[XL_NUMBER_TEXT];
    const struct xl_node *node = field(row, "qemu_cpu");
    const char *name = cpu_name(row, out, name_buffer, err);
    const bool is_elsewhere = out->runner && !xl_row_is_bochs(out);
    const char *cpu = !name                   ? NULL
                      : !node && is_elsewhere ? "native"
                      : !node && like         ? like->qemu_cpu
                                              : field_text(row, "qemu_cpu", cpu_buffer, err);
    if (!cpu || (node && check_cpu_string(node, cpu, err)))
        return -1;
    /* Names become file names, ctest patterns and job names. */
    if (!*name ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")])
        return xl_node_error(err, field(row, "name"),
                             "a name has letters, digits, '_' and '.': '%s'", name);
    if (strlen(name) > XL_MAX_CPU_NAME)
        return xl_node_error(err, field(row, "name"), "a name has at most %d characters",
                             XL_MAX_CPU_NAME);
    if (!node)
        node = xl_matrix_row_get(row, "cpu");
    out->name = xl_arena_take(
        texts, xl_format("%s-%s-%s-%s", out->arch->name, name, out->compiler, out->opt));
    out->cpu = xl_arena_take(texts, xl_copy_text(name));
    out->qemu_cpu = xl_arena_take(texts, xl_copy_text(cpu));
    out->native = out->runner || strcmp(cpu, "native") == 0;
    out->where = xl_arena_take(texts, xl_format("%s:%u:%u", node->file, node->line, node->column));
    return 0;
}

/* A cpu makes many rows, so the message names the row. */
int xl_row_read(const struct xl_matrix_row *row, const struct xl_row *like, struct xl_arena *texts,
                struct xl_row *out, struct xl_error *err)
{
    if (build_of(row, &out->arch, &out->compiler, &out->opt, err))
        return -1;
    if (isa_fields(row, like, out, err) || kernel_field(row, like, texts, out, err) ||
        runner_field(row, like, texts, out, err) || name_row(row, like, texts, out, err) ||
        check_runner(row, out, err)) {
        const struct xl_node *name = field(row, "name");
        if (name && name->type == XL_NODE_STRING)
            xl_append(err->text, sizeof err->text, " (row %s-%s-%s-%s)", out->arch->name,
                      name->text, out->compiler, out->opt);
        return -1;
    }
    return 0;
}

static int read_rows(const struct xl_rows *expanded, struct xl_row_list *list, struct xl_error *err)
{
    list->rows = xl_alloc(expanded->count, sizeof *list->rows);
    for (size_t i = 0; i < expanded->count; i++) {
        list->count = i + 1;
        if (check_fields(&expanded->rows[i], fields, XL_COUNT_OF(fields), err) ||
            xl_row_read(&expanded->rows[i], NULL, &list->texts, &list->rows[i], err))
            return -1;
    }
    return 0;
}

static char *build_name(struct xl_row_list *list, const struct xl_arch *arch, const char *compiler,
                        const char *opt)
{
    return xl_arena_take(&list->texts, xl_format("%s-%s-%s", arch->name, compiler, opt));
}

static int read_builds(const struct xl_rows *expanded, struct xl_row_list *list,
                       struct xl_error *err)
{
    list->builds = xl_alloc(expanded->count, sizeof *list->builds);
    for (size_t i = 0; i < expanded->count; i++) {
        const struct xl_matrix_row *row = &expanded->rows[i];
        struct xl_build_spec *b = &list->builds[i];
        if (check_fields(row, build_fields, XL_COUNT_OF(build_fields), err) ||
            build_of(row, &b->arch, &b->compiler, &b->opt, err))
            return -1;
        b->name = build_name(list, b->arch, b->compiler, b->opt);
        if (xl_build_find(list, b->name))
            return xl_node_error(err, row->cells[0].key, "two builds are named %s", b->name);
        list->build_count++;
    }
    return 0;
}

const struct xl_row *xl_row_find(const struct xl_row_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->rows[i].name, name) == 0)
            return &list->rows[i];
    return NULL;
}

const struct xl_build_spec *xl_build_find(const struct xl_row_list *list, const char *name)
{
    for (size_t i = 0; i < list->build_count; i++)
        /* The analyzer does not see that a build that was read has a name. */
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
        if (strcmp(list->builds[i].name, name) == 0)
            return &list->builds[i];
    return NULL;
}

void xl_row_add_build(struct xl_row_list *list, struct xl_row *row)
{
    char *name = build_name(list, row->arch, row->compiler, row->opt);
    const struct xl_build_spec *found = xl_build_find(list, name);
    row->build = found ? found->name : name;
    if (found)
        return;
    list->builds = xl_resize(list->builds, list->build_count + 1, sizeof *list->builds);
    list->builds[list->build_count++] = (struct xl_build_spec){
        .name = name, .arch = row->arch, .compiler = row->compiler, .opt = row->opt};
}

/* Gives every row a build: one of the matrix `build`, or a new one if there is no such matrix. */
static int find_builds(struct xl_row_list *list, bool listed, struct xl_error *err)
{
    const size_t known = list->build_count;
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        xl_row_add_build(list, &list->rows[i]);
        if (listed && list->build_count > known)
            return xl_fail(err,
                           "%s: error: row %s needs build %s, which is not in the matrix 'build'",
                           row->where, row->name, row->build);
    }
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const struct xl_row *const *)a)->name,
                  (*(const struct xl_row *const *)b)->name);
}

static int check_unique(const struct xl_row_list *list, struct xl_error *err)
{
    const struct xl_row **sorted = xl_alloc(list->count, sizeof *sorted);
    for (size_t i = 0; i < list->count; i++)
        sorted[i] = &list->rows[i];
    qsort(sorted, list->count, sizeof *sorted, compare_names);
    int status = 0;
    for (size_t i = 1; i < list->count && !status; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
            const struct xl_row *first = sorted[i - 1], *second = sorted[i];
            if (first > second) {
                second = first;
                first = sorted[i];
            }
            xl_error_set(err,
                         "%s: error: two rows are named %s; the other is at %s. Give one "
                         "another 'name'",
                         second->where, second->name, first->where);
            status = -1;
        }
    }
    free(sorted);
    return status;
}

/* Expected skips. */

static const char *const keys[] = {"row", "kernel", "reason", "machine"};

enum { XL_MAX_SKIPS = 1000 };

/* Returns 0, or -1 with err. An optional key that is missing leaves *out NULL. */
static int read_key(const struct xl_node *skip, const char *key, bool needed,
                    struct xl_arena *texts, const char **out, struct xl_error *err)
{
    const struct xl_node *node = xl_node_get(skip, key);
    char buffer[XL_NUMBER_TEXT];
    if (!node && !needed)
        return 0;
    if (!node || !xl_node_is_single(node) || node->type == XL_NODE_NULL)
        return xl_node_error(err, node ? node : skip, "a skip needs '%s', a single value", key);
    *out = xl_arena_take(texts, xl_copy_text(xl_node_text(node, buffer)));
    return 0;
}

static int read_machine(const struct xl_node *skip, bool *out, struct xl_error *err)
{
    const struct xl_node *node = xl_node_get(skip, "machine");
    if (node && node->type != XL_NODE_BOOL)
        return xl_node_error(err, node, "'machine' must be true or false");
    *out = node && node->boolean;
    return 0;
}

static bool matches_a_row(const struct xl_row_list *list, const char *pattern)
{
    for (size_t i = 0; i < list->count; i++)
        if (fnmatch(pattern, list->rows[i].name, 0) == 0)
            return true;
    return false;
}

static int read_skip(const struct xl_node *node, struct xl_row_list *list, struct xl_skip *skip,
                     struct xl_error *err)
{
    if (node->type != XL_NODE_MAPPING)
        return xl_node_error(err, node,
                             "a skip must be a mapping of row, kernel, reason and machine");
    if (xl_node_check_keys(node, "key", keys, XL_COUNT_OF(keys), err))
        return -1;
    skip->where = xl_arena_take(&list->texts, xl_format("%s:%u", node->file, node->line));
    if (read_key(node, "row", true, &list->texts, &skip->row, err) ||
        read_key(node, "kernel", false, &list->texts, &skip->kernel, err) ||
        read_key(node, "reason", true, &list->texts, &skip->reason, err) ||
        read_machine(node, &skip->depends_on_machine, err))
        return -1;
    if (!*skip->reason)
        return xl_node_error(err, node, "a skip needs a reason");
    if (!matches_a_row(list, skip->row))
        return xl_node_error(err, node, "no row matches '%s'", skip->row);
    return 0;
}

/* The list may be NULL. Returns 0; or -1 with err if a skip is malformed or matches no row. */
static int read_skips(const struct xl_node *skips, struct xl_row_list *list, struct xl_error *err)
{
    if (!skips)
        return 0;
    if (skips->type != XL_NODE_SEQUENCE || skips->count > XL_MAX_SKIPS)
        return xl_node_error(err, skips, "'skips' must be a list of at most %d", XL_MAX_SKIPS);
    list->skips = xl_alloc(skips->count, sizeof *list->skips);
    for (size_t i = 0; i < skips->count; i++) {
        list->skip_count = i + 1;
        if (read_skip(skips->items[i], list, &list->skips[i], err))
            return -1;
    }
    return 0;
}

/* Tiers. */

static const char *const tiers[XL_TIERS] = {"pr", "trunk", "full"};

const char *xl_tier_name(enum xl_tier tier)
{
    return tiers[tier];
}

int xl_tier_find(const char *name)
{
    for (int i = 0; i < XL_TIERS; i++)
        if (strcmp(tiers[i], name) == 0)
            return i;
    return -1;
}

int xl_no_row_matches(const struct xl_node *node, const char *pattern,
                      const struct xl_row_list *list, struct xl_error *err)
{
    char similar[256];
    const char **names = xl_alloc(list->count, sizeof *names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->rows[i].name;
    xl_similar_names(pattern, names, list->count, similar, sizeof similar);
    free(names);
    return xl_node_error(err, node, "no row matches '%s'%s%s", pattern,
                         *similar ? "; similar: " : "", similar);
}

/* A row is in the tier and in all larger ones. */
static int add_rows(const struct xl_node *node, enum xl_tier tier, struct xl_row_list *list,
                    struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    bool hit = false;
    if (!xl_node_is_single(node))
        return xl_node_error(err, node, "a row must be a single name");
    const char *pattern = xl_node_text(node, buffer);
    for (size_t i = 0; i < list->count; i++) {
        struct xl_row *row = &list->rows[i];
        if (fnmatch(pattern, row->name, 0) != 0)
            continue;
        hit = true;
        if (tier < row->tier)
            row->tier = tier;
    }
    return hit ? 0 : xl_no_row_matches(node, pattern, list, err);
}

static int read_tier(const struct xl_pair *pair, struct xl_row_list *list, struct xl_error *err)
{
    const struct xl_node *key = pair->key, *rows = pair->value;
    /* Every row is in full. */
    const int tier = xl_node_one_of(key, "tier", key->text, tiers, XL_TIER_FULL, err);
    if (tier < 0)
        return -1;
    if (rows->type != XL_NODE_SEQUENCE)
        return xl_node_error(err, rows, "the rows of a tier must be a list");
    if (rows->count > XL_TIER_PATTERNS)
        return xl_node_error(err, rows, "more than %d patterns", XL_TIER_PATTERNS);
    for (size_t i = 0; i < rows->count; i++)
        if (add_rows(rows->items[i], (enum xl_tier)tier, list, err))
            return -1;
    return 0;
}

void xl_tiers_fill_pr(struct xl_row_list *list)
{
    enum xl_tier smallest = XL_TIER_FULL;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].tier < smallest)
            smallest = list->rows[i].tier;
    for (size_t i = 0; i < list->count; i++)
        if (list->rows[i].tier == smallest)
            list->rows[i].tier = XL_TIER_PR;
}

static int read_tiers(const struct xl_node *node, struct xl_row_list *list, struct xl_error *err)
{
    for (size_t i = 0; i < list->count; i++)
        list->rows[i].tier = XL_TIER_FULL;
    if (node && node->type != XL_NODE_MAPPING)
        return xl_node_error(err, node, "'tiers' must be a mapping of tiers to lists of rows");
    for (size_t i = 0; node && i < node->count; i++)
        if (read_tier(&node->pairs[i], list, err))
            return -1;
    xl_tiers_fill_pr(list);
    return 0;
}

/* The file. */

/* Expands a matrix of the file and calls its reader. */
static int read_matrix(const struct xl_node *matrix,
                       int (*reader)(const struct xl_rows *, struct xl_row_list *,
                                     struct xl_error *),
                       struct xl_row_list *list, struct xl_error *err)
{
    struct xl_rows expanded = {0};
    int status = xl_matrix_expand(matrix, XL_MATRIX_MAX_ROWS, &expanded, err);
    if (!status)
        status = reader(&expanded, list, err);
    xl_rows_free(&expanded);
    return status;
}

static int read_document(const struct xl_node *root, struct xl_row_list *list, struct xl_error *err)
{
    const struct xl_node *test = xl_node_get(root, "test"), *build = xl_node_get(root, "build");
    if (!test)
        return xl_node_error(err, root, "missing matrix 'test'");
    if (xl_node_check_keys(root, "key", sections, XL_COUNT_OF(sections), err))
        return -1;
    if ((build && read_matrix(build, read_builds, list, err)) ||
        read_matrix(test, read_rows, list, err) || check_unique(list, err) ||
        find_builds(list, build != NULL, err))
        return -1;
    if (read_skips(xl_node_get(root, "skips"), list, err))
        return -1;
    return read_tiers(xl_node_get(root, "tiers"), list, err);
}

int xl_row_list_parse(const char *name, const char *text, size_t size, struct xl_row_list *list,
                      struct xl_error *err)
{
    struct xl_yaml *doc = NULL;
    *list = (struct xl_row_list){0};
    int status = xl_yaml_parse(name, text, size, &doc, err);
    if (!status)
        status = read_document(xl_yaml_root(doc), list, err);
    xl_yaml_free(doc);
    if (status)
        xl_row_list_free(list);
    return status;
}

int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err)
{
    size_t size;
    *list = (struct xl_row_list){0};
    char *text = xl_file_read(file, &size, err);
    if (!text)
        return -1;
    int status = xl_row_list_parse(xl_display_path(file), text, size, list, err);
    free(text);
    return status;
}

bool xl_row_has_kernel(const struct xl_row *row, const char *kernel)
{
    for (size_t i = 0; i < row->kernel_count; i++)
        if (fnmatch(row->kernels[i], kernel, 0) == 0)
            return true;
    return row->kernel_count == 0;
}

bool xl_row_is_stepped(const struct xl_row *row)
{
    return row->native && strcmp(row->isa->control, "max") == 0;
}

bool xl_row_is_shortened(const struct xl_row *row)
{
    return row->vl_bits >= XL_LONG_VECTOR || xl_row_is_bochs(row) ||
           (row->tier != XL_TIER_PR && strcmp(row->opt, "O0") == 0);
}

int xl_row_check_kernels(const struct xl_row *row, const char *const *kernels, size_t count,
                         struct xl_error *err)
{
    for (size_t p = 0; p < row->kernel_count; p++) {
        char similar[256];
        size_t k = 0;
        while (k < count && fnmatch(row->kernels[p], kernels[k], 0) != 0)
            k++;
        if (k < count)
            continue;
        xl_similar_names(row->kernels[p], kernels, count, similar, sizeof similar);
        return xl_fail(err, "%s: error: row %s: no kernel matches '%s'%s%s", row->where, row->name,
                       row->kernels[p], *similar ? "; similar: " : "", similar);
    }
    return 0;
}

int xl_row_list_check_kernels(const struct xl_row_list *list, const char *const *kernels,
                              size_t count, struct xl_error *err)
{
    for (size_t i = 0; i < list->count; i++)
        if (xl_row_check_kernels(&list->rows[i], kernels, count, err))
            return -1;
    return 0;
}

void xl_row_list_free(struct xl_row_list *list)
{
    xl_arena_free(&list->texts);
    free(list->rows);
    free(list->builds);
    free(list->skips);
    *list = (struct xl_row_list){0};
}
