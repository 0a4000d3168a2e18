/* Job arrays for Slurm.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CI_SLURM_H
#define XL_HARNESS_CI_SLURM_H

#include <stdio.h>

#include "ci/plan.h"

struct xl_slurm {
    const char *dir;     /* of the scripts, and of the results */
    const char *local;   /* where each node has its results, if it does not see dir; or NULL */
    const char *options; /* of sbatch, for all jobs; or NULL */
    const char
        *native; /* more of them, for an array of native rows; NULL: there is no such array */
    const char *kernels_dir, *costs; /* absolute, or NULL */
    double job_seconds;
    unsigned max_jobs;
};

/* Checks what the scripts will contain. Returns 0, or -1 with err. */
int xl_slurm_check(const struct xl_slurm *s, struct xl_error *err);

/* Writes submit.sh, merge.sh, rows.sh and native.sh with the rows of the plan, and prints a
 * line for each array to `out`. Returns 0, or -1 with err: a file cannot be written. */
int xl_slurm_write(const struct xl_slurm *s, const struct xl_plan *plan, size_t kernels,
                   const struct xl_costs *costs, FILE *out, struct xl_error *err);

#endif
