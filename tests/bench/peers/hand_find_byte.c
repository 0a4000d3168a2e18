/* hand_find_byte: find_byte in intrinsics, the peer of the vocabulary's: a search as memchr makes
 * it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(hand_find_byte, .summary = "first i with p[i] == byte, or n", .contract = {XL_EXACT},
          .only = "avx2 neon",
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(hand_find_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && p[i] != byte)
        i++;
    *result = i;
}

#if XL_ISA_IS_avx2
XL_VECTOR(uint64_t, hand_find_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    __m256i wanted = _mm256_set1_epi8((char)byte);
    size_t i = 0;
    for (; n - i >= 32; i += 32) {
        __m256i equal = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(p + i)), wanted);
        unsigned bits = (unsigned)_mm256_movemask_epi8(equal);
        if (bits)
            return i + (unsigned)__builtin_ctz(bits);
    }
    while (i < n && p[i] != byte)
        i++;
    return i;
}
#elif XL_ISA_IS_neon
XL_VECTOR(uint64_t, hand_find_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    uint8x16_t wanted = vdupq_n_u8(byte);
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        uint8x16_t equal = vceqq_u8(vld1q_u8(p + i), wanted);
        uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(equal), 4);
        uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
        if (bits)
            return i + (unsigned)__builtin_ctzll(bits) / 4;
    }
    while (i < n && p[i] != byte)
        i++;
    return i;
}
#endif
