/* The message of a failed call: one line of text, ready to print.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_ERROR_H
#define XL_HARNESS_BASE_ERROR_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A function that takes one of these returns 0 on success, and otherwise a negative number with
 * `text` filled in. The caller owns it; it needs no initialisation and no release. */
struct xl_error {
    char text[512];
};

/* Formats a message. What does not fit ends in "...", and a control character from the input (a
 * newline in a quoted value, say) becomes a space, so that a message stays one line of valid UTF-8.
 */
__attribute__((format(printf, 2, 0))) static inline void
xl_error_vset(struct xl_error *err, const char *fmt, va_list args)
{
    const size_t size = sizeof(err->text);
    int length = vsnprintf(err->text, size, fmt, args);
    if (length < 0)
        length = snprintf(err->text, size, "an error that cannot be shown");
    if ((size_t)length >= size) {
        size_t end = size - sizeof("...");
        while (end > 0 && ((unsigned char)err->text[end] & 0xC0) == 0x80)
            end--;
        memcpy(err->text + end, "...", sizeof("..."));
    }
    for (char *p = err->text; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7F)
            *p = ' ';
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

/* To standard error. A message that begins with its place says already that it is one. */
static inline void xl_error_print(const struct xl_error *err)
{
    const char *prefix = strstr(err->text, ": error: ") ? "" : "crosslane: error: ";
    fprintf(stderr, "%s%s\n", prefix, err->text);
}

#endif
