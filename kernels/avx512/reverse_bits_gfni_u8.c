/* reverse_bits_gfni_u8: the bits of each byte in the other order: a product with a matrix of bits,
 * by one instruction (GFNI).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reverse_bits_gfni_u8, .summary = "r[i] = a[i] with its bits in reverse order, by GFNI",
          .only = "avx512", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT}, .needs = {{"avx512", "gfni"}})

XL_REFERENCE(reverse_bits_gfni_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < 8; bit++)
            reversed = reversed << 1 | (a[i] >> bit & 1);
        r[i] = (uint8_t)reversed;
    }
}

#if XL_ISA_IS_avx512
__attribute__((target("gfni"))) XL_VECTOR(void, reverse_bits_gfni_u8)(const uint8_t *a, uint8_t *r,
                                                                      size_t n)
{
    /* Row k of the matrix, its byte 7 - k, has the bit of the result's bit k (Intel SDM). */
    const __m512i matrix = _mm512_set1_epi64((long long)0x8040201008040201);
    for (size_t i = 0; i < n; i += 64) {
        const __mmask64 below = n - i < 64 ? (UINT64_C(1) << (n - i)) - 1 : ~UINT64_C(0);
        const __m512i bytes = _mm512_maskz_loadu_epi8(below, a + i);
        _mm512_mask_storeu_epi8(r + i, below, _mm512_gf2p8affine_epi64_epi8(bytes, matrix, 0));
    }
}
#endif
