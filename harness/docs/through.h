/* A program that reads a text and writes another.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_THROUGH_H
#define XL_HARNESS_DOCS_THROUGH_H

#include <stddef.h>

/* Runs a program of PATH to its end with the text as its standard input, and as its standard output
 * the file open for writing at `output`. Its exit status; or -1 with errno (ENOENT: there is no
 * such program). */
int xl_filter(const char *const *argv, const char *text, size_t size, int output);

#endif
