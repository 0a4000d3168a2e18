/* Single-steps some functions of a native program by ptrace.
 * SPDX-License-Identifier: MIT
 *
 * Each of the functions has a breakpoint; everything else runs at full speed. Instructions are
 * stepped until the function has returned, as the stack pointer shows.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "agent/single_step.h"

#include <elf.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* The instruction of a breakpoint, its bits, how far behind its address the process stops, and the
 * si_code of that, which no step has. */
#if defined __x86_64__
#define XL_BREAKPOINT 0xccul /* int3 */
#define XL_BREAKPOINT_BITS 0xfful
#define XL_STOPS_BEHIND 1
#define XL_BREAKPOINT_CODE SI_KERNEL
#define XL_PC rip
#elif defined __aarch64__
/* A pair of LDXR and STXR fails as long as it is stepped: code that waits for it does not end. */
#define XL_BREAKPOINT 0xd4200000ul /* brk #0 */
#define XL_BREAKPOINT_BITS 0xfffffffful
#define XL_STOPS_BEHIND 0
#define XL_BREAKPOINT_CODE TRAP_BRKPT
#define XL_PC pc
#endif

#ifdef XL_BREAKPOINT

enum { XL_LINE = 32, XL_LOG_FD = 3 };

struct follower {
    const struct xl_single_step *steps;
    pid_t pid;
    uint32_t *first_insns; /* of the functions, as far as breakpoints replace them */
    char text[1 << 16];    /* not yet in the log */
    size_t used;
};

static void flush(struct follower *f)
{
    for (size_t at = 0; at < f->used;) {
        ssize_t written = write(XL_LOG_FD, f->text + at, f->used - at);
        if (written < 0 && errno != EINTR)
            _exit(1);
        at += written > 0 ? (size_t)written : 0;
    }
    f->used = 0;
}

static void put(struct follower *f, const char *text)
{
    while (*text)
        f->text[f->used++] = *text++;
}

static void log_address(struct follower *f, uint64_t address)
{
    char hex[17], *digit = hex + sizeof hex - 1;
    if (!f->steps->is_logged(f->steps->data, address))
        return;
    if (f->used > sizeof f->text - XL_LINE)
        flush(f);
    for (*digit = '\0'; address; address >>= 4)
        *--digit = "0123456789abcdef"[address & 15];
    put(f, "Trace [/");
    put(f, digit);
    put(f, "/]\n");
}

/* The status of the next stop or of the end. If there is none, this process fails. */
static int wait_for(const struct follower *f)
{
    int status = 0;
    while (waitpid(f->pid, &status, 0) < 0)
        if (errno != EINTR)
            _exit(1);
    return status;
}

static uint32_t swap_insn(const struct follower *f, uint64_t address, unsigned long insn)
{
    const unsigned long word =
        (unsigned long)ptrace(PTRACE_PEEKTEXT, f->pid, (void *)address, NULL);
    ptrace(PTRACE_POKETEXT, f->pid, (void *)address, (void *)((word & ~XL_BREAKPOINT_BITS) | insn));
    return (uint32_t)(word & XL_BREAKPOINT_BITS);
}

/* Returns 0, or -1 if the process has none. */
static int get_registers(const struct follower *f, struct user_regs_struct *registers)
{
    struct iovec to = {registers, sizeof *registers};
    return (int)ptrace(PTRACE_GETREGSET, f->pid, (void *)NT_PRSTATUS, &to);
}

static void set_registers(const struct follower *f, struct user_regs_struct *registers)
{
    struct iovec from = {registers, sizeof *registers};
    ptrace(PTRACE_SETREGSET, f->pid, (void *)NT_PRSTATUS, &from);
}

/* Which of the functions begins here; count if none does. */
static size_t entry_at(const struct follower *f, uint64_t address)
{
    size_t i = 0;
    while (i < f->steps->count && f->steps->entries[i] != address)
        i++;
    return i;
}

/* Two may be of one function. */
static void set_breakpoints(struct follower *f)
{
    for (size_t i = 0; i < f->steps->count; i++)
        if (entry_at(f, f->steps->entries[i]) == i)
            f->first_insns[i] = swap_insn(f, f->steps->entries[i], XL_BREAKPOINT);
}

/* Executes one instruction. Returns the wait status. */
static int step(const struct follower *f, uint64_t address, long signal_number)
{
    const size_t entry = entry_at(f, address);
    if (entry < f->steps->count)
        swap_insn(f, address, f->first_insns[entry]);
    ptrace(PTRACE_SINGLESTEP, f->pid, NULL, (void *)signal_number);
    const int status = wait_for(f);
    if (entry < f->steps->count && WIFSTOPPED(status))
        swap_insn(f, address, XL_BREAKPOINT);
    return status;
}

/* On one CPU, or on any: two that wait for each other are woken several times as fast on one. */
static void share_cpu(const struct follower *f, const cpu_set_t *cpus)
{
    sched_setaffinity(0, sizeof *cpus, cpus);
    sched_setaffinity(f->pid, sizeof *cpus, cpus);
}

/* Leaves the breakpoint: one step, without a line. */
static int leave_breakpoint(const struct follower *f, struct user_regs_struct registers)
{
    registers.XL_PC -= XL_STOPS_BEHIND;
    set_registers(f, &registers);
    return step(f, registers.XL_PC, 0);
}

static bool has_returned(const struct user_regs_struct *entry, const struct user_regs_struct *now)
{
#ifdef __x86_64__
    return now->rsp > entry->rsp; /* without the return address */
#else
    /* Above: after a longjmp. */
    return now->sp > entry->sp || (now->pc == entry->regs[30] && now->sp == entry->sp);
#endif
}

/* What the program gets of a stop. SIGTRAP: if its own code has a breakpoint, or it was raised. */
static long signal_of(const struct follower *f, int status)
{
    siginfo_t info;
    if (WSTOPSIG(status) == SIGTRAP && (ptrace(PTRACE_GETSIGINFO, f->pid, NULL, &info) ||
                                        (info.si_code != XL_BREAKPOINT_CODE && info.si_code > 0)))
        return 0;
    return WSTOPSIG(status);
}

/* Steps from the breakpoint until the function returns. Returns the program's wait status. */
static int step_call(struct follower *f, struct user_regs_struct registers)
{
    const struct user_regs_struct entry = registers;
    int status = 0;
    registers.XL_PC -= XL_STOPS_BEHIND;
    set_registers(f, &registers);
    for (long signal_number = 0; !has_returned(&entry, &registers);) {
        log_address(f, registers.XL_PC);
        status = step(f, registers.XL_PC, signal_number);
        if (!WIFSTOPPED(status))
            break;
        signal_number = signal_of(f, status);
        get_registers(f, &registers);
    }
    return status;
}

static int follow_call(struct follower *f, struct user_regs_struct registers)
{
    cpu_set_t all, one;
    const int cpu = sched_getaffinity(0, sizeof all, &all) ? -1 : sched_getcpu();
    CPU_ZERO(&one);
    if (cpu >= 0) {
        CPU_SET((size_t)cpu, &one);
        share_cpu(f, &one);
    }
    const int status = step_call(f, registers);
    if (cpu >= 0)
        share_cpu(f, &all);
    flush(f);
    return status;
}

/* Follows the program to its end. Returns its wait status. */
static int follow(struct follower *f)
{
    struct user_regs_struct registers;
    long signal_number = 0;
    int status = wait_for(f); /* exec stops it, or it stops itself */
    if (!WIFSTOPPED(status))
        return status;
    ptrace(PTRACE_SETOPTIONS, f->pid, NULL, (void *)PTRACE_O_EXITKILL);
    set_breakpoints(f);
    for (;;) {
        ptrace(PTRACE_CONT, f->pid, NULL, (void *)signal_number);
        status = wait_for(f);
        if (!WIFSTOPPED(status))
            return status;
        signal_number = WSTOPSIG(status);
        if (signal_number != SIGTRAP || get_registers(f, &registers) ||
            entry_at(f, registers.XL_PC - XL_STOPS_BEHIND) == f->steps->count)
            continue;
        const bool is_wanted = !f->steps->is_wanted || *f->steps->is_wanted;
        status = is_wanted ? follow_call(f, registers) : leave_breakpoint(f, registers);
        if (!WIFSTOPPED(status))
            return status;
        signal_number = 0;
    }
}

/* Ends with the program's status. */
static _Noreturn void end(int status)
{
    if (WIFSIGNALED(status))
        raise(WTERMSIG(status));
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

int xl_single_step_begin(const struct xl_single_step *steps, int log)
{
    /* malloc is not async-signal-safe, and an agent's static memory is compared. */
    const size_t bytes = sizeof(struct follower) + steps->count * sizeof(uint32_t);
    struct follower *f =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (f == MAP_FAILED)
        return -1;
    f->first_insns = (uint32_t *)(void *)(f + 1);
    f->steps = steps;
    f->pid = fork();
    if (f->pid < 0)
        return -1;
    if (!f->pid) {
        munmap(f, bytes);
        return (int)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    }
    dup2(log, XL_LOG_FD);
    steps->prepare(XL_LOG_FD + 1);
    if (ftruncate(XL_LOG_FD, 0) || lseek(XL_LOG_FD, 0, SEEK_SET))
        _exit(1);
    const int status = follow(f);
    flush(f);
    end(status);
}

#else

int xl_single_step_begin(const struct xl_single_step *steps __attribute__((unused)),
                         int log __attribute__((unused)))
{
    errno = ENOSYS;
    return -1;
}

#endif
