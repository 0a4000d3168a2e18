/* unpack_in_halves: a widening unpack works within 128 bits, and its low half is taken for the low
 * half of the vector.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(unpack_in_halves, .summary = "r[i] = a[i], widened", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(unpack_in_halves)(const uint16_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, unpack_in_halves)(const uint16_t *a, uint32_t *r, size_t n)
{
    size_t i = 0;
#if defined XL_MUTANT && defined XL_ISA_IS_avx2
    for (__m256i zero = _mm256_setzero_si256(); i + 16 <= n; i += 16) {
        __m256i v = (__m256i)xl_u16_load(a + i, 16);
        xl_u32_store(r + i, (xl_u32)_mm256_unpacklo_epi16(v, zero), 8);
        xl_u32_store(r + i + 8, (xl_u32)_mm256_unpackhi_epi16(v, zero), 8);
    }
#elif defined XL_MUTANT && defined XL_ISA_IS_avx512
    for (__m512i zero = _mm512_setzero_si512(); i + 32 <= n; i += 32) {
        __m512i v = (__m512i)xl_u16_load(a + i, 32);
        xl_u32_store(r + i, (xl_u32)_mm512_unpacklo_epi16(v, zero), 16);
        xl_u32_store(r + i + 16, (xl_u32)_mm512_unpackhi_epi16(v, zero), 16);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_load_widen_u16(a + i, vl), vl);
    }
}
