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

/* Writes it into a file, whole or not at all; into a device
 * or a pipe as far as it goes. Returns 0, or -1 with err. */
int xl_results_write_json(const struct xl_results *results, const char *file, struct xl_error *err);

/* The rows, an array, each with those kernels alone that there is more to say of than that they
 * passed: all that findings, disagreements and xl_improved_baselines can be in. The caller puts it.
 */
struct json_object *xl_results_notable(const struct xl_results *results);

/* Like xl_results_write_json, with these rows. */
int xl_results_write_notable(const struct xl_results *results, const char *file,
                             struct xl_error *err);

/* One row as a JSON object of its own, for a stream of lines. The caller puts it. */
struct json_object *xl_row_json(const struct xl_results *results, const struct xl_row_result *row);

enum { XL_ID_TEXT = 9 }; /* with the zero */

/* What names a finding: the same in each run that finds the same. Two findings of one call that
 * only their words tell apart have one. */
void xl_finding_id(const char *row, const struct xl_kernel_result *k, const struct xl_finding *f,
                   uint64_t seed, char id[XL_ID_TEXT]);

#endif
