/* Cases that are called twice, and by two threads at once.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CALL_AGAIN_H
#define XL_HARNESS_CALL_AGAIN_H

#include "call/planned.h"

/* Makes some of the kernel's first `cases` cases twice, the second time in reverse order; then all
 * of these by two threads at once, where their buffers are small. Their outputs must be the same
 * bits each time. */
enum xl_turn xl_run_again(const struct xl_calls *run, size_t cases,
                          struct xl_kernel_result *result);

#endif
