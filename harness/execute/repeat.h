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
enum xl_turn xl_run_again(struct xl_turns *t, size_t cases);

/* Makes two calls alike that are not the kernel's first, and keeps what they gave. */
enum xl_turn xl_run_later(const struct xl_calls *run, struct xl_kernel_result *result);

/* After that, on an agent that has not called the kernel: makes these calls by two threads, the
 * second while the first is making what the kernel keeps. They must give what they gave before. */
enum xl_turn xl_run_first(const struct xl_calls *run, struct xl_kernel_result *result);

#endif
