/* One row: its agent started and checked against the row, its kernels run to their verdicts.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_ROW_H
#define XL_HARNESS_RUN_ROW_H

#include "prove/job.h"

/* Fills result, whose kernels are allocated here. */
void xl_row_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                struct xl_row_result *result);

#endif
