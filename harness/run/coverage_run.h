/* A row run with every executed instruction of its kernels counted.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_COVERAGE_RUN_H
#define XL_HARNESS_RUN_COVERAGE_RUN_H

#include <pthread.h>

#include "binary/counts.h"
#include "build/build.h"
#include "run/evidence.h"

/* Readies builds for the counts of their rows. Images, listings and reaches stay the codes' until
 * xl_coverage_take. Returns 0, or -1: out of memory. */
int xl_coverage_begin(struct xl_coverage *coverage, const struct xl_build *builds,
                      struct xl_agent_code *codes, size_t build_count, size_t row_count);

/* Runs a row as xl_row_run does, and adds what it executed to its build's counts, under the lock. A
 * row that cannot be measured is not run, or fails; `row` says why. */
void xl_coverage_run_row(const struct xl_row_job *job, struct xl_workspace *workspace,
                         struct xl_coverage_build *build, pthread_mutex_t *lock,
                         struct xl_coverage_row *row, struct xl_row_result *result);

/* Moves what the codes have to the builds, so that it outlives the run. */
void xl_coverage_take(struct xl_coverage *coverage, struct xl_agent_code *codes);

#endif
