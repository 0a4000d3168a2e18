/* Expected seconds of rows, from earlier runs.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_ROW_COSTS_H
#define XL_HARNESS_RESULTS_ROW_COSTS_H

#include <json-c/json.h>

#include "base/error.h"
#include "matrix/rows.h"

struct xl_costs {
    struct json_object *seconds; /* by row */
    double mean;                 /* of a row that was not measured; 0 if none was */
};

/* Adds the times of a results file (run --json); they replace older ones. *costs starts as zeros.
 * Returns 0, or -1 with err. The caller gives *costs to xl_costs_free, whatever the result. */
int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err);

/* An xl_row_cost; costs is a struct xl_costs. Returns 0 if none was measured. */
double xl_costs_of(const void *costs, const struct xl_row *row);

void xl_costs_free(struct xl_costs *costs);

#endif
