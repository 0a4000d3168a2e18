/* The message of a failed call: one line of text.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_ERROR_H
#define XL_HARNESS_BASE_ERROR_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/unicode.h"

enum { XL_TEXT = 512 }; /* bytes of a message */

/* A function that takes one returns 0 on success. Else it returns a negative number and sets
 * `text`. The caller owns it. It needs no initialisation and no release. */
struct xl_error {
    char text[XL_TEXT];
};

/* Formats a message. If it does not fit, it ends in "...". Unprintable characters, such as a
 * newline in a quoted value, become blanks, so that a message stays one line of valid UTF-8. */
__attribute__((format(printf, 2, 0))) static inline void
xl_error_vset(struct xl_error *err, const char *fmt, va_list args)
{
    const size_t size = sizeof(err->text);
    int length = vsnprintf(err->text, size, fmt, args);
    if (length < 0)
        length = snprintf(err->text, size, "unprintable message");
    if ((size_t)length >= size) {
        size_t end = size - sizeof("...");
        while (end > 0 && ((unsigned char)err->text[end] & 0xC0) == 0x80)
            end--;
        memcpy(err->text + end, "...", sizeof("..."));
    }
    xl_utf8_blank(err->text);
}

__attribute__((format(printf, 2, 3))) static inline void xl_error_set(struct xl_error *err,
                                                                      const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    xl_error_vset(err, fmt, args);
    va_end(args);
}

/* xl_error_set, for `return xl_fail(err, ...)`. Always -1. */
__attribute__((format(printf, 2, 3))) static inline int xl_fail(struct xl_error *err,
                                                                const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    xl_error_vset(err, fmt, args);
    va_end(args);
    return -1;
}

/* Prints it to standard error, as xl_message does. A message with a place has ": error: " already.
 */
void xl_error_print(const struct xl_error *err);

#endif
