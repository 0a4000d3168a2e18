/* The calls of one kernel on one agent: prepared in the shared memory, made, and verified.
 * SPDX-License-Identifier: MIT
 *
 * Functions that return enum xl_call_status return the status of the last batch. The agent is gone
 * unless that is XL_STATUS_OK, XL_STATUS_ROW_TIMEOUT or XL_STATUS_NO_REFERENCE.
 */
#ifndef XL_HARNESS_EXECUTE_CALLS_H
#define XL_HARNESS_EXECUTE_CALLS_H

#include "execute/context.h"

/* Two workspaces, one for each batch buffer. Returns the first one, or NULL without memory. */
struct xl_workspace *xl_workspace_new(void);
void xl_workspace_free(struct xl_workspace *w);

/* Makes and verifies every call of the kernel. */
enum xl_call_status xl_execute_kernel(const struct xl_context *ctx,
                                      struct xl_kernel_result *result);

/* Makes and verifies the call of one case. */
enum xl_call_status xl_execute_call(const struct xl_context *ctx, const struct xl_case *c,
                                    struct xl_kernel_result *result);

/* Makes one call with this n, and verifies nothing; detail as of xl_agent_run. placement: a random
 * word that decides where the buffers lie; 0: they end at guard pages. */
enum xl_call_status xl_execute_sample(const struct xl_context *ctx, size_t n, uint64_t placement,
                                      int *detail);

/* Makes so many short calls, of up to max_n elements if the record allows that. Verifies nothing.
 */
enum xl_call_status xl_execute_short_calls(const struct xl_context *ctx, unsigned calls,
                                           size_t max_n, int *detail);

/* Makes and verifies two calls, to find what earlier calls of other kernels have left. The first
 * call has an n and inputs that other kernels with such arguments have too. The second one is
 * longer, with its own inputs. result: not the kernel's, because only its findings mean anything.
 */
enum xl_call_status xl_execute_few_calls(const struct xl_context *ctx,
                                         struct xl_kernel_result *result);

/* The bytes of all outputs of a call, in the order of the arguments. A result has 8 bytes. */
size_t xl_outputs_bytes(const struct xl_kernel *kernel, const struct xl_case *c);

/* Makes the call of a case, and copies its outputs in host order. Verifies nothing. */
enum xl_call_status xl_call_outputs(const struct xl_context *ctx, const struct xl_case *c,
                                    uint8_t *outputs);

/* Whether each output of the last call that grows with n has one value in all elements, or is a
 * copy of an input. */
bool xl_outputs_need_no_arithmetic(const struct xl_context *ctx);

/* Repeated calls (repeat.c) */

/* Repeats some of the kernel's first `cases` cases in reverse order, then all of them in two
 * threads at the same time, and one while signals come, if their buffers are small. The outputs
 * must be the same. Sets the result's statics_bytes for kernels with small buffers. The last batch
 * may still be pending when it returns (repeat.c). */
enum xl_call_status xl_repeat_calls(struct xl_pipeline *t, size_t cases);

/* Looks for results that depend on earlier calls (earlier_calls.c). Makes calls with one n and one
 * placement, each with most of the elements of the call before. If a repeated call still changes
 * static memory, repeats it 2^8 and 2^16 times, and one time less: its result must not change.
 * Reports findings of `repeat`. */
enum xl_call_status xl_check_earlier_calls(const struct xl_context *ctx,
                                           struct xl_kernel_result *result);

/* Makes two equal calls that are not the kernel's first calls, and saves their outputs. */
enum xl_call_status xl_record_later_calls(const struct xl_context *ctx,
                                          struct xl_kernel_result *result);

/* Afterwards, on an agent that has not called the kernel yet: makes these calls in two threads, the
 * second one while the first one initialises static memory. The outputs must be the saved ones. */
enum xl_call_status xl_race_first_call(const struct xl_context *ctx,
                                       struct xl_kernel_result *result);

/* Makes calls in XL_CROWD threads at the same time, one of which is stopped in the middle while the
 * others make theirs, and again in one thread: the outputs must be the same. For a slow agent. */
enum xl_call_status xl_check_crowd(const struct xl_context *ctx, struct xl_kernel_result *result);

/* Stores the code of a failing kernel in result->code, if the agent's instructions are known.
 * Lines: "FILE:LINE: TEXT" before the instructions of a line, "NAME:" before a called function, and
 * for each instruction "* ADDRESS MNEMONIC OPERANDS ; FILE:LINE". A blank replaces the * of
 * instructions that are not vector instructions. After the ; stands the line of an inlined
 * function. Of long code only the part around the crash, or around the last vector instruction;
 * "..." stands for the rest.
 */
void xl_store_code(const struct xl_context *ctx, struct xl_kernel_result *result);

#endif
