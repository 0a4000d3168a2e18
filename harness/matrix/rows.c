/* The rows of matrix.yml, checked: every arch, ISA, compiler and key in them is known.
 * SPDX-License-Identifier: MIT
 *
 * A field of a row is a key of its own, or of the object under `cpu`: GitHub's matrices cannot
 * multiply includes, an axis of objects can.
 */
#include "matrix/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix/load.h"
#include "nearest.h"

static const char *const fields[] = {"arch",  "name", "qemu_cpu", "isa", "vl",
                                     "lacks", "tier", "compiler", "opt", "cpu"};
static const char *const compilers[] = {"gcc", "llvm"};
static const char *const levels[] = {"O0", "O2", "O3"};
static const char *const tiers[XL_TIERS] = {"pr", "trunk", "full"};

#define XL_COUNT_OF(A) (sizeof(A) / sizeof((A)[0]))

const char *xl_tier_name(enum xl_tier tier)
{
    return tiers[tier];
}

static const struct xl_node *field(const struct xl_matrix_row *row, const char *name)
{
    const struct xl_node *value = xl_matrix_row_get(row, name);
    const struct xl_node *cpu = xl_matrix_row_get(row, "cpu");
    return value || !cpu ? value : xl_node_get(cpu, name);
}

static int known(const struct xl_node *node, const char *what, const char *text,
                 const char *const *names, size_t count, struct xl_error *err)
{
    char nearest[200];
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return (int)i;
    xl_nearest(text, names, count, nearest, sizeof nearest);
    return xl_node_error(err, node, "unknown %s '%s'; the nearest: %s", what, text, nearest);
}

static int check_keys(const struct xl_matrix_row *row, struct xl_error *err)
{
    for (size_t i = 0; i < row->count; i++)
        if (known(row->cells[i].key, "key", row->cells[i].key->text, fields, XL_COUNT_OF(fields),
                  err) < 0)
            return -1;
    const struct xl_node *cpu = xl_matrix_row_get(row, "cpu");
    if (cpu && cpu->type != XL_NODE_MAPPING)
        return xl_node_error(err, cpu, "cpu must be a mapping of %s and other fields", fields[0]);
    for (size_t i = 0; cpu && i < cpu->count; i++)
        if (known(cpu->pairs[i].key, "key", cpu->pairs[i].key->text, fields, XL_COUNT_OF(fields),
                  err) < 0)
            return -1;
    return 0;
}

/* The text of a scalar field; NULL with err if it is absent or no scalar. */
static const char *text_field(const struct xl_matrix_row *row, const char *name,
                              char buffer[XL_NUMBER_TEXT], struct xl_error *err)
{
    const struct xl_node *node = field(row, name);
    if (!node) {
        xl_node_error(err, row->cells[0].value, "the row has no '%s'", name);
        return NULL;
    }
    if (node->type == XL_NODE_MAPPING || node->type == XL_NODE_SEQUENCE ||
        node->type == XL_NODE_NULL) {
        xl_node_error(err, node, "'%s' must be a single value", name);
        return NULL;
    }
    return xl_node_text(node, buffer);
}

static int choice_field(const struct xl_matrix_row *row, const char *name, const char *const *names,
                        size_t count, struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    const char *text = text_field(row, name, buffer, err);
    return text ? known(field(row, name), name, text, names, count, err) : -1;
}

static int arch_field(const struct xl_matrix_row *row, struct xl_row *out, struct xl_error *err)
{
    const char *names[16];
    for (size_t i = 0; i < xl_arch_count; i++)
        names[i] = xl_arches[i].name;
    int arch = choice_field(row, "arch", names, xl_arch_count, err);
    out->arch = arch < 0 ? NULL : &xl_arches[arch];
    return arch < 0 ? -1 : 0;
}

static const struct xl_isa *known_isa(const struct xl_node *node, const struct xl_arch *arch,
                                      struct xl_error *err)
{
    const char *names[64];
    char buffer[XL_NUMBER_TEXT], what[64];
    size_t count = 0;
    if (node->type == XL_NODE_MAPPING || node->type == XL_NODE_SEQUENCE) {
        xl_node_error(err, node, "an ISA must be a single name");
        return NULL;
    }
    const char *name = xl_node_text(node, buffer);
    const struct xl_isa *isa = xl_isa_find(arch->name, name);
    for (size_t i = 0; i < xl_isa_count; i++)
        if (strcmp(xl_isas[i].arch, arch->name) == 0 || strcmp(xl_isas[i].arch, "scalar") == 0)
            names[count++] = xl_isas[i].name;
    snprintf(what, sizeof what, "ISA of %s", arch->name);
    if (!isa)
        known(node, what, name, names, count, err);
    return isa;
}

static int isa_fields(const struct xl_matrix_row *row, struct xl_row *out, struct xl_error *err)
{
    const struct xl_node *isa = field(row, "isa"), *lacks = field(row, "lacks"),
                         *vl = field(row, "vl");
    if (!isa)
        return xl_node_error(err, row->cells[0].value, "the row has no 'isa'");
    out->isa = known_isa(isa, out->arch, err);
    if (!out->isa)
        return -1;
    if (lacks && (lacks->type != XL_NODE_SEQUENCE || lacks->count > XL_MAX_LACKS))
        return xl_node_error(err, lacks, "'lacks' must be a list of at most %d ISAs", XL_MAX_LACKS);
    for (size_t i = 0; lacks && i < lacks->count; i++)
        if (!(out->lacks[i] = known_isa(lacks->items[i], out->arch, err)))
            return -1;
    if (!vl || vl->type != XL_NODE_NUMBER || vl->number < 0 || vl->number > 65536)
        return xl_node_error(err, vl ? vl : isa,
                             "the row needs 'vl', its vector length in bits (0 for scalar)");
    out->vl_bits = (unsigned)vl->number;
    return 0;
}

static char *format(const char *a, const char *b, const char *c, const char *d)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + strlen(d) + 4;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s%s%s%s%s%s", a, *b ? "-" : "", b, *c ? "-" : "", c, *d ? "-" : "",
                 d);
    return text;
}

static int name_row(const struct xl_matrix_row *row, struct xl_row *out, struct xl_error *err)
{
    char name_buffer[XL_NUMBER_TEXT], cpu_buffer[XL_NUMBER_TEXT];
    const char *name = text_field(row, "name", name_buffer, err);
    const char *cpu = name ? text_field(row, "qemu_cpu", cpu_buffer, err) : NULL;
    if (!cpu)
        return -1;
    /* Names become file names, ctest patterns and job names. */
    if (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")])
        return xl_node_error(err, field(row, "name"),
                             "a name has letters, digits, '_' and '.': '%s'", name);
    const struct xl_node *node = field(row, "qemu_cpu");
    char where[512];
    snprintf(where, sizeof where, "%s:%u:%u", node->file, node->line, node->column);
    out->name = format(out->arch->name, name, out->compiler, out->opt);
    out->build = format(out->arch->name, out->compiler, out->opt, "");
    out->qemu_cpu = strdup(cpu);
    out->where = strdup(where);
    if (out->name && out->build && out->qemu_cpu && out->where)
        return 0;
    xl_error_set(err, "out of memory");
    return -1;
}

static int read_row(const struct xl_matrix_row *row, struct xl_row *out, struct xl_error *err)
{
    int tier = 0, compiler = 0, opt = 0;
    if (check_keys(row, err) || arch_field(row, out, err) || isa_fields(row, out, err))
        return -1;
    if ((tier = choice_field(row, "tier", tiers, XL_TIERS, err)) < 0 ||
        (compiler = choice_field(row, "compiler", compilers, XL_COUNT_OF(compilers), err)) < 0 ||
        (opt = choice_field(row, "opt", levels, XL_COUNT_OF(levels), err)) < 0)
        return -1;
    out->tier = (enum xl_tier)tier;
    out->compiler = compilers[compiler];
    out->opt = levels[opt];
    return name_row(row, out, err);
}

static int check_unique(const struct xl_row_list *list, struct xl_error *err)
{
    for (size_t i = 0; i < list->count; i++) {
        for (size_t k = 0; k < i; k++) {
            /* The analyzer does not see that a row that was read has a name. */
            /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
            if (strcmp(list->rows[i].name, list->rows[k].name) == 0) {
                xl_error_set(err, "%s: error: two rows are named %s; the other is at %s",
                             list->rows[i].where, list->rows[i].name, list->rows[k].where);
                return -1;
            }
        }
    }
    return 0;
}

static int read_document(const struct xl_node *root, struct xl_row_list *list, struct xl_error *err)
{
    const struct xl_node *test = xl_node_get(root, "test");
    struct xl_rows expanded = {0};
    *list = (struct xl_row_list){0};
    if (!test)
        return xl_node_error(err, root, "there is no matrix 'test'");
    for (size_t i = 0; i < root->count; i++)
        if (strcmp(root->pairs[i].key->text, "test") != 0)
            return xl_node_error(err, root->pairs[i].key, "unknown key '%s'; the nearest: test",
                                 root->pairs[i].key->text);
    int status = xl_matrix_expand(test, NULL, &expanded, err);
    list->rows = status ? NULL : calloc(expanded.count + 1, sizeof *list->rows);
    if (!status && !list->rows) {
        xl_error_set(err, "out of memory");
        status = -1;
    }
    for (size_t i = 0; !status && i < expanded.count; i++) {
        list->count = i + 1;
        status = read_row(&expanded.rows[i], &list->rows[i], err);
    }
    for (size_t i = 0; i < expanded.warning_count; i++)
        fprintf(stderr, "%s\n", expanded.warnings[i].text);
    xl_rows_free(&expanded);
    return status ? status : check_unique(list, err);
}

int xl_row_list_read(const char *file, struct xl_row_list *list, struct xl_error *err)
{
    struct xl_yaml *doc = NULL;
    char *text;
    size_t size;
    *list = (struct xl_row_list){0};
    if (xl_file_read(file, &text, &size, err))
        return -1;
    int status = xl_yaml_parse(file, text, size, &doc, err);
    free(text);
    if (!status)
        status = read_document(xl_yaml_root(doc), list, err);
    xl_yaml_free(doc);
    if (status)
        xl_row_list_free(list);
    return status;
}

void xl_row_list_free(struct xl_row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->rows[i].name);
        free(list->rows[i].build);
        free(list->rows[i].qemu_cpu);
        free(list->rows[i].where);
    }
    free(list->rows);
    *list = (struct xl_row_list){0};
}
