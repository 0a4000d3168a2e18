/* Dispatchers of x86, by what they ask the CPU.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

#ifdef XL_ISA_IS_sse4
#include <cpuid.h>
#include <immintrin.h>

enum { OSXSAVE = 27, AVX = 28, AVX2 = 5, SAVED = 6 };

/* The registers that the system saves. */
static unsigned saved_registers(void)
{
    unsigned a = 0, b, c = 0, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> OSXSAVE & 1))
        return 0;
    __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}

static int has_avx(void)
{
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c >> AVX & 1) && (saved_registers() & SAVED) == SAVED;
}

static int names_avx2(void)
{
    unsigned a, b = 0, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> AVX2 & 1);
}

__attribute__((target("avx2"))) static void add_by_avx2(const int32_t *a, const int32_t *b,
                                                        int32_t *r, size_t n)
{
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(a + i)),
                      y = _mm256_loadu_si256((const __m256i *)(const void *)(b + i));
        _mm256_storeu_si256((__m256i *)(void *)(r + i), _mm256_add_epi32(x, y));
    }
    for (; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + (uint32_t)b[i]);
}
#endif

/* avx_for_avx2: the dispatcher calls code for AVX2 if the CPU has AVX. */
XL_KERNEL(avx_for_avx2, ADD(i32), .only = "sse4")
ADD_REFERENCE(avx_for_avx2, int32_t)

XL_VECTOR(void, avx_for_avx2)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
#ifdef XL_ISA_IS_sse4
#ifdef XL_MUTANT
    const int is_fit = has_avx();
#else
    const int is_fit = has_avx() && names_avx2();
#endif
    if (is_fit) {
        add_by_avx2(a, b, r, n);
        return;
    }
#endif
    add_i32(a, b, r, n);
}

/* avx2_unsaved: the dispatcher calls code for AVX2 if CPUID names it, whether the system saves its
 * registers or not. */
XL_KERNEL(avx2_unsaved, ADD(i32), .only = "sse4")
ADD_REFERENCE(avx2_unsaved, int32_t)

XL_VECTOR(void, avx2_unsaved)(const int32_t *a, const int32_t *b, int32_t *r, size_t n)
{
#ifdef XL_ISA_IS_sse4
#ifdef XL_MUTANT
    const int is_fit = names_avx2();
#else
    const int is_fit = names_avx2() && has_avx();
#endif
    if (is_fit) {
        add_by_avx2(a, b, r, n);
        return;
    }
#endif
    add_i32(a, b, r, n);
}
