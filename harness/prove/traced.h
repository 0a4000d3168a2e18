/* The traced run: what the kernels of a row executed.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_PROVE_TRACED_H
#define XL_HARNESS_PROVE_TRACED_H

#include "prove/proving.h"

/* Measures all kernels. Returns 0, or -1 with why not. */
int xl_trace_row(struct xl_proving *p, char *text, size_t size);

#endif
