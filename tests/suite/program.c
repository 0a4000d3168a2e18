/* A program that executes vector code in many ways. `crosslane exec` must see each.
 * SPDX-License-Identifier: MIT
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned vector __attribute__((vector_size(16)));

#define FUNCTION(name)                                                                             \
    __attribute__((noinline)) unsigned name(const vector *a, size_t n)                             \
    {                                                                                              \
        vector sum = {0};                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            sum = (sum ^ a[i]) * 3 + a[i];                                                         \
        return sum[0] + sum[1] + sum[2] + sum[3];                                                  \
    }

FUNCTION(sum_plain)
FUNCTION(sum_child)
FUNCTION(sum_thread)
FUNCTION(sum_before_end)
FUNCTION(sum_never)

static vector data[8];

static void *in_thread(void *unused)
{
    (void)unused;
    printf("%u\n", sum_thread(data, 8));
    return NULL;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

/* Starts this program again. */
static int start(char *self, char *mode, char **environment)
{
    char *argv[] = {self, mode, NULL};
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        execve(self, argv, environment);
        perror("execve");
        _exit(98);
    }
    return wait_for(pid);
}

static int open_library(const char *file)
{
#ifdef STATIC
    (void)file;
    return 0;
#else
    void *library = dlopen(file, RTLD_NOW);
    unsigned (*sum)(const vector *, size_t) =
        library ? (unsigned (*)(const vector *, size_t))dlsym(library, "sum_library") : NULL;
    if (!sum)
        return 97;
    printf("%u\n", sum(data, 8));
    return 0;
#endif
}

/* Opens a library by a path that depends on where the process is, or on what it has open. */
static int open_library_by(const char *way, const char *directory, const char *name)
{
    char path[4096];
    if (strcmp(way, "chdir") == 0 && chdir(directory) == 0)
        snprintf(path, sizeof path, "./%s", name);
    else if (strcmp(way, "fchdir") == 0 && fchdir(open(directory, O_RDONLY)) == 0)
        snprintf(path, sizeof path, "./%s", name);
    else if (strcmp(way, "fd") == 0)
        snprintf(path, sizeof path, "/proc/self/fd/%d",
                 openat(open(directory, O_RDONLY | O_DIRECTORY), name, O_RDONLY));
    else if (strcmp(way, "many") == 0)
        for (int i = 0; i < 1100; i++)
            snprintf(path, sizeof path, "%s/%s", dup(0) < 0 ? "too-many" : directory, name);
    else
        snprintf(path, sizeof path, "%s/%s", directory, name);
    const int status = open_library(path);
    if (strcmp(way, "last") == 0)
        abort();
    return status;
}

/* Another file gets the number of one that was open. */
static int close_all(void)
{
    char text[16] = "";
    for (int fd = 3; fd < 256; fd++)
        close(fd);
    FILE *f = fopen("closed.txt", "w+");
    fprintf(f, "mine");
    printf("%u\n", sum_before_end(data, 8));
    rewind(f);
    const size_t length = fread(text, 1, sizeof text - 1, f);
    return length == 4 && strcmp(text, "mine") == 0 ? 0 : 96;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "plain";
    pthread_t thread;
    for (size_t i = 0; i < sizeof data / sizeof data[0]; i++)
        data[i] = (vector){(unsigned)i, 1, 2, 3};
    if (strcmp(mode, "plain") == 0)
        return printf("%u\n", sum_plain(data, 8)) < 0;
    if (strcmp(mode, "child") == 0)
        return printf("%u\n", sum_child(data, 8)) < 0;
    if (strcmp(mode, "never") == 0)
        return argc > 5 ? (int)sum_never(data, 8) : 0;
    if (strcmp(mode, "starts") == 0)
        return start(argv[0], "child", (char *[]){"A=1", NULL});
    if (strcmp(mode, "starts_bare") == 0)
        return start(argv[0], "child", (char *[]){NULL});
    if (strcmp(mode, "becomes") == 0)
        return sum_plain(data, 8) ? execv(argv[0], (char *[]){argv[0], "child", NULL}) : 0;
    if (strcmp(mode, "thread") == 0)
        return pthread_create(&thread, NULL, in_thread, NULL) || pthread_join(thread, NULL);
    if (strcmp(mode, "library") == 0)
        return open_library(argv[2]);
    if (strcmp(mode, "library_by") == 0)
        return open_library_by(argv[2], argv[3], argv[4]);
    if (strcmp(mode, "log") == 0)
        return puts(getenv("QEMU_LOG")) < 0;
    if (strcmp(mode, "closes") == 0)
        return close_all();
    if (strcmp(mode, "aborts") == 0 && sum_before_end(data, 8))
        abort();
    return 95;
}
