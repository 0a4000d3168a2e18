/* hand_sum_f64: sum_f64 in intrinsics, the peer of the vocabulary's.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "reduce/sum.h"

XL_KERNEL(hand_sum_f64, .summary = "sum of a[i]", .contract = {XL_BOUND}, .only = "avx2 neon",
          .args = {XL_IN_RANGE(f64, a, 1, -1e6, 1e6), XL_COUNT, XL_RETURNS(f64)})

XL_REFERENCE(hand_sum_f64)(const double *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n + 1, XL_UNIT_F64) * s.magnitude;
}

#if XL_ISA_IS_avx2
XL_VECTOR(double, hand_sum_f64)(const double *a, size_t n)
{
    __m256d sum0 = _mm256_setzero_pd(), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        sum0 = _mm256_add_pd(sum0, _mm256_loadu_pd(a + i));
        sum1 = _mm256_add_pd(sum1, _mm256_loadu_pd(a + i + 4));
        sum2 = _mm256_add_pd(sum2, _mm256_loadu_pd(a + i + 8));
        sum3 = _mm256_add_pd(sum3, _mm256_loadu_pd(a + i + 12));
    }
    for (; n - i >= 4; i += 4)
        sum0 = _mm256_add_pd(sum0, _mm256_loadu_pd(a + i));
    sum0 = _mm256_add_pd(_mm256_add_pd(sum0, sum1), _mm256_add_pd(sum2, sum3));
    __m128d half = _mm_add_pd(_mm256_castpd256_pd128(sum0), _mm256_extractf128_pd(sum0, 1));
    double sum = _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
    for (; i < n; i++)
        sum += a[i];
    return sum;
}
#elif XL_ISA_IS_neon
XL_VECTOR(double, hand_sum_f64)(const double *a, size_t n)
{
    float64x2_t sum0 = vdupq_n_f64(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    size_t i = 0;
    for (; n - i >= 8; i += 8) {
        sum0 = vaddq_f64(sum0, vld1q_f64(a + i));
        sum1 = vaddq_f64(sum1, vld1q_f64(a + i + 2));
        sum2 = vaddq_f64(sum2, vld1q_f64(a + i + 4));
        sum3 = vaddq_f64(sum3, vld1q_f64(a + i + 6));
    }
    for (; n - i >= 2; i += 2)
        sum0 = vaddq_f64(sum0, vld1q_f64(a + i));
    double sum = vaddvq_f64(vaddq_f64(vaddq_f64(sum0, sum1), vaddq_f64(sum2, sum3)));
    for (; i < n; i++)
        sum += a[i];
    return sum;
}
#endif
