/* Times kernels on this machine's CPU, beside cycles that were predicted for them.
 * SPDX-License-Identifier: MIT
 *
 * Usage: native_time <PREDICTED. Each line of the standard input: KERNEL INSTRUCTIONS CYCLES, per
 * element. It is linked with the kernels' objects for AVX2.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    N = 2048, /* elements: all buffers fit the first-level cache */
    CALLS = 256,
    ROUNDS = 200, /* the fastest counts: other work on the machine makes the others slower */
    MOST = 64
};

/* Kernels by the arguments before n. */
#define UNARY_F32(X) X(exp_f32) X(log_f32) X(sin_f32) X(tanh_f32) X(sqrt_f32) X(gelu_f32)
#define UNARY_MORE(X) X(erf_f32) X(cbrt_f32) X(reverse_f32) X(exp_f64) X(prefix_sum_i32)
#define UNARY(X) UNARY_F32(X) UNARY_MORE(X) X(popcount_u32)
#define BINARY(X) X(pow_f32) X(div_f32) X(add_f32) X(max_f32) X(sat_add_u8)
#define SUM(X) X(sum_f64) X(sum_u8)
#define DOT(X) X(dot_f32) X(sad_u8)

#define DECLARE_1(NAME) void NAME##__avx2(const void *a, void *r, size_t n);
#define DECLARE_2(NAME) void NAME##__avx2(const void *a, const void *b, void *r, size_t n);
#define DECLARE_3(NAME) void NAME##__avx2(const void *a, size_t n);
#define DECLARE_4(NAME) void NAME##__avx2(const void *a, const void *b, size_t n);
UNARY(DECLARE_1)
BINARY(DECLARE_2)
SUM(DECLARE_3)
DOT(DECLARE_4)

static _Alignas(4096) unsigned char a[N * 8], b[N * 8], r[N * 8];

#define CALL_1(NAME)                                                                               \
    static void call_##NAME(void)                                                                  \
    {                                                                                              \
        NAME##__avx2(a, r, N);                                                                     \
    }
#define CALL_2(NAME)                                                                               \
    static void call_##NAME(void)                                                                  \
    {                                                                                              \
        NAME##__avx2(a, b, r, N);                                                                  \
    }
#define CALL_3(NAME)                                                                               \
    static void call_##NAME(void)                                                                  \
    {                                                                                              \
        NAME##__avx2(a, N);                                                                        \
    }
#define CALL_4(NAME)                                                                               \
    static void call_##NAME(void)                                                                  \
    {                                                                                              \
        NAME##__avx2(a, b, N);                                                                     \
    }
UNARY(CALL_1)
BINARY(CALL_2)
SUM(CALL_3)
DOT(CALL_4)

#define ENTRY(NAME) {#NAME, call_##NAME},
static const struct kernel {
    const char *name;
    void (*call)(void);
} kernels[] = {UNARY(ENTRY) BINARY(ENTRY) SUM(ENTRY) DOT(ENTRY)};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* Numbers from 1 to 2 of the kernel's type. */
static void fill(const char *name)
{
    for (size_t i = 0; i < N; i++) {
        const float f32 = 1 + (float)i / N;
        const double f64 = 1 + (double)i / N;
        const uint32_t u32 = (uint32_t)i * 2654435761U;
        if (strstr(name, "_f64"))
            memcpy(a + 8 * i, &f64, 8), memcpy(b + 8 * i, &f64, 8);
        else if (strstr(name, "_f32"))
            memcpy(a + 4 * i, &f32, 4), memcpy(b + 4 * i, &f32, 4);
        else
            memcpy(a + 4 * i, &u32, 4), memcpy(b + 4 * i, &u32, 4);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds per element. */
static double measure(const struct kernel *k)
{
    double best = INFINITY;
    fill(k->name);
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = now();
        for (int call = 0; call < CALLS; call++)
            k->call();
        best = fmin(best, now() - begin);
    }
    return best / CALLS / N;
}

static double correlation(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / sqrt(xx * yy);
}

static const double *ranked;

static int by_value(const void *x, const void *y)
{
    const double of = ranked[*(const size_t *)x], other = ranked[*(const size_t *)y];
    return (of > other) - (of < other);
}

static void rank(const double *values, size_t n, double *ranks)
{
    size_t order[MOST];
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    ranked = values;
    qsort(order, n, sizeof *order, by_value);
    for (size_t i = 0; i < n; i++)
        ranks[order[i]] = (double)i;
}

int main(void)
{
    char name[64];
    double instructions, cycles, predicted[MOST], executed[MOST], measured[MOST], x[MOST], y[MOST];
    size_t n = 0;
    printf("%-20s %12s %10s %10s %10s\n", "kernel", "instructions", "predicted", "ns", "cycles/ns");
    while (n < MOST && scanf("%63s %lf %lf", name, &instructions, &cycles) == 3) {
        const struct kernel *k = NULL;
        for (size_t i = 0; i < KERNELS; i++)
            if (strcmp(kernels[i].name, name) == 0)
                k = &kernels[i];
        if (!k || cycles <= 0)
            continue;
        const double ns = measure(k);
        printf("%-20s %12.3f %10.3f %10.4f %10.2f\n", name, instructions, cycles, ns, cycles / ns);
        executed[n] = log(instructions);
        predicted[n] = log(cycles);
        measured[n++] = log(ns);
    }
    if (n < 3)
        return 1;
    printf("\ncorrelation of logarithms, %zu kernels: %.3f of predicted cycles, %.3f of "
           "instructions\n",
           n, correlation(predicted, measured, n), correlation(executed, measured, n));
    rank(measured, n, y);
    rank(predicted, n, x);
    printf("correlation of ranks: %.3f of predicted cycles", correlation(x, y, n));
    rank(executed, n, x);
    printf(", %.3f of instructions\n", correlation(x, y, n));
    return 0;
}
