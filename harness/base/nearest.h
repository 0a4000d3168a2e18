/* The names nearest to one that is not there, for the message that says so.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_NEAREST_H
#define XL_HARNESS_BASE_NEAREST_H

#include <stddef.h>

/* Writes up to three of the names, nearest first, as "a, b, c". Names that contain the wanted one
 * count as near. */
void xl_nearest(const char *wanted, const char *const *names, size_t count, char *text,
                size_t size);

#endif
