/* Calls whose outputs are saved, and compared when they are repeated.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_REPEAT_H
#define XL_HARNESS_EXECUTE_REPEAT_H

#include "execute/calls.h"
#include "results/checks.h"

/* Saves the outputs and results of the first `calls` calls in the workspace. */
void xl_save_outputs(const struct xl_context *ctx, size_t calls);

/* The saved slot of output k of call i, in this workspace. */
uint8_t *xl_saved_slot(const struct xl_workspace *w, const struct xl_kernel *kernel, size_t i,
                       size_t k);

/* Makes the prepared calls, in so many threads. Adds findings for their end and CPU state. */
enum xl_call_status xl_run_without_reference(const struct xl_context *ctx, size_t calls,
                                             unsigned threads, struct xl_kernel_result *result);

/* Adds a finding unless call i left the same bits as call `other`, which this workspace has saved.
 */
void xl_check_same(const struct xl_context *ctx, size_t i, const struct xl_workspace *w,
                   size_t other, enum xl_check check, struct xl_kernel_result *result);

#endif
