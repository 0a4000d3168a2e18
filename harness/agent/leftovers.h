/* What a kernel, or a reference, leaves behind in its process, where the next one would meet it.
 * SPDX-License-Identifier: MIT
 *
 * For the agent, and for the host's process that calls references. Each looks at itself: no other
 * process sees its signal handlers and interval timers.
 */
#ifndef XL_HARNESS_AGENT_LEFTOVERS_H
#define XL_HARNESS_AGENT_LEFTOVERS_H

#include "protocol.h"

/* Records the floating-point modes, before any static initialiser of kernels. */
void xl_leftovers_begin_first(void);

/* Records the signal handlers, before any kernel's code has run. Every check restores them. */
void xl_leftovers_begin(void);

/* Before a kernel's calls. threads: the caller's, without its main thread. */
void xl_leftovers_snapshot(unsigned threads);

/* Between the calls: restores signal handlers, so that they work. xl_leftovers_check reports what
 * was restored. */
void xl_leftovers_check_signals(void);

/* After the calls: reports the differences, and restores what it can. The caller must have no
 * running timer and no other process. */
void xl_leftovers_check(unsigned threads, struct xl_leftovers *found);

#endif
