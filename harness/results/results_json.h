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
#include "results/keys.h"
#include "results/results.h"

/* The one JSON object that --json writes; without has_passed, its rows have notable kernels only.
 * The caller puts it. */
struct json_object *xl_results_json(const struct xl_results *results, bool has_passed);

/* Whether a report shows more of a kernel than that it passed: findings, bits to compare, a better
 * accuracy. */
bool xl_kernel_is_notable(const struct xl_kernel_result *k);

/* An array of the rows with notable kernels only: those with findings, bits to compare or a better
 * accuracy, and those that did not pass. Made once after xl_results_compare_rows: nobody changes
 * it. The caller puts it. */
struct json_object *xl_results_notable(const struct xl_results *results);

/* One row as a JSON object of its own, for a stream of lines. The caller puts it. */
struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row);

/* The same without kernels. */
struct json_object *xl_row_head_json(const struct xl_row_result *row);

/* What the cache has of a kernel's result or of a row: the fields that results.def marks. The
 * caller puts it. */
struct json_object *xl_cached_kernel_json(const struct xl_kernel_result *k);
struct json_object *xl_cached_row_json(const struct xl_row_result *row);

/* Adds it to what is known before the kernel or row runs. False: it is incomplete. The caller frees
 * what a kernel's result owns in any case. */
bool xl_cached_kernel_read(struct json_object *o, struct xl_kernel_result *k);
bool xl_cached_row_read(struct json_object *o, struct xl_row_result *row);

enum { XL_ID_TEXT = 9 }; /* with the NUL */

/* The id of a finding: the same in each run that finds the same. Findings of one call that differ
 * in their message only have the same id. */
void xl_finding_id(const char *row, const struct xl_kernel_result *k, const struct xl_finding *f,
                   uint64_t seed, char id[XL_ID_TEXT]);

/* The case of a finding's call, as JSON and back. */

/* The object `case`: all but `n`, `fill` and `place`, which the finding has. The caller puts it. */
struct json_object *xl_case_json(const struct xl_case *c);

/* Reads the case of a finding. False: it has none, or an impossible one. xl_case_fits checks
 * whether a kernel can have it. */
bool xl_case_read(struct json_object *finding, struct xl_case *c);

/* Whether a kernel can have this case: its buffers fit, and it has the fill. */
bool xl_case_fits(const struct xl_kernel *kernel, const struct xl_case *c);

enum { XL_TOOL_TEXT = 120 };

/* "1.0.0 (3b858fb5)", or "1.0.0"; "" if the results do not say it. */
void xl_tool_text(struct json_object *results, char text[XL_TOOL_TEXT]);

/* "1.0.0", or "". */
const char *xl_tool_version_of(struct json_object *results);

#endif
