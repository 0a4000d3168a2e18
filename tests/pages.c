/* pages BYTES PROGRAM [ARGUMENT]...: runs a program that takes its machine's pages for larger ones.
 * SPDX-License-Identifier: MIT
 *
 * It changes AT_PAGESZ of the auxiliary vector, behind the program's environment on its stack.
 */
#include <elf.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static long peek(pid_t pid, unsigned long at)
{
    return ptrace(PTRACE_PEEKDATA, pid, at, NULL);
}

int main(int argc, char **argv)
{
    int status;
    const pid_t pid = argc < 3 ? -1 : fork();
    if (pid == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(argv[2], argv + 2);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        return 126;
    const size_t word = sizeof(long);
    unsigned long at =
        (unsigned long)ptrace(PTRACE_PEEKUSER, pid, offsetof(struct user_regs_struct, rsp), NULL);
    at += ((unsigned long)peek(pid, at) + 2) * word; /* argc, the arguments, NULL */
    while (peek(pid, at))
        at += word;
    for (at += word; peek(pid, at) != AT_PAGESZ; at += 2 * word)
        if (peek(pid, at) == AT_NULL)
            return 125;
    ptrace(PTRACE_POKEDATA, pid, at + word, strtol(argv[1], NULL, 10));
    ptrace(PTRACE_DETACH, pid, NULL, NULL);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
