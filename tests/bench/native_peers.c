/* Times mathematical kernels on this machine's CPU, beside SLEEF's functions and glibc's libmvec.
 * SPDX-License-Identifier: MIT
 *
 * Usage: native_peers LIBSLEEF. It is linked with the kernels' objects for AVX2. A line of output:
 * KERNEL OURS U10 U35 LIBMVEC, in ns per element; "-" where there is no such function. All are
 * called in turns, so that other work on the machine meets all of them.
 */
#include <dlfcn.h>
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    N = 2048, /* elements: all buffers fit the first-level cache */
    CALLS = 64,
    ROUNDS = 400 /* the fastest counts */
};

typedef __m256 unary_f32(__m256);
typedef __m256 binary_f32(__m256, __m256);
typedef __m256d unary_f64(__m256d);
typedef __m256d binary_f64(__m256d, __m256d);

static _Alignas(64) double a[N], b[N], r[N];

#define DECLARE_1(NAME) void NAME##__avx2(const void *a, void *r, size_t n);
#define DECLARE_2(NAME) void NAME##__avx2(const void *a, const void *b, void *r, size_t n);
DECLARE_1(exp_f32)
DECLARE_1(log_f32)
DECLARE_1(sin_f32)
DECLARE_1(tanh_f32)
DECLARE_2(pow_f32)
DECLARE_1(exp_f64)
DECLARE_1(log_f64)
DECLARE_1(sin_f64)
DECLARE_2(pow_f64)

static void loop_unary_f32(void *function)
{
    unary_f32 *f = (unary_f32 *)function;
    for (size_t i = 0; i < N; i += 8)
        _mm256_storeu_ps((float *)r + i, f(_mm256_loadu_ps((float *)a + i)));
}

static void loop_binary_f32(void *function)
{
    binary_f32 *f = (binary_f32 *)function;
    for (size_t i = 0; i < N; i += 8)
        _mm256_storeu_ps((float *)r + i,
                         f(_mm256_loadu_ps((float *)a + i), _mm256_loadu_ps((float *)b + i)));
}

static void loop_unary_f64(void *function)
{
    unary_f64 *f = (unary_f64 *)function;
    for (size_t i = 0; i < N; i += 4)
        _mm256_storeu_pd(r + i, f(_mm256_loadu_pd(a + i)));
}

static void loop_binary_f64(void *function)
{
    binary_f64 *f = (binary_f64 *)function;
    for (size_t i = 0; i < N; i += 4)
        _mm256_storeu_pd(r + i, f(_mm256_loadu_pd(a + i), _mm256_loadu_pd(b + i)));
}

static void call_unary(void *function)
{
    ((void (*)(const void *, void *, size_t))function)(a, r, N);
}

static void call_binary(void *function)
{
    ((void (*)(const void *, const void *, void *, size_t))function)(a, b, r, N);
}

/* Arguments from `least` to `most`. */
static const struct function {
    const char *name;
    void *ours;
    int has_two, is_double;
    double least, most;
    const char *sleef[2], *mvec;
} functions[] = {
    {"exp_f32",
     (void *)exp_f32__avx2,
     0,
     0,
     -10,
     10,
     {"Sleef_expf8_u10avx2", NULL},
     "_ZGVdN8v_expf"},
    {"log_f32",
     (void *)log_f32__avx2,
     0,
     0,
     0.01,
     100,
     {"Sleef_logf8_u10avx2", "Sleef_logf8_u35avx2"},
     "_ZGVdN8v_logf"},
    {"sin_f32",
     (void *)sin_f32__avx2,
     0,
     0,
     -10,
     10,
     {"Sleef_sinf8_u10avx2", "Sleef_sinf8_u35avx2"},
     "_ZGVdN8v_sinf"},
    {"tanh_f32",
     (void *)tanh_f32__avx2,
     0,
     0,
     -4,
     4,
     {"Sleef_tanhf8_u10avx2", "Sleef_tanhf8_u35avx2"},
     "_ZGVdN8v_tanhf"},
    {"pow_f32",
     (void *)pow_f32__avx2,
     1,
     0,
     0.1,
     10,
     {"Sleef_powf8_u10avx2", NULL},
     "_ZGVdN8vv_powf"},
    {"exp_f64",
     (void *)exp_f64__avx2,
     0,
     1,
     -10,
     10,
     {"Sleef_expd4_u10avx2", NULL},
     "_ZGVdN4v_exp"},
    {"log_f64",
     (void *)log_f64__avx2,
     0,
     1,
     0.01,
     100,
     {"Sleef_logd4_u10avx2", "Sleef_logd4_u35avx2"},
     "_ZGVdN4v_log"},
    {"sin_f64",
     (void *)sin_f64__avx2,
     0,
     1,
     -10,
     10,
     {"Sleef_sind4_u10avx2", "Sleef_sind4_u35avx2"},
     "_ZGVdN4v_sin"},
    {"pow_f64",
     (void *)pow_f64__avx2,
     1,
     1,
     0.1,
     10,
     {"Sleef_powd4_u10avx2", NULL},
     "_ZGVdN4vv_pow"},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void fill(const struct function *f)
{
    srand(1);
    for (size_t i = 0; i < N; i++) {
        const double x = f->least + (f->most - f->least) * rand() / RAND_MAX;
        const double y = -3 + 6.0 * rand() / RAND_MAX;
        if (f->is_double)
            a[i] = x, b[i] = y;
        else
            ((float *)a)[i] = (float)x, ((float *)b)[i] = (float)y;
    }
}

int main(int argc, char **argv)
{
    void *sleef = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL,
         *mvec = dlopen("libmvec.so.1", RTLD_NOW);
    if (!sleef) {
        fprintf(stderr, "native_peers: error: %s\n",
                argc == 2 ? dlerror() : "usage: native_peers LIBSLEEF");
        return 2;
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        const struct function *f = &functions[i];
        void *peer[4] = {f->ours, f->sleef[0] ? dlsym(sleef, f->sleef[0]) : NULL,
                         f->sleef[1] ? dlsym(sleef, f->sleef[1]) : NULL,
                         mvec ? dlsym(mvec, f->mvec) : NULL};
        void (*ours)(void *) = f->has_two ? call_binary : call_unary;
        void (*loop)(void *) = f->is_double ? (f->has_two ? loop_binary_f64 : loop_unary_f64)
                                            : (f->has_two ? loop_binary_f32 : loop_unary_f32);
        double best[4] = {1e9, 1e9, 1e9, 1e9};
        fill(f);
        for (size_t round = 0; round < ROUNDS; round++)
            for (size_t p = 0; p < 4; p++) {
                const double begin = now();
                for (size_t call = 0; peer[p] && call < CALLS; call++)
                    (p ? loop : ours)(peer[p]);
                const double each = (now() - begin) / CALLS / N;
                if (peer[p] && each < best[p])
                    best[p] = each;
            }
        printf("%s", f->name);
        for (size_t p = 0; p < 4; p++)
            if (peer[p])
                printf(" %.3f", best[p]);
            else
                printf(" -");
        putchar('\n');
    }
    return 0;
}
