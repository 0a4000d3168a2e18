/* fma_fp16: products of binary16 numbers, given as bits, plus a third one, rounded once.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(fma_fp16,
          .summary = "r[i] = a[i] * b[i] + c[i] in binary16, to nearest even; NaN: 0x7e00",
          .only = "avx512 neon sve sve2 rvv", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_IN(u16, c, 1), XL_OUT(u16, r, 1),
                   XL_COUNT},
          .needs = {{"avx512", "avx512_fp16"}, {"neon", "asimdhp"}, {"rvv", "zvfh"}})

static double fma_fp16_value(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    const double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                        : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                       : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

/* To the nearest one, the even one of two. */
static uint16_t fma_fp16_bits(double x)
{
    const uint16_t sign = signbit(x) ? 0x8000 : 0;
    int exponent;
    if (isnan(x))
        return 0x7e00;
    if (isinf(x))
        return sign | 0x7c00;
    frexp(x, &exponent);
    const int last = x == 0 || exponent < -13 ? -24 : exponent - 11;
    return (uint16_t)(sign | (int)fmin(rint(ldexp(fabs(x), -last)) + 1024.0 * (last + 24), 0x7c00));
}

/* x + y in binary64. If that is not exact, of the two around it the one whose last bit is 1: no
 * later rounding to fewer bits takes it for one of their middles. Knuth's TwoSum has the error. */
static double fma_fp16_odd_sum(double x, double y)
{
    const double sum = x + y, of_y = sum - x, error = (x - (sum - of_y)) + (y - of_y);
    int64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (!isfinite(sum) || error == 0 || bits & 1)
        return sum;
    bits += (error > 0) == (sum > 0) ? 1 : -1;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return odd;
}

/* A product of two binary16 numbers has 22 bits. */
XL_REFERENCE(fma_fp16)
(const uint16_t *a, const uint16_t *b, const uint16_t *c, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = fma_fp16_bits(
            fma_fp16_odd_sum(fma_fp16_value(a[i]) * fma_fp16_value(b[i]), fma_fp16_value(c[i])));
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512fp16"))) XL_VECTOR(void,
                                                fma_fp16)(const uint16_t *a, const uint16_t *b,
                                                          const uint16_t *c, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i += 32) {
        const __mmask32 below = n - i < 32 ? (1u << (n - i)) - 1 : ~0u;
        const __m512h sum =
            _mm512_fmadd_ph(_mm512_castsi512_ph(_mm512_maskz_loadu_epi16(below, a + i)),
                            _mm512_castsi512_ph(_mm512_maskz_loadu_epi16(below, b + i)),
                            _mm512_castsi512_ph(_mm512_maskz_loadu_epi16(below, c + i)));
        const __mmask32 is_nan = _mm512_cmp_ph_mask(sum, sum, _CMP_UNORD_Q);
        const __m512i bits = _mm512_mask_set1_epi16(_mm512_castph_si512(sum), is_nan, 0x7e00);
        _mm512_mask_storeu_epi16(r + i, below, bits);
    }
}
#elif XL_ISA_IS_neon
__attribute__((target("+fp16"))) static inline void
fma_fp16_eight(const uint16_t *a, const uint16_t *b, const uint16_t *c, uint16_t *r)
{
    const float16x8_t sum =
        vfmaq_f16(vreinterpretq_f16_u16(vld1q_u16(c)), vreinterpretq_f16_u16(vld1q_u16(a)),
                  vreinterpretq_f16_u16(vld1q_u16(b)));
    vst1q_u16(r, vbslq_u16(vceqq_f16(sum, sum), vreinterpretq_u16_f16(sum), vdupq_n_u16(0x7e00)));
}

__attribute__((target("+fp16"))) XL_VECTOR(void, fma_fp16)(const uint16_t *a, const uint16_t *b,
                                                           const uint16_t *c, uint16_t *r, size_t n)
{
    size_t i = 0;
    for (; n - i >= 8; i += 8)
        fma_fp16_eight(a + i, b + i, c + i, r + i);
    if (i == n)
        return;
    uint16_t x[8] = {0}, y[8] = {0}, z[8] = {0};
    memcpy(x, a + i, 2 * (n - i));
    memcpy(y, b + i, 2 * (n - i));
    memcpy(z, c + i, 2 * (n - i));
    fma_fp16_eight(x, y, z, x);
    memcpy(r + i, x, 2 * (n - i));
}
#elif XL_ISA_IS_sve || XL_ISA_IS_sve2
XL_VECTOR(void, fma_fp16)(const uint16_t *a, const uint16_t *b, const uint16_t *c, uint16_t *r,
                          size_t n)
{
    for (uint64_t i = 0; i < n; i += svcnth()) {
        const svbool_t below = svwhilelt_b16_u64(i, n);
        const svfloat16_t sum = svmla_f16_x(below, svreinterpret_f16_u16(svld1_u16(below, c + i)),
                                            svreinterpret_f16_u16(svld1_u16(below, a + i)),
                                            svreinterpret_f16_u16(svld1_u16(below, b + i)));
        const svbool_t is_nan = svcmpuo_f16(below, sum, sum);
        svst1_u16(below, r + i, svdup_n_u16_m(svreinterpret_u16_f16(sum), is_nan, 0x7e00));
    }
}
#elif XL_ISA_IS_rvv
/* clang 19 has the intrinsics only in files that are compiled for Zvfh as a whole. */
XL_VECTOR(void, fma_fp16)(const uint16_t *a, const uint16_t *b, const uint16_t *c, uint16_t *r,
                          size_t n)
{
    for (size_t vl; n; n -= vl, a += vl, b += vl, c += vl, r += vl) {
        vl = __riscv_vsetvl_e16m1(n);
        const vuint16m1_t x = __riscv_vle16_v_u16m1(a, vl), y = __riscv_vle16_v_u16m1(b, vl);
        vuint16m1_t sum = __riscv_vle16_v_u16m1(c, vl);
        __asm__("vsetvli zero, %[vl], e16, m1, ta, ma\n\tvfmacc.vv %[sum], %[x], %[y]"
                : [sum] "+vr"(sum)
                : [x] "vr"(x), [y] "vr"(y), [vl] "r"(vl)
                : "vl", "vtype");
        /* Above infinity, without the sign, are NaNs. */
        const vbool16_t is_nan =
            __riscv_vmsgtu_vx_u16m1_b16(__riscv_vand_vx_u16m1(sum, 0x7fff, vl), 0x7c00, vl);
        __riscv_vse16_v_u16m1(r, __riscv_vmerge_vxm_u16m1(sum, 0x7e00, is_nan, vl), vl);
    }
}
#endif
