/* dot_u8i8: the dot product of unsigned and signed bytes, in 32 bits, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "dot.h"

XL_KERNEL(dot_u8i8, .summary = "sum of a[i] * b[i] in 32 bits, wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_IN(i8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(dot_u8i8)(const uint8_t *a, const int8_t *b, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)(a[i] * b[i]);
    *result = (int32_t)sum;
}

/* Native: each 32-bit lane of the sum, plus the products of four bytes. One product fits in 16
 * bits, two do not: x86's PMADDUBSW, which adds two, would saturate. */
#if XL_ISA_IS_avx2
XL_DOT(dot_u8i8, u8, i8)
{
    __m256i x = (__m256i)a, y = (__m256i)b;
    __m256i zero = _mm256_setzero_si256(), signs = _mm256_cmpgt_epi8(zero, y);
    __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi8(x, zero), _mm256_unpacklo_epi8(y, signs));
    __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi8(x, zero), _mm256_unpackhi_epi8(y, signs));
    return (xl_i32)_mm256_add_epi32(_mm256_add_epi32((__m256i)sum, low), high);
}
#elif XL_ON_NEON
XL_DOT(dot_u8i8, u8, i8)
{
    int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(a)));
    int16x8_t high = vreinterpretq_s16_u16(vmovl_u8(vget_high_u8(a)));
    sum = vpadalq_s16(sum, vmulq_s16(low, vmovl_s8(vget_low_s8(b))));
    return vpadalq_s16(sum, vmulq_s16(high, vmovl_s8(vget_high_s8(b))));
}
#elif XL_ON_VSX
XL_DOT(dot_u8i8, u8, i8)
{
    return vec_msum(b, a, sum);
}
#elif XL_ON_RVV
XL_VECTOR(int32_t, dot_u8i8)(const uint8_t *a, const int8_t *b, size_t n)
{
    xl_i32 sum = __riscv_vmv_s_x_i32m1(0, 1);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        vint16m2_t products =
            __riscv_vwmulsu_vv_i16m2(xl_i8_load(b + i, vl), xl_u8_load(a + i, vl), vl);
        sum = __riscv_vwredsum_vs_i16m2_i32m1(products, sum, vl);
    }
    return __riscv_vmv_x_s_i32m1_i32(sum);
}
#else
XL_DOT_WIDENED(dot_u8i8, u8, i8)
#endif
