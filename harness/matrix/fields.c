/* Fields of an expanded row of matrix.yml: keys of the row, or of the object under `cpu`.
 * SPDX-License-Identifier: MIT
 *
 * GitHub's matrices cannot multiply includes; an axis of objects can.
 */
#include "matrix/fields.h"

#include <string.h>

#include "base/text.h"

const struct xl_node *xl_field(const struct xl_matrix_row *row, const char *name)
{
    const struct xl_node *value = xl_matrix_row_get(row, name);
    const struct xl_node *cpu = xl_matrix_row_get(row, "cpu");
    return value || !cpu ? value : xl_node_get(cpu, name);
}

int xl_node_one_of(const struct xl_node *node, const char *what, const char *text,
                   const char *const *names, size_t count, struct xl_error *err)
{
    char similar[200];
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return (int)i;
    xl_similar_names(text, names, count, similar, sizeof similar);
    return xl_node_error(err, node, "unknown %s '%s'; similar: %s", what, text, similar);
}

int xl_fields_check(const struct xl_matrix_row *row, const char *const *names, size_t count,
                    struct xl_error *err)
{
    for (size_t i = 0; i < row->count; i++)
        if (xl_node_one_of(row->cells[i].key, "key", row->cells[i].key->text, names, count, err) <
            0)
            return -1;
    const struct xl_node *cpu = xl_matrix_row_get(row, "cpu");
    if (cpu && cpu->type != XL_NODE_MAPPING)
        return xl_node_error(err, cpu, "cpu must be a mapping of %s and other fields", names[0]);
    for (size_t i = 0; cpu && i < cpu->count; i++)
        if (xl_node_one_of(cpu->pairs[i].key, "key", cpu->pairs[i].key->text, names, count, err) <
            0)
            return -1;
    return 0;
}

const char *xl_field_text(const struct xl_matrix_row *row, const char *name,
                          char buffer[XL_NUMBER_TEXT], struct xl_error *err)
{
    const struct xl_node *node = xl_field(row, name);
    if (!node) {
        xl_node_error(err, row->cells[0].value, "missing '%s'", name);
        return NULL;
    }
    if (node->type == XL_NODE_MAPPING || node->type == XL_NODE_SEQUENCE ||
        node->type == XL_NODE_NULL) {
        xl_node_error(err, node, "'%s' must be a single value", name);
        return NULL;
    }
    return xl_node_text(node, buffer);
}

int xl_field_choice(const struct xl_matrix_row *row, const char *name, const char *const *names,
                    size_t count, struct xl_error *err)
{
    char buffer[XL_NUMBER_TEXT];
    const char *text = xl_field_text(row, name, buffer, err);
    return text ? xl_node_one_of(xl_field(row, name), name, text, names, count, err) : -1;
}
