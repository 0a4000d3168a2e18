/* Unicode text: decoding, and comparison without regard to case.
 * SPDX-License-Identifier: MIT
 */
#include "base/unicode.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct fold_run {
    int32_t first, last, step, difference;
};

/* Unicode 14.0's simple upper case of code points from U+0080 on, made from Python's unicodedata.
 * Left out, as .NET leaves them out: U+0131 and U+017F, whose upper case is ASCII. */
static const struct fold_run fold_runs[] = {
    {0x00B5, 0x00B5, 1, 743},    {0x00E0, 0x00F6, 1, -32},   {0x00F8, 0x00FE, 1, -32},
    {0x00FF, 0x00FF, 1, 121},    {0x0101, 0x012F, 2, -1},    {0x0133, 0x0137, 2, -1},
    {0x013A, 0x0148, 2, -1},     {0x014B, 0x0177, 2, -1},    {0x017A, 0x017E, 2, -1},
    {0x0180, 0x0180, 1, 195},    {0x0183, 0x0185, 2, -1},    {0x0188, 0x0188, 1, -1},
    {0x018C, 0x018C, 1, -1},     {0x0192, 0x0192, 1, -1},    {0x0195, 0x0195, 1, 97},
    {0x0199, 0x0199, 1, -1},     {0x019A, 0x019A, 1, 163},   {0x019E, 0x019E, 1, 130},
    {0x01A1, 0x01A5, 2, -1},     {0x01A8, 0x01A8, 1, -1},    {0x01AD, 0x01AD, 1, -1},
    {0x01B0, 0x01B0, 1, -1},     {0x01B4, 0x01B6, 2, -1},    {0x01B9, 0x01B9, 1, -1},
    {0x01BD, 0x01BD, 1, -1},     {0x01BF, 0x01BF, 1, 56},    {0x01C5, 0x01C5, 1, -1},
    {0x01C6, 0x01C6, 1, -2},     {0x01C8, 0x01C8, 1, -1},    {0x01C9, 0x01C9, 1, -2},
    {0x01CB, 0x01CB, 1, -1},     {0x01CC, 0x01CC, 1, -2},    {0x01CE, 0x01DC, 2, -1},
    {0x01DD, 0x01DD, 1, -79},    {0x01DF, 0x01EF, 2, -1},    {0x01F2, 0x01F2, 1, -1},
    {0x01F3, 0x01F3, 1, -2},     {0x01F5, 0x01F5, 1, -1},    {0x01F9, 0x021F, 2, -1},
    {0x0223, 0x0233, 2, -1},     {0x023C, 0x023C, 1, -1},    {0x023F, 0x0240, 1, 10815},
    {0x0242, 0x0242, 1, -1},     {0x0247, 0x024F, 2, -1},    {0x0250, 0x0250, 1, 10783},
    {0x0251, 0x0251, 1, 10780},  {0x0252, 0x0252, 1, 10782}, {0x0253, 0x0253, 1, -210},
    {0x0254, 0x0254, 1, -206},   {0x0256, 0x0257, 1, -205},  {0x0259, 0x0259, 1, -202},
    {0x025B, 0x025B, 1, -203},   {0x025C, 0x025C, 1, 42319}, {0x0260, 0x0260, 1, -205},
    {0x0261, 0x0261, 1, 42315},  {0x0263, 0x0263, 1, -207},  {0x0265, 0x0265, 1, 42280},
    {0x0266, 0x0266, 1, 42308},  {0x0268, 0x0268, 1, -209},  {0x0269, 0x0269, 1, -211},
    {0x026A, 0x026A, 1, 42308},  {0x026B, 0x026B, 1, 10743}, {0x026C, 0x026C, 1, 42305},
    {0x026F, 0x026F, 1, -211},   {0x0271, 0x0271, 1, 10749}, {0x0272, 0x0272, 1, -213},
    {0x0275, 0x0275, 1, -214},   {0x027D, 0x027D, 1, 10727}, {0x0280, 0x0280, 1, -218},
    {0x0282, 0x0282, 1, 42307},  {0x0283, 0x0283, 1, -218},  {0x0287, 0x0287, 1, 42282},
    {0x0288, 0x0288, 1, -218},   {0x0289, 0x0289, 1, -69},   {0x028A, 0x028B, 1, -217},
    {0x028C, 0x028C, 1, -71},    {0x0292, 0x0292, 1, -219},  {0x029D, 0x029D, 1, 42261},
    {0x029E, 0x029E, 1, 42258},  {0x0345, 0x0345, 1, 84},    {0x0371, 0x0373, 2, -1},
    {0x0377, 0x0377, 1, -1},     {0x037B, 0x037D, 1, 130},   {0x03AC, 0x03AC, 1, -38},
    {0x03AD, 0x03AF, 1, -37},    {0x03B1, 0x03C1, 1, -32},   {0x03C2, 0x03C2, 1, -31},
    {0x03C3, 0x03CB, 1, -32},    {0x03CC, 0x03CC, 1, -64},   {0x03CD, 0x03CE, 1, -63},
    {0x03D0, 0x03D0, 1, -62},    {0x03D1, 0x03D1, 1, -57},   {0x03D5, 0x03D5, 1, -47},
    {0x03D6, 0x03D6, 1, -54},    {0x03D7, 0x03D7, 1, -8},    {0x03D9, 0x03EF, 2, -1},
    {0x03F0, 0x03F0, 1, -86},    {0x03F1, 0x03F1, 1, -80},   {0x03F2, 0x03F2, 1, 7},
    {0x03F3, 0x03F3, 1, -116},   {0x03F5, 0x03F5, 1, -96},   {0x03F8, 0x03F8, 1, -1},
    {0x03FB, 0x03FB, 1, -1},     {0x0430, 0x044F, 1, -32},   {0x0450, 0x045F, 1, -80},
    {0x0461, 0x0481, 2, -1},     {0x048B, 0x04BF, 2, -1},    {0x04C2, 0x04CE, 2, -1},
    {0x04CF, 0x04CF, 1, -15},    {0x04D1, 0x052F, 2, -1},    {0x0561, 0x0586, 1, -48},
    {0x10D0, 0x10FA, 1, 3008},   {0x10FD, 0x10FF, 1, 3008},  {0x13F8, 0x13FD, 1, -8},
    {0x1C80, 0x1C80, 1, -6254},  {0x1C81, 0x1C81, 1, -6253}, {0x1C82, 0x1C82, 1, -6244},
    {0x1C83, 0x1C84, 1, -6242},  {0x1C85, 0x1C85, 1, -6243}, {0x1C86, 0x1C86, 1, -6236},
    {0x1C87, 0x1C87, 1, -6181},  {0x1C88, 0x1C88, 1, 35266}, {0x1D79, 0x1D79, 1, 35332},
    {0x1D7D, 0x1D7D, 1, 3814},   {0x1D8E, 0x1D8E, 1, 35384}, {0x1E01, 0x1E95, 2, -1},
    {0x1E9B, 0x1E9B, 1, -59},    {0x1EA1, 0x1EFF, 2, -1},    {0x1F00, 0x1F07, 1, 8},
    {0x1F10, 0x1F15, 1, 8},      {0x1F20, 0x1F27, 1, 8},     {0x1F30, 0x1F37, 1, 8},
    {0x1F40, 0x1F45, 1, 8},      {0x1F51, 0x1F57, 2, 8},     {0x1F60, 0x1F67, 1, 8},
    {0x1F70, 0x1F71, 1, 74},     {0x1F72, 0x1F75, 1, 86},    {0x1F76, 0x1F77, 1, 100},
    {0x1F78, 0x1F79, 1, 128},    {0x1F7A, 0x1F7B, 1, 112},   {0x1F7C, 0x1F7D, 1, 126},
    {0x1F80, 0x1F87, 1, 8},      {0x1F90, 0x1F97, 1, 8},     {0x1FA0, 0x1FA7, 1, 8},
    {0x1FB0, 0x1FB1, 1, 8},      {0x1FB3, 0x1FB3, 1, 9},     {0x1FBE, 0x1FBE, 1, -7205},
    {0x1FC3, 0x1FC3, 1, 9},      {0x1FD0, 0x1FD1, 1, 8},     {0x1FE0, 0x1FE1, 1, 8},
    {0x1FE5, 0x1FE5, 1, 7},      {0x1FF3, 0x1FF3, 1, 9},     {0x214E, 0x214E, 1, -28},
    {0x2170, 0x217F, 1, -16},    {0x2184, 0x2184, 1, -1},    {0x24D0, 0x24E9, 1, -26},
    {0x2C30, 0x2C5F, 1, -48},    {0x2C61, 0x2C61, 1, -1},    {0x2C65, 0x2C65, 1, -10795},
    {0x2C66, 0x2C66, 1, -10792}, {0x2C68, 0x2C6C, 2, -1},    {0x2C73, 0x2C73, 1, -1},
    {0x2C76, 0x2C76, 1, -1},     {0x2C81, 0x2CE3, 2, -1},    {0x2CEC, 0x2CEE, 2, -1},
    {0x2CF3, 0x2CF3, 1, -1},     {0x2D00, 0x2D25, 1, -7264}, {0x2D27, 0x2D27, 1, -7264},
    {0x2D2D, 0x2D2D, 1, -7264},  {0xA641, 0xA66D, 2, -1},    {0xA681, 0xA69B, 2, -1},
    {0xA723, 0xA72F, 2, -1},     {0xA733, 0xA76F, 2, -1},    {0xA77A, 0xA77C, 2, -1},
    {0xA77F, 0xA787, 2, -1},     {0xA78C, 0xA78C, 1, -1},    {0xA791, 0xA793, 2, -1},
    {0xA794, 0xA794, 1, 48},     {0xA797, 0xA7A9, 2, -1},    {0xA7B5, 0xA7C3, 2, -1},
    {0xA7C8, 0xA7CA, 2, -1},     {0xA7D1, 0xA7D1, 1, -1},    {0xA7D7, 0xA7D9, 2, -1},
    {0xA7F6, 0xA7F6, 1, -1},     {0xAB53, 0xAB53, 1, -928},  {0xAB70, 0xABBF, 1, -38864},
    {0xFF41, 0xFF5A, 1, -32},    {0x10428, 0x1044F, 1, -40}, {0x104D8, 0x104FB, 1, -40},
    {0x10597, 0x105A1, 1, -39},  {0x105A3, 0x105B1, 1, -39}, {0x105B3, 0x105B9, 1, -39},
    {0x105BB, 0x105BC, 1, -39},  {0x10CC0, 0x10CF2, 1, -64}, {0x118C0, 0x118DF, 1, -32},
    {0x16E60, 0x16E7F, 1, -32},  {0x1E922, 0x1E943, 1, -34},
};

/* Bytes of the sequence that starts with this byte, and the bits it holds; 0 for none. */
static int sequence_length(unsigned char lead, int32_t *bits)
{
    if (lead >= 0xC2 && lead <= 0xDF) {
        *bits = lead & 0x1F;
        return 2;
    }
    if ((lead & 0xF0) == 0xE0) {
        *bits = lead & 0x0F;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        *bits = lead & 0x07;
        return 4;
    }
    return 0;
}

int32_t xl_utf8_next(const char **p, const char *end)
{
    const unsigned char *byte = (const unsigned char *)*p;
    if (byte[0] < 0x80) {
        *p += 1;
        return byte[0];
    }
    int32_t code = 0;
    int length = sequence_length(byte[0], &code);
    if (length == 0 || end - *p < length)
        return -1;
    for (int i = 1; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return -1;
        code = code << 6 | (byte[i] & 0x3F);
    }
    bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF)
        return -1;
    *p += length;
    return code;
}

char *xl_utf8_clean(const char *text)
{
    static const char instead[] = "\xEF\xBF\xBD";
    const char *end = text + strlen(text);
    char *clean = malloc(strlen(text) * strlen(instead) + 1), *to = clean;
    while (clean && text < end) {
        const char *from = text;
        bool is_bad = xl_utf8_next(&text, end) < 0;
        text += is_bad;
        size_t length = is_bad ? strlen(instead) : (size_t)(text - from);
        memcpy(to, is_bad ? instead : from, length);
        to += length;
    }
    if (clean)
        *to = '\0';
    return clean;
}

bool xl_is_unprintable(int32_t code)
{
    /* Unicode 15: Cc, Zl, Zp, Bidi_Control, and of Default_Ignorable_Code_Point those that no
     * script and no emoji needs. */
    static const struct {
        int32_t first, last;
    } ranges[] = {{0, 0x1F},        {0x7F, 0x9F},      {0x61C, 0x61C},   {0x200B, 0x200B},
                  {0x200E, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
                  {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

enum { XL_ESCAPED = sizeof("\\U000E0001") };

/* Writes how an unprintable code point is shown. */
static void escape(int32_t code, char text[XL_ESCAPED])
{
    const char *format = code < 0x80 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x";
    snprintf(text, XL_ESCAPED, format, (unsigned)code);
}

char *xl_printable(const char *text, const char *keep)
{
    char *shown = NULL, escaped[XL_ESCAPED];
    size_t size;
    FILE *f = xl_checked_memory(open_memstream(&shown, &size));
    for (const char *end = text + strlen(text); text < end;) {
        const char *from = text;
        const int32_t code = xl_utf8_next(&text, end);
        text += code < 0;
        if (code < 0) {
            fputs("\xEF\xBF\xBD", f);
        } else if (xl_is_unprintable(code) && !(code < 0x80 && strchr(keep, (char)code))) {
            escape(code, escaped);
            fputs(escaped, f);
        } else {
            fwrite(from, 1, (size_t)(text - from), f);
        }
    }
    fclose(f);
    return shown;
}

void xl_utf8_blank(char *text)
{
    const char *from = text, *end = text + strlen(text);
    while (from < end) {
        const char *at = from;
        const int32_t code = xl_utf8_next(&from, end);
        from += code < 0;
        if (code >= 0 && xl_is_unprintable(code)) {
            *text++ = ' ';
        } else {
            memmove(text, at, (size_t)(from - at));
            text += from - at;
        }
    }
    *text = '\0';
}

/* The value of \uXXXX; 0 for anything else. */
static unsigned long escaped_unit(const char *p)
{
    char digits[5] = "";
    memcpy(digits, p + 2, 4);
    const bool is_hex = strspn(digits, "0123456789abcdefABCDEF") == 4;
    return p[0] == '\\' && p[1] == 'u' && is_hex ? strtoul(digits, NULL, 16) : 0;
}

/* The code point that two escaped surrogates make; 0 where there are none. */
static unsigned long escaped_pair(const char *p, const char *end)
{
    if (end - p < 12)
        return 0;
    const unsigned long high = escaped_unit(p);
    const unsigned long low = escaped_unit(p + 6);
    if (high >> 10 != 0xD800 >> 10 || low >> 10 != 0xDC00 >> 10)
        return 0;
    return 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF);
}

size_t xl_utf8_join_surrogates(char *json, size_t size)
{
    const char *from = json;
    const char *end = json + size;
    char *to = json;
    size_t owed = 0;
    bool quoted = false;
    while (from < end) {
        const unsigned long code = quoted ? escaped_pair(from, end) : 0;
        if (code != 0) {
            to += snprintf(to, sizeof("\\U0001F600"), "\\U%08lX", code);
            from += 12;
            owed += 2;
            continue;
        }
        if (quoted && *from == '\\' && end - from > 1)
            *to++ = *from++;
        else if (*from == '"')
            quoted = !quoted;
        *to++ = *from++;
        if (!quoted) {
            memset(to, ' ', owed);
            to += owed;
            owed = 0;
        }
    }
    return (size_t)(to - json);
}

static int32_t upper(int32_t code)
{
    if (code < 0x80)
        return code >= 'a' && code <= 'z' ? code - 'a' + 'A' : code;
    size_t low = 0;
    size_t high = sizeof(fold_runs) / sizeof(fold_runs[0]);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct fold_run *run = &fold_runs[middle];
        if (code < run->first)
            high = middle;
        else if (code > run->last)
            low = middle + 1;
        else
            return (code - run->first) % run->step == 0 ? code + run->difference : code;
    }
    return code;
}

int xl_fold_compare(const char *a, size_t a_size, const char *b, size_t b_size)
{
    const char *a_end = a + a_size;
    const char *b_end = b + b_size;
    while (a < a_end && b < b_end) {
        if (*a == *b && (unsigned char)*a < 0x80) { /* most of what is ever compared */
            a++;
            b++;
            continue;
        }
        int32_t x = upper(xl_utf8_next(&a, a_end));
        int32_t y = upper(xl_utf8_next(&b, b_end));
        if (x != y)
            return x < y ? -1 : 1;
        if (x < 0) /* not UTF-8: never in a document, so any stable order does */
            return memcmp(a, b, (size_t)(a_end - a < b_end - b ? a_end - a : b_end - b));
    }
    return (a < a_end) - (b < b_end);
}

bool xl_fold_equal(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return xl_fold_compare(a, a_size, b, b_size) == 0;
}

/* Text of anybody's in XML, Markdown and JSON, which it cannot break. */

enum { XL_REPLACEMENT = 0xFFFD };

/* How one code point is written; false: as it is. */
typedef bool put_special(FILE *f, int32_t code);

/* NOLINTNEXTLINE(bugprone-easily-swappable-parameters) */
static void put_text(FILE *f, const char *text, const char *end, put_special *special)
{
    while (text < end) {
        const char *from = text;
        int32_t code = xl_utf8_next(&text, end);
        if (code < 0) {
            text++;
            from = "\xEF\xBF\xBD";
            code = XL_REPLACEMENT;
        }
        if (!special(f, code))
            fwrite(from, 1, code == XL_REPLACEMENT ? 3 : (size_t)(text - from), f);
    }
}

/* XML 1.0 has these code points, and no reference stands for another. */
static bool is_xml(int32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' || (code >= ' ' && code < 0xD800) ||
           (code >= 0xE000 && code < 0xFFFE) || code >= 0x10000;
}

/* Whether it is shown as an escape. Ends of lines and tabs are not. */
static bool is_escaped(int32_t code)
{
    return xl_is_unprintable(code) && code != '\n' && code != '\t';
}

/* Writes an escape with this text for its backslash. */
static bool put_escaped(FILE *f, int32_t code, const char *backslash)
{
    char text[XL_ESCAPED];
    escape(code, text);
    fprintf(f, "%s%s", backslash, text + 1);
    return true;
}

static bool put_xml(FILE *f, int32_t code)
{
    if (is_escaped(code))
        return put_escaped(f, code, "\\");
    if (!is_xml(code))
        code = XL_REPLACEMENT;
    else if (code >= ' ' && !(code < 0x80 && strchr("<>&\"'", (char)code)))
        return false;
    fprintf(f, "&#%d;", (int)code); /* blanks too: a reader would normalise them */
    return true;
}

static bool put_markdown(FILE *f, int32_t code)
{
    if (is_escaped(code))
        return put_escaped(f, code, "&#92;");
    if (code < ' ')
        fputc(' ', f);
    else if (code == '[' || code == ']')
        fprintf(f, "\\%c", (char)code);
    else if (code < 0x80 && strchr("|`<>&*\\~$#@!", (char)code))
        fprintf(f, "&#%d;", (int)code);
    else
        return false;
    return true;
}

static bool put_json(FILE *f, int32_t code)
{
    if (is_escaped(code))
        return put_escaped(f, code, "\\\\");
    if (code >= ' ' && !(code < 0x80 && strchr("\"\\<>&", (char)code)))
        return false;
    fprintf(f, "\\u%04x", (unsigned)code);
    return true;
}

void xl_put_xml(FILE *f, const char *text)
{
    put_text(f, text, text + strlen(text), put_xml);
}

void xl_put_markdown(FILE *f, const char *text)
{
    for (const char *at; (at = strchr(text, '_')); text = at) {
        const size_t count = strspn(at, "_");
        /* Inside of a word it is no emphasis. */
        const bool is_inside =
            at > text && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[count]);
        put_text(f, text, at, put_markdown);
        for (size_t i = 0; i < count; i++)
            fputs(is_inside ? "_" : "\\_", f);
        at += count;
    }
    put_text(f, text, text + strlen(text), put_markdown);
}

void xl_put_json(FILE *f, const char *text)
{
    fputc('"', f);
    put_text(f, text, text + strlen(text), put_json);
    fputc('"', f);
}
