/* Text of anybody's in XML, Markdown and JSON, which it cannot break.
 * SPDX-License-Identifier: MIT
 */
#include "report/escape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "matrix/utf8.h"

enum { XL_REPLACEMENT = 0xFFFD, XL_LINE_SEPARATOR = 0x2028, XL_PARAGRAPH_SEPARATOR = 0x2029 };

/* How one code point is written; false: as it is. */
typedef bool put_special(FILE *f, int32_t code);

/* NOLINTNEXTLINE(bugprone-easily-swappable-parameters) */
static void put_text(FILE *f, const char *text, put_special *special)
{
    const char *end = text + strlen(text);
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

static bool put_xml(FILE *f, int32_t code)
{
    if (!is_xml(code))
        code = XL_REPLACEMENT;
    else if (code >= ' ' && !(code < 0x80 && strchr("<>&\"'", (char)code)))
        return false;
    fprintf(f, "&#%d;", (int)code); /* blanks too: a reader would normalise them */
    return true;
}

static bool put_markdown(FILE *f, int32_t code)
{
    if (code < ' ' || code == 0x7F)
        fputc(' ', f);
    else if (code < 0x80 && strchr("|`<>&*_[]\\~$#@!", (char)code))
        fprintf(f, "&#%d;", (int)code);
    else
        return false;
    return true;
}

static bool put_json(FILE *f, int32_t code)
{
    if (code >= ' ' && code != XL_LINE_SEPARATOR && code != XL_PARAGRAPH_SEPARATOR &&
        !(code < 0x80 && strchr("\"\\<>&", (char)code)))
        return false;
    fprintf(f, "\\u%04x", (unsigned)code);
    return true;
}

void xl_put_xml(FILE *f, const char *text)
{
    put_text(f, text, put_xml);
}

void xl_put_markdown(FILE *f, const char *text)
{
    put_text(f, text, put_markdown);
}

void xl_put_json(FILE *f, const char *text)
{
    fputc('"', f);
    put_text(f, text, put_json);
    fputc('"', f);
}
