/* Text in fields of a fixed size.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_TEXT_H
#define XL_HARNESS_BASE_TEXT_H

#include <stddef.h>

/* Appends to the string in a field of `size` bytes. What does not fit is cut, and the field then
 * ends in "..."; nothing can be appended any more. */
__attribute__((format(printf, 3, 4))) void xl_append(char *field, size_t size, const char *fmt,
                                                     ...);

#endif
