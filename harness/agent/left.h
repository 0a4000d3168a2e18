/* What a kernel, or a reference, leaves behind in its process, where the next one would meet it.
 * SPDX-License-Identifier: MIT
 *
 * The agent's, and of the host the process that calls references: both look at themselves, for
 * nobody else sees their handlers and interval timers.
 */
#ifndef XL_HARNESS_AGENT_LEFT_H
#define XL_HARNESS_AGENT_LEFT_H

#include "protocol.h"

/* When all handlers of signals are there, and nothing foreign has run: what is found anew after
 * each look. */
void xl_left_begin(void);

/* Before a kernel's calls. threads: the caller's own, beside its first one. */
void xl_left_remember(unsigned threads);

/* Between them: puts back what they have made of signals, for handlers to work. */
void xl_left_compare_signals(void);

/* After them: says what differs, and puts back what can be. No timer of the caller's may run, and
 * it may have no other process. What the one before has put back is said too. */
void xl_left_compare(unsigned threads, struct xl_left *left);

#endif
