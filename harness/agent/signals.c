/* Notes in the shared memory where a fault was, before the agent dies of it.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#include "contract.h"
#include "protocol.h"

#include XL_PC_HEADER

/* Room for the largest frame of a signal: the vector state of SVE at 2048 bits is 9 KiB. */
enum { XL_SIGNAL_STACK = 65536 };

extern const struct xl_variant *const __start_xl_variants[] __attribute__((weak));
extern const struct xl_variant *const __stop_xl_variants[] __attribute__((weak));

static volatile struct xl_memory_head *memory_head;

/* Where the code of the call being made begins. */
static uint64_t current_entry(void)
{
    const volatile struct xl_call *calls =
        (const volatile struct xl_call *)((const volatile unsigned char *)memory_head +
                                          XL_CALLS_AT);
    uint64_t progress = memory_head->progress;
    // cppcheck-suppress subtractPointers
    size_t variants = (size_t)(__stop_xl_variants - __start_xl_variants);
    if (progress >= XL_BATCH_CALLS || calls[progress].variant >= variants)
        return 0;
    return (uintptr_t)__start_xl_variants[calls[progress].variant]->call &
           ~(uintptr_t)XL_ENTRY_MARK;
}

/* SA_RESETHAND has put the default action back: raised again, the signal ends the process when the
 * handler returns. */
static void note(int signal_number, siginfo_t *info, void *context)
{
    uintptr_t address = (uintptr_t)info->si_addr;
    memory_head->fault_address = address;
    memory_head->fault_offset = address - (uintptr_t)memory_head;
    memory_head->fault_grain = XL_FAULT_GRAIN;
    memory_head->fault_pc = xl_context_pc(context);
    memory_head->fault_entry = current_entry();
    memory_head->faulted = 1;
    raise(signal_number);
}

void xl_fault_install(unsigned char *memory)
{
    static unsigned char stack[XL_SIGNAL_STACK];
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = note,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    memory_head = (volatile struct xl_memory_head *)(void *)memory;
    sigaltstack(&alternate, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}
