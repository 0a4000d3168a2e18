/* The process that calls a worker's references.
 * SPDX-License-Identifier: MIT
 *
 * A reference is somebody else's code: it may crash, never return, write anywhere, or keep static
 * scratch that another worker's call would spoil. So each worker forks a process for its
 * references and for what prepares inputs, when it first wants one, and again after a death. Both
 * have the workspace in common; nothing is copied, and a batch is one turn, in which the guest runs
 * at the same time. What decides on the results of mathematical functions (oracle/compare.h) is
 * no kernel's code, and stays with the worker.
 */
#ifndef XL_HARNESS_EXECUTE_REFERENCE_PROCESS_H
#define XL_HARNESS_EXECUTE_REFERENCE_PROCESS_H

#include "execute/context.h"

/* Has the inputs of the calls that are planned prepared, if the kernel does that. Returns
 * XL_STATUS_OK; XL_STATUS_NO_REFERENCE where the process did not survive it, and tells result
 * (NULL: nobody); or XL_STATUS_INTERRUPTED. */
enum xl_call_status xl_reference_prepare(const struct xl_context *ctx, unsigned calls,
                                         struct xl_kernel_result *result);

/* Begins on the references of the calls that are planned. */
void xl_reference_submit(const struct xl_context *ctx, unsigned calls);

/* Waits for them, and returns how many calls have theirs: all but for XL_STATUS_NO_REFERENCE and
 * XL_STATUS_INTERRUPTED, as above. */
unsigned xl_reference_wait(const struct xl_context *ctx, enum xl_call_status *turn,
                           struct xl_kernel_result *result);

/* In which a look at what was left is over, where nothing of a kernel runs any more: it waits for
 * threads that are about to end. */
enum { XL_LEFTOVERS_LIMIT_MS = 60000 };

/* What those of the kernel have left behind in the process of this workspace; nothing where there
 * is none. Returns as xl_reference_prepare does. */
enum xl_call_status xl_reference_leftovers(const struct xl_context *ctx, struct xl_leftovers *left,
                                           struct xl_kernel_result *result);

/* Ends this process, and that of the other bank: new ones are started when they are wanted. */
void xl_reference_stop(const struct xl_context *ctx);

/* What the reference says of argument k of a planned call; on an ISA that flushes, what it may say
 * instead, and the input that this is of. */
uint8_t *xl_expected(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k);
uint8_t *xl_flushed_expected(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k);
uint8_t *xl_flushed_input(struct xl_workspace *w, const struct xl_prepared_call *p, size_t k);

#endif
