/* Runs a command and writes its processor time, with its children's, and its memory.
 * SPDX-License-Identifier: MIT
 *
 *   measure FILE COMMAND...
 *
 * The file gets a line: seconds, and MiB of the largest process at its largest.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    struct rusage use;
    int status;
    FILE *f = argc > 2 ? fopen(argv[1], "w") : NULL;
    const pid_t child = f ? fork() : -1;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &use))
        return 2;
    fprintf(f, "%.3f %.1f\n", seconds_of(use.ru_utime) + seconds_of(use.ru_stime),
            (double)use.ru_maxrss / 1024);
    return fclose(f) || !WIFEXITED(status) ? 2 : WEXITSTATUS(status);
}
