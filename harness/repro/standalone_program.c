/* The program of `repro --standalone`: makes one call of a kernel, without Crosslane.
 * SPDX-License-Identifier: MIT
 *
 * harness/repro/standalone.c writes the kernel and the tables of its call in place of the
 * include of kernel_and_call.h, and a head in place of this one.
 */
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct argument {
    const char *name;
    enum { ARGUMENT_IN, ARGUMENT_OUT, ARGUMENT_INOUT, ARGUMENT_VALUE, ARGUMENT_RESULT } kind;
    /* Bytes of an element, or of a value. */
    size_t size;
    int is_float;
    /* Before the call. */
    const void *bits;
    /* After the call: its first elements, and what they may differ. */
    const void *expected;
    size_t compared;
    const double *allowed;
    /* A value in the guarded call. */
    uint64_t in_register;

    /* The number of the first buffer that lies in the same memory. */
    size_t owner;
    size_t memory_bytes;
    int poison;
    /* Offsets in the memory: of the first byte, of the pointer that is passed, of each row. */
    size_t first, passed_at;
    const size_t *rows;
    size_t row_count, row_bytes;
    /* Bytes behind each row that the call may write. */
    size_t slack;
    int by_pointers;
};

struct call {
    int rounding;
    /* Bits of the flags in check_flags. */
    unsigned flags_compared, flags_expected;
    /* An argument without a name follows the last one. */
    struct argument arguments[18];
};

/* How the guarded call passes arguments, and what it compares. */
struct guard {
    unsigned count, float_size;
    uint64_t floating, wide, ms_abi;
    /* The floating-point control word: during the call, what must not change, and its flags. */
    uint64_t control, control_kept, flags[5];
    const char *control_name;
    const char *registers[64];
};

#include "kernel_and_call.h"

/* The memory of a call, and what is passed. */
struct memory {
    unsigned char *at[18];
    void *passed[18];
    uint64_t result;
};

static int checks(const char *name)
{
    return strcmp(CHECK, name) == 0;
}

static int is_buffer(const struct argument *a)
{
    return a->kind <= ARGUMENT_INOUT;
}

/* Memory between two pages that must not be touched. */
static unsigned char *map_memory(size_t bytes)
{
    unsigned char *at =
        mmap(NULL, bytes + 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED || mprotect(at, 4096, PROT_NONE) ||
        mprotect(at + 4096 + bytes, 4096, PROT_NONE)) {
        perror("mmap");
        exit(2);
    }
    return at + 4096;
}

/* The same values, and another call. */
static void reverse(unsigned char *at, size_t bytes, size_t size)
{
    unsigned char held[8], *end = at + bytes;
    for (; (size_t)(end - at) > size && (end -= size) > at; at += size) {
        memcpy(held, at, size);
        memcpy(at, end, size);
        memcpy(end, held, size);
    }
}

static void fill_buffer(const struct argument *a, struct memory *m, size_t k, int is_other)
{
    unsigned char *memory = m->at[a->owner];
    if (!m->passed[k])
        m->passed[k] = a->by_pointers ? calloc(a->row_count + 1, sizeof memory)
                                      : (void *)(memory + a->passed_at);
    for (size_t row = 0; a->bits && row < a->row_count; row++)
        memcpy(memory + a->rows[row], (const char *)a->bits + row * a->row_bytes, a->row_bytes);
    for (size_t row = 0; a->by_pointers && row < a->row_count; row++)
        ((unsigned char **)m->passed[k])[row] = memory + a->rows[row];
    if (is_other && a->bits && a->row_count == 1)
        reverse(memory + a->rows[0], a->row_bytes, a->size);
}

/* Fills the memory, which is made for the first call. */
static void prepare(const struct call *call, struct memory *m, int is_other)
{
    const struct argument *a = call->arguments;
    for (size_t k = 0; a[k].name; k++) {
        if (!is_buffer(&a[k]))
            m->passed[k] = a[k].bits ? (void *)(uintptr_t)a[k].bits : &m->result;
        else if (a[k].owner == k && !m->at[k])
            m->at[k] = map_memory(a[k].memory_bytes);
        if (m->at[k])
            memset(m->at[k], a[k].poison, a[k].memory_bytes);
    }
    for (size_t k = 0; a[k].name; k++)
        if (is_buffer(&a[k]))
            fill_buffer(&a[k], m, k, is_other);
}

/* The bytes of a number that has so many. */
static void *low_bytes(uint64_t *bits, size_t size)
{
    return (char *)bits + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 8 - size : 0);
}

static uint64_t read_bits(const void *at, size_t size)
{
    uint64_t bits = 0;
    memcpy(low_bytes(&bits, size), at, size);
    return bits;
}

static double read_float(const void *at, size_t size)
{
    float f;
    double d;
    memcpy(size == sizeof f ? (void *)&f : (void *)&d, at, size);
    return size == sizeof f ? f : d;
}

/* Compares an output. Returns whether it is wrong. */
static int check_values(const struct argument *a, const struct memory *m)
{
    const size_t in_row = a->row_bytes / a->size;
    int failed = 0;
    for (size_t i = 0; i < a->compared; i++) {
        const void *expected = (const char *)a->expected + i * a->size, *got = &m->result;
        if (is_buffer(a))
            got = m->at[a->owner] + a->rows[i / in_row] + i % in_row * a->size;
        const double is = a->is_float ? read_float(got, a->size) : 0,
                     should_be = a->is_float ? read_float(expected, a->size) : 0;
        if (memcmp(got, expected, a->size) == 0 || (isnan(is) && isnan(should_be)) ||
            (a->allowed && fabs(is - should_be) <= a->allowed[i]))
            continue;
        printf("%s[%zu]: got 0x%0*llx, expected 0x%0*llx\n", a->name, i, 2 * (int)a->size,
               (unsigned long long)read_bits(got, a->size), 2 * (int)a->size,
               (unsigned long long)read_bits(expected, a->size));
        failed = 1;
    }
    return failed;
}

/* Whether a byte is in a row of a buffer, or where the call may write behind it. */
static int is_in_row(const struct argument *a, size_t owner, size_t byte)
{
    for (; a->name; a++)
        for (size_t row = 0; is_buffer(a) && a->owner == owner && row < a->row_count; row++)
            if (byte >= a->rows[row] && byte - a->rows[row] < a->row_bytes + a->slack)
                return 1;
    return 0;
}

/* Compares the memory around buffers and between rows, and an input. */
static int check_memory(const struct call *call, size_t k, const struct memory *m, int failed)
{
    const struct argument *a = &call->arguments[k];
    for (size_t i = 0; m->at[k] && i < a->memory_bytes && !failed; i++)
        if (!is_in_row(call->arguments, k, i) && m->at[k][i] != a->poison) {
            printf("byte %td from the start of %s was written\n",
                   (ptrdiff_t)i - (ptrdiff_t)a->first, a->name);
            failed = 1;
        }
    for (size_t row = 0; m->at[k] && a->kind == ARGUMENT_IN && row < a->row_count; row++)
        if (memcmp(m->at[k] + a->rows[row], (const char *)a->bits + row * a->row_bytes,
                   a->row_bytes) != 0) {
            printf("%s was changed\n", a->name);
            failed = 1;
        }
    return failed;
}

static int check_flags(const struct call *call, int raised)
{
    static const struct {
        int bit;
        const char *name;
    } flags[] = {{FE_INVALID, "FE_INVALID"},
                 {FE_DIVBYZERO, "FE_DIVBYZERO"},
                 {FE_OVERFLOW, "FE_OVERFLOW"},
                 {FE_UNDERFLOW, "FE_UNDERFLOW"},
                 {FE_INEXACT, "FE_INEXACT"}};
    int failed = 0;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        const int is_expected = call->flags_expected >> i & 1;
        if ((call->flags_compared >> i & 1) && ((raised & flags[i].bit) != 0) != is_expected) {
            printf("%s: %s raised\n", flags[i].name, is_expected ? "not" : "should not be");
            failed = 1;
        }
    }
    return failed;
}

/* Makes the call. Returns the flags that it raised. */
static int make_plain_call(const struct call *call, struct memory *m)
{
    fesetround(call->rounding);
    feclearexcept(FE_ALL_EXCEPT);
    call_kernel(m->passed);
    const int raised = fetestexcept(FE_ALL_EXCEPT);
    fesetround(FE_TONEAREST);
    return raised;
}

#ifdef POISON
/* Makes the call with registers that are set before and compared after it. */
static int make_guarded_call(const struct argument *a, struct memory *m)
{
    static _Thread_local struct xl_guarded_call g;
    const struct argument *last = a;
    uint64_t args[XL_GUARDED_ARGS] = {0}, result;
    int failed = 0;
    for (size_t k = 0; k < guard.count; k++)
        args[k] = is_buffer(&a[k]) ? (uintptr_t)m->passed[k] : a[k].in_register;
    while (last[1].name)
        last++;
    g.function = (uintptr_t)KERNEL;
    g.poison = (uintptr_t)POISON;
    g.control = guard.control;
    g.ms_abi = guard.ms_abi;
    xl_guarded_arguments(&g, args, guard.count, guard.floating, guard.float_size, guard.wide);
    xl_guarded_call(&g);
    result = !last->is_float ? g.result : last->size == 4 ? g.result_f32 : g.result_f64;
    if (last->kind == ARGUMENT_RESULT)
        memcpy(&m->result, low_bytes(&result, last->size), last->size);
    for (int i = 0; i < XL_MOST_KEPT; i++) {
        if (!(g.changed >> i & 1) || !*guard.registers[i])
            continue;
#ifdef __PCREL__ /* no function keeps r2 */
        if (strcmp(guard.registers[i], "r2") == 0)
            continue;
#endif
        printf("%s was not kept\n", guard.registers[i]);
        failed = 1;
    }
    if ((g.control_before ^ g.control_after) & guard.control_kept) {
        printf("%s: 0x%llx before, 0x%llx after\n", guard.control_name,
               (unsigned long long)g.control_before, (unsigned long long)g.control_after);
        failed = 1;
    }
    for (int i = 0; i < 5; i++)
        if ((g.control_before & guard.flags[i]) && !(g.control_after & guard.flags[i])) {
            printf("flag %d of %s was cleared\n", i, guard.control_name);
            failed = 1;
        }
#ifdef EXTENDED /* as the ABI says */
    if ((uint64_t)(intptr_t)g.result != EXTENDED(g.result)) {
        printf("the result's register: got 0x%llx, expected 0x%llx\n", (unsigned long long)g.result,
               (unsigned long long)EXTENDED(g.result));
        failed = 1;
    }
#endif
    return failed;
}
#endif

/* Makes the call, after the earlier one that it needs. is_other: only to disturb others. Returns
 * whether it fails. */
static int fails(int is_other)
{
    static _Thread_local struct memory m;
    const struct argument *a = the_call.arguments;
    int failed = 0, raised = 0;
    prepare(&the_call, &m, is_other);
#ifdef EARLIER_CALL
    struct memory earlier = {.result = 0};
    prepare(&earlier_call, &earlier, 0);
    make_plain_call(&earlier_call, &earlier);
#endif
#ifdef POISON
    failed = make_guarded_call(a, &m);
#else
    raised = make_plain_call(&the_call, &m);
#endif
    for (size_t k = 0; a[k].name && !is_other; k++)
        failed |= check_values(&a[k], &m);
    for (size_t k = 0; a[k].name && (checks("overwrite") || checks("input")); k++)
        failed = check_memory(&the_call, k, &m, failed);
    return failed | (checks("flags") && check_flags(&the_call, raised));
}

/* Until it fails, or for some seconds. Returns NULL if it does not. */
static void *call_often(void *is_other)
{
    const time_t end = time(NULL) + 6;
    while (time(NULL) < end)
        if (fails(is_other != NULL))
            return "it failed";
    return NULL;
}

static void on_signal(int number)
{
    static const char died[] = "the call died of a signal\n", hung[] = "it did not return\n";
    const ssize_t written =
        number == SIGALRM ? write(1, hung, sizeof hung - 1) : write(1, died, sizeof died - 1);
    _exit(written < 0 ? 2 : 1);
}

/* It uses the stack, as any signal does. */
static void on_timer(int number)
{
    volatile char below[4096];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = (char)number;
}

int main(void)
{
    enum { THREADS = 16 };
    const struct itimerval often = {{0, 200}, {0, 200}};
    pthread_t other;
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGILL, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGALRM, checks("signals") ? on_timer : on_signal);
    if (checks("hang"))
        alarm(10);
    if (checks("signals"))
        setitimer(ITIMER_REAL, &often, NULL);
    if (checks("repeat"))
        return fails(0) || fails(0) || (fails(1), fails(0));
    for (int i = 1; i < THREADS && checks("threads"); i++)
        if (pthread_create(&other, NULL, call_often, "other"))
            return 2;
    return checks("threads") || checks("signals") ? call_often(NULL) != NULL : fails(0);
}
