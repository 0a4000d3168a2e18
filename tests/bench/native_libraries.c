/* Calls of libraries' functions with the arguments of kernels.
 * SPDX-License-Identifier: MIT
 *
 * The libraries are opened, not linked: those that this machine lacks are left out. Each picks its
 * code by the CPU, so that it is the same beside kernels of AVX2 and of AVX-512. SLEEF and libmvec
 * have a function for each ISA.
 */
#include "native_libraries.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <immintrin.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct library {
    const char *name, *file;
    void *handle;
    char version[120];
} libraries[] = {
    {.name = "glibc", .file = "libc.so.6"},
    {.name = "libmvec", .file = "libmvec.so.1"},
    {.name = "SLEEF"},
    {.name = "libdeflate", .file = "libdeflate.so.0"},
    {.name = "OpenSSL", .file = "libcrypto.so.3"},
    {.name = "OpenBLAS", .file = "libopenblas.so.0"},
    {.name = "libyuv", .file = "libyuv.so.0"},
    {.name = "simdutf", .file = "libsimdutf.so"},
    {.name = "zlib-ng", .file = "libz-ng.so.2"},
};
enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };

static struct library *find(const char *name)
{
    for (size_t i = 0; i < LIBRARIES; i++)
        if (strcmp(libraries[i].name, name) == 0)
            return &libraries[i];
    return NULL;
}

/* What the library itself says; the path of its file otherwise. */
static void say_version(struct library *l)
{
    char path[PATH_MAX] = "";
    const char *(*text)(int) = (const char *(*)(int))dlsym(l->handle, "OpenSSL_version");
    const char *(*config)(void) = (const char *(*)(void))dlsym(l->handle, "openblas_get_config");
    Dl_info info;
    static const char *const symbols[] = {"memchr",
                                          "_ZGVdN8v_expf",
                                          "Sleef_expf8_u10avx2",
                                          "libdeflate_adler32",
                                          "EVP_EncryptInit_ex",
                                          "cblas_sdot",
                                          "ARGBBlend",
                                          "zng_adler32"};
    if (strcmp(l->name, "glibc") == 0 || strcmp(l->name, "libmvec") == 0) {
        snprintf(l->version, sizeof l->version, "%s", gnu_get_libc_version());
        return;
    }
    if (text || config) {
        snprintf(l->version, sizeof l->version, "%s", text ? text(0) : config());
        return;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *at = dlsym(l->handle, symbols[i]);
        if (at && dladdr(at, &info) && realpath(info.dli_fname, path)) {
            snprintf(l->version, sizeof l->version, "%.119s", path);
        }
    }
}

void native_libraries_open(const char *sleef)
{
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    find("SLEEF")->file = sleef;
    for (struct library *l = libraries; l < libraries + LIBRARIES; l++) {
        l->handle = l->file ? dlopen(l->file, RTLD_NOW) : NULL;
        if (l->handle)
            say_version(l);
        else
            strcpy(l->version, "not installed");
    }
}

const char *native_library_version(const char *library)
{
    const struct library *l = find(library);
    return l ? l->version : "unknown";
}

void *native_library_function(const char *library, const char *symbol)
{
    const struct library *l = find(library);
    return l && l->handle ? dlsym(l->handle, symbol) : NULL;
}

#define P(C, K) ((void *)(intptr_t)(C)->word[K])
#define FLOAT(X)                                                                                   \
    (__extension__({                                                                               \
        float f_;                                                                                  \
        memcpy(&f_, &(X), 4);                                                                      \
        f_;                                                                                        \
    }))

/* ---- Mathematical functions: load, call, store ---- */

#if PEERS_AVX512
#define V_f32 __m512
#define V_f64 __m512d
#define LOAD_f32 _mm512_loadu_ps
#define LOAD_f64 _mm512_loadu_pd
#define STORE_f32 _mm512_storeu_ps
#define STORE_f64 _mm512_storeu_pd
#else
#define V_f32 __m256
#define V_f64 __m256d
#define LOAD_f32 _mm256_loadu_ps
#define LOAD_f64 _mm256_loadu_pd
#define STORE_f32 _mm256_storeu_ps
#define STORE_f64 _mm256_storeu_pd
#endif

#define LOOPS(T, E)                                                                                \
    static void loop_1_##T(const struct native_call *c, void *function)                            \
    {                                                                                              \
        V_##T (*f)(V_##T) = (V_##T(*)(V_##T))function;                                             \
        const E *a = P(c, 0);                                                                      \
        E *r = P(c, 1);                                                                            \
        for (size_t i = 0, n = c->n; i < n; i += sizeof(V_##T) / sizeof(E))                        \
            STORE_##T(r + i, f(LOAD_##T(a + i)));                                                  \
    }                                                                                              \
    static void loop_2_##T(const struct native_call *c, void *function)                            \
    {                                                                                              \
        V_##T (*f)(V_##T, V_##T) = (V_##T(*)(V_##T, V_##T))function;                               \
        const E *a = P(c, 0), *b = P(c, 1);                                                        \
        E *r = P(c, 2);                                                                            \
        for (size_t i = 0, n = c->n; i < n; i += sizeof(V_##T) / sizeof(E))                        \
            STORE_##T(r + i, f(LOAD_##T(a + i), LOAD_##T(b + i)));                                 \
    }
LOOPS(f32, float)
LOOPS(f64, double)

/* ---- Others ---- */

static void run_memchr(const struct native_call *c, void *function)
{
    void *(*f)(const void *, int, size_t) = (void *(*)(const void *, int, size_t))function;
    volatile size_t found = (size_t)f(P(c, 0), (int)(uint8_t)c->word[1], c->n);
    (void)found;
}

static void run_memcmp(const struct native_call *c, void *function)
{
    int (*f)(const void *, const void *, size_t) =
        (int (*)(const void *, const void *, size_t))function;
    volatile int same = f(P(c, 0), P(c, 1), c->n);
    (void)same;
}

static void run_adler32(const struct native_call *c, void *function)
{
    uint32_t (*f)(uint32_t, const void *, size_t) =
        (uint32_t (*)(uint32_t, const void *, size_t))function;
    volatile uint32_t sum = f(1, P(c, 0), c->n);
    (void)sum;
}

/* The key's schedule is made anew, since the kernel's argument is the schedule: made once here. */
static void run_aes128_ctr(const struct native_call *c, void *function)
{
    int (*update)(void *, uint8_t *, int *, const uint8_t *, int) =
        (int (*)(void *, uint8_t *, int *, const uint8_t *, int))function;
    static void *context;
    int length;
    if (!context) {
        void *(*new)(void) =
            (void *(*)(void))native_library_function("OpenSSL", "EVP_CIPHER_CTX_new");
        const void *(*cipher)(void) =
            (const void *(*)(void))native_library_function("OpenSSL", "EVP_aes_128_ctr");
        int (*init)(void *, const void *, void *, const uint8_t *, const uint8_t *) =
            (int (*)(void *, const void *, void *, const uint8_t *,
                     const uint8_t *))native_library_function("OpenSSL", "EVP_EncryptInit_ex");
        static const uint8_t key[16], iv[16];
        context = new ();
        init(context, cipher(), NULL, key, iv);
    }
    update(context, P(c, 4), &length, P(c, 3), (int)c->n);
}

static void run_sdot(const struct native_call *c, void *function)
{
    float (*f)(int, const float *, int, const float *, int) =
        (float (*)(int, const float *, int, const float *, int))function;
    volatile float sum = f((int)c->n, P(c, 0), 1, P(c, 1), 1);
    (void)sum;
}

static void run_ddot(const struct native_call *c, void *function)
{
    double (*f)(int, const double *, int, const double *, int) =
        (double (*)(int, const double *, int, const double *, int))function;
    volatile double sum = f((int)c->n, P(c, 0), 1, P(c, 1), 1);
    (void)sum;
}

static void run_snrm2(const struct native_call *c, void *function)
{
    float (*f)(int, const float *, int) = (float (*)(int, const float *, int))function;
    volatile float norm = f((int)c->n, P(c, 0), 1);
    (void)norm;
}

/* Rows of n, each a sum: y = A x. */
static void run_sgemv(const struct native_call *c, void *function)
{
    void (*f)(int, int, int, int, float, const float *, int, const float *, int, float, float *,
              int) = (void (*)(int, int, int, int, float, const float *, int, const float *, int,
                               float, float *, int))function;
    f(101, 111, 4, (int)c->n, 1, P(c, 0), (int)c->n, P(c, 1), 1, 0, P(c, 2), 1);
}

/* Pictures of one row, of pixels of four bytes. */
static void run_blend(const struct native_call *c, void *function)
{
    int (*f)(const uint8_t *, int, const uint8_t *, int, const uint8_t *, int, uint8_t *, int, int,
             int) = (int (*)(const uint8_t *, int, const uint8_t *, int, const uint8_t *, int,
                             uint8_t *, int, int, int))function;
    const int n = (int)c->n;
    f(P(c, 0), n, P(c, 1), n, P(c, 2), n, P(c, 3), n, n, 1);
}

#define MVEC_1(NAME, F)                                                                            \
    {#NAME "_f32", "libmvec", PEERS_MVEC_F32 "v_" F "f", loop_1_f32, ""},                          \
        {#NAME "_f64", "libmvec", PEERS_MVEC_F64 "v_" F, loop_1_f64, ""}
#define SLEEF_1(NAME, F, U)                                                                        \
    {#NAME "_f32", "SLEEF", "Sleef_" F PEERS_SLEEF_F32 "_" U PEERS_SLEEF, loop_1_f32, U},          \
    {                                                                                              \
        #NAME "_f64", "SLEEF", "Sleef_" F PEERS_SLEEF_F64 "_" U PEERS_SLEEF, loop_1_f64, U         \
    }
#if PEERS_AVX512
#define PEERS_MVEC_F32 "_ZGVeN16"
#define PEERS_MVEC_F64 "_ZGVeN8"
#define PEERS_SLEEF_F32 "f16"
#define PEERS_SLEEF_F64 "d8"
#define PEERS_SLEEF "avx512f"
#else
#define PEERS_MVEC_F32 "_ZGVdN8"
#define PEERS_MVEC_F64 "_ZGVdN4"
#define PEERS_SLEEF_F32 "f8"
#define PEERS_SLEEF_F64 "d4"
#define PEERS_SLEEF "avx2"
#endif

const struct native_peer native_peers[] = {
    SLEEF_1(exp, "exp", "u10"),
    SLEEF_1(log, "log", "u10"),
    SLEEF_1(log, "log", "u35"),
    SLEEF_1(sin, "sin", "u10"),
    SLEEF_1(sin, "sin", "u35"),
    SLEEF_1(tanh, "tanh", "u10"),
    SLEEF_1(tanh, "tanh", "u35"),
    {"pow_f32", "SLEEF", "Sleef_pow" PEERS_SLEEF_F32 "_u10" PEERS_SLEEF, loop_2_f32, "u10"},
    {"pow_f64", "SLEEF", "Sleef_pow" PEERS_SLEEF_F64 "_u10" PEERS_SLEEF, loop_2_f64, "u10"},
    MVEC_1(exp, "exp"),
    MVEC_1(log, "log"),
    MVEC_1(sin, "sin"),
    MVEC_1(tanh, "tanh"),
    {"pow_f32", "libmvec", PEERS_MVEC_F32 "vv_powf", loop_2_f32, ""},
    {"pow_f64", "libmvec", PEERS_MVEC_F64 "vv_pow", loop_2_f64, ""},
    {"find_byte", "glibc", "memchr", run_memchr, ""},
    {"equal_bytes", "glibc", "memcmp", run_memcmp, "the order, too"},
    {"adler32", "libdeflate", "libdeflate_adler32", run_adler32, ""},
    {"adler32", "zlib-ng", "zng_adler32", run_adler32, ""},
    {"aes128_ctr", "OpenSSL", "EVP_EncryptUpdate", run_aes128_ctr, "a counter of 128 bits"},
    {"dot_f32", "OpenBLAS", "cblas_sdot", run_sdot, ""},
    {"dot_f64", "OpenBLAS", "cblas_ddot", run_ddot, ""},
    {"norm2_f32", "OpenBLAS", "cblas_snrm2", run_snrm2, ""},
    {"gemv_wide_f32", "OpenBLAS", "cblas_sgemv", run_sgemv, ""},
    {"alpha_blend_u8", "libyuv", "BlendPlane", run_blend, "rounds otherwise"},
};
const size_t native_peer_count = sizeof native_peers / sizeof native_peers[0];
