/* Ends a run early: by a signal, or after a time limit.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_SIGNALS_H
#define XL_HARNESS_BASE_SIGNALS_H

#include <signal.h>
#include <stdatomic.h>

/* The signal that ends the run; 0 while it continues. A signal handler sets it. Every loop that
 * waits reads it. */
extern atomic_int xl_interrupted;

/* From now on SIGINT, SIGTERM and limit_s seconds (0: no limit) end the run. */
void xl_stop_on_signals(unsigned limit_s);

/* From now on the run ends, as after a signal: a row failed, and --fail-fast was given. */
void xl_stop_after_failure(void);

/* The reason why the run ended; "" if it was not ended. */
const char *xl_stop_reason(void);

/* The exit status of a run that was ended. */
int xl_stop_status(void);

/* For a forked process that does not exec: closes the descriptors from `first` on, because others
 * wait for the ends of their pipes, and resets signal handlers. */
void xl_reset_after_fork(int first);

#endif
