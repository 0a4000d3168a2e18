/* The calls of one kernel on one agent: laid out in the shared memory, made, and judged.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_EXECUTE_H
#define XL_HARNESS_EXECUTE_EXECUTE_H

#include "execute/context.h"

/* Makes every call of the kernel and fills result. Returns how the last batch ended: after anything
 * but XL_TURN_DONE, XL_TURN_LATE and XL_TURN_UNREFERRED the agent is gone. */
enum xl_turn xl_calls_run(const struct xl_calls *c, struct xl_kernel_result *result);

/* Makes and judges the call of one case; as xl_calls_run otherwise. */
enum xl_turn xl_calls_one(const struct xl_calls *c, const struct xl_case *one,
                          struct xl_kernel_result *result);

/* Makes one call with this n, judges nothing, and says how it ended; detail as of xl_agent_run.
 * `placed`: decides where the buffers lie; 0: they end at guard pages. */
enum xl_turn xl_calls_sample(const struct xl_calls *c, size_t n, uint64_t placed, int *detail);

/* Makes so many short calls, of up to `most` elements where the record allows that; as
 * xl_calls_sample otherwise. */
enum xl_turn xl_calls_before(const struct xl_calls *c, unsigned calls, size_t most, int *detail);

/* A few calls of a kernel, to see what calls before have left to it. */

/* Makes and judges two calls. The first has inputs and n that other kernels have too where their
 * arguments are alike, the other is longer, with inputs of its own. Nothing that is told of a
 * kernel follows from these calls but a finding: the result is to be another than the kernel's. */
enum xl_turn xl_run_brief(const struct xl_calls *run, struct xl_kernel_result *result);

#endif
