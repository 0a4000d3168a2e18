/* A thread that is cut into slices by signals, each a little longer than the one before.
 * SPDX-License-Identifier: MIT
 *
 * The timer is of real time: a thread that waits for a core makes the less in a slice.
 */
#ifndef XL_HARNESS_AGENT_SLICES_H
#define XL_HARNESS_AGENT_SLICES_H

#include <time.h>

/* A slice takes so long as the first, and each more than the one before by the rest: a machine on
 * which a signal takes longer than a slice would never get on. */
struct xl_slices {
    long first_ns, longer_ns;
    timer_t timer;
    unsigned count; /* begins as 0 */
};

/* The calling thread gets this signal at the end of its first slice. 0, or -1 if there is no timer
 * to be had. */
int xl_slices_begin(struct xl_slices *s, int signal_number);

/* From the signal's handler: one more. */
void xl_slices_next(struct xl_slices *s);

/* Whether the slice is over, and its signal on its way, or gone. */
int xl_slices_is_over(const struct xl_slices *s);

void xl_slices_end(struct xl_slices *s);

#endif
