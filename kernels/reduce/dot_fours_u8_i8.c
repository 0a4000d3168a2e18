/* dot_fours_u8_i8: the sum of products of unsigned with signed bytes, four of them by one
 * instruction and lane: VPDPBUSD (AVX512_VNNI), USDOT (I8MM).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(dot_fours_u8_i8, .summary = "sum of a[i] * b[i], modulo 2^32, by fours",
          .only = "avx512 neon sve2", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(i8, b, 1), XL_COUNT, XL_RETURNS(i32)},
          .needs = {{"avx512", "avx512_vnni"}, {"neon", "i8mm"}, {"sve2", "svei8mm"}})

XL_REFERENCE(dot_fours_u8_i8)(const uint8_t *a, const int8_t *b, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)(a[i] * b[i]);
    *result = (int32_t)sum;
}

#if XL_ISA_IS_avx512
__attribute__((target("avx512vnni"))) XL_VECTOR(int32_t, dot_fours_u8_i8)(const uint8_t *a,
                                                                          const int8_t *b, size_t n)
{
    __m512i sum = _mm512_setzero_si512();
    for (size_t i = 0; i < n; i += 64) {
        const __mmask64 below = n - i < 64 ? (UINT64_C(1) << (n - i)) - 1 : ~UINT64_C(0);
        sum = _mm512_dpbusd_epi32(sum, _mm512_maskz_loadu_epi8(below, a + i),
                                  _mm512_maskz_loadu_epi8(below, b + i));
    }
    return _mm512_reduce_add_epi32(sum);
}
#elif XL_ISA_IS_neon
__attribute__((target("+i8mm"))) XL_VECTOR(int32_t, dot_fours_u8_i8)(const uint8_t *a,
                                                                     const int8_t *b, size_t n)
{
    int32x4_t sum = vdupq_n_s32(0);
    size_t i = 0;
    for (; n - i >= 16; i += 16)
        sum = vusdotq_s32(sum, vld1q_u8(a + i), vld1q_s8(b + i));
    uint8_t x[16] = {0};
    int8_t y[16] = {0};
    if (i < n) {
        memcpy(x, a + i, n - i);
        memcpy(y, b + i, n - i);
        sum = vusdotq_s32(sum, vld1q_u8(x), vld1q_s8(y));
    }
    return vaddvq_s32(sum);
}
#elif XL_ISA_IS_sve2
__attribute__((target("+i8mm"))) XL_VECTOR(int32_t, dot_fours_u8_i8)(const uint8_t *a,
                                                                     const int8_t *b, size_t n)
{
    svint32_t sum = svdup_s32(0);
    for (uint64_t i = 0; i < n; i += svcntb()) {
        svbool_t below = svwhilelt_b8_u64(i, n);
        sum = svusdot_s32(sum, svld1_u8(below, a + i), svld1_s8(below, b + i));
    }
    return (int32_t)svaddv_s32(svptrue_b32(), sum);
}
#endif
