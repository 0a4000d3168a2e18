/* Interrupts a call by signals whose handler writes below the stack pointer. No function may keep
 * data there, except in the red zone of its ABI.
 * SPDX-License-Identifier: MIT
 *
 * Signal frames lie there too, but they have gaps, which depend on the system. So the handler runs
 * on its own stack (xl_fault_handler_install) and overwrites everything that a frame may cover.
 */
#define _GNU_SOURCE
#include "agent.h"

#include <signal.h>

#include XL_PC_HEADER

/* Under QEMU a signal takes about 10 us, and a call a few. The slices begin shorter than a signal
 * and grow, so that some of them end within the call. Later attempts begin with shorter slices, and
 * then with longer ones: of 310 kernels without an emulator, signals interrupt 250, not 190. */
enum {
    XL_SLICE_NS = 5000,
    XL_USUAL_ATTEMPTS = 2,
    XL_ATTEMPT_NS = 500,
    XL_SLICE_INCREMENT_NS = 1000,
    XL_JUNK_BYTES = 1024,
    XL_JUNK = 0xa5,
    XL_LOST_POLLS = 20,
    XL_LOST_POLL_NS = 1000000,
    /* The stack pointer of the call lies within so many bytes below its caller's. */
    XL_STACK_BYTES = 1 << 20
};

static struct xl_preempt_timer timer;
static atomic_int is_running;
/* Roughly the stack pointer of the caller. */
static uintptr_t caller_sp;
static const struct xl_guarded_call *guarded_call;
/* Signals while the function ran, and at any time. */
static volatile unsigned signals_in_function;
static atomic_uint signals_received;
static int lost_signal;

/* The code of arch/<arch>/call.S. */
extern const char xl_call_raw[], xl_call_end[];

/* Whether the function has begun and has not returned. QEMU delivers signals between blocks of
 * code, so also before the first one. Thumb functions have odd addresses. */
static int is_in_function(uintptr_t pc, uintptr_t sp)
{
    return sp <= guarded_call->frame &&
           (pc < (uintptr_t)xl_call_raw || pc >= (uintptr_t)xl_call_end) &&
           (pc | 1) != (guarded_call->function | 1);
}

static void write_below(int signal_number __attribute__((unused)),
                        siginfo_t *info __attribute__((unused)), void *context)
{
    atomic_fetch_add(&signals_received, 1);
    if (!atomic_load(&is_running))
        return;
    uintptr_t sp = (uintptr_t)xl_context_sp(context);
    if (sp < caller_sp && caller_sp - sp < XL_STACK_BYTES) {
        const int zone = guarded_call->ms_abi ? 0 : XL_RED_ZONE; /* Windows' convention has none */
        volatile unsigned char *junk = (unsigned char *)sp - zone - XL_JUNK_BYTES;
        for (int i = 0; i < XL_JUNK_BYTES; i++) /* memset may use vector registers */
            junk[i] = XL_JUNK;
        signals_in_function += is_in_function((uintptr_t)xl_context_pc(context), sp);
    }
    xl_preempt_timer_next(&timer);
}

void xl_red_zone_install(void)
{
    struct sigaction action = {.sa_sigaction = write_below,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGUSR2, &action, NULL);
}

void xl_red_zone_begin(const struct xl_guarded_call *call, unsigned attempt)
{
    timer = (struct xl_preempt_timer){
        .first_ns = attempt < XL_USUAL_ATTEMPTS ? XL_SLICE_NS : (long)(attempt + 1) * XL_ATTEMPT_NS,
        .increment_ns = XL_SLICE_INCREMENT_NS};
    caller_sp = (uintptr_t)__builtin_frame_address(0);
    guarded_call = call;
    signals_in_function = 0;
    lost_signal = 0;
    atomic_store(&is_running, 1);
    if (xl_preempt_timer_begin(&timer, SIGUSR2))
        atomic_store(&is_running, 0); /* the call is made without signals */
}

/* Whether a slice is over and its signal has not arrived: the function ignored, took or blocked it.
 * A pending signal arrives before the next poll. */
static int is_signal_lost(void)
{
    const unsigned before = atomic_load(&signals_received);
    for (int i = 0; i < XL_LOST_POLLS; i++) {
        if (!xl_preempt_timer_is_over(&timer) || atomic_load(&signals_received) != before)
            return 0;
        nanosleep(&(struct timespec){.tv_nsec = XL_LOST_POLL_NS}, NULL);
    }
    return 1;
}

unsigned xl_red_zone_end(void)
{
    const unsigned count = signals_in_function;
    if (!atomic_load(&is_running))
        return count;
    lost_signal = is_signal_lost();
    atomic_store(&is_running, 0);
    xl_preempt_timer_end(&timer);
    return count;
}

int xl_red_zone_lost_signal(void)
{
    return lost_signal;
}
