/* Compares rows that fail with rows that pass: which properties separate them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_COMMON_ROWS_H
#define XL_HARNESS_REPORT_COMMON_ROWS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

enum { XL_COMMON_TEXT = 1024 }; /* holds a sentence about rows of matrix.yml */

/* A row on which a kernel or a test ran. A text that is NULL or "" is unknown. */
struct xl_common_row {
    const char *name; /* <arch>-<cpu>-<compiler>-<opt>, for the name of its CPU; or another */
    const char *arch, *isa, *compiler, *opt, *qemu_cpu;
    unsigned vl_bits; /* 0: none on a scalar row, else unknown */
    bool is_big_endian;
    bool fails;
};

/* A row of results, perhaps of another machine. Texts are those of the JSON row. */
struct xl_common_row xl_common_row_read(struct json_object *row, bool fails);

/* Writes a sentence without a period: where these rows fail. "" if none fails. Cuts it at size.
 *
 *     fails on s390x alone (big-endian); passes on 24 rows
 *     fails at VL 1024 and 2048; passes at VL 128 to 512 on 20 rows
 *     fails on 5 of 27 rows: NAME, NAME, NAME, NAME, NAME
 *
 * Properties are named if all failing rows and no passing row have them. These are tried, in this
 * order: one property; two; up to three values of one; settings of QEMU_CPU; one CPU; one property
 * of all passing rows. Settings are also written beside two properties. Of several explanations of
 * one kind, the two most general are written and the others counted. */
void xl_common_rows(const struct xl_common_row *rows, size_t count, char *text, size_t size);

#endif
