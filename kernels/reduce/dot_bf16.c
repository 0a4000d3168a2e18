/* dot_bf16: the dot product of two arrays of bfloat16 numbers, given as bits, by pairs: BFDOT
 * (AArch64's BF16), VDPBF16PS (AVX512_BF16).
 * SPDX-License-Identifier: MIT
 *
 * Bound: a product passes at most n + 4 roundings in any order. Those of BFDOT are to odd (Arm ARM,
 * BFDotAdd), so that each counts twice. Both instructions flush subnormal numbers (Intel SDM,
 * VDPBF16PS), at most 2^-126 * 1000 in a step: 2^-115.
 */
#include "kernel.h"
#include "sum.h"

/* a: 2^-10 to 1000. b: the same below zero. */
XL_KERNEL(dot_bf16, .summary = "sum of a[i] * b[i] in float, of bfloat16 numbers, by pairs",
          .only = "avx512 neon sve2", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(u16, a, 1, 0x3a80, 0x447a), XL_IN_RANGE(u16, b, 1, 0xba80, 0xc47a),
                   XL_COUNT, XL_RETURNS(f32)},
          .needs = {{"avx512", "avx512_bf16"}, {"neon", "bf16"}, {"sve2", "svebf16"}})

static double dot_bf16_value(uint16_t bits)
{
    const uint32_t all = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &all, sizeof value);
    return value;
}

XL_REFERENCE(dot_bf16)(const uint16_t *a, const uint16_t *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, dot_bf16_value(a[i]) * dot_bf16_value(b[i]));
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma(2 * ((double)n + 4), XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512bf16"))) XL_VECTOR(float, dot_bf16)(const uint16_t *a,
                                                                 const uint16_t *b, size_t n)
{
    __m512 sum = _mm512_setzero_ps();
    for (size_t i = 0; i < n; i += 32) {
        const __mmask32 below = n - i < 32 ? (1u << (n - i)) - 1 : ~0u;
        sum = _mm512_dpbf16_ps(sum, (__m512bh)_mm512_maskz_loadu_epi16(below, a + i),
                               (__m512bh)_mm512_maskz_loadu_epi16(below, b + i));
    }
    return _mm512_reduce_add_ps(sum);
}
#elif XL_ISA_IS_neon
__attribute__((target("+bf16"))) XL_VECTOR(float, dot_bf16)(const uint16_t *a, const uint16_t *b,
                                                            size_t n)
{
    float32x4_t sum = vdupq_n_f32(0);
    size_t i = 0;
    for (; n - i >= 8; i += 8)
        sum = vbfdotq_f32(sum, vreinterpretq_bf16_u16(vld1q_u16(a + i)),
                          vreinterpretq_bf16_u16(vld1q_u16(b + i)));
    uint16_t x[8] = {0}, y[8] = {0};
    if (i < n) {
        memcpy(x, a + i, 2 * (n - i));
        memcpy(y, b + i, 2 * (n - i));
        sum = vbfdotq_f32(sum, vreinterpretq_bf16_u16(vld1q_u16(x)),
                          vreinterpretq_bf16_u16(vld1q_u16(y)));
    }
    return vaddvq_f32(sum);
}
#elif XL_ISA_IS_sve2
__attribute__((target("+bf16"))) XL_VECTOR(float, dot_bf16)(const uint16_t *a, const uint16_t *b,
                                                            size_t n)
{
    svfloat32_t sum = svdup_n_f32(0);
    for (uint64_t i = 0; i < n; i += svcnth()) {
        const svbool_t below = svwhilelt_b16_u64(i, n);
        sum = svbfdot_f32(sum, svreinterpret_bf16_u16(svld1_u16(below, a + i)),
                          svreinterpret_bf16_u16(svld1_u16(below, b + i)));
    }
    return svaddv_f32(svptrue_b32(), sum);
}
#endif
