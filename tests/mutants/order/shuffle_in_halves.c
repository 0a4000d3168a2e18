/* shuffle_in_halves: a byte shuffle that reverses a vector reverses each 128 bits of it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(shuffle_in_halves, .summary = "r[i] = a[n - 1 - i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(shuffle_in_halves)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

XL_VECTOR(void, shuffle_in_halves)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t i = 0;
#if defined XL_ISA_IS_avx2 || defined XL_ISA_IS_avx512
    const __m128i backwards = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#endif
#if defined XL_ISA_IS_avx2
    for (; i + 32 <= n; i += 32) {
        __m256i v = _mm256_shuffle_epi8((__m256i)xl_u8_load(a + n - i - 32, 32),
                                        _mm256_broadcastsi128_si256(backwards));
#ifndef XL_MUTANT
        v = _mm256_permute4x64_epi64(v, 0x4e);
#endif
        xl_u8_store(r + i, (xl_u8)v, 32);
    }
#elif defined XL_ISA_IS_avx512
    for (; i + 64 <= n; i += 64) {
        __m512i v = _mm512_shuffle_epi8((__m512i)xl_u8_load(a + n - i - 64, 64),
                                        _mm512_broadcast_i32x4(backwards));
#ifndef XL_MUTANT
        v = _mm512_shuffle_i32x4(v, v, 0x1b);
#endif
        xl_u8_store(r + i, (xl_u8)v, 64);
    }
#endif
    for (; i < n; i++)
        r[i] = a[n - 1 - i];
}
