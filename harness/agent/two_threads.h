/* Two threads that make calls at once.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_TWO_THREADS_H
#define XL_HARNESS_AGENT_TWO_THREADS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

/* Calls make(first) in this thread, and at the same time make(second) in another, which is the same
 * one each time: QEMU makes a CPU for each thread, which takes it 2 ms with all the registers of an
 * ARM. Returns when both have; -1, with errno, if there is no other thread to be had. */
int xl_run_pair(void (*make)(const void *), const void *first, const void *second);

/* As many as that makes: 1 from the first time on. */
unsigned xl_other_threads(void);

/* Where the two meet. At meeting m, from 1 on, `state` goes by the steps of enum xl_barrier, from
 * XL_BARRIER * (m - 1) to XL_BARRIER * m. */
struct xl_together {
    atomic_uint state, awake; /* awake: how often one has left */
    pthread_barrier_t barrier;
};

enum xl_barrier { XL_NOBODY, XL_ONE_SPINS, XL_ONE_SLEEPS, XL_BARRIER };

/* What xl_spin_barrier is given as `spins` the first time: some 100 us under QEMU, in which nine of
 * ten that come have come. */
enum { XL_MOST_SPINS = 20000 };

void xl_together_begin(struct xl_together *t);
void xl_together_end(struct xl_together *t);

/* Both threads leave it at the same time: a system call to meet by would cost more than the kernel
 * that is called then, and let one run for long before the other wakes. Who comes first sleeps only
 * if the other does not come, and waits for half as long from then on: it may have no core of its
 * own, and shall not cost one. Gives how long to wait the next time. */
int xl_spin_barrier(struct xl_together *t, unsigned meeting, int spins);

/* A thread that is cut into slices by signals, each a little longer than the one before.
 *
 * The timer is of real time: a thread that waits for a core makes the less in a slice. */

/* A slice takes so long as the first, and each more than the one before by the rest: a machine on
 * which a signal takes longer than a slice would never get on. */
struct xl_preempt_timer {
    long first_ns, longer_ns;
    timer_t timer;
    unsigned count; /* begins as 0 */
};

/* The calling thread gets this signal at the end of its first slice. 0, or -1 if there is no timer
 * to be had. */
int xl_preempt_timer_begin(struct xl_preempt_timer *s, int signal_number);

/* From the signal's handler: one more. */
void xl_preempt_timer_next(struct xl_preempt_timer *s);

/* Whether the slice is over, and its signal on its way, or gone. */
int xl_preempt_timer_is_over(const struct xl_preempt_timer *s);

void xl_preempt_timer_end(struct xl_preempt_timer *s);

/* A call that is stopped in the middle of what it makes of static memory, for another thread to
 * call the same: XL_STATICS_WATCH. */

/* In no static memory, which is watched. Begins as zeros but for at and bytes, what is watched. */
struct xl_first {
    uint64_t at, bytes;
    struct xl_preempt_timer slices;
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
