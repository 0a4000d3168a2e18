/* Calls during which a signal handler writes below the stack pointer, where no function may keep
 * anything but in the red zone of an ABI that has one.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_RED_ZONE_H
#define XL_HARNESS_AGENT_RED_ZONE_H

#include "call.h"

/* For the rest of the process. */
void xl_red_zone_install(void);

/* Around a call of this thread. The second gives how many signals came while the function that is
 * called ran, or what it calls, and not before it had done anything, nor while its registers were
 * filled or looked at. */
void xl_red_zone_begin(const struct xl_guarded_call *call);
unsigned xl_red_zone_end(void);

/* Of that call: whether a signal was sent that its handler never got. */
int xl_red_zone_was_lost(void);

#endif
