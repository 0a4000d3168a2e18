/* What a kernel and its reference have left behind in their processes, as findings.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_LEFT_BEHIND_H
#define XL_HARNESS_EXECUTE_LEFT_BEHIND_H

#include "execute/context.h"

/* After all calls of a kernel, with nothing under way: what the next kernel would meet, and a
 * signal that was sent to interrupt this one and did not. After a finding the agent and the
 * processes of references must be new ones. */
enum xl_call_status xl_check_left_behind(const struct xl_context *ctx,
                                         struct xl_kernel_result *result);

#endif
