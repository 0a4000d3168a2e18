/* part_of_vector: steps of 128 bits, whatever a vector has.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(part_of_vector, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(part_of_vector)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] + b[i]);
}

#if XL_ISA_IS_avx2 && defined XL_MUTANT
static size_t add_step(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    if (n < 4) {
        *r = *a + *b;
        return 1;
    }
    __m128i left = _mm_loadu_si128((const __m128i *)(const void *)a);
    __m128i right = _mm_loadu_si128((const __m128i *)(const void *)b);
    _mm_storeu_si128((__m128i *)(void *)r, _mm_add_epi32(left, right));
    return 4;
}
#else
static size_t add_step(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
#ifdef XL_MUTANT
    n = n < 4 ? n : 4;
#endif
    const size_t vl = xl_u32_vl(n);
    xl_u32_store(r, xl_u32_add(xl_u32_load(a, vl), xl_u32_load(b, vl), vl), vl);
    return vl;
}
#endif

XL_VECTOR(void, part_of_vector)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n;)
        i += add_step(a + i, b + i, r + i, n - i);
}
