/* What rows are expected to take: as measured by an earlier run.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PLAN_COSTS_H
#define XL_HARNESS_PLAN_COSTS_H

#include "matrix/rows.h"

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
