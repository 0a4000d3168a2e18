/* Text in fields of a fixed size.
 * SPDX-License-Identifier: MIT
 */
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char cut[] = "...";
enum { XL_CUT = sizeof cut - 1, XL_LONGEST_CHARACTER = 4 /* of UTF-8, in bytes */ };

/* Whether something that was appended before did not fit. */
static bool is_cut(const char *field, size_t length, size_t size)
{
    return length >= XL_CUT && length + XL_LONGEST_CHARACTER >= size &&
           strcmp(field + length - XL_CUT, cut) == 0;
}

/* Between two characters of UTF-8. */
static void end_cut(char *field, size_t size)
{
    size_t end = size > sizeof cut ? size - sizeof cut : 0;
    while (end > 0 && ((unsigned char)field[end] & 0xC0) == 0x80)
        end--;
    snprintf(field + end, size - end, "%s", cut);
}

void xl_append(char *field, size_t size, const char *fmt, ...)
{
    const size_t length = size ? strnlen(field, size) : 0;
    va_list args;
    if (length >= size || is_cut(field, length, size))
        return;
    va_start(args, fmt);
    const int more = vsnprintf(field + length, size - length, fmt, args);
    va_end(args);
    if (more < 0)
        field[length] = '\0';
    else if ((size_t)more >= size - length)
        end_cut(field, size);
}
