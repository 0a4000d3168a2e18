/* The JSON Schema of what --json writes, made of results.def.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_SCHEMA_H
#define XL_HARNESS_RESULTS_SCHEMA_H

/* The level of results.def of the objects that stand below a field of this name; "": none do. */
const char *xl_schema_level_under(const char *name);

/* JSON, and a newline. The caller frees it. JSON Schema, draft 2020-12. A field that it does not
 * name is no error: later versions may have more. */
char *xl_schema(void);

#endif
