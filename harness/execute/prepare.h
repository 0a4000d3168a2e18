/* Calls laid out in the shared memory.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_PREPARE_H
#define XL_HARNESS_EXECUTE_PREPARE_H

#include "execute/context.h"

/* Gives back the memory of slots that the kernel had because it asks for large buffers. */
void xl_release_large_buffers(const struct xl_context *ctx);

/* Lays out the calls of a batch in the shared memory, from what workspace->calls has as their
 * cases: of one call, or of several that are all small. Returns as xl_reference_prepare does. */
enum xl_call_status xl_prepare_batch(const struct xl_context *ctx, unsigned calls,
                                     struct xl_kernel_result *result);

/* Fills the slot of argument k of a call that is laid out: poison, and the elements if they are
 * read. */
void xl_reset_buffer(const struct xl_context *ctx, const struct xl_prepared_call *p, size_t k);

/* A narrow integer as a caller passes it, whatever `value` has above it: arch/arches.def says what
 * the ABIs have there. */
uint64_t xl_extend_argument(const struct xl_state *state, enum xl_type type, uint64_t value);

#endif
