/* Notes faults in the shared memory before the agent dies of them, and where a hung call is.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "agent.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include XL_PC_HEADER

/* Fits the largest signal frame: the vector state of SVE at 2048 bits takes 9 KiB. */
enum { XL_SIGNAL_STACK = 65536 };

static volatile struct xl_memory_head *memory_head(void)
{
    return (volatile struct xl_memory_head *)xl_memory_address(0);
}

/* The entry of the function that is being called. */
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

/* The address of the faulting instruction. Signals that give it in si_addr may leave the program
 * counter behind it (sigaction(2); s390x does). Signals raised by hand (si_code < 0; for a trap of
 * s390x QEMU also gives 0), and breakpoints of x86, give no address. */
static uint64_t faulting_pc(int signal_number, const siginfo_t *info, const void *context)
{
    bool is_named = signal_number != SIGSEGV && signal_number != SIGBUS &&
                    signal_number != SIGSYS && info->si_code >= 0 && info->si_addr != NULL;
    return is_named ? (uintptr_t)info->si_addr : xl_context_pc(context);
}

/* Copies the readable part of the stack through a pipe: with an invalid stack pointer, write()
 * returns an error, where an access would fault again. */
static void copy_stack(volatile uint64_t *to, size_t count, uintptr_t from)
{
    uintptr_t words[XL_FAULT_WORDS] = {0};
    int ends[2];
    ssize_t got = -1;
    if (pipe(ends) == 0) {
        for (size_t size = count * sizeof words[0]; got <= 0 && size >= sizeof words[0]; size /= 2)
            got = write(ends[1], (const void *)from, size); // NOLINT(performance-no-int-to-ptr)
        if (got > 0 && read(ends[0], words, (size_t)got) != got)
            memset(words, 0, sizeof words);
        close(ends[0]);
        close(ends[1]);
    }
    for (size_t i = 0; i < count; i++)
        to[i] = words[i];
}

static void note_location(uintptr_t pc, const void *context, enum xl_fault_kind kind)
{
    volatile struct xl_memory_head *head = memory_head();
    head->fault_pc = pc;
    head->fault_entry = current_entry();
    head->fault_link = xl_context_link(context);
    for (unsigned i = 0; i < XL_FAULT_REGISTERS; i++)
        head->fault_registers[i] = xl_context_register(context, i);
    head->fault_frame = xl_call_current ? xl_call_current->frame : 0;
    copy_stack(head->fault_stack, XL_FAULT_WORDS,
               (uintptr_t)xl_context_sp(context) - sizeof(uintptr_t));
    copy_stack(head->fault_caller, XL_CALLER_WORDS,
               (uintptr_t)head->fault_frame - XL_CALLER_BELOW * sizeof(uintptr_t));
    head->fault_kind = kind;
}

/* Where a call continues after SIGILL or SIGFPE. NULL: these signals are fatal. */
static sigjmp_buf *trap;

void xl_trap_set(sigjmp_buf *target)
{
    trap = target;
}

/* The pages of late inputs that nobody has touched. Of one thread: two never have such calls at the
 * same time. */
static uintptr_t late_pages[XL_CALL_ARGS];

static void set_late(size_t k, int protection)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (mprotect((void *)late_pages[k], XL_PAGE, protection))
        xl_die("crosslane-agent: cannot protect an input");
    if (protection != PROT_NONE)
        late_pages[k] = 0;
}

void xl_late_begin(const struct xl_call *c)
{
    for (size_t k = 0; k < XL_CALL_ARGS && c->late; k++)
        if (c->late >> k & 1) {
            late_pages[k] = (xl_memory_address(c->args[k]) / XL_PAGE + 1) * XL_PAGE;
            set_late(k, PROT_NONE);
        }
}

void xl_late_end(void)
{
    for (size_t k = 0; k < XL_CALL_ARGS; k++)
        if (late_pages[k])
            set_late(k, PROT_READ | PROT_WRITE);
}

/* Whether the fault was the first access to a late page, which is accessible now. */
static bool is_late(int signal_number, uintptr_t address)
{
    for (size_t k = 0; k < XL_CALL_ARGS && (signal_number == SIGSEGV || signal_number == SIGBUS);
         k++)
        if (late_pages[k] && address / XL_PAGE == late_pages[k] / XL_PAGE) {
            set_late(k, PROT_READ | PROT_WRITE);
            return true;
        }
    return false;
}

/* SA_RESETHAND has restored the default action: the signal that is raised here ends the process
 * when the handler returns. */
static void note_fault(int signal_number, siginfo_t *info, void *context)
{
    volatile struct xl_memory_head *head = memory_head();
    uintptr_t address = (uintptr_t)info->si_addr;
    if (is_late(signal_number, address)) {
        xl_fault_handler_install();
        return;
    }
    head->fault_address = address;
    head->fault_offset = xl_memory_offset(address);
    head->fault_grain = XL_FAULT_GRAIN;
    note_location(faulting_pc(signal_number, info, context), context, XL_FAULT_SIGNAL);
    if (trap && (signal_number == SIGILL || signal_number == SIGFPE)) {
        head->trapped_signal = (uint64_t)signal_number;
        siglongjmp(*trap, 1);
    }
    raise(signal_number);
}

static __thread volatile int is_in_call;

void xl_hang_handler_begin(void)
{
    is_in_call = 1;
}

void xl_hang_handler_end(void)
{
    is_in_call = 0;
}

/* The host asks each thread, and is about to end the agent. A thread outside a call waits for the
 * other one. A thread in a call stops here: otherwise the call might return after all. */
static void note_hang(int signal_number __attribute__((unused)),
                      siginfo_t *info __attribute__((unused)), void *context)
{
    if (!is_in_call)
        return;
    if (!memory_head()->fault_kind)
        note_location((uintptr_t)xl_context_pc(context), context, XL_FAULT_TIMEOUT);
    for (;;)
        pause();
}

void xl_hang_handler_install(void)
{
    struct sigaction action = {.sa_sigaction = note_hang,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGQUIT, &action, NULL);
}

void xl_fault_handler_install(void)
{
    /* Mapped, because static memory is compared. */
    static void *stack;
    if (!stack)
        stack =
            mmap(NULL, XL_SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        xl_die("crosslane-agent: cannot map a stack for signal handlers");
    const stack_t alternate = {.ss_sp = stack, .ss_size = XL_SIGNAL_STACK};
    struct sigaction action = {.sa_sigaction = note_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    sigaltstack(&alternate, NULL);
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}
