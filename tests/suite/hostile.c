/* A test program that misbehaves. `crosslane suite` must stop it, or keep it from doing harm.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes files of 1 MiB until the disk is full. */
static int fill(void)
{
    static char block[1 << 20];
    char name[32];
    memset(block, 1, sizeof block);
    for (int i = 0; i < 4096; i++) {
        snprintf(name, sizeof name, "full.%d", i);
        FILE *f = fopen(name, "w");
        if (!f || fwrite(block, 1, sizeof block, f) != sizeof block || fclose(f))
            pause();
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "hang") == 0)
        for (;;)
            pause();
    if (strcmp(mode, "forks") == 0)
        for (;;) {
            if (fork() == 0) {
                setsid(); /* and leaves the group */
                for (;;)
                    pause();
            }
            usleep(500);
        }
    if (strcmp(mode, "fill") == 0)
        return fill();
    if (strcmp(mode, "kills") == 0)
        return kill(getppid(), SIGKILL) || pause();
    if (strcmp(mode, "writes") == 0) { /* a file of another program */
        const int fd = open(argv[2], O_WRONLY | O_CREAT, 0666);
        return fd < 0 ? 0 : 1;
    }
    if (strcmp(mode, "illegal") == 0)
        raise(SIGILL);
    return 2;
}
