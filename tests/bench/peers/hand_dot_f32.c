/* hand_dot_f32: dot_f32 in intrinsics, the peer of the vocabulary's.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"
#include "reduce/sum.h"

XL_KERNEL(hand_dot_f32, .summary = "sum of a[i] * b[i]", .contract = {XL_BOUND},
          .only = "avx2 neon",
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(hand_dot_f32)(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, (double)a[i] * b[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-115;
}

#if XL_ISA_IS_avx2
XL_VECTOR(float, hand_dot_f32)(const float *a, const float *b, size_t n)
{
    __m256 sum0 = _mm256_setzero_ps(), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    size_t i = 0;
    for (; n - i >= 32; i += 32) {
        sum0 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i), sum0);
        sum1 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + 8), _mm256_loadu_ps(b + i + 8), sum1);
        sum2 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + 16), _mm256_loadu_ps(b + i + 16), sum2);
        sum3 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i + 24), _mm256_loadu_ps(b + i + 24), sum3);
    }
    for (; n - i >= 8; i += 8)
        sum0 = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i), sum0);
    sum0 = _mm256_add_ps(_mm256_add_ps(sum0, sum1), _mm256_add_ps(sum2, sum3));
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(sum0), _mm256_extractf128_ps(sum0, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    float sum = _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
    for (; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
#elif XL_ISA_IS_neon
XL_VECTOR(float, hand_dot_f32)(const float *a, const float *b, size_t n)
{
    float32x4_t sum0 = vdupq_n_f32(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        sum0 = vfmaq_f32(sum0, vld1q_f32(a + i), vld1q_f32(b + i));
        sum1 = vfmaq_f32(sum1, vld1q_f32(a + i + 4), vld1q_f32(b + i + 4));
        sum2 = vfmaq_f32(sum2, vld1q_f32(a + i + 8), vld1q_f32(b + i + 8));
        sum3 = vfmaq_f32(sum3, vld1q_f32(a + i + 12), vld1q_f32(b + i + 12));
    }
    for (; n - i >= 4; i += 4)
        sum0 = vfmaq_f32(sum0, vld1q_f32(a + i), vld1q_f32(b + i));
    float sum = vaddvq_f32(vaddq_f32(vaddq_f32(sum0, sum1), vaddq_f32(sum2, sum3)));
    for (; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
#endif
