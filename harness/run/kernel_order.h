/* Kernels called after others in one agent: what they share shows in one order alone.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_KERNEL_ORDER_H
#define XL_HARNESS_RUN_KERNEL_ORDER_H

#include "repro/repro.h"

/* Calls the row's kernels that have passed a few times each: each after each other one, and each
 * function of a record right after each other one of it. One that is wrong then fails, with a
 * finding that names the kernel that was called before. calls: of any kernel of the row. The agent
 * is another one after it. */
void xl_order_check(const struct xl_row_job *job, const struct xl_context *calls, xl_starter start,
                    struct xl_row_result *row);

#endif
