/* The results of several runs as one: what a CI run reports.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_MERGE_H
#define XL_HARNESS_RESULTS_MERGE_H

#include <json-c/json.h>

#include "base/error.h"
#include "results/results.h"
#include "results/untested_isas.h"

enum { XL_MERGED_FINDINGS = 100 }; /* that are kept of a kernel of a row; all are counted */

struct xl_merged {
    struct json_object *results;      /* as --json writes them */
    struct json_object *kernel_names; /* those of its `sources` */
    size_t counts[XL_OUTCOMES];
    size_t disagreements;     /* kernels that promise the same bits everywhere, and differ */
    size_t kernels, checked;  /* that the rows were to run; that ran to their verdicts */
    struct xl_untested unrun; /* what no row ran */
    char *improved_baselines; /* as xl_improved_baselines has it */
};

/* The results in a file: an object of a version that is known, with an array of rows. NULL with
 * err: the file is something else. The caller puts it. */
struct json_object *xl_results_load(const char *file, struct xl_error *err);

/* Merges result files. plan, which may be NULL, is the file of `crosslane plan --json`: a row of it
 * that no file has becomes a row that was not run. 0, or -1 with err: a file that is not what it
 * should be, or a row in two files. The caller gives *out to xl_merged_free, whatever the result.
 */
int xl_merge(const char *const *files, size_t count, const char *plan, struct xl_merged *out,
             struct xl_error *err);

/* The same of results that are there already, as xl_results_json has them. */
int xl_merge_one(struct json_object *results, struct xl_merged *out, struct xl_error *err);

void xl_merged_free(struct xl_merged *merged);

#endif
