/* Notes in the shared memory where a fault was, before the agent dies of it.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "fault_handler.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "contract.h"
#include "protocol.h"
#include "shared_memory.h"

#include XL_PC_HEADER

/* Room for the largest frame of a signal: the vector state of SVE at 2048 bits is 9 KiB. */
enum { XL_SIGNAL_STACK = 65536 };

extern const struct xl_variant *const __start_xl_variants[] __attribute__((weak));
extern const struct xl_variant *const __stop_xl_variants[] __attribute__((weak));

static volatile struct xl_memory_head *memory_head(void)
{
    return (volatile struct xl_memory_head *)xl_memory_address(0);
}

/* Where the code of the call being made begins. */
static uint64_t current_entry(void)
{
    const volatile struct xl_call *calls =
        (const volatile struct xl_call *)xl_memory_address(XL_CALLS_AT);
    uint64_t progress = memory_head()->progress;
    // cppcheck-suppress subtractPointers
    size_t variants = (size_t)(__stop_xl_variants - __start_xl_variants);
    if (progress >= XL_BATCH_CALLS || calls[progress].variant >= variants)
        return 0;
    return (uintptr_t)__start_xl_variants[calls[progress].variant]->call &
           ~(uintptr_t)XL_ENTRY_MARK;
}

/* Where it happened. What names its instruction by si_addr may have left the program counter past
 * it (sigaction(2); s390x does); what was raised by hand (si_code < 0; QEMU also has 0 for a trap
 * of s390x), or by a breakpoint of x86, has no address. */
static uint64_t instruction(int signal_number, const siginfo_t *info, const void *context)
{
    bool is_named = signal_number != SIGSEGV && signal_number != SIGBUS &&
                    signal_number != SIGSYS && info->si_code >= 0 && info->si_addr != NULL;
    return is_named ? (uintptr_t)info->si_addr : xl_context_pc(context);
}

/* Copies what can be read of the stack by way of a pipe: a stack pointer that leads nowhere is an
 * error there, and no second fault here. */
static void note_stack(volatile struct xl_memory_head *head, const void *context)
{
    uintptr_t words[XL_FAULT_WORDS] = {0};
    const uintptr_t from = (uintptr_t)xl_context_sp(context) - sizeof words[0];
    int ends[2];
    ssize_t got = -1;
    if (pipe(ends))
        return;
    for (size_t size = sizeof words; got <= 0 && size >= sizeof words[0]; size /= 2)
        got = write(ends[1], (const void *)from, size); // NOLINT(performance-no-int-to-ptr)
    if (got > 0 && read(ends[0], words, (size_t)got) == got)
        for (size_t i = 0; i < XL_FAULT_WORDS; i++)
            head->fault_stack[i] = words[i];
    close(ends[0]);
    close(ends[1]);
}

static void note_place(uintptr_t pc, const void *context, enum xl_noted what)
{
    volatile struct xl_memory_head *head = memory_head();
    head->fault_pc = pc;
    head->fault_entry = current_entry();
    head->fault_link = xl_context_link(context);
    for (size_t i = 0; i < XL_FAULT_WORDS; i++)
        head->fault_stack[i] = 0;
    note_stack(head, context);
    head->faulted = what;
}

static sigjmp_buf *trap; /* where a call ends that meets one of these signals; NULL: it dies */

void xl_trap_set(sigjmp_buf *back)
{
    trap = back;
}

/* SA_RESETHAND has put the default action back: raised again, the signal ends the process when the
 * handler returns. */
static void note(int signal_number, siginfo_t *info, void *context)
{
    volatile struct xl_memory_head *head = memory_head();
    uintptr_t address = (uintptr_t)info->si_addr;
    head->fault_address = address;
    head->fault_offset = xl_memory_offset(address);
    head->fault_grain = XL_FAULT_GRAIN;
    note_place(instruction(signal_number, info, context), context, XL_NOTED_FAULT);
    if (trap && (signal_number == SIGILL || signal_number == SIGFPE)) {
        head->trapped = (uint64_t)signal_number;
        siglongjmp(*trap, 1);
    }
    raise(signal_number);
}

static __thread volatile int is_in_call; /* of this thread */

void xl_where_begin(void)
{
    is_in_call = 1;
}

void xl_where_end(void)
{
    is_in_call = 0;
}

/* The host asks each thread, and is about to end the agent. A thread that is in no call waits for
 * the other one. Nothing goes on in the call, or it might return after all. */
static void note_where(int signal_number __attribute__((unused)),
                       siginfo_t *info __attribute__((unused)), void *context)
{
    if (!is_in_call)
        return;
    if (!memory_head()->faulted)
        note_place((uintptr_t)xl_context_pc(context), context, XL_NOTED_WHERE);
    for (;;)
        pause();
}

void xl_where_install(void)
{
    struct sigaction action = {.sa_sigaction = note_where,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGQUIT, &action, NULL);
}

void xl_fault_install(void)
{
    static void *stack; /* not in static memory, which is compared */
    if (!stack)
        stack =
            mmap(NULL, XL_SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) {
        perror("crosslane-agent: no stack for signals");
        exit(1);
    }
    const stack_t alternate = {.ss_sp = stack, .ss_size = XL_SIGNAL_STACK};
    struct sigaction action = {.sa_sigaction = note,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    sigaltstack(&alternate, NULL);
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}
