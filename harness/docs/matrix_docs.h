/* The matrix as tables: docs/reference/matrix.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_MATRIX_DOCS_H
#define XL_HARNESS_DOCS_MATRIX_DOCS_H

#include <stdio.h>

#include "matrix/rows.h"

/* The whole file, whose length goes to *size; the caller frees it. NULL without memory. */
char *xl_matrix_docs(const struct xl_row_list *list, size_t *size);

/* Writes a text as code within a cell of a Markdown table. */
void xl_markdown_code(FILE *out, const char *text);

#endif
