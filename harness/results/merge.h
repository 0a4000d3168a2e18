/* Merges the results of several runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_MERGE_H
#define XL_HARNESS_RESULTS_MERGE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "results/cross_row.h"
#include "results/results.h"
#include "results/shards.h"

enum { XL_MERGED_FINDINGS = 100 }; /* kept for a kernel of a row; all are counted */

struct xl_merged {
    struct json_object *results;      /* as --json writes them */
    struct json_object *kernel_names; /* of its `sources` */
    size_t counts[XL_OUTCOMES];
    size_t disagreements;         /* kernels with `.reproducible` whose bits differ */
    size_t kernels, checked;      /* expected on the rows; passed or failed */
    bool has_suites, has_kernels; /* rows with a project's own tests; other rows */
    struct xl_untested untested;
    struct xl_shards shards;  /* of the files; xl_shards_check says whether they are complete */
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

/* What `kernels` of the rows are: "kernels", "tests", or both. */
const char *xl_merged_unit(const struct xl_merged *merged);

void xl_merged_free(struct xl_merged *merged);

/* Reads a large results file row by row. */

struct xl_row_reader {
    char *text; /* of the whole file, mapped */
    size_t size;
    size_t at, end;           /* the rows not yet read */
    size_t done;              /* bytes given back to the system */
    struct json_object *head; /* the results without rows */
    struct json_tokener *tokener;
};

/* Maps the file, finds its rows and reads everything else. 0, or -1: it cannot be read, or is not
 * an object with one array of rows. The caller always gives it to xl_row_reader_close. */
int xl_row_reader_open(const char *file, struct xl_row_reader *l);

/* The next row and its text. Returns 1; 0 after the last; -1 for invalid JSON. The caller puts the
 * row. */
int xl_row_reader_next(struct xl_row_reader *l, struct json_object **row, const char **text,
                       size_t *length);

void xl_row_reader_close(struct xl_row_reader *l);

#endif
