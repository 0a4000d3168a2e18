/* A program that executes AVX2 code in many ways. `crosslane exec` on a native row must see each,
 * and change nothing that the program sees.
 * SPDX-License-Identifier: MIT
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned vector __attribute__((vector_size(32)));

#define FUNCTION(name)                                                                             \
    __attribute__((noinline, target("avx2"))) unsigned name(const vector *a, size_t n)             \
    {                                                                                              \
        vector sum = {0};                                                                          \
        for (size_t i = 0; i < n; i++)                                                             \
            sum = (sum ^ a[i]) * 3 + a[i];                                                         \
        return sum[0] + sum[7];                                                                    \
    }

FUNCTION(sum_avx2)
FUNCTION(sum_child)
FUNCTION(sum_parent)
FUNCTION(sum_thread)
FUNCTION(sum_handler)
FUNCTION(sum_before_end)
FUNCTION(sum_never)

/* A function that begins with a breakpoint of its own, and a table among code that would not be the
 * same if it had one. */
unsigned own_trap(void);
extern const unsigned char table[4];
__asm__(".text\n"
        ".globl own_trap\n.type own_trap, @function\n"
        "own_trap: int3\n vpaddd %ymm0, %ymm0, %ymm0\n vzeroupper\n movl $1, %eax\n ret\n"
        ".size own_trap, . - own_trap\n"
        ".globl table\n"
        "table: .byte 0xc5, 0xfd, 0xfe, 0xc0\n"); /* vpaddd %ymm0, %ymm0, %ymm0 */

enum { LENGTH = 8, THREADS = 8, FORKS = 40, STOPPED_US = 50000, CODE_BYTES = 4096, WRONG = 95 };

static vector data[LENGTH];
static char *self;
static volatile sig_atomic_t traps;
static pthread_barrier_t barrier;
extern char **environ;

/* What each of the functions returns. */
static unsigned sum_scalar(const vector *a, size_t n)
{
    unsigned first = 0, last = 0;
    for (size_t i = 0; i < n; i++) {
        first = (first ^ a[i][0]) * 3 + a[i][0];
        last = (last ^ a[i][7]) * 3 + a[i][7];
    }
    return first + last;
}

static int is_wrong(unsigned sum)
{
    return sum == sum_scalar(data, LENGTH) ? 0 : WRONG;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return WRONG;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A dispatcher that may be told that the CPU has nothing. With _GNU_SOURCE and the headers of
 * glibc 2.38 or later, strtol needs that glibc. */
static int dispatch(const char *what)
{
    const int has =
        strtol(what, NULL, 0) == 0 && __builtin_cpu_supports("avx2") && strcmp(what, "scalar") != 0;
    return is_wrong((has ? sum_avx2 : sum_scalar)(data, LENGTH));
}

static int start(void)
{
    pid_t pid;
    char *argv[] = {self, "child", NULL};
    return posix_spawn(&pid, self, NULL, NULL, argv, environ) ? WRONG : wait_for(pid);
}

/* The child has the parent's memory, with its breakpoints. */
static int fork_both(void)
{
    const pid_t pid = fork();
    if (pid == 0)
        _exit(is_wrong(sum_child(data, LENGTH)));
    return wait_for(pid) || is_wrong(sum_parent(data, LENGTH)) || is_wrong(sum_child(data, LENGTH));
}

/* The child's breakpoints are the parent's. */
static int vfork_both(void)
{
    const pid_t pid = vfork();
    if (pid == 0)
        _exit(is_wrong(sum_child(data, LENGTH)));
    return wait_for(pid) || is_wrong(sum_parent(data, LENGTH)) || is_wrong(sum_child(data, LENGTH));
}

static void *in_thread(void *result)
{
    pthread_barrier_wait(&barrier);
    *(int *)result |= is_wrong(sum_thread(data, LENGTH));
    return NULL;
}

/* All at once. */
static int start_threads(void)
{
    pthread_t threads[THREADS];
    int results[THREADS] = {0}, wrong = 0;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        wrong |= pthread_create(&threads[i], NULL, in_thread, &results[i]);
    for (int i = 0; i < THREADS && !wrong; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        wrong |= results[i];
    return wrong;
}

/* Each child has a breakpoint, at which all of its threads arrive. */
static int fork_threads(void)
{
    int wrong = 0;
    for (int i = 0; i < FORKS; i++) {
        const pid_t pid = fork();
        if (pid == 0)
            _exit(start_threads());
        wrong |= wait_for(pid);
    }
    return wrong;
}

static void *become_child(void *unused)
{
    (void)unused;
    execv(self, (char *[]){self, "child", NULL});
    return NULL;
}

/* A thread that is not the first one becomes another program. */
static int become_by_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, become_child, NULL))
        return WRONG;
    for (;;)
        pause();
}

static void count_trap(int signal_number)
{
    (void)signal_number;
    traps += !is_wrong(sum_handler(data, LENGTH));
}

/* Traps of its own: sent, and by an instruction. */
static int trap(void)
{
    const struct sigaction count = {.sa_handler = count_trap, .sa_flags = SA_NODEFER};
    sigaction(SIGTRAP, &count, NULL);
    raise(SIGTRAP);
    kill(getpid(), SIGTRAP);
    __asm__ volatile("int3");
    return own_trap() == 1 && traps == 4 ? is_wrong(sum_avx2(data, LENGTH)) : WRONG;
}

/* The child stays stopped until it is told to go on. */
static int stop_and_go(void)
{
    int status = 0;
    volatile int *has_gone =
        mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const pid_t pid = fork();
    if (pid == 0) {
        raise(SIGSTOP);
        *has_gone = 1;
        _exit(is_wrong(sum_child(data, LENGTH)));
    }
    if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status))
        return WRONG;
    usleep(STOPPED_US);
    if (*has_gone)
        return WRONG;
    kill(pid, SIGCONT);
    return wait_for(pid);
}

static int open_library(const char *file)
{
#ifdef STATIC
    (void)file;
    return WRONG;
#else
    for (int i = 0; i < 2; i++) {
        void *library = dlopen(file, RTLD_NOW);
        unsigned (*sum)(const vector *, size_t) =
            library ? (unsigned (*)(const vector *, size_t))dlsym(library, i ? "sum_reopened"
                                                                             : "sum_library")
                    : NULL;
        if (!sum || is_wrong(sum(data, LENGTH)))
            return WRONG;
        dlclose(library);
    }
    return 0;
#endif
}

/* Code that it makes. */
static int make_code(void)
{
    static const unsigned char code[] = {0xc5, 0xfd, 0xfe, 0xc0, 0xc5, 0xf8, 0x77, 0xc3};
    void *memory = mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return WRONG;
    memcpy(memory, code, sizeof code);
    ((void (*)(void))memory)();
    return 0;
}

static int read_table(void)
{
    static const unsigned char want[] = {0xc5, 0xfd, 0xfe, 0xc0};
    return memcmp(table, want, sizeof want) == 0 ? is_wrong(sum_avx2(data, LENGTH)) : WRONG;
}

/* Its file is gone when it forks. */
static int vanish(void)
{
    return unlink(self) ? WRONG : fork_both();
}

/* A process that does not end by itself, and holds no file. */
static int leave(void)
{
    const pid_t pid = fork();
    if (pid == 0) {
        setsid();
        for (;;)
            pause();
    }
    return pid < 0 ? WRONG : is_wrong(sum_parent(data, LENGTH));
}

static int die(int signal_number)
{
    return is_wrong(sum_before_end(data, LENGTH)) || raise(signal_number) ? WRONG : 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "dispatched", *word = argc > 2 ? argv[2] : "";
    self = argv[0];
    for (size_t i = 0; i < LENGTH; i++)
        data[i] = (vector){(unsigned)i, 1, 2, 3, 4, 5, 6, 7};
    if (strcmp(mode, "dispatched") == 0)
        return dispatch(word);
    if (strcmp(mode, "child") == 0)
        return is_wrong(sum_child(data, LENGTH));
    if (strcmp(mode, "starts") == 0)
        return start();
    if (strcmp(mode, "forks") == 0)
        return fork_both();
    if (strcmp(mode, "vforks") == 0)
        return vfork_both();
    if (strcmp(mode, "threads") == 0)
        return start_threads();
    if (strcmp(mode, "forks_threads") == 0)
        return fork_threads();
    if (strcmp(mode, "becomes") == 0)
        return become_by_thread();
    if (strcmp(mode, "traps") == 0)
        return trap();
    if (strcmp(mode, "stops") == 0)
        return stop_and_go();
    if (strcmp(mode, "library") == 0)
        return open_library(word);
    if (strcmp(mode, "makes") == 0)
        return make_code();
    if (strcmp(mode, "reads") == 0)
        return read_table();
    if (strcmp(mode, "vanishes") == 0)
        return vanish();
    if (strcmp(mode, "leaves") == 0)
        return leave();
    if (strcmp(mode, "aborts") == 0)
        return die(SIGABRT);
    if (strcmp(mode, "terminates") == 0)
        return die(SIGTERM);
    return argc > 5 ? (int)sum_never(data, LENGTH) : WRONG;
}
