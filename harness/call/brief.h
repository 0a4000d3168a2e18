/* A few calls of a kernel, to see what calls before have left to it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_BRIEF_H
#define XL_HARNESS_CALL_BRIEF_H

#include "call/planned.h"

/* Makes and judges two calls. The first has inputs and n that other kernels have too where their
 * arguments are alike, the other is longer, with inputs of its own. Nothing that is told of a
 * kernel follows from these calls but a finding: the result is to be another than the kernel's. */
enum xl_turn xl_run_brief(const struct xl_calls *run, struct xl_kernel_result *result);

#endif
