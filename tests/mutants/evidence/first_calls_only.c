/* first_calls_only: it tries both ways in its first calls, and stays with the scalar loop ever
 * after; its twin with vectors.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(first_calls_only, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(first_calls_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] + b[i]);
}

static void add_elements(const uint32_t *restrict a, const uint32_t *restrict b,
                         uint32_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] + b[i]);
}

static void add_vectors(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 sum = xl_u32_add(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl);
        xl_u32_store(r + i, sum, vl);
    }
}

XL_VECTOR(void, first_calls_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    enum { TRIALS = 4 };
    static unsigned calls;
    const unsigned call = __atomic_load_n(&calls, __ATOMIC_RELAXED);
    if (call < TRIALS)
        __atomic_store_n(&calls, call + 1, __ATOMIC_RELAXED);
#ifdef XL_MUTANT
    const int is_vector = call < TRIALS;
#else
    const int is_vector = call >= TRIALS || call % 2;
#endif
    if (is_vector)
        add_vectors(a, b, r, n);
    else
        add_elements(a, b, r, n);
}
