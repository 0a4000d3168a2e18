/* The proof that a row's ISA executed: a traced run, and a control run with the ISA switched off.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_EVIDENCE_H
#define XL_HARNESS_RUN_EVIDENCE_H

#include "execute/row_job.h"

/* Proves the kernels that passed, or fails them; and runs the control. The agent is ended. */
void xl_evidence_row(const struct xl_row_job *job, struct xl_agent *agent,
                     struct xl_workspace *workspace, struct xl_row_result *result);

#endif
