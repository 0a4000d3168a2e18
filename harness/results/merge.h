/* Merges the results of several runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_MERGE_H
#define XL_HARNESS_RESULTS_MERGE_H

#include <json-c/json.h>

#include "base/error.h"
#include "results/results.h"
#include "results/untested_isas.h"

enum { XL_MERGED_FINDINGS = 100 }; /* kept for a kernel of a row; all are counted */

struct xl_merged {
    struct json_object *results;      /* as --json writes them */
    struct json_object *kernel_names; /* of its `sources` */
    size_t counts[XL_OUTCOMES];
    size_t disagreements;    /* kernels with `.reproducible` whose bits differ */
    size_t kernels, checked; /* expected on the rows; passed or failed */
    struct xl_untested untested;
    char *improved_baselines; /* by xl_improved_baselines */
};

/* Reads a results file: an object of a known version with an array of rows. NULL with err if it is
 * something else. The caller puts it. */
struct json_object *xl_results_load(const char *file, struct xl_error *err);

/* Merges results files. plan: a file of `crosslane plan --json`, or NULL. A row of the plan that no
 * file has becomes a row that was not run. 0, or -1 with err: a wrong file, or a row in two files.
 * The caller always gives *out to xl_merged_free. */
int xl_merge(const char *const *files, size_t count, const char *plan, struct xl_merged *out,
             struct xl_error *err);

/* The same for results in memory, by xl_results_json. */
int xl_merge_one(struct json_object *results, struct xl_merged *out, struct xl_error *err);

void xl_merged_free(struct xl_merged *merged);

#endif
