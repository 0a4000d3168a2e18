/* One call made many times.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_TIMES_H
#define XL_HARNESS_AGENT_TIMES_H

#include "protocol.h"

/* Makes a call, which has been made, `times` - 1 times more. Returns the number of the first time,
 * from 1 on, at which it did not return what it returned first, or left another thing where its
 * pointers point to; 0: there was none. */
uint64_t xl_times_make(struct xl_call *c, uint64_t times, void (*make)(struct xl_call *));

#endif
