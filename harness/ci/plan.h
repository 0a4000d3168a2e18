/* Plans of jobs, and workflows: what the CI systems read.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_PLAN_H
#define XL_HARNESS_CI_PLAN_H

#include <json-c/json.h>
#include <stddef.h>

#include "base/error.h"
#include "ci/affected.h"
#include "matrix/rows.h"

/* Of more kernels than this, all kernels are run. */
enum { XL_ALL_KERNELS_FROM = 30 };

/* A job: rows of one build with the same kernels, run in sequence. */
struct xl_job {
    const char *build;
    const struct xl_row **rows;
    size_t row_count;
    const bool *kernels; /* of the kernels of xl_affected_find; NULL: all */
    double seconds;      /* expected */
};

struct xl_plan {
    struct xl_job *jobs;
    size_t job_count;
    size_t row_count;
    const struct xl_row **rows; /* storage of the jobs */
    bool *kernels;              /* likewise */
};

/* Expected seconds of a row. */
typedef double (*xl_row_cost)(const void *costs, const struct xl_row *row);

struct xl_plan_request {
    enum xl_tier tier;
    const char *const *patterns; /* of rows' names; none: any row */
    size_t pattern_count;
    size_t max_jobs;
    double job_seconds; /* a job should not take longer */
    xl_row_cost cost;
    const void *costs;
};

/* Makes jobs of the rows whose name matches a pattern: rows of the tier with all kernels, and
 * affected rows with the affected kernels. The rows of a build become as few jobs as job_seconds
 * allows, and longer jobs if these are more than max_jobs. Rows with different kernels run the
 * kernels of both if that is faster than one more job. affected and its list must outlive *out.
 * Returns 0, or -1 with err. The caller gives *out to xl_plan_free, whatever the result. */
int xl_plan_make(const struct xl_affected *affected, const struct xl_plan_request *request,
                 struct xl_plan *out, struct xl_error *err);

void xl_plan_free(struct xl_plan *plan);

/* ---- Expected seconds of rows, from earlier runs ---- */

struct xl_costs {
    struct json_object *seconds; /* by row */
    double mean;                 /* of a row that was not measured; 0 if none was */
};

/* Adds the times of a results file (run --json); they replace older ones. *costs starts as zeros.
 * Returns 0, or -1 with err. The caller gives *costs to xl_costs_free, whatever the result. */
int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err);

/* An xl_row_cost; costs is a struct xl_costs. If none was measured, each row takes 15 s. */
double xl_costs_of(const void *costs, const struct xl_row *row);

void xl_costs_free(struct xl_costs *costs);

/* Writes a plan as JSON for GitHub and GitLab. */

/* {"tier", "kernels": how many there are, "rows": [{"row", "kernels": how many run}], "builds":
 * {"include": [{"build", "arch", "compiler", "opt"}]}, "tests": {"include": [{"name", "build",
 * "rows", "kernels"}]}}; builds and tests are GitHub matrices, the last two texts with blanks
 * between names, "*" for all kernels. The caller puts it. */
struct json_object *xl_plan_json(const struct xl_plan *plan, const struct xl_affected *affected,
                                 enum xl_tier tier);

/* A GitLab pipeline with a job for each build and each job of the plan. The caller puts it. */
struct json_object *xl_plan_gitlab(struct json_object *plan);

/* workflow.c: workflows and CMake presets from templates. */

/* A template whose lines of one @WORD@ are replaced, with their indentation:
 *
 *   @TIERS@               a comment with the number of rows of each tier
 *   @CPUS@                a list item for each CPU
 *   @BUILDS@              a list item for each compiler and level
 *   @CONFIGURE_PRESETS@   an array element and its comma for each build of the first level
 *   @BUILD_PRESETS@       likewise
 *
 * Messages call the template `file`. The caller frees the result. Returns NULL with err if a word
 * is unknown. */
char *xl_workflow(const char *file, const char *text, const struct xl_row_list *list, size_t *size,
                  struct xl_error *err);

#endif
