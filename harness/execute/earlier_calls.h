/* What a kernel keeps of calls before: of inputs that are nearly the same, and of how many calls
 * there were.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_EARLIER_CALLS_H
#define XL_HARNESS_EXECUTE_EARLIER_CALLS_H

#include "execute/context.h"

/* Makes calls of one n, at one place, each with all but a few of the elements of the call before.
 * Of a kernel that changes static memory in each of two calls that are the same, makes the same
 * call 2^8 and 2^16 times more, and once less than that, and what it gives must stay the same. What
 * is wrong after other calls alone is a finding of `repeat`. */
enum xl_call_status xl_check_earlier_calls(const struct xl_context *ctx,
                                           struct xl_kernel_result *result);

#endif
