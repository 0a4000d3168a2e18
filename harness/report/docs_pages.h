/* Pages of the reference that are generated: the matrix, the checks, the vocabulary.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_DOCS_PAGES_H
#define XL_HARNESS_REPORT_DOCS_PAGES_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "matrix/rows.h"

/* The matrix as tables: docs/reference/matrix.md. */

/* The whole file, whose length goes to *size; the caller frees it. NULL without memory. */
char *xl_matrix_docs(const struct xl_row_list *list, size_t *size);

/* Writes a text as code within a cell of a Markdown table. */
void xl_markdown_code(FILE *out, const char *text);

/* What calls are given, and what is looked at in them, as tables: docs/reference/checks.md. */

/* The whole file, whose length goes to *size; the caller frees it. NULL with err. */
char *xl_checks_docs(size_t *size, struct xl_error *err);

/* The groups of calls, and what each finds, as a table: a part of docs/reference/checks.md. */

/* 0, or -1 with err: tests/mutants/groups.txt, which says what they find, is not there. */
int xl_case_groups_put(FILE *out, struct xl_error *err);

/* The operations of the vocabulary, as tables: docs/reference/vocabulary.md. */

/* The whole file, from the text of arch/vec.h, which is changed. Its length goes to *size; the
 * caller frees it. NULL with err. */
char *xl_vocabulary_docs(char *header, size_t *size, struct xl_error *err);

#endif
