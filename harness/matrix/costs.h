/* What rows, builds and jobs cost, in seconds.
 * SPDX-License-Identifier: MIT
 *
 * Measured on a virtual machine with two cores (x86-64, 2026), which run two rows, or compile, at
 * once.
 */
#ifndef XL_HARNESS_MATRIX_COSTS_H
#define XL_HARNESS_MATRIX_COSTS_H

#include <stdbool.h>
#include <stddef.h>

#include "matrix/rows.h"

enum { XL_MEASURED_CORES = 2 };

extern const double xl_job_start;        /* of a CI job, with its downloads */
extern const double xl_row_start;        /* of a row, with its evidence */
extern const double xl_agent_vocabulary; /* tests of the vocabulary, of a build and an ISA */

/* Of a row with so many kernels, on one core. Unoptimized code and long vectors take longer. */
double xl_row_seconds(const struct xl_row *row, size_t kernels);

/* Of an agent with so many kernels, on all cores: linking it, and compiling kernels for most ISAs.
 */
double xl_agent_seconds(double kernels);

/* What a row costs in a part of the matrix. */
struct xl_part_cost {
    uint64_t row_ms, agent_ms; /* the agent is made once for its rows */
};

/* With so many kernels, or of a suite. measured: seconds of an earlier run; 0: unknown. */
struct xl_part_cost xl_part_cost(const struct xl_row *row, size_t kernels, bool is_suite,
                                 double measured);

#endif
