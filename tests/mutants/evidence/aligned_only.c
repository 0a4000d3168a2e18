/* aligned_only: vectors where all buffers are aligned, and the scalar loop elsewhere; its twin
 * takes elements one by one until the output is.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(aligned_only, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(aligned_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
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

XL_VECTOR(void, aligned_only)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    const size_t apart = ((uintptr_t)a | (uintptr_t)b | (uintptr_t)r) % 16 ? n : 0;
#else
    const size_t apart = -((uintptr_t)r / sizeof *r) % 4;
#endif
    const size_t first = apart < n ? apart : n;
    add_elements(a, b, r, first);
    add_vectors(a + first, b + first, r + first, n - first);
}
