/* What a call has left, compared with what it should have.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_JUDGED_H
#define XL_HARNESS_CALL_JUDGED_H

#include "call/planned.h"

/* Judges call number i of a batch, p, which the guest has made and whose reference is there: its
 * outputs, the memory around them, its inputs, and the state that it must keep. */
void xl_judge_call(const struct xl_calls *run, const struct xl_planned *p, size_t i,
                   struct xl_kernel_result *result);

#endif
