/* Cases that are called twice, by two threads at once, and while signals come.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_EXECUTE_REPEAT_H
#define XL_HARNESS_EXECUTE_REPEAT_H

#include "execute/pipeline.h"

/* Makes some of the kernel's first `cases` cases twice, the second time in reverse order; then all
 * of these by two threads at once, and one while signals come, where their buffers are small. Their
 * outputs must be the same bits each time; the result's statics_bytes is set of what they change
 * there, of a kernel whose buffers are small. The last batch may be under way when it returns. */
enum xl_call_status xl_repeat_calls(struct xl_pipeline *t, size_t cases);

/* Makes two calls alike that are not the kernel's first, and keeps what they gave. */
enum xl_call_status xl_record_later_calls(const struct xl_context *ctx,
                                          struct xl_kernel_result *result);

/* After that, on an agent that has not called the kernel: makes these calls by two threads, the
 * second while the first is making what the kernel keeps. They must give what they gave before. */
enum xl_call_status xl_race_first_call(const struct xl_context *ctx,
                                       struct xl_kernel_result *result);

#endif
