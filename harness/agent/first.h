/* A call that is stopped in the middle of what it makes of static memory, for another thread to
 * call the same: XL_STATICS_WATCH.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_FIRST_H
#define XL_HARNESS_AGENT_FIRST_H

#include <stdatomic.h>
#include <stdint.h>

#include "slices.h"

/* In no static memory, which is watched. Begins as zeros but for at and bytes, what is watched. */
struct xl_first {
    uint64_t at, bytes;
    struct xl_slices slices;
    atomic_int is_running, is_stopped, has_returned, is_released;
};

/* For the rest of the process. */
void xl_first_install(void);

/* Around the call that is stopped. */
void xl_first_begin(struct xl_first *first);
void xl_first_end(struct xl_first *first);

/* Around the other thread's, which begins when that one is stopped or has returned. */
void xl_second_begin(struct xl_first *first);
void xl_second_end(struct xl_first *first);

#endif
