/* Reads the expected skips of a matrix file.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/skips.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "matrix/fields.h"

static const char *const keys[] = {"row", "kernel", "reason", "machine"};

enum { XL_MAX_SKIPS = 1000, XL_KEYS = sizeof keys / sizeof keys[0] };

/* Returns 0, or -1 with err. An optional key that is missing leaves *out NULL. */
static int read_key(const struct xl_node *skip, const char *key, bool needed, char **out,
                    struct xl_error *err)
{
    const struct xl_node *node = xl_node_get(skip, key);
    char buffer[XL_NUMBER_TEXT];
    if (!node && !needed)
        return 0;
    if (!node || node->type == XL_NODE_MAPPING || node->type == XL_NODE_SEQUENCE ||
        node->type == XL_NODE_NULL)
        return xl_node_error(err, node ? node : skip, "a skip needs '%s', a single value", key);
    *out = xl_copy_text(xl_node_text(node, buffer));
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
    for (size_t i = 0; i < node->count; i++)
        if (xl_node_one_of(node->pairs[i].key, "key", node->pairs[i].key->text, keys, XL_KEYS,
                           err) < 0)
            return -1;
    skip->where = xl_format("%s:%u", node->file, node->line);
    if (read_key(node, "row", true, &skip->row, err) ||
        read_key(node, "kernel", false, &skip->kernel, err) ||
        read_key(node, "reason", true, &skip->reason, err) ||
        read_machine(node, &skip->depends_on_machine, err))
        return -1;
    if (!*skip->reason)
        return xl_node_error(err, node, "a skip needs a reason");
    if (!matches_a_row(list, skip->row))
        return xl_node_error(err, node, "no row matches '%s'", skip->row);
    return 0;
}

int xl_skips_read(const struct xl_node *skips, struct xl_row_list *list, struct xl_error *err)
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

void xl_skips_free(struct xl_row_list *list)
{
    for (size_t i = 0; i < list->skip_count; i++) {
        free(list->skips[i].row);
        free(list->skips[i].kernel);
        free(list->skips[i].reason);
        free(list->skips[i].where);
    }
    free(list->skips);
}
