/* How much stack calls use: more for more elements is found.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_STACK_USE_H
#define XL_HARNESS_EXECUTE_STACK_USE_H

#include "execute/context.h"

/* Of the calls of a kernel with large buffers: the most that one used, and which. */
struct xl_stack_use {
    size_t bytes;
    struct xl_case c;
};

/* Before the batch of such a call is submitted. */
void xl_watch_stack(const struct xl_context *ctx);

/* Behind such a batch. */
void xl_note_stack(const struct xl_context *ctx, const struct xl_case *c);

/* If a call used much, makes it and two shorter ones. Adds a finding if each needs more than the
 * shorter one, as with an array of n elements on the stack, or if each needs very much. */
enum xl_call_status xl_check_stack(const struct xl_context *ctx, struct xl_kernel_result *result);

#endif
