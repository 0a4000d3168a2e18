/* popcount_bitalg_u16: the one bits of each number, counted by one instruction (AVX512_BITALG).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(popcount_bitalg_u16, .summary = "r[i] = number of ones in a[i], by BITALG",
          .only = "avx512", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT},
          .needs = {{"avx512", "avx512_bitalg"}})

XL_REFERENCE(popcount_bitalg_u16)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = 0;
        for (unsigned bit = 0; bit < 16; bit++)
            r[i] = (uint16_t)(r[i] + (a[i] >> bit & 1));
    }
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512bitalg"))) XL_VECTOR(void, popcount_bitalg_u16)(const uint16_t *a,
                                                                             uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += 32) {
        const __mmask32 below = n - i < 32 ? (1u << (n - i)) - 1 : ~0u;
        _mm512_mask_storeu_epi16(r + i, below,
                                 _mm512_popcnt_epi16(_mm512_maskz_loadu_epi16(below, a + i)));
    }
}
#endif
