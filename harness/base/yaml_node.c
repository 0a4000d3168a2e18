/* A node of a YAML document: what it is, and where it stands.
 * SPDX-License-Identifier: MIT
 */
#include "base/yaml_nodes.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/unicode.h"

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

enum { XL_FEW_NAMES = 5 };

int xl_node_one_of(const struct xl_node *node, const char *what, const char *text,
                   const char *const *names, size_t count, struct xl_error *err)
{
    char similar[200];
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return (int)i;
    xl_similar_names(text, names, count, similar, sizeof similar);
    const bool is_similar = *similar != '\0';
    for (size_t i = 0; i < count && count <= XL_FEW_NAMES && !is_similar; i++)
        xl_append(similar, sizeof similar, "%s%s", i ? ", " : "", names[i]);
    return xl_node_error(err, node, "unknown %s '%s'%s%s", what, text,
                         is_similar ? "; similar: "
                         : *similar ? "; known: "
                                    : "",
                         similar);
}

int xl_node_check_keys(const struct xl_node *mapping, const char *what, const char *const *names,
                       size_t count, struct xl_error *err)
{
    for (size_t i = 0; i < mapping->count; i++) {
        const struct xl_node *key = mapping->pairs[i].key;
        if (xl_node_one_of(key, what, key->text, names, count, err) < 0)
            return -1;
    }
    return 0;
}

/* Numbers as GitHub's expressions read and write them. */

enum radix {
    XL_RADIX_NONE,    /* neither 0x... nor 0o... */
    XL_RADIX_NUMBER,  /* read */
    XL_RADIX_TOO_BIG, /* more than 32 bits */
};

static size_t digits(const char *text, size_t length)
{
    size_t n = 0;
    while (n < length && text[n] >= '0' && text[n] <= '9')
        n++;
    return n;
}

/* [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)? and nothing more. */
static bool is_decimal(const char *text, size_t length)
{
    const char *p = text;
    const char *end = text + length;
    p += p < end && (*p == '-' || *p == '+');
    const size_t whole = digits(p, (size_t)(end - p));
    p += whole;
    p += p < end && *p == '.';
    const size_t fraction = digits(p, (size_t)(end - p));
    p += fraction;
    if (whole == 0 && fraction == 0)
        return false;
    if (p == end)
        return true;
    if (*p != 'e' && *p != 'E')
        return false;
    p++;
    p += p < end && (*p == '-' || *p == '+');
    return p < end && digits(p, (size_t)(end - p)) == (size_t)(end - p);
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* 0x and 0o as 32 bits two's complement, so that 0xFFFFFFFF is -1. */
static enum radix read_radix(const char *text, size_t length, double *out)
{
    if (length < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'o'))
        return XL_RADIX_NONE;
    const int radix = text[1] == 'x' ? 16 : 8;
    uint64_t value = 0;
    for (size_t i = 2; i < length; i++) {
        int digit = digit_value(text[i]);
        if (digit >= radix)
            return XL_RADIX_NONE;
        if (value <= UINT32_MAX)
            value = value * (unsigned)radix + (unsigned)digit;
    }
    if (value > UINT32_MAX)
        return XL_RADIX_TOO_BIG;
    *out = value > INT32_MAX ? (double)value - 4294967296.0 : (double)value;
    return XL_RADIX_NUMBER;
}

/* .NET's Char.IsWhiteSpace. */
static bool is_blank(int32_t code)
{
    static const int32_t ranges[][2] = {
        {0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
        {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000},
    };
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

static void trim(const char **text, size_t *length)
{
    const char *end = *text + *length;
    const char *first = NULL;
    const char *last = *text; /* end of the last character that is not blank */
    for (const char *p = *text; p < end;) {
        const char *start = p;
        int32_t code = xl_utf8_next(&p, end);
        if (code < 0)
            p++;
        if (is_blank(code))
            continue;
        first = first != NULL ? first : start;
        last = p;
    }
    *text = first != NULL ? first : *text;
    *length = first != NULL ? (size_t)(last - first) : 0;
}

static double number_of_word(const char *text, size_t length)
{
    const size_t sign = length > 0 && (*text == '-' || *text == '+');
    if (length - sign == 8 && strncasecmp(text + sign, "infinity", 8) == 0)
        return *text == '-' ? -INFINITY : INFINITY;
    return NAN;
}

double xl_number_of_text(const char *text, size_t length)
{
    trim(&text, &length);
    if (length == 0)
        return 0;
    if (is_decimal(text, length))
        return strtod(text, NULL);
    double value;
    enum radix radix = read_radix(text, length, &value);
    if (radix == XL_RADIX_NONE)
        return number_of_word(text, length);
    return radix == XL_RADIX_NUMBER ? value : NAN;
}

static bool write_special(double value, char out[XL_NUMBER_TEXT])
{
    if (isfinite(value))
        return false;
    strcpy(out, isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    return true;
}

/* C writes e+20 and e-05; the sign and the zeros say nothing. */
static void tidy_exponent(char *text)
{
    char *e = strchr(text, 'e');
    if (e == NULL)
        return;
    char *to = e + 1;
    char *from = to;
    if (*from == '-')
        to = ++from;
    else if (*from == '+')
        from++;
    while (*from == '0' && from[1] != '\0')
        from++;
    memmove(to, from, strlen(from) + 1);
}

void xl_number_text(double value, char out[XL_NUMBER_TEXT])
{
    if (write_special(value, out))
        return;
    if (floor(value) == value && fabs(value) < 9223372036854775808.0) {
        snprintf(out, XL_NUMBER_TEXT, "%lld", (long long)value);
        return;
    }
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(out, XL_NUMBER_TEXT, "%.*g", precision, value);
        if (strtod(out, NULL) == value)
            break;
    }
    tidy_exponent(out);
}

void xl_number_g15(double value, char out[XL_NUMBER_TEXT])
{
    if (!write_special(value, out))
        snprintf(out, XL_NUMBER_TEXT, "%.15G", value == 0 ? 0.0 : value);
}

/* What a YAML scalar means: null, boolean, number or string. */

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
    if (is_decimal(node->text, node->count)) {
        node->type = XL_NODE_NUMBER;
        node->number = strtod(node->text, NULL);
        return 0;
    }
    switch (read_radix(node->text, node->count, &node->number)) {
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
