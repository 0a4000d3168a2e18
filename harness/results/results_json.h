/* Results as JSON: what --json writes.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_RESULTS_JSON_H
#define XL_HARNESS_RESULTS_RESULTS_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/inputs.h"
#include "results/results.h"

/* The one JSON object that --json writes. The caller puts it. */
struct json_object *xl_results_json(const struct xl_results *results);

/* Writes it into a file, completely or not at all; into a device or pipe as far as possible.
 * Returns 0, or -1 with err. */
int xl_results_write_json(const struct xl_results *results, const char *file, struct xl_error *err);

/* Whether a report shows more of a kernel than that it passed: findings, bits to compare, a better
 * accuracy. */
bool xl_kernel_is_notable(const struct xl_kernel_result *k);

/* An array of the rows with notable kernels only: those with findings, bits to compare or a better
 * accuracy, and those that did not pass. Made once after xl_results_compare_rows: nobody changes
 * it. The caller puts it. */
struct json_object *xl_results_notable(const struct xl_results *results);

/* Like xl_results_write_json, with these rows. */
int xl_results_write_notable(const struct xl_results *results, const char *file,
                             struct xl_error *err);

/* Writes results without blanks. */
int xl_results_write_compact(struct json_object *results, const char *file, struct xl_error *err);

/* One row as a JSON object of its own, for a stream of lines. The caller puts it. */
struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row);

enum { XL_ID_TEXT = 9 }; /* with the NUL */

/* The id of a finding: the same in each run that finds the same. Findings of one call that differ
 * in their message only have the same id. */
void xl_finding_id(const char *row, const struct xl_kernel_result *k, const struct xl_finding *f,
                   uint64_t seed, char id[XL_ID_TEXT]);

/* A finding. command: makes its call again. The caller puts it. */
struct json_object *xl_finding_json(const struct xl_finding *f, const char *id,
                                    const char *command);

/* The case of a finding's call, as JSON and back. */

/* The object `case`: all but `n`, `fill` and `place`, which the finding has. The caller puts it. */
struct json_object *xl_case_json(const struct xl_case *c);

/* Reads the case of a finding. False: it has none, or an impossible one. xl_case_fits checks
 * whether a kernel can have it. */
bool xl_case_read(struct json_object *finding, struct xl_case *c);

/* Whether a kernel can have this case: its buffers fit, and it has the fill. */
bool xl_case_fits(const struct xl_kernel *kernel, const struct xl_case *c);

/* The fields of results in JSON, by results.def. A row's and a kernel's `outcome` and `reason` have
 * the same names, so functions for both use the keys of a kernel. */

enum xl_key {
#define XL_KEY(LEVEL, NAME, TYPE, VALUES, TEXT) XL_KEY_##LEVEL##_##NAME,
#include "results/results.def"
#undef XL_KEY
    XL_KEYS
};

/* "got" */
const char *xl_key_name(enum xl_key key);

/* Each adds a field to an object. value may be NULL. */
void xl_key_add(struct json_object *o, enum xl_key key, struct json_object *value);
void xl_key_add_text(struct json_object *o, enum xl_key key, const char *value);
void xl_key_add_number(struct json_object *o, enum xl_key key, uint64_t value);

/* Each reads a field of an object that may come from another machine. A value of the wrong type
 * counts as absent, and o may be NULL. If the field is absent, they return NULL, "", 0 or false. */
struct json_object *xl_key_get(struct json_object *o, enum xl_key key, enum json_type type);
struct json_object *xl_key_array(struct json_object *o, enum xl_key key);
const char *xl_key_text(struct json_object *o, enum xl_key key);
size_t xl_key_number(struct json_object *o, enum xl_key key);
double xl_key_double(struct json_object *o, enum xl_key key);  /* integers too */
double xl_key_measure(struct json_object *o, enum xl_key key); /* the same; null is infinity */
bool xl_key_is_true(struct json_object *o, enum xl_key key);

/* Whether the object has the field, null or of any type. */
bool xl_key_has(struct json_object *o, enum xl_key key);

/* Which Crosslane wrote results: the object `tool` of this one. The caller puts it. */
struct json_object *xl_tool_json(void);

enum { XL_TOOL_TEXT = 120 };

/* "1.0.0 (3b858fb5)", or "1.0.0"; "" if the results do not say it. */
void xl_tool_text(struct json_object *results, char text[XL_TOOL_TEXT]);

/* "1.0.0", or "". */
const char *xl_tool_version_of(struct json_object *results);

/* The outcome of a row or a kernel, or -1. */
int xl_key_outcome(struct json_object *o);

/* The same, but a flaky test of a suite failed, or passed if flaky tests are allowed. */
int xl_key_verdict(struct json_object *kernel);

/* The object `summary`. */
struct json_object *xl_key_summary(const size_t counts[XL_OUTCOMES]);

/* Rows that just passed, kept as text.
 *
 * A row as an object takes sixteen times the memory of its text, and nearly all rows pass. */

/* Whether the row passed, and no kernel has a finding, a difference, a known bug, bits to compare
 * or an accuracy better than its baseline. */
bool xl_row_is_plain(struct json_object *row);

/* Results, or a part of them, as a person may see them: each text as xl_printable writes it. Only
 * fields that have lines keep these. They are the same object if nothing in them is unprintable.
 * Rows that are text stay so. The caller puts it. */
struct json_object *xl_results_printable(struct json_object *o);

/* A row of this text, for an array of rows. It is written unchanged. */
struct json_object *xl_row_pack(const char *text, size_t length);

/* A row of an array, packed or not. It is valid until seven others were requested. The caller does
 * not put it. For one thread. */
struct json_object *xl_row_at(struct json_object *rows, size_t i);

/* A row with something to report; NULL: it is packed. */
struct json_object *xl_row_notable(struct json_object *rows, size_t i);

#endif
