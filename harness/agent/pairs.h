/* Two threads that make calls at once.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_PAIRS_H
#define XL_HARNESS_AGENT_PAIRS_H

#include <pthread.h>
#include <stdatomic.h>

/* Calls make(first) in this thread, and at the same time make(second) in another, which is the same
 * one each time: QEMU makes a CPU for each thread, which takes it 2 ms with all the registers of an
 * ARM. Returns when both have; -1, with errno, if there is no other thread to be had. */
int xl_by_two(void (*make)(const void *), const void *first, const void *second);

/* As many as that makes: 1 from the first time on. */
unsigned xl_other_threads(void);

/* Where the two meet. At meeting m, from 1 on, `state` goes by the steps of enum xl_meeting, from
 * XL_MEETING * (m - 1) to XL_MEETING * m. */
struct xl_together {
    atomic_uint state, awake; /* awake: how often one has left */
    pthread_barrier_t barrier;
};

enum xl_meeting { XL_NOBODY, XL_ONE_SPINS, XL_ONE_SLEEPS, XL_MEETING };

/* What xl_meet is given as `spins` the first time: some 100 us under QEMU, in which nine of ten
 * that come have come. */
enum { XL_MOST_SPINS = 20000 };

void xl_together_begin(struct xl_together *t);
void xl_together_end(struct xl_together *t);

/* Both threads leave it at the same time: a system call to meet by would cost more than the kernel
 * that is called then, and let one run for long before the other wakes. Who comes first sleeps only
 * if the other does not come, and waits for half as long from then on: it may have no core of its
 * own, and shall not cost one. Gives how long to wait the next time. */
int xl_meet(struct xl_together *t, unsigned meeting, int spins);

#endif
