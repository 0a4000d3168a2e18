/* What the files of the agent share: its memory, signal handlers and threads.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_AGENT_AGENT_H
#define XL_HARNESS_AGENT_AGENT_H

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "call.h"
#include "contract.h"
#include "protocol.h"

/* Set by the linker; cppcheck takes start and stop for two arrays. */
extern const struct xl_variant *const __start_xl_variants[] __attribute__((weak));
extern const struct xl_variant *const __stop_xl_variants[] __attribute__((weak));

/* Prints the error of a system call, and exits. */
_Noreturn void xl_die(const char *what);

/* Shared memory (memory.c) */

/* Maps the first batch buffer. With guards, the pages between slots are inaccessible. */
void xl_memory_map(int guards);

/* Maps the other batch buffers too, so that no address changes from then on. */
void xl_memory_map_all(void);

/* Selects the batch buffer that offsets refer to from now on, of XL_BATCH_BUFFERS. */
unsigned char *xl_memory_select(unsigned batch);

/* Maps the dedicated slots, unless they are mapped with so many bytes each. */
void xl_memory_map_dedicated(uint64_t bytes);

/* The address of an offset in the selected batch buffer, or at XL_DEDICATED_AT; and the offset of
 * an address, which counts from the start of the batch buffer if it is outside. */
uintptr_t xl_memory_address(uint64_t offset);
uint64_t xl_memory_offset(uintptr_t address);

/* The number of mappings for buffers far apart; the address of an offset of a large slot in one of
 * them. They are mapped when one is first used. */
unsigned xl_memory_far_mappings(void);
uintptr_t xl_memory_far_address(uint64_t offset, unsigned mapping);

/* The slot of an offset. */
unsigned char *xl_memory_slot(uint64_t offset, size_t *bytes);

/* An agent behind a stream (relay.c) */

/* Starts the agent: returns in its process only. This process carries its protocol over standard
 * input and output, and ends with it. */
void xl_relay_begin(int is_stepped);

/* Writes the line "machine" of the introduction. */
void xl_relay_describe(FILE *to);

/* Static memory, in which a kernel may keep data between calls (memory.c) */

void xl_static_snapshot(void);

/* Where the memory differs from the snapshot, in bytes from its beginning; *bytes is 0 if it is the
 * same. *locals is 1 if the thread's own memory differs: _Thread_local. */
void xl_static_snapshot_compare(uint64_t *at, uint64_t *bytes, uint64_t *locals);

/* Whether these bytes differ from the snapshot. */
int xl_static_snapshot_differs(uint64_t at, uint64_t bytes);

/* Calls that start another process (fork_check.c) */

/* For the rest of the process. */
void xl_fork_check_begin(void);

/* After a call, before its result is written. Ends a process that the call has started. */
void xl_fork_check_call(const struct xl_call *c);

/* After all calls of a batch. Returns the first that started another process, or count. */
uint64_t xl_fork_check_batch(const struct xl_call *calls, uint64_t count);

/* Faults, noted in the shared memory (fault_handler.c) */

/* For the rest of the process. A fatal signal still ends the process. */
void xl_fault_handler_install(void);

/* Makes the pages of late inputs inaccessible. A fault in one of them makes it accessible, and is
 * no fault of the call. And makes all of them accessible. */
void xl_late_begin(const struct xl_call *c);
void xl_late_end(void);

/* For the rest of the process: SIGQUIT, by which the host asks where a hung call is. */
void xl_hang_handler_install(void);

/* Around each call, in its thread. */
void xl_hang_handler_begin(void);
void xl_hang_handler_end(void);

/* Where a call of the main thread continues after SIGILL or SIGFPE. NULL: these signals are fatal.
 */
void xl_trap_set(sigjmp_buf *target);

/* Signals whose handler writes below the stack pointer (red_zone.c) */

/* For the rest of the process. */
void xl_red_zone_install(void);

/* Around a call of this thread. attempt: how often the same call was made before; signals come at
 * other times in each. The second function returns the number of signals that came while the called
 * function ran, or a function that it calls. Signals at its first instruction do not count, nor
 * those while its registers were filled or compared. */
void xl_red_zone_begin(const struct xl_guarded_call *call, unsigned attempt);
unsigned xl_red_zone_end(void);

/* Whether a signal of that call never reached its handler. */
int xl_red_zone_lost_signal(void);

/* A timer that interrupts a thread again and again. It measures real time: a thread that waits for
 * a core gets less done in a slice. */
struct xl_preempt_timer {
    /* Each slice is longer than the one before. Otherwise no call would ever end on a machine on
     * which a signal takes longer than a slice. */
    long first_ns, increment_ns;
    timer_t timer;
    /* Slices so far. Begins as 0. */
    unsigned count;
};

/* The calling thread gets this signal at the end of its first slice. Returns 0, or -1 if there is
 * no timer. */
int xl_preempt_timer_begin(struct xl_preempt_timer *t, int signal_number);

/* Starts the next slice. For the signal's handler. */
void xl_preempt_timer_next(struct xl_preempt_timer *t);

/* Whether the slice is over: its signal is pending, delivered, or lost. */
int xl_preempt_timer_is_over(const struct xl_preempt_timer *t);

void xl_preempt_timer_end(struct xl_preempt_timer *t);

/* Threads (threads.c) */

/* Calls make(first) in this thread and make(second) in another one, at the same time. Returns when
 * both have returned: 0, or -1 with errno if there is no other thread. The other thread is always
 * the same: QEMU makes a CPU for each thread, which takes 2 ms with all registers of Arm. */
int xl_run_pair(void (*make)(const void *), const void *first, const void *second);

/* The number of threads that xl_run_pair and xl_run_crowd have made. */
unsigned xl_other_threads(void);

/* Whether the timer may stop the first call. */
enum xl_crowd_state { XL_CROWD_BEGINNING, XL_CROWD_RUNNING, XL_CROWD_STOPPED };

/* A call of this thread that is stopped once, while each of the other threads makes one: what they
 * write is lost if it is this thread's. Must not lie in static memory. Begins as zeros, except for
 * stop_ns. */
struct xl_crowd {
    uint64_t stop_ns; /* after the begin of the call; 0: it is not stopped */
    struct xl_preempt_timer timer;
    atomic_int state, has_begun;
    atomic_uint returned; /* of the others */
};

/* Calls make(shares[0]) in this thread, and make(shares[i]) in XL_CROWD - 1 others, which begin
 * when the first one begins, is stopped, or has returned. Returns as xl_run_pair. */
int xl_run_crowd(struct xl_crowd *crowd, void (*make)(const void *), const void *const *shares);

/* Around this thread's call, and behind each of the others. */
void xl_crowd_first_begin(struct xl_crowd *crowd);
void xl_crowd_first_end(struct xl_crowd *crowd);
void xl_crowd_other_end(struct xl_crowd *crowd);

/* Of no particular beginning. */
uint64_t xl_clock_ns(void);

/* A barrier for two threads. At wait w, from 1 on, `state` takes the steps of enum
 * xl_barrier_state, from XL_BARRIER_STATES * (w - 1) to XL_BARRIER_STATES * w. */
struct xl_spin_barrier {
    atomic_uint state;
    /* How often a thread has left the barrier. */
    atomic_uint awake;
    pthread_barrier_t barrier;
};

enum xl_barrier_state {
    XL_BARRIER_EMPTY,
    XL_BARRIER_SPINNING,
    XL_BARRIER_SLEEPING,
    XL_BARRIER_STATES
};

/* The first `spins` of xl_spin_barrier_wait. About 100 us under QEMU: nine of ten threads have
 * come by then. */
enum { XL_MAX_SPINS = 20000 };

void xl_spin_barrier_init(struct xl_spin_barrier *t);
void xl_spin_barrier_destroy(struct xl_spin_barrier *t);

/* Both threads leave at the same time. Spins, because a system call takes longer than the kernel
 * that is called next, and lets one thread run long before the other one wakes. The first thread
 * sleeps if the other one does not come, and spins half as long from then on: they may share one
 * core. Returns the `spins` of the next wait. */
int xl_spin_barrier_wait(struct xl_spin_barrier *t, unsigned wait, int spins);

/* XL_STATICS_WATCH: stops a call as soon as it has changed static memory, so that another thread
 * makes the same call in that state. Must not lie in static memory. Begins as zeros, except for the
 * memory to watch. */
struct xl_race {
    uint64_t at, bytes;
    struct xl_preempt_timer timer;
    atomic_int is_running, is_stopped, has_returned, is_released;
};

/* For the rest of the process. */
void xl_race_install(void);

/* Around the call that is stopped. */
void xl_race_first_begin(struct xl_race *race);
void xl_race_first_end(struct xl_race *race);

/* Around the other thread's call, which begins when the first call is stopped or has returned. */
void xl_race_second_begin(struct xl_race *race);
void xl_race_second_end(struct xl_race *race);

#endif
