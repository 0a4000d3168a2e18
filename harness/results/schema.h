/* The JSON Schema of what --json writes, made of results.def.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_SCHEMA_H
#define XL_HARNESS_RESULTS_SCHEMA_H

#include <stddef.h>

/* The level of results.def of the objects that stand below a field of this name; "": none do. */
const char *xl_schema_level_under(const char *name);

/* JSON, and a newline. The caller frees it. JSON Schema, draft 2020-12. A field that it does not
 * name is no error: later versions may have more. */
char *xl_schema(void);

/* The fields of results, as tables: those of docs/reference/results.md. */

/* A line of a table: `section` is the heading that it stands under. */
struct xl_field {
    const char *section, *name, *type, *values, *text;
};

/* The page with the tables that the fields make, each under its heading; all else stays as it is.
 * Its length goes to *size; the caller frees it. */
char *xl_results_docs(const char *page, const struct xl_field *fields, size_t count, size_t *size);

#endif
