/* The traced run: what the kernels of a row executed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_TRACE_H
#define XL_HARNESS_RUN_TRACE_H

#include "run/evidence_context.h"

/* Whether it is: of a row that runs natively those that are stepped, as a step of ptrace costs a
 * thousand times what an emulator's does. */
bool xl_is_traced(const struct xl_evidence *p, const struct xl_kernel_trace *m);

/* Measures all kernels that are traced. Returns 0, or with why not: 1, nothing could be; or -1. */
int xl_trace_row(struct xl_evidence *p, char *text, size_t size);

/* What kernels execute on a CPU with the shortest vectors, where code asks how long they are. */

/* Fills what the measures have of such a CPU: of the kernels that may use a part of longer vectors,
 * on a row that has longer ones and whose emulator can have short ones. The agent is ended. */
void xl_kernel_trace_128(struct xl_evidence *p);

#endif
