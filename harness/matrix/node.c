/* A node of a YAML document: what it is, and where it stands.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/node.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct xl_node *xl_node_get(const struct xl_node *mapping, const char *key)
{
    if (mapping->type != XL_NODE_MAPPING)
        return NULL;
    for (size_t i = 0; i < mapping->count; i++)
        if (strcmp(mapping->pairs[i].key->text, key) == 0)
            return mapping->pairs[i].value;
    return NULL;
}

const char *xl_node_text(const struct xl_node *scalar, char buffer[XL_NUMBER_TEXT])
{
    switch (scalar->type) {
    case XL_NODE_BOOL:
        return scalar->boolean ? "true" : "false";
    case XL_NODE_NUMBER:
        xl_number_g15(scalar->number, buffer);
        return buffer;
    case XL_NODE_STRING:
        return scalar->text;
    default:
        return "";
    }
}

int xl_node_error(struct xl_error *err, const struct xl_node *node, const char *fmt, ...)
{
    struct xl_error message;
    va_list args;
    va_start(args, fmt);
    xl_error_vset(&message, fmt, args);
    va_end(args);
    xl_error_set(err, "%s:%u:%u: error: %s", node->file, node->line, node->column, message.text);
    return -1;
}

int xl_node_unexpected(struct xl_error *err, const struct xl_node *node)
{
    if (node->type == XL_NODE_SEQUENCE)
        return xl_node_error(err, node, "A sequence was not expected");
    if (node->type == XL_NODE_MAPPING)
        return xl_node_error(err, node, "A mapping was not expected");
    if (node->expression)
        return xl_node_error(err, node, "'%s' is an expression, which only GitHub can evaluate",
                             node->text);
    char buffer[XL_NUMBER_TEXT];
    return xl_node_error(err, node, "Unexpected value '%s'", xl_node_text(node, buffer));
}
