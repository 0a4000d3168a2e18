/* The traced run: what the kernels of a row executed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PROVE_TRACED_H
#define XL_HARNESS_PROVE_TRACED_H

#include "prove/proving.h"

/* Whether it is: of a row that runs natively those that are stepped, as a step of ptrace costs a
 * thousand times what an emulator's does. */
bool xl_is_traced(const struct xl_proving *p, const struct xl_measure *m);

/* Measures all kernels that are traced. Returns 0, or with why not: 1, nothing could be; or -1. */
int xl_trace_row(struct xl_proving *p, char *text, size_t size);

#endif
