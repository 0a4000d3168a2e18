/* The fields of results, as tables: those of docs/reference/results.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_RESULTS_DOCS_H
#define XL_HARNESS_DOCS_RESULTS_DOCS_H

#include <stddef.h>

/* A line of a table: `section` is the heading that it stands under. */
struct xl_field {
    const char *section, *name, *type, *values, *text;
};

/* The page with the tables that the fields make, each under its heading; all else stays as it is.
 * Its length goes to *size; the caller frees it. NULL without memory. */
char *xl_results_docs(const char *page, const struct xl_field *fields, size_t count, size_t *size);

#endif
