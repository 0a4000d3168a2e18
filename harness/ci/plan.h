/* A plan: the rows to run, as the jobs of a CI system.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_PLAN_H
#define XL_HARNESS_CI_PLAN_H

#include "ci/affected.h"
#include "matrix/rows.h"

enum { XL_ALL_KERNELS_FROM = 30 }; /* more kernels than this are not listed: all are run */

/* Rows of one build that one job runs one after another, with the same kernels. */
struct xl_job {
    const char *build;
    const struct xl_row **rows;
    size_t row_count;
    const bool *kernels; /* of those named to xl_affected_find; NULL: all */
    double seconds;      /* that its rows are expected to take */
};

struct xl_plan {
    struct xl_job *jobs;
    size_t job_count;
    size_t row_count;
    const struct xl_row **rows; /* storage of the jobs */
    bool *kernels;              /* likewise */
};

/* What a row is expected to take, in seconds. */
typedef double (*xl_row_cost)(const void *costs, const struct xl_row *row);

struct xl_plan_request {
    enum xl_tier tier;
    const char *const *patterns; /* of rows' names; none: any row */
    size_t pattern_count;
    size_t max_jobs;
    double job_seconds; /* that a job should not take longer than */
    xl_row_cost cost;
    const void *costs;
};

/* Makes jobs of all rows of the tier whose name matches a pattern, with all kernels, and of the
 * affected rows among these patterns, with the affected kernels. The rows of a build are packed
 * into as few jobs as its seconds allow; where these would be more than max_jobs, into longer
 * ones. Rows that want different kernels run the kernels of both where that is quicker than one
 * more job. affected and the list must outlive *out. 0, or -1 with err; the caller gives *out to
 * xl_plan_free, whatever the result. */
int xl_plan_make(const struct xl_affected *affected, const struct xl_plan_request *request,
                 struct xl_plan *out, struct xl_error *err);

void xl_plan_free(struct xl_plan *plan);

/* What rows are expected to take: as measured by an earlier run. */

struct xl_costs {
    struct json_object *seconds; /* by row */
    double mean;                 /* of a row that was not measured; 0 where none was */
};

/* Adds the results of a run (--json): a row that was there has its new time. *costs is all zeros at
 * first. 0, or -1 with err; the caller gives *costs to xl_costs_free, whatever the result. */
int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err);

/* Seconds; costs is a struct xl_costs, all zeros for none measured: then each row takes as long as
 * most did when there were 269 kernels. */
double xl_costs_of(const void *costs, const struct xl_row *row);

void xl_costs_free(struct xl_costs *costs);

#endif
