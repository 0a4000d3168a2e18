/* The source line of a kernel's code, for readers that open files.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_CODE_PLACE_H
#define XL_HARNESS_REPORT_CODE_PLACE_H

#include <json-c/json.h>
#include <stddef.h>

struct xl_code_place {
    char *file;  /* "": unknown. The caller frees it */
    size_t line; /* 0: unknown */
};

/* The sources of results by the names of their kernels. The caller puts it. */
struct json_object *xl_sources_by_kernel(struct json_object *results);

/* That of a kernel's result; NULL: none. */
struct json_object *xl_source_of(struct json_object *by_kernel, struct json_object *kernel);

/* kernel, finding, source: as results have them, or NULL; values of a wrong type are ignored. The
 * place is the line of the instruction at the finding's pc. Without a pc it is the line with most
 * vector instructions of a library's function, or the first line of the variant's function if it
 * calls none. If a callee-saved register was changed, it is the line of the last instruction that
 * writes it. If the results have no code, it is the line of the record. */
struct xl_code_place xl_code_place(struct json_object *kernel, struct json_object *finding,
                                   struct json_object *source);

#endif
