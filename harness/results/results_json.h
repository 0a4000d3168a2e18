/* Results as JSON: what --json writes.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_RESULTS_JSON_H
#define XL_HARNESS_RESULTS_RESULTS_JSON_H

#include <json-c/json.h>

#include "results/results.h"

/* Fills results->disagreements and results->improved_baselines. */
void xl_results_compare_rows(struct xl_results *results);

/* The one JSON object that --json writes. The caller puts it. */
struct json_object *xl_results_json(const struct xl_results *results);

/* Writes it into a file, completely or not at all; into a device or pipe as far as possible.
 * Returns 0, or -1 with err. */
int xl_results_write_json(const struct xl_results *results, const char *file, struct xl_error *err);

/* An array of the rows with notable kernels only: those with findings, bits to compare or a better
 * accuracy, and those that did not pass. The caller puts it. */
struct json_object *xl_results_notable(const struct xl_results *results);

/* Like xl_results_write_json, with these rows. */
int xl_results_write_notable(const struct xl_results *results, const char *file,
                             struct xl_error *err);

/* One row as a JSON object of its own, for a stream of lines. The caller puts it. */
struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row);

enum { XL_ID_TEXT = 9 }; /* with the NUL */

/* The id of a finding: the same in each run that finds the same. Findings of one call that differ
 * in their message only have the same id. */
void xl_finding_id(const char *row, const struct xl_kernel_result *k, const struct xl_finding *f,
                   uint64_t seed, char id[XL_ID_TEXT]);

#endif
