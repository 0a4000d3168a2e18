/* Plans of jobs: what CI systems read.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_PLAN_H
#define XL_HARNESS_CI_PLAN_H

#include <json-c/json.h>
#include <stddef.h>

#include "base/error.h"
#include "ci/affected.h"
#include "matrix/rows.h"
#include "results/past_runs.h"

/* A job: it makes the builds of its rows, and runs these with the same kernels. Rows of a build are
 * adjacent. */
struct xl_job {
    const struct xl_row **rows;
    size_t row_count;
    const bool *kernels; /* of the kernels of xl_affected_find; NULL: all */
    double seconds;      /* expected */
};

struct xl_plan {
    struct xl_job *jobs;
    size_t job_count;
    size_t row_count;
    bool vocabulary;
    const struct xl_row **rows; /* storage of the jobs */
    bool *kernels;              /* likewise */
};

/* Expected seconds of a row with all kernels; 0: unknown. */
typedef double (*xl_row_cost)(const void *costs, const struct xl_row *row);

struct xl_plan_request {
    enum xl_tier tier;
    const char *const *patterns; /* of rows' names; none: any row */
    size_t pattern_count;
    size_t max_jobs;
    double job_seconds; /* builds and rows of a job should not take longer */
    xl_row_cost cost;
    const void *costs;
    bool vocabulary; /* a job also tests the vocabulary of its builds */
};

/* Makes jobs of the rows whose name matches a pattern. After a change: rows of any tier with the
 * kernels that it can affect; if it can affect all rows, rows of the tier with all kernels instead.
 * Without one: rows of the tier. Labels add rows. Rows with different kernels run the kernels of
 * both if that is faster than one more job. Jobs are as few as job_seconds allows, and longer if
 * these are more than max_jobs. affected and its list must outlive *out. The caller gives *out to
 * xl_plan_free. */
void xl_plan_make(const struct xl_affected *affected, const struct xl_plan_request *request,
                  struct xl_plan *out);

/* Different builds of some rows. Those of a build are adjacent. */
size_t xl_plan_builds(const struct xl_row *const *rows, size_t count);

void xl_plan_free(struct xl_plan *plan);

/* Writes a plan as JSON for GitHub and GitLab. */

/* {"tier", "kernels": how many there are, "rows": [{"row", "kernels": how many run}], "seconds":
 * of all jobs, expected, "tests": {"include": [{"name", "arches", "rows", "kernels",
 * "vocabulary"}]}}; tests is a GitHub matrix; arches, rows and kernels are texts with blanks
 * between names, "*" for all kernels; vocabulary is "true" or "". The caller puts it. */
struct json_object *xl_plan_json(const struct xl_plan *plan, const struct xl_affected *affected,
                                 enum xl_tier tier);

/* A GitLab pipeline with a job for each job of the plan. The caller puts it. */
struct json_object *xl_plan_gitlab(struct json_object *plan);

#endif
