/* dot_i16: the dot product of two arrays of signed 16-bit integers, in 32 bits, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "dot.h"

XL_KERNEL(dot_i16, .summary = "sum of a[i] * b[i] in 32 bits, wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(dot_i16)(const int16_t *a, const int16_t *b, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)(a[i] * b[i]);
    *result = (int32_t)sum;
}

/* Native: each 32-bit lane of the sum, plus the products of two 16-bit lanes, wrapping. */
#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
XL_DOT(dot_i16, i16, i16)
{
    return (xl_i32)_mm_add_epi32((__m128i)sum, _mm_madd_epi16((__m128i)a, (__m128i)b));
}
#elif XL_ISA_IS_avx2
XL_DOT(dot_i16, i16, i16)
{
    return (xl_i32)_mm256_add_epi32((__m256i)sum, _mm256_madd_epi16((__m256i)a, (__m256i)b));
}
#elif XL_ISA_IS_avx512
XL_DOT(dot_i16, i16, i16)
{
    return (xl_i32)_mm512_add_epi32((__m512i)sum, _mm512_madd_epi16((__m512i)a, (__m512i)b));
}
#elif XL_ON_NEON
XL_DOT(dot_i16, i16, i16)
{
    sum = vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b));
    return vmlal_s16(sum, vget_high_s16(a), vget_high_s16(b));
}
#elif XL_ON_SVE2
XL_DOT(dot_i16, i16, i16)
{
    return svmlalt_s32(svmlalb_s32(sum, a, b), a, b);
}
#elif XL_ON_VSX
XL_DOT(dot_i16, i16, i16)
{
    return vec_msum(a, b, sum);
}
#elif XL_ON_VX
XL_DOT(dot_i16, i16, i16)
{
    return vec_moadd(a, b, vec_meadd(a, b, sum));
}
#elif XL_ON_RVV
XL_VECTOR(int32_t, dot_i16)(const int16_t *a, const int16_t *b, size_t n)
{
    xl_i32 sum = __riscv_vmv_s_x_i32m1(0, 1);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        vint32m2_t products =
            __riscv_vwmul_vv_i32m2(xl_i16_load(a + i, vl), xl_i16_load(b + i, vl), vl);
        sum = __riscv_vredsum_vs_i32m2_i32m1(products, sum, vl);
    }
    return __riscv_vmv_x_s_i32m1_i32(sum);
}
#else
XL_DOT_WIDENED(dot_i16, i16, i16)
#endif
