/* The calls of one kernel on one agent: laid out in the shared memory, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_EXECUTE_H
#define XL_HARNESS_EXECUTE_EXECUTE_H

#include "execute/context.h"

/* Makes every call of the kernel and fills result. Returns how the last batch ended: after anything
 * but XL_STATUS_OK, XL_STATUS_ROW_TIMEOUT and XL_STATUS_NO_REFERENCE the agent is gone. */
enum xl_call_status xl_execute_kernel(const struct xl_context *c, struct xl_kernel_result *result);

/* Makes and judges the call of one case; as xl_execute_kernel otherwise. */
enum xl_call_status xl_execute_call(const struct xl_context *c, const struct xl_case *one,
                                    struct xl_kernel_result *result);

/* Makes one call with this n, judges nothing, and says how it ended; detail as of xl_agent_run.
 * `placed`: decides where the buffers lie; 0: they end at guard pages. */
enum xl_call_status xl_execute_sample(const struct xl_context *c, size_t n, uint64_t placed,
                                      int *detail);

/* Makes so many short calls, of up to `most` elements where the record allows that; as
 * xl_execute_sample otherwise. */
enum xl_call_status xl_execute_short_calls(const struct xl_context *c, unsigned calls, size_t most,
                                           int *detail);

/* A few calls of a kernel, to see what calls before have left to it. */

/* Makes and judges two calls. The first has inputs and n that other kernels have too where their
 * arguments are alike, the other is longer, with inputs of its own. Nothing that is told of a
 * kernel follows from these calls but a finding: the result is to be another than the kernel's. */
enum xl_call_status xl_execute_few_calls(const struct xl_context *ctx,
                                         struct xl_kernel_result *result);

#endif
