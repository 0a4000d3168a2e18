/* Dispatchers: each must take what its record has for the CPU that it is on.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

#define RECORD(...) PLUS_1(u8), .dispatch = {__VA_ARGS__}

XL_KERNEL(dispatch_right, RECORD({"sse4 popcnt", "step_by_vector"}, {"", "step_by_element"}))
/* No CPU has both. */
XL_KERNEL(dispatch_lesser, RECORD({"avx512 vx", "step_by_vector"}, {"", "step_by_element"}))
XL_KERNEL(dispatch_wrong, RECORD({"sse4", "step_by_vector"}, {"vxe2", "step_by_vector"},
                                 {"sve", "step_by_vector"}, {"", "step_by_element"}))
XL_KERNEL(dispatch_untold, RECORD({"avx512 vx", "step_by_vector"}))
/* Take vectors that are wider than the row's, on CPUs that have them; the second computes one
 * element in four with them. */
#define WIDER RECORD({"avx512", "step_by_zmm*"}, {"avx2", "step_by_ymm*"}, {"", "step_by_element"})
XL_KERNEL(dispatch_longer, WIDER)
XL_KERNEL(dispatch_lagging, WIDER)
/* Takes what it must, and that has no vectors. */
XL_KERNEL(dispatch_scalar, RECORD({"sse4", "step_by_element"}, {"vxe2", "step_by_element"},
                                  {"sve", "step_by_element"}))

PLUS_1_REFERENCE(dispatch_right, uint8_t)
PLUS_1_REFERENCE(dispatch_lesser, uint8_t)
PLUS_1_REFERENCE(dispatch_longer, uint8_t)
PLUS_1_REFERENCE(dispatch_lagging, uint8_t)
PLUS_1_REFERENCE(dispatch_wrong, uint8_t)
PLUS_1_REFERENCE(dispatch_untold, uint8_t)
PLUS_1_REFERENCE(dispatch_scalar, uint8_t)

typedef void step(const uint8_t *a, uint8_t *r, size_t n);

__attribute__((noinline, unused)) static void step_by_vector(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

__attribute__((noinline, unused)) static void step_by_element(const uint8_t *restrict a,
                                                              uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

/* Which is known when the program runs, and not before. */
__attribute__((unused)) static step *volatile const steps[] = {step_by_element, step_by_vector};
#if XL_ISA_IS_sse4
#define IS_SSE4 1
#else
#define IS_SSE4 0
#endif

XL_VECTOR(void, dispatch_right)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[IS_SSE4](a, r, n);
}

XL_VECTOR(void, dispatch_lesser)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[0](a, r, n);
}

XL_VECTOR(void, dispatch_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[0](a, r, n);
}

XL_VECTOR(void, dispatch_untold)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[1](a, r, n);
}

XL_VECTOR(void, dispatch_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    steps[0](a, r, n);
}

#ifdef __x86_64__
#include <immintrin.h>

/* With vectors, the first so many elements of each block. */
#define STEPS(NAME, TARGET, VECTOR, LOAD, STORE, ADD, SET1, BLOCK)                                 \
    __attribute__((target(TARGET), noinline, unused)) static void NAME(                            \
        const uint8_t *restrict a, uint8_t *restrict r, size_t n)                                  \
    {                                                                                              \
        size_t i = 0;                                                                              \
        while (n - i >= (BLOCK)) {                                                                 \
            STORE((VECTOR *)(r + i), ADD(LOAD((const VECTOR *)(a + i)), SET1(1)));                 \
            for (size_t k = sizeof(VECTOR); k < (BLOCK); k++)                                      \
                r[i + k] = (uint8_t)(a[i + k] + 1);                                                \
            i += (BLOCK);                                                                          \
        }                                                                                          \
        for (; i < n; i++)                                                                         \
            r[i] = (uint8_t)(a[i] + 1);                                                            \
    }
#define YMM(NAME, BLOCK)                                                                           \
    STEPS(NAME, "avx2", __m256i, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_add_epi8,         \
          _mm256_set1_epi8, BLOCK)
#define ZMM(NAME, BLOCK)                                                                           \
    STEPS(NAME, "avx512bw", __m512i, _mm512_loadu_si512, _mm512_storeu_si512, _mm512_add_epi8,     \
          _mm512_set1_epi8, BLOCK)
YMM(step_by_ymm, 32)
YMM(step_by_ymm_of_four, 128)
ZMM(step_by_zmm, 64)
ZMM(step_by_zmm_of_four, 256)
#define STEP_OF(SUFFIX)                                                                            \
    (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&                   \
             __builtin_cpu_supports("avx512dq")                                                    \
         ? step_by_zmm##SUFFIX                                                                     \
     : __builtin_cpu_supports("avx2") ? step_by_ymm##SUFFIX                                        \
                                      : steps[0])
#else
#define STEP_OF(SUFFIX) (steps[0])
#endif

XL_VECTOR(void, dispatch_longer)(const uint8_t *a, uint8_t *r, size_t n)
{
    STEP_OF()(a, r, n);
}

XL_VECTOR(void, dispatch_lagging)(const uint8_t *a, uint8_t *r, size_t n)
{
    STEP_OF(_of_four)(a, r, n);
}
