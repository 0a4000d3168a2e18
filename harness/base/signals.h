/* What ends a run before it is done: a signal, or the end of its time.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_SIGNALS_H
#define XL_HARNESS_BASE_SIGNALS_H

#include <signal.h>
#include <stdatomic.h>

/* The signal that ends the run, 0 while it goes on; all that waits looks at it. A signal handler
 * sets it, and every thread reads it. */
extern atomic_int xl_interrupted;

/* From now on SIGINT, SIGTERM and the end of limit_s seconds (0: no limit) end the run. */
void xl_stop_on_signals(unsigned limit_s);

/* Why the run was ended: "" while it was not. */
const char *xl_stop_reason(void);

/* The exit status of a run that was ended. */
int xl_stop_status(void);

/* What a process without exec lets go of. */

/* After fork, of what does not become another program: closes the descriptors from `first` on, for
 * others wait for the ends of their pipes, and leaves no signal handler. */
void xl_reset_after_fork(int first);

#endif
