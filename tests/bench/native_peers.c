/* Kernels on this machine's CPU, beside the compiler's own code for their references, and beside
 * libraries.
 * SPDX-License-Identifier: MIT
 *
 * Usage: native_peers LIBSLEEF [KERNEL]... It is linked with the kernels' objects for one ISA, and
 * with the kernels' records and references as the compiler vectorizes them. Lines of output, with
 * tabs:
 *
 *     version LIBRARY VERSION
 *     plain KERNEL OURS PLAIN OURS_NS PLAIN_NS
 *     peer KERNEL LIBRARY FUNCTION DIFFERS OURS PEER OURS_NS PEER_NS OURS_MEMORY_NS PEER_MEMORY_NS
 *
 * Instructions are counted one by one, by the processor's single steps: two calls, the second with
 * twice as many elements. Times are of the fastest of some rounds, both sides in turns. All are per
 * element.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "feature.h"
#include "native_call.h"
#include "native_libraries.h"

extern const struct xl_kernel *const __start_xl_kernels[], *const __stop_xl_kernels[];
extern const struct xl_variant *const __start_xl_variants[], *const __stop_xl_variants[];

enum {
    COUNTED = 256,        /* elements of the first call that is counted */
    MOST_COUNTED = 60000, /* instructions of a call; not counted if there are more */
    COUNTED_QUICK = 8192, /* the same where an element costs no instruction: more are in a step */
    CACHED = 24 << 10,    /* bytes of all buffers: they fit the first-level cache */
    MEMORY = 64 << 20,    /* and of those that fit no cache */
    ROUNDS = 60,
    MEMORY_ROUNDS = 5,
    TURN = 20000 /* ns of a turn, at least */
};

/* Code that makes a kernel's call. */
struct side {
    void (*code)(void);             /* as the kernel has its arguments; or NULL */
    const struct native_peer *peer; /* or NULL */
    void *function;
};

static void run(const struct native_call *c, const struct side *s)
{
    if (s->peer)
        s->peer->run(c, s->function);
    else
        native_call_run(c, s->code);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The child stops before and after the call, by the instruction of breakpoints. */
static void be_counted(const struct native_call *c, const struct side *s)
{
    run(c, s); /* addresses of functions of libraries are looked up */
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    __asm__ volatile("int3" ::: "memory");
    run(c, s);
    __asm__ volatile("int3" ::: "memory");
    _exit(0);
}

/* Whether the child stopped for a breakpoint, not for a step. */
static int is_breakpoint(pid_t child)
{
    siginfo_t info = {0};
    ptrace(PTRACE_GETSIGINFO, child, NULL, &info);
    return info.si_signo != SIGTRAP || info.si_code == SI_KERNEL;
}

/* Instructions of one call; 0 if it crashed, or there are too many. */
static double count_call(const struct native_call *c, const struct side *s)
{
    double count = 0;
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        be_counted(c, s);
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status) ||
        WSTOPSIG(status) != SIGTRAP)
        return 0;
    do {
        ptrace(PTRACE_SINGLESTEP, child, NULL, NULL);
        if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status))
            return 0;
        count++;
    } while (count < MOST_COUNTED && !is_breakpoint(child));
    const int is_ended = WSTOPSIG(status) == SIGTRAP && count < MOST_COUNTED;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return is_ended ? count : 0;
}

/* Per element, of the second n elements of a call with twice as many. */
static double count_elements(const struct xl_kernel *kernel, const struct side *s, size_t n)
{
    struct native_call one, two;
    double each = 0;
    if (native_call_make(&one, kernel, n))
        return 0;
    native_call_make(&two, kernel, 2 * n);
    const double first = count_call(&one, s), second = count_call(&two, s);
    if (first > 0 && second > first)
        each = (second - first) / (double)(two.elements - one.elements);
    native_call_free(&one);
    native_call_free(&two);
    return each;
}

static double count_side(const struct xl_kernel *kernel, const struct side *s)
{
    const double each = count_elements(kernel, s, COUNTED);
    return each < 1 ? count_elements(kernel, s, COUNTED_QUICK) : each;
}

static double time_turn(const struct native_call *c, const struct side *s, size_t calls)
{
    const double begin = now();
    for (size_t i = 0; i < calls; i++)
        run(c, s);
    return (now() - begin) / (double)calls / (double)c->elements;
}

/* The times of two sides in turns. bytes: of all buffers, about. */
static void time_sides(const struct xl_kernel *kernel, const struct side *s, size_t bytes,
                       size_t rounds, double *best)
{
    struct native_call c;
    size_t calls[2] = {1, 1}, n;
    best[0] = best[1] = 1e9;
    if (native_call_make(&c, kernel, 4096))
        return;
    n = bytes / (c.bytes / 4096 + 1) / 64 * 64;
    native_call_free(&c);
    native_call_make(&c, kernel, n < 64 ? 64 : n);
    for (size_t k = 0; k < 2; k++) {
        time_turn(&c, &s[k], 1);
        const double call = time_turn(&c, &s[k], 1) * (double)c.elements;
        calls[k] = call < TURN ? (size_t)(TURN / (call + 1)) + 1 : 1;
    }
    for (size_t round = 0; round < rounds; round++) {
        if (rounds > MEMORY_ROUNDS)
            native_call_fill(&c); /* in place, numbers may grow */
        for (size_t k = 0; k < 2; k++) {
            const double each = time_turn(&c, &s[k], calls[k]);
            best[k] = each < best[k] ? each : best[k];
        }
    }
    native_call_free(&c);
}

static void (*find_code(const char *kernel))(void)
{
    for (const struct xl_variant *const *v = __start_xl_variants; v < __stop_xl_variants; v++)
        if (strcmp((*v)->kernel, kernel) == 0 && (*v)->call && !(*v)->function)
            return (*v)->call;
    return NULL;
}

static int cpu_has(const char *feature, size_t length)
{
    for (size_t i = 0; i < xl_feature_count; i++)
        if (strlen(xl_features[i].name) == length &&
            memcmp(xl_features[i].name, feature, length) == 0)
            return xl_features[i].word() >> xl_features[i].bit & 1;
    return 0;
}

/* Whether this CPU has what the kernel's code for the ISA needs. */
static int can_run(const struct xl_kernel *kernel)
{
    for (size_t i = 0; i < XL_MAX_NEEDS && kernel->needs[i].isa; i++) {
        const char *word = kernel->needs[i].features;
        if (strcmp(kernel->needs[i].isa, PEERS_ISA) != 0)
            continue;
        for (size_t length; *word; word += length) {
            word += strspn(word, " ");
            length = strcspn(word, " ");
            if (length && !cpu_has(word, length))
                return 0;
        }
    }
    return 1;
}

/* References of other contracts compute what bounds an error, too. */
static void print_plain(const struct xl_kernel *kernel, void (*code)(void))
{
    const struct side sides[2] = {{.code = code}, {.code = kernel->reference}};
    double counts[2], ns[2];
    if (!kernel->reference || kernel->contract.kind != XL_EXACT)
        return;
    for (size_t k = 0; k < 2; k++)
        counts[k] = count_side(kernel, &sides[k]);
    time_sides(kernel, sides, CACHED, ROUNDS, ns);
    if (ns[0] < 1e9 && ns[1] < 1e9)
        printf("plain\t%s\t%.3f\t%.3f\t%.4f\t%.4f\n", kernel->name, counts[0], counts[1], ns[0],
               ns[1]);
    fflush(stdout);
}

static void print_peer(const struct xl_kernel *kernel, void (*code)(void),
                       const struct native_peer *p)
{
    const struct side sides[2] = {
        {.code = code}, {.peer = p, .function = native_library_function(p->library, p->symbol)}};
    double cached[2], memory[2];
    if (!sides[1].function) {
        printf("peer\t%s\t%s\t%s\t%s\t-\t-\t-\t-\t-\t-\n", kernel->name, p->library, p->symbol,
               p->differs);
        return;
    }
    time_sides(kernel, sides, CACHED, ROUNDS, cached);
    time_sides(kernel, sides, MEMORY, MEMORY_ROUNDS, memory);
    printf("peer\t%s\t%s\t%s\t%s\t%.3f\t%.3f\t%.4f\t%.4f\t%.4f\t%.4f\n", kernel->name, p->library,
           p->symbol, p->differs, count_side(kernel, &sides[0]), count_side(kernel, &sides[1]),
           cached[0], cached[1], memory[0], memory[1]);
    fflush(stdout);
}

static int is_chosen(const char *kernel, int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], kernel) == 0)
            return 1;
    return argc <= 2;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "native_peers: error: usage: native_peers LIBSLEEF [KERNEL]...\n");
        return 2;
    }
    native_libraries_open(argv[1]);
    for (size_t i = 0; i < native_peer_count; i++)
        if (i == 0 || strcmp(native_peers[i].library, native_peers[i - 1].library) != 0)
            printf("version\t%s\t%s\n", native_peers[i].library,
                   native_library_version(native_peers[i].library));
    for (const struct xl_kernel *const *k = __start_xl_kernels; k < __stop_xl_kernels; k++) {
        void (*code)(void) = find_code((*k)->name);
        if (!code || !is_chosen((*k)->name, argc, argv) || !can_run(*k))
            continue;
        print_plain(*k, code);
        for (size_t i = 0; i < native_peer_count; i++)
            if (strcmp(native_peers[i].kernel, (*k)->name) == 0)
                print_peer(*k, code, &native_peers[i]);
    }
    return 0;
}
