/* Calls during which a signal handler writes below the stack pointer, where no function may keep
 * anything but in the red zone of an ABI that has one.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_BELOW_H
#define XL_HARNESS_AGENT_BELOW_H

/* For the rest of the process. */
void xl_below_install(void);

/* Around a call of this thread. */
void xl_below_begin(void);
void xl_below_end(void);

#endif
