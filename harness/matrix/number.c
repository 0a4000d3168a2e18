/* Numbers as GitHub's expressions read and write them.
 * SPDX-License-Identifier: MIT
 */
#include "matrix/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "matrix/utf8.h"

static size_t digits(const char *text, size_t length)
{
    size_t n = 0;
    while (n < length && text[n] >= '0' && text[n] <= '9')
        n++;
    return n;
}

/* The parts of a decimal: lengths of the sign, the digits before and after the point, and the rest.
 */
struct decimal {
    size_t sign, whole, point, fraction, exponent;
};

static bool split_decimal(const char *text, size_t length, struct decimal *out)
{
    const char *p = text;
    const char *end = text + length;
    out->sign = length > 0 && (*p == '-' || *p == '+');
    p += out->sign;
    out->whole = digits(p, (size_t)(end - p));
    p += out->whole;
    out->point = p < end && *p == '.';
    p += out->point;
    out->fraction = digits(p, (size_t)(end - p));
    p += out->fraction;
    out->exponent = (size_t)(end - p);
    if (out->whole == 0 && out->fraction == 0)
        return false;
    if (p == end)
        return true;
    if (*p != 'e' && *p != 'E')
        return false;
    p++;
    p += p < end && (*p == '-' || *p == '+');
    return p < end && digits(p, (size_t)(end - p)) == (size_t)(end - p);
}

bool xl_number_is_decimal(const char *text, size_t length)
{
    struct decimal parts;
    return split_decimal(text, length, &parts);
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

enum xl_radix xl_number_radix(const char *text, size_t length, double *out)
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
    if (xl_number_is_decimal(text, length))
        return strtod(text, NULL);
    double value;
    enum xl_radix radix = xl_number_radix(text, length, &value);
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

static size_t significant_digits(const char *text, size_t length)
{
    size_t count = 0;
    size_t trailing = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || (count == 0 && text[i] == '0'))
            continue;
        count++;
        trailing = text[i] == '0' ? trailing + 1 : 0;
    }
    return count - trailing;
}

bool xl_number_loses_digits(const char *text, size_t length)
{
    struct decimal parts;
    if (!split_decimal(text, length, &parts) || parts.exponent > 0)
        return false;
    if (parts.whole > 1 && text[parts.sign] == '0')
        return true;
    if (parts.fraction > 0 && text[length - 1] == '0')
        return true;
    return significant_digits(text, length) > 15;
}
