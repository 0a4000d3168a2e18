/* Whether values that are wrong where buffers touch are wrong for that.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_APART_H
#define XL_HARNESS_CALL_APART_H

#include "call/planned.h"

/* Of a kernel that failed both `value` and `alias`: makes the calls whose buffers touch again, and
 * with the buffers apart. Where that gives the same bits in whatever is wrong, it is no difference
 * of `alias`. */
void xl_try_apart(const struct xl_calls *run, size_t cases, struct xl_kernel_result *result);

#endif
