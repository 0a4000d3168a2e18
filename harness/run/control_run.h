/* The control run: with the ISA switched off, a kernel must die.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_CONTROL_RUN_H
#define XL_HARNESS_RUN_CONTROL_RUN_H

#include "run/evidence_context.h"

/* Runs the control, or finds what it said before, and says so in the row's result. */
void xl_control_run(struct xl_evidence *p);

#endif
