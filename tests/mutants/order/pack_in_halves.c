/* pack_in_halves: a pack of two vectors works within 128 bits each, and the order of the quarters
 * is not mended.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(pack_in_halves, .summary = "r[i] = a[i] held to int16_t", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(pack_in_halves)(const int32_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)(a[i] < INT16_MIN ? INT16_MIN : a[i] > INT16_MAX ? INT16_MAX : a[i]);
}

XL_VECTOR(void, pack_in_halves)(const int32_t *a, int16_t *r, size_t n)
{
    size_t i = 0;
#if defined XL_MUTANT && defined XL_ISA_IS_avx2
    for (; i + 16 <= n; i += 16) {
        __m256i low = (__m256i)xl_i32_load(a + i, 8), high = (__m256i)xl_i32_load(a + i + 8, 8);
        xl_i16_store(r + i, (xl_i16)_mm256_packs_epi32(low, high), 16);
    }
#elif defined XL_MUTANT && defined XL_ISA_IS_avx512
    for (; i + 32 <= n; i += 32) {
        __m512i low = (__m512i)xl_i32_load(a + i, 16), high = (__m512i)xl_i32_load(a + i + 16, 16);
        xl_i16_store(r + i, (xl_i16)_mm512_packs_epi32(low, high), 32);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 v = xl_i32_max(xl_i32_load(a + i, vl), xl_i32_set1(INT16_MIN, vl), vl);
        v = xl_i32_min(v, xl_i32_set1(INT16_MAX, vl), vl);
        xl_u32_store_narrow_u16((uint16_t *)r + i, xl_u32_bitcast_i32(v), vl);
    }
}
