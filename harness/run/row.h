/* One row: its agent started and checked against the row, its kernels run to their verdicts.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_ROW_H
#define XL_HARNESS_RUN_ROW_H

#include <stdbool.h>

#include "execute/agent_client.h"
#include "execute/row_job.h"

/* Seconds that a row may take, whose random cases are made so often; whose instructions are all
 * counted, or not. */
long xl_row_limit(unsigned count, bool is_counted);

/* Which of a kernel's longest calls (oracle/strides.h) the row makes, as bits: all of them where
 * few kernels are chosen, and else one of them of one kernel in many, by the row and the seed,
 * because they cost as much as all its other calls. */
unsigned xl_streamed_calls(const struct xl_row_job *job, const char *kernel);

/* What becomes of a kernel whose calls ended so. */
void xl_kernel_conclude(const struct xl_row_job *job, struct xl_agent *agent,
                        enum xl_call_status turn, struct xl_kernel_result *k);

/* Marks the kernels, of all that there are, whose results the row has to run; nothing of the job's
 * agent is looked at. False: it is all to be run, or one that is not is needed to tell of the row.
 */
bool xl_row_lacks(const struct xl_row_job *job, bool *lacking);

/* Fills result, whose kernels are allocated here. */
void xl_row_run(const struct xl_row_job *job, struct xl_workspace *workspace,
                struct xl_row_result *result);

#endif
