/* Calls during which a signal handler writes below the stack pointer.
 * SPDX-License-Identifier: MIT
 *
 * A signal's frame goes there, but it has gaps, and where they are depends on the system. So the
 * handler has a stack of its own (xl_fault_install) and writes itself: all that a frame may cover.
 */
#define _GNU_SOURCE
#include "red_zone.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "two_threads.h"

#include XL_PC_HEADER

/* A signal takes QEMU some 10 us, and a call a few: the slices begin shorter than a signal and
 * grow, so that some of them have a part of the call in them. */
enum {
    XL_SLICE_NS = 5000,
    XL_LONGER_NS = 1000,
    XL_BELOW_BYTES = 1024,
    XL_BELOW_JUNK = 0xa5,
    XL_LOOKS = 20,
    XL_LOOK_NS = 1000000,
    XL_STACK_BYTES = 1 << 20 /* of which the call has its part; what is elsewhere is no stack */
};

static struct xl_preempt_timer slices;
static atomic_int is_running;
static uintptr_t caller; /* the stack pointer, nearly, where the call was made from */
static const struct xl_guarded_call *guarded;
static volatile unsigned came; /* signals, while the function ran */
static atomic_uint arrived;    /* signals, at any time */
static int was_lost;

/* Of arch/<arch>/call.S. */
extern const char xl_call_raw[], xl_call_end[];

/* Whether the function has begun, and has not returned. QEMU lets signals in between blocks of
 * code, and so before the first one. Thumb functions have odd addresses. */
static int is_called(uintptr_t pc, uintptr_t sp)
{
    return sp <= guarded->frame && (pc < (uintptr_t)xl_call_raw || pc >= (uintptr_t)xl_call_end) &&
           (pc | 1) != (guarded->function | 1);
}

static void write_below(int signal_number __attribute__((unused)),
                        siginfo_t *info __attribute__((unused)), void *context)
{
    atomic_fetch_add(&arrived, 1);
    if (!atomic_load(&is_running))
        return;
    uintptr_t sp = (uintptr_t)xl_context_sp(context);
    if (sp < caller && caller - sp < XL_STACK_BYTES) {
        volatile unsigned char *junk = (unsigned char *)sp - XL_RED_ZONE - XL_BELOW_BYTES;
        for (int i = 0; i < XL_BELOW_BYTES; i++) /* not by memset, which may have vectors */
            junk[i] = XL_BELOW_JUNK;
        came += is_called((uintptr_t)xl_context_pc(context), sp);
    }
    xl_preempt_timer_next(&slices);
}

void xl_red_zone_install(void)
{
    struct sigaction action = {.sa_sigaction = write_below,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGUSR2, &action, NULL);
}

void xl_red_zone_begin(const struct xl_guarded_call *call)
{
    slices = (struct xl_preempt_timer){.first_ns = XL_SLICE_NS, .longer_ns = XL_LONGER_NS};
    caller = (uintptr_t)__builtin_frame_address(0);
    guarded = call;
    came = 0;
    was_lost = 0;
    atomic_store(&is_running, 1);
    if (xl_preempt_timer_begin(&slices, SIGUSR2))
        atomic_store(&is_running, 0); /* the calls are made all the same */
}

/* A slice is over, and its signal has not come: while the function ran it was ignored, or another
 * took it, or it is blocked still. One that is on its way comes before the next look. */
static int is_lost(void)
{
    const unsigned before = atomic_load(&arrived);
    for (int i = 0; i < XL_LOOKS; i++) {
        if (!xl_preempt_timer_is_over(&slices) || atomic_load(&arrived) != before)
            return 0;
        nanosleep(&(struct timespec){.tv_nsec = XL_LOOK_NS}, NULL);
    }
    return 1;
}

unsigned xl_red_zone_end(void)
{
    const unsigned during = came;
    if (!atomic_load(&is_running))
        return during;
    was_lost = is_lost(); /* while others come, which are none of the function's */
    atomic_store(&is_running, 0);
    xl_preempt_timer_end(&slices);
    return during;
}

int xl_red_zone_was_lost(void)
{
    return was_lost;
}
