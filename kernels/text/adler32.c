/* adler32: the checksum of RFC 1950.
 * SPDX-License-Identifier: MIT
 *
 * a = 1 + the sum of the bytes; b = the sum of all values of a; both modulo 65521. A strip of vl
 * bytes adds to b the old a vl times, and its bytes vl, vl - 1, ... 1 times.
 */
#include "kernel.h"

enum { XL_ADLER_PRIME = 65521 };

XL_KERNEL(adler32, .summary = "the Adler-32 checksum of p",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(adler32)(const uint8_t *p, size_t n, uint32_t *result)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % XL_ADLER_PRIME;
        b = (b + a) % XL_ADLER_PRIME;
    }
    *result = b << 16 | a;
}

#if XL_ISA_IS_neon
/* Of 16 bytes, the sum, and the sum of each as often as it counts. */
XL_VEC void xl_adler32_block(const uint8_t *p, uint32_t *sum, uint32_t *weighted)
{
    static const uint8_t weights[16] = {16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    uint8x16_t bytes = vld1q_u8(p), times = vld1q_u8(weights);
    uint16x8_t low = vmull_u8(vget_low_u8(bytes), vget_low_u8(times));
    uint16x8_t products = vmlal_high_u8(low, bytes, times);
    *sum = vaddlvq_u8(bytes);
    *weighted = vaddlvq_u16(products);
}
#elif XL_ISA_IS_avx2
XL_VEC uint32_t xl_adler32_fold(__m256i v)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    half = _mm_hadd_epi32(half, half);
    return (uint32_t)_mm_cvtsi128_si32(_mm_hadd_epi32(half, half));
}

/* The same of 32 bytes. VPMADDUBSW's pairs stay below 2^15: 255 * (32 + 31). */
XL_VEC void xl_adler32_block(const uint8_t *p, uint32_t *sum, uint32_t *weighted)
{
    __m256i weights = _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18,
                                       17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    __m256i bytes = _mm256_loadu_si256((const __m256i *)p);
    *sum = xl_adler32_fold(_mm256_sad_epu8(bytes, _mm256_setzero_si256()));
    __m256i pairs = _mm256_maddubs_epi16(bytes, weights);
    *weighted = xl_adler32_fold(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
#endif

XL_VECTOR(uint32_t, adler32)(const uint8_t *p, size_t n)
{
    uint32_t a = 1, b = 0;
    size_t i = 0;
#if XL_ISA_IS_neon || XL_ISA_IS_avx2
    size_t block = xl_u8_lanes();
    for (; n - i >= block; i += block) {
        uint32_t sum, weighted;
        xl_adler32_block(p + i, &sum, &weighted);
        b = (b + (uint32_t)block * a + weighted) % XL_ADLER_PRIME;
        a = (a + sum) % XL_ADLER_PRIME;
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 bytes = xl_u32_load_widen_u8(p + i, vl);
        xl_u32 times = xl_u32_sub(xl_u32_set1((uint32_t)vl, vl), xl_u32_iota(0, vl), vl);
        uint32_t weighted = xl_u32_reduce_add(xl_u32_mul(bytes, times, vl), vl);
        b = (b + (uint32_t)vl * a + weighted) % XL_ADLER_PRIME;
        a = (a + xl_u32_reduce_add(bytes, vl)) % XL_ADLER_PRIME;
    }
    return b << 16 | a;
}
