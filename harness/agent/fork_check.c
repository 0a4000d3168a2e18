/* Kernels that fork: the call returns twice. The new process ends before it touches the memory that
 * the host sees; this one finds at the end of a batch that it has a child.
 * SPDX-License-Identifier: MIT
 *
 * A system call after each call would take a fifth of the guest's time with a kernel of one
 * instruction. Therefore the new process is known by a page that fork wipes.
 */
#include "agent/agent.h"

#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* 0 in a new process. NULL: pages are not wiped here, so each call asks for the process. */
static volatile unsigned char *mark;

/* The first call that returned twice, which the new process writes; 0: none. */
static volatile uintptr_t *forked_call;

static pid_t agent_process;

static void *map_page(int flags)
{
    void *page = mmap(NULL, XL_PAGE, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    return page == MAP_FAILED ? NULL : page;
}

/* Asks a new process: QEMU 7.2 accepts any advice, and ignores it. */
static int is_wiped(const volatile unsigned char *page)
{
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(*page);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

void xl_fork_check_begin(void)
{
    unsigned char *page = map_page(MAP_PRIVATE);
    agent_process = getpid();
    forked_call = map_page(MAP_SHARED);
    if (!page || !forked_call || madvise(page, XL_PAGE, MADV_WIPEONFORK))
        return;
    *(volatile unsigned char *)page = 1;
    if (is_wiped(page))
        mark = page;
}

void xl_fork_check_call(const struct xl_call *c)
{
    if (mark ? *mark : getpid() == agent_process)
        return;
    if (forked_call && (!*forked_call || *forked_call > (uintptr_t)c))
        *forked_call = (uintptr_t)c;
    _exit(0);
}

/* New processes end within their calls, unless they run another program. */
static void await_children(void)
{
    enum { TRIES = 200 }; /* a fifth of the time that a call has */
    const struct timespec pause = {0, 1000000};
    siginfo_t child = {0};
    for (int i = 0; i < TRIES && waitid(P_ALL, 0, &child, WEXITED | WNOHANG) == 0; i++) {
        if (!child.si_pid)
            nanosleep(&pause, NULL);
        child.si_pid = 0;
    }
}

uint64_t xl_fork_check_batch(const struct xl_call *calls, uint64_t count)
{
    siginfo_t child;
    if (getpid() != agent_process) /* it shares this memory, which was not wiped */
        _exit(0);
    if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT))
        return count;
    await_children();
    uint64_t first = 0;
    while (first < count && forked_call && (uintptr_t)&calls[first] < *forked_call)
        first++;
    return forked_call && *forked_call && first < count ? first : count - 1;
}
