/* mul_q15_i16: the product of two fractions of 15 bits, to nearest, ties up; -1 times -1 is held
 * below 1.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

XL_KERNEL(mul_q15_i16, .summary = "r[i] = min((a[i] * b[i] + 0x4000) >> 15, 0x7fff)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(mul_q15_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t product = (a[i] * b[i] + 0x4000) >> 15;
        r[i] = (int16_t)(product > INT16_MAX ? INT16_MAX : product);
    }
}

/* Most ISAs have an instruction for it. PMULHRSW alone wraps -1 times -1 to -1, which nothing else
 * gives. */
XL_VEC xl_i16 xl_mul_q15(xl_i16 a, xl_i16 b, size_t vl)
{
    (void)vl;
#if XL_ISA_IS_neon || XL_ISA_IS_neon32
    return vqrdmulhq_s16(a, b);
#elif XL_ON_SVE2
    return svqrdmulh_s16(a, b);
#elif XL_ON_RVV
    return __riscv_vsmul_vv_i16m1(a, b, __RISCV_VXRM_RNU, vl);
#elif XL_ISA_IS_vsx || XL_ISA_IS_vsx3 || XL_ISA_IS_vsx31
    return vec_mradds(a, b, vec_splats((short)0));
#elif XL_ISA_IS_avx2
    xl_i16 product = (xl_i16)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
    return product ^ (xl_i16)_mm256_cmpeq_epi16((__m256i)product, _mm256_set1_epi16(INT16_MIN));
#elif XL_ISA_IS_sse4
    xl_i16 product = (xl_i16)_mm_mulhrs_epi16((__m128i)a, (__m128i)b);
    return product ^ (xl_i16)_mm_cmpeq_epi16((__m128i)product, _mm_set1_epi16(INT16_MIN));
#else
    /* Bits 30 to 15 of the product, and bit 14 for rounding; only -1 times -1 saturates the sum. */
    xl_i16 low = xl_i16_mul(a, b, vl), high = xl_i16_mulhi(a, b, vl);
    xl_u16 top = xl_u16_shr(xl_u16_bitcast_i16(low), 15, vl);
    xl_i16 one = xl_i16_set1(1, vl);
    xl_i16 half = xl_i16_and(xl_i16_shr(low, 14, vl), one, vl);
    xl_i16 twice = xl_i16_add_sat(high, high, vl);
    xl_i16 product = xl_i16_or(twice, xl_i16_bitcast_u16(top), vl);
    return xl_i16_add_sat(product, half, vl);
#endif
}

XL_VEC void mul_q15_i16_step(const int16_t *a, const int16_t *b, int16_t *r, size_t i, size_t vl)
{
    xl_i16_store(r + i, xl_mul_q15(xl_i16_load(a + i, vl), xl_i16_load(b + i, vl), vl), vl);
}

XL_VECTOR(void, mul_q15_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    XL_STRIPS(i16, n, mul_q15_i16_step(a, b, r, i, vl));
}
