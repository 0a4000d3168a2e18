/* A program that reads a text and writes another.
 * SPDX-License-Identifier: MIT
 */
#include "docs/through.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(const char *const *argv, int input, int output)
{
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = 0;
    int failed = posix_spawn_file_actions_init(&files);
    if (failed) {
        errno = failed;
        return -1;
    }
    failed = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    errno = failed;
    if (failed)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int xl_filter(const char *const *argv, const char *text, size_t size, int output)
{
    /* A file, not a pipe: a program that ends before it has read all of it is no SIGPIPE. */
    FILE *input = tmpfile();
    if (!input)
        return -1;
    int status = -1;
    if (fwrite(text, 1, size, input) == size && fflush(input) == 0 &&
        lseek(fileno(input), 0, SEEK_SET) == 0)
        status = run(argv, fileno(input), output);
    int why = errno;
    fclose(input);
    errno = why;
    return status;
}
