/* shift_across_vbmi2_u16: the upper half of two numbers side by side, shifted left (AVX512_VBMI2).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(shift_across_vbmi2_u16,
          .summary = "r[i] = a[i] << by[i] % 16 with the highest bits of b[i], by VBMI2",
          .only = "avx512", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_IN(u16, by, 1), XL_OUT(u16, r, 1),
                   XL_COUNT},
          .needs = {{"avx512", "avx512_vbmi2"}})

XL_REFERENCE(shift_across_vbmi2_u16)(const uint16_t *a, const uint16_t *b, const uint16_t *by,
                                     uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(((uint32_t)a[i] << 16 | b[i]) << by[i] % 16 >> 16);
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512vbmi2")))
XL_VECTOR(void, shift_across_vbmi2_u16)(const uint16_t *a, const uint16_t *b, const uint16_t *by,
                                        uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += 32) {
        const __mmask32 below = n - i < 32 ? (1u << (n - i)) - 1 : ~0u;
        const __m512i shifted = _mm512_shldv_epi16(_mm512_maskz_loadu_epi16(below, a + i),
                                                   _mm512_maskz_loadu_epi16(below, b + i),
                                                   _mm512_maskz_loadu_epi16(below, by + i));
        _mm512_mask_storeu_epi16(r + i, below, shifted);
    }
}
#endif
