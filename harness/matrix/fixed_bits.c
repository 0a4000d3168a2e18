/* Reads for which vector length the options of crosslane.yml compile code.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/fixed_bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/yaml_nodes.h"
#include "matrix/compilers.h"

enum { XL_LEAST_OF_V = 128 /* zvl128b is part of V */ };

/* Of each family with vectors of several lengths. */
static const struct {
    const char *family, *option;
} options[] = {{"sve", "-msve-vector-bits="}, {"rvv", "-mrvv-vector-bits="}};

/* What the items of a row say, the last one first. */
struct found {
    const struct xl_row *row;
    const char *option;
    const struct xl_node *node; /* with the option; NULL: none */
    unsigned bits;              /* 0: of any length */
    bool is_zvl;
    unsigned zvl; /* of zvlNb; 0: none */
};

/* Whether the items of this selector are for the row: all words hold. Options for a single file do
 * not decide: a dispatcher may choose it where it is right. */
static bool selects(const struct xl_node *key, const struct xl_row *row)
{
    char *words = xl_copy_text(key->text), *rest = NULL;
    bool is = true;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        is &= strcmp(word, "all") == 0 || xl_compiler_is_meant(word, row->compiler) ||
              strcmp(word, row->arch->name) == 0 || strcmp(word, row->isa->name) == 0;
    free(words);
    return is;
}

/* An item may have several options: -DCMAKE_C_FLAGS=-O2 -msve-vector-bits=256. */
static void read_text(const struct xl_node *node, struct found *f)
{
    char buffer[XL_NUMBER_TEXT], *end;
    const char *text = xl_node_text(node, buffer);
    for (const char *at = text; (at = strstr(at, f->option));) {
        at += strlen(f->option);
        f->node = node;
        f->is_zvl = strncmp(at, "zvl", 3) == 0;
        f->bits = (unsigned)strtoul(at, &end, 10);
        if (*end == '+') /* clang: at least so many */
            f->bits = 0;
    }
    for (const char *at = text; (at = strstr(at, "zvl"));) {
        at += strlen("zvl");
        const unsigned bits = (unsigned)strtoul(at, &end, 10);
        if (*end == 'b' && bits > f->zvl)
            f->zvl = bits;
    }
}

static void read_items(const struct xl_node *items, struct found *f)
{
    if (!items || items->type == XL_NODE_NULL)
        return;
    if (items->type == XL_NODE_MAPPING)
        for (size_t i = 0; i < items->count; i++) {
            if (selects(items->pairs[i].key, f->row))
                read_items(items->pairs[i].value, f);
        }
    else if (items->type == XL_NODE_SEQUENCE)
        for (size_t i = 0; i < items->count; i++)
            read_items(items->items[i], f);
    else
        read_text(items, f);
}

static const char *option_of(const struct xl_row *row)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(row->isa->family, options[i].family) == 0)
            return options[i].option;
    return NULL;
}

/* Whether an earlier row of the family has vectors of the same length. */
static bool is_repeated(const struct xl_row_list *list, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (list->rows[k].vl_bits == list->rows[i].vl_bits &&
            strcmp(list->rows[k].isa->family, list->rows[i].isa->family) == 0)
            return true;
    return false;
}

/* Sets the error, unless some row of the family has vectors of this length. */
static int check_length(const struct found *f, const struct xl_row_list *list, struct xl_error *err)
{
    char lengths[200] = "", value[16] = "zvl";
    if (!f->is_zvl)
        snprintf(value, sizeof value, "%u", f->bits);
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (strcmp(row->isa->family, f->row->isa->family) != 0)
            continue;
        if (row->vl_bits == f->bits)
            return 0;
        if (!is_repeated(list, i))
            xl_append(lengths, sizeof lengths, "%s%u", *lengths ? ", " : "", row->vl_bits);
    }
    return xl_node_error(err, f->node,
                         "'%s%s': no row of %s has vectors of %u bits, but of %s: add a CPU to "
                         "`include` of 'rows'",
                         f->option, value, f->row->isa->name, f->bits, lengths);
}

/* The length that the items compile for. Returns 0, or -1 with err. */
static int read_length(const struct xl_node *const *items, size_t count, const struct xl_row *row,
                       const struct xl_row_list *list, unsigned *bits, struct xl_error *err)
{
    struct found f = {.row = row, .option = option_of(row)};
    for (size_t i = 0; i < count && f.option; i++)
        read_items(items[i], &f);
    if (f.is_zvl)
        f.bits = f.zvl ? f.zvl : XL_LEAST_OF_V;
    *bits = f.bits;
    return f.bits ? check_length(&f, list, err) : 0;
}

int xl_fixed_bits_read(const struct xl_node *root, struct xl_row_list *list, struct xl_error *err)
{
    const struct xl_node *suite = xl_node_get(root, "suite"),
                         *const of_kernels[] = {xl_node_get(root, "arguments"),
                                                xl_node_get(root, "options")},
                         *const of_suite[] = {suite ? xl_node_get(suite, "arguments") : NULL};
    int failed = 0;
    for (size_t i = 0; i < list->count && !failed; i++) {
        struct xl_row *row = &list->rows[i];
        failed = read_length(of_kernels, 2, row, list, &row->kernels_bits, err) ||
                 read_length(of_suite, 1, row, list, &row->suite_bits, err);
    }
    return failed ? -1 : 0;
}
