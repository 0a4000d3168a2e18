/* What a YAML scalar means: null, boolean, number or string.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define XL_TAG "tag:yaml.org,2002:"

static const struct {
    const char *text;
    enum xl_node_type type;
    double value;
} words[] = {
    {"", XL_NODE_NULL, 0},
    {"~", XL_NODE_NULL, 0},
    {"null", XL_NODE_NULL, 0},
    {"Null", XL_NODE_NULL, 0},
    {"NULL", XL_NODE_NULL, 0},
    {"true", XL_NODE_BOOL, 1},
    {"True", XL_NODE_BOOL, 1},
    {"TRUE", XL_NODE_BOOL, 1},
    {"false", XL_NODE_BOOL, 0},
    {"False", XL_NODE_BOOL, 0},
    {"FALSE", XL_NODE_BOOL, 0},
    {".inf", XL_NODE_NUMBER, INFINITY},
    {".Inf", XL_NODE_NUMBER, INFINITY},
    {".INF", XL_NODE_NUMBER, INFINITY},
    {"+.inf", XL_NODE_NUMBER, INFINITY},
    {"+.Inf", XL_NODE_NUMBER, INFINITY},
    {"+.INF", XL_NODE_NUMBER, INFINITY},
    {"-.inf", XL_NODE_NUMBER, -INFINITY},
    {"-.Inf", XL_NODE_NUMBER, -INFINITY},
    {"-.INF", XL_NODE_NUMBER, -INFINITY},
    {".nan", XL_NODE_NUMBER, NAN},
    {".NaN", XL_NODE_NUMBER, NAN},
    {".NAN", XL_NODE_NUMBER, NAN},
};

static bool resolve_word(struct xl_node *node)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(node->text, words[i].text) != 0)
            continue;
        node->type = words[i].type;
        node->boolean = words[i].type == XL_NODE_BOOL && words[i].value != 0;
        node->number = words[i].value;
        return true;
    }
    return false;
}

static int invalid(struct xl_error *err, const struct xl_node *node, const char *tag)
{
    return xl_node_error(err, node,
                         "The value '%s' on line %u and column %u is invalid for the type '%s'",
                         node->text, node->line, node->column, tag);
}

static int resolve_number(struct xl_node *node, struct xl_error *err)
{
    if (xl_number_is_decimal(node->text, node->count)) {
        node->type = XL_NODE_NUMBER;
        node->number = strtod(node->text, NULL);
        return 0;
    }
    switch (xl_number_radix(node->text, node->count, &node->number)) {
    case XL_RADIX_NUMBER:
        node->type = XL_NODE_NUMBER;
        return 0;
    case XL_RADIX_TOO_BIG:
        return invalid(err, node, XL_TAG "int");
    case XL_RADIX_NONE:
        break;
    }
    return 0;
}

/* Whether a plain scalar's own meaning is what its tag demands. GitHub's int takes no fraction and
 * no exponent, its float no prefix. */
static bool fits_tag(const struct xl_node *node, const char *type)
{
    const bool has_prefix = node->count > 1 && (node->text[1] == 'x' || node->text[1] == 'o');
    if (strcmp(type, "null") == 0)
        return node->type == XL_NODE_NULL;
    if (strcmp(type, "bool") == 0)
        return node->type == XL_NODE_BOOL;
    if (node->type != XL_NODE_NUMBER)
        return false;
    if (strcmp(type, "float") == 0)
        return !has_prefix;
    return has_prefix || strpbrk(node->text, ".eE") == NULL;
}

static int resolve_tagged(struct xl_node *node, const char *tag, struct xl_error *err)
{
    static const char *const types[] = {"null", "bool", "int", "float"};
    const char *type = strncmp(tag, XL_TAG, strlen(XL_TAG)) == 0 ? tag + strlen(XL_TAG) : "";
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (strcmp(type, types[i]) != 0)
            continue;
        if (!resolve_word(node) && resolve_number(node, err) != 0)
            return -1;
        return fits_tag(node, type) ? 0 : invalid(err, node, tag);
    }
    return xl_node_error(err, node, "Unexpected tag '%s'", tag);
}

int xl_scalar_resolve(struct xl_node *node, const char *tag, bool quoted, struct xl_error *err)
{
    node->type = XL_NODE_STRING;
    node->plain = !quoted && tag == NULL;
    if (tag == NULL) {
        if (quoted || resolve_word(node))
            return 0;
        return resolve_number(node, err);
    }
    if (strcmp(tag, XL_TAG "str") == 0)
        return 0;
    if (quoted)
        return xl_node_error(err, node, "a quoted scalar cannot have the tag '%s'", tag);
    return resolve_tagged(node, tag, err);
}
