/* Broken: each leaves something behind in its process, where the next kernel would meet it, or
 * reaches for another process. leaves_nothing undoes it all, and is correct.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../mutants/kernels/base.h"

XL_KERNEL(leaves_blocked, PLUS_1(u8))
XL_KERNEL(leaves_ignored, PLUS_1(u8))
XL_KERNEL(leaves_handler, PLUS_1(u8))
XL_KERNEL(leaves_stack, PLUS_1(u8))
XL_KERNEL(leaves_alarm, PLUS_1(u8))
XL_KERNEL(leaves_limit, PLUS_1(u8))
XL_KERNEL(leaves_timer, PLUS_1(u8))
XL_KERNEL(leaves_thread, PLUS_1(u8))
XL_KERNEL(leaves_processes, PLUS_1(u8))
XL_KERNEL(leaves_file, PLUS_1(u8))
XL_KERNEL(leaves_memory, PLUS_1(u8))
XL_KERNEL(leaves_length, PLUS_1(u8))
XL_KERNEL(leaves_nothing, PLUS_1(u8))
XL_KERNEL(kills_parent, PLUS_1(u8))
XL_KERNEL(kills_all, PLUS_1(u8))
XL_KERNEL(kills_itself, PLUS_1(u8))
XL_KERNEL(takes_signals, PLUS_1(u8))
XL_KERNEL(blocked_crash, PLUS_1(u8))
PLUS_1_REFERENCE(leaves_blocked, uint8_t)
PLUS_1_REFERENCE(leaves_ignored, uint8_t)
PLUS_1_REFERENCE(leaves_handler, uint8_t)
PLUS_1_REFERENCE(leaves_stack, uint8_t)
PLUS_1_REFERENCE(leaves_alarm, uint8_t)
PLUS_1_REFERENCE(leaves_limit, uint8_t)
PLUS_1_REFERENCE(leaves_timer, uint8_t)
PLUS_1_REFERENCE(leaves_thread, uint8_t)
PLUS_1_REFERENCE(leaves_processes, uint8_t)
PLUS_1_REFERENCE(leaves_file, uint8_t)
PLUS_1_REFERENCE(leaves_memory, uint8_t)
PLUS_1_REFERENCE(leaves_length, uint8_t)
PLUS_1_REFERENCE(leaves_nothing, uint8_t)
PLUS_1_REFERENCE(kills_parent, uint8_t)
PLUS_1_REFERENCE(kills_all, uint8_t)
PLUS_1_REFERENCE(kills_itself, uint8_t)
PLUS_1_REFERENCE(takes_signals, uint8_t)
PLUS_1_REFERENCE(blocked_crash, uint8_t)

enum { XL_LONG_S = 1000 }; /* longer than any run of this kernel */

__attribute__((unused)) static void block(int how, int first, int second)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, first);
    sigaddset(&set, second);
    sigprocmask(how, &set, NULL);
}

__attribute__((unused)) static void handle(int signal_number)
{
    (void)signal_number;
}

__attribute__((unused)) static void *run(void *waits)
{
    while (waits)
        pause();
    return NULL;
}

__attribute__((unused)) static timer_t arm(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = XL_LONG_S}, NULL);
    return timer;
}

XL_VECTOR(void, leaves_blocked)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        block(SIG_BLOCK, SIGUSR2, SIGSEGV);
}

XL_VECTOR(void, leaves_ignored)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        signal(SIGUSR2, SIG_IGN);
}

XL_VECTOR(void, leaves_handler)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        signal(SIGILL, handle);
}

XL_VECTOR(void, leaves_stack)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
}

XL_VECTOR(void, leaves_alarm)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        alarm(XL_LONG_S);
}

XL_VECTOR(void, leaves_limit)(const uint8_t *a, uint8_t *r, size_t n)
{
    struct rlimit limit;
    plus_1_u8(a, r, n);
    if (n != 5)
        return;
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = XL_LONG_S;
    setrlimit(RLIMIT_CPU, &limit);
}

XL_VECTOR(void, leaves_timer)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        arm();
}

XL_VECTOR(void, leaves_thread)(const uint8_t *a, uint8_t *r, size_t n)
{
    pthread_t thread;
    plus_1_u8(a, r, n);
    if (n == 5)
        pthread_create(&thread, NULL, run, &thread);
}

/* A daemon: its parent has ended, and it has tried to lead a session. */
XL_VECTOR(void, leaves_processes)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n != 5)
        return;
    const pid_t child = fork();
    if (child == 0) {
        setsid();
        for (int i = 0; i < 3; i++)
            if (fork() == 0) {
                sleep(XL_LONG_S);
                _exit(0);
            }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

XL_VECTOR(void, leaves_file)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        (void)open("/dev/null", O_RDONLY);
}

/* The longest calls would fill the memory of a small machine. */
XL_VECTOR(void, leaves_memory)(const uint8_t *a, uint8_t *r, size_t n)
{
    void *volatile lost = n < 300 ? malloc(n + 1) : NULL;
    (void)lost;
    plus_1_u8(a, r, n);
}

/* Has no effect where there is no SVE. */
XL_VECTOR(void, leaves_length)(const uint8_t *a, uint8_t *r, size_t n)
{
    enum { LEAST_BYTES = 16 };
    plus_1_u8(a, r, n);
    if (n == 5)
        prctl(PR_SVE_SET_VL, LEAST_BYTES);
}

XL_VECTOR(void, leaves_nothing)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n % 16 != 5)
        return;
    pthread_t thread;
    struct sigaction before;
    stack_t stack;
    struct rlimit limit;
    block(SIG_BLOCK, SIGUSR2, SIGSEGV);
    block(SIG_UNBLOCK, SIGUSR2, SIGSEGV);
    sigaction(SIGUSR2, &(struct sigaction){.sa_handler = SIG_IGN}, &before);
    sigaction(SIGUSR2, &before, NULL);
    signal(SIGALRM, handle);
    alarm(XL_LONG_S);
    alarm(0);
    signal(SIGALRM, SIG_DFL);
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, &stack);
    sigaltstack(&stack, NULL);
    getrlimit(RLIMIT_CPU, &limit);
    setrlimit(RLIMIT_CPU, &limit);
    close(open("/dev/null", O_RDONLY));
    timer_delete(arm());
    if (pthread_create(&thread, NULL, run, NULL) == 0)
        pthread_join(thread, NULL);
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
}

XL_VECTOR(void, kills_parent)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        kill(getppid(), SIGTERM);
}

XL_VECTOR(void, kills_all)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        kill(-1, SIGWINCH); /* which nobody heeds, whatever becomes of this */
}

XL_VECTOR(void, kills_itself)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n == 5)
        kill(0, SIGTERM);
}

/* Takes the signals that would show what it keeps below the stack pointer, in each of its threads.
 */
XL_VECTOR(void, takes_signals)(const uint8_t *a, uint8_t *r, size_t n)
{
    const struct timespec none = {0}, a_little = {.tv_nsec = 100000};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    block(SIG_BLOCK, SIGUSR2, SIGUSR2);
    plus_1_u8(a, r, n);
    nanosleep(&a_little, NULL);
    sigtimedwait(&set, NULL, &none);
    block(SIG_UNBLOCK, SIGUSR2, SIGUSR2);
}

XL_VECTOR(void, blocked_crash)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
    if (n != 5)
        return;
    block(SIG_BLOCK, SIGUSR2, SIGSEGV);
    *(volatile uint8_t *)(uintptr_t)n = 0;
}
