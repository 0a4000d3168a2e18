/* A wrong element tried alone: whether it is wrong by itself, or depends on others.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_DIAGNOSE_H
#define XL_HARNESS_EXECUTE_DIAGNOSE_H

#include "execute/context.h"

/* Once all calls of the kernel are made: makes those of its findings of wrong elements again with
 * other inputs in the other elements, and says in each finding what that changes. Of outputs whose
 * element i follows from element i of each input, by the reference; of others nothing is said. The
 * agent may be gone after it. */
void xl_check_lane_isolation(const struct xl_context *ctx, struct xl_kernel_result *result);

/* Whether values that are wrong where buffers touch are wrong for that. */

/* Of a kernel that failed both `value` and `alias`: makes the calls whose buffers touch again, and
 * with the buffers apart. Where that gives the same bits in whatever is wrong, it is no difference
 * of `alias`. */
void xl_check_alias_cause(const struct xl_context *ctx, size_t cases,
                          struct xl_kernel_result *result);

#endif
