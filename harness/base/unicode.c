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

static const struct fold_run fold_runs[] = {
#define XL_FOLD(first, last, step, difference) {first, last, step, difference},
#include "base/fold.def"
#undef XL_FOLD
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
