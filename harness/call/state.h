/* What a call left behind in the CPU, compared with what it should have.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_STATE_H
#define XL_HARNESS_CALL_STATE_H

#include "call/planned.h"

/* What the guarded call found of call number i. */
void xl_check_state(const struct xl_calls *run, const struct xl_planned *p, size_t i,
                    struct xl_kernel_result *result);

/* Compares the flags of the contract. */
void xl_check_flags(const struct xl_calls *run, const struct xl_planned *p, size_t i, int expected,
                    struct xl_kernel_result *result);

#endif
