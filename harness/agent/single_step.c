/* Single-steps some functions of a native program by ptrace.
 * SPDX-License-Identifier: MIT
 *
 * Each of the functions has a breakpoint; everything else runs at full speed. Instructions are
 * stepped until the stack pointer is above its value at the entry, as it is after the return.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "agent/single_step.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__

enum { XL_BREAKPOINT = 0xcc, XL_LINE = 32, XL_LOG_FD = 3 };

struct follower {
    const struct xl_single_step *steps;
    pid_t pid;
    unsigned char *first_bytes; /* of the functions */
    char text[1 << 16];         /* not yet in the log */
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

static unsigned char swap_byte(const struct follower *f, uint64_t address, unsigned char byte)
{
    const unsigned long word =
        (unsigned long)ptrace(PTRACE_PEEKTEXT, f->pid, (void *)address, NULL);
    ptrace(PTRACE_POKETEXT, f->pid, (void *)address, (void *)((word & ~0xfful) | byte));
    return (unsigned char)word;
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
            f->first_bytes[i] = swap_byte(f, f->steps->entries[i], XL_BREAKPOINT);
}

/* Executes one instruction. Returns the wait status. */
static int step(const struct follower *f, uint64_t address, long signal_number)
{
    const size_t entry = entry_at(f, address);
    if (entry < f->steps->count)
        swap_byte(f, address, f->first_bytes[entry]);
    ptrace(PTRACE_SINGLESTEP, f->pid, NULL, (void *)signal_number);
    const int status = wait_for(f);
    if (entry < f->steps->count && WIFSTOPPED(status))
        swap_byte(f, address, XL_BREAKPOINT);
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
    registers.rip--;
    ptrace(PTRACE_SETREGS, f->pid, NULL, &registers);
    return step(f, registers.rip, 0);
}

/* Steps from the breakpoint until the function returns. Returns the program's wait status. */
static int step_call(struct follower *f, struct user_regs_struct registers)
{
    const uint64_t stack = registers.rsp;
    int status = 0;
    registers.rip--;
    ptrace(PTRACE_SETREGS, f->pid, NULL, &registers);
    for (long signal_number = 0; registers.rsp <= stack;) {
        log_address(f, registers.rip);
        status = step(f, registers.rip, signal_number);
        if (!WIFSTOPPED(status))
            break;
        signal_number = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
        ptrace(PTRACE_GETREGS, f->pid, NULL, &registers);
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
        if (signal_number != SIGTRAP || ptrace(PTRACE_GETREGS, f->pid, NULL, &registers) ||
            entry_at(f, registers.rip - 1) == f->steps->count)
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
    struct follower *f = mmap(NULL, sizeof *f + steps->count, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (f == MAP_FAILED)
        return -1;
    f->first_bytes = (unsigned char *)(f + 1);
    f->steps = steps;
    f->pid = fork();
    if (f->pid < 0)
        return -1;
    if (!f->pid) {
        munmap(f, sizeof *f + steps->count);
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
