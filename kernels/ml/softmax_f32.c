/* softmax_f32: exponentials, divided by their sum; the greatest argument is taken from all first,
 * so that none overflows.
 * SPDX-License-Identifier: MIT
 *
 * Bound, with u = 2^-24. The difference d[i] to the greatest rounds, which makes exp(d[i]) off by
 * |d[i]| u, beside the 0.9 ULP, or 1.8 u, of the exponential. In the sum these errors are weighed
 * by the results p[j], whose sum is 1: sum(p[j] |d[j]|) u + 1.8 u, and it rounds n - 1 times. With
 * the division that is (|d[i]| + sum(p[j] |d[j]|) + n + 3.6) u of the result. The sum is at
 * least 1. Below exp(-104), a result is lost as a subnormal; on a CPU that flushes 2^-126 is lost
 * of each exponential, and of each result.
 */
#include <math.h>

#include "math/exp.h"
#include "reduce/fold.h"
#include "reduce/sum.h"

XL_KERNEL(softmax_f32, .summary = "r[i] = exp(a[i]) / sum of exp(a[j])", .contract = {XL_BOUND},
          .in_place = 1, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})

/* Where the difference is larger, the result is 0; and infinity times that would be NaN. */
static inline double xl_softmax_distance(double difference)
{
    return fmin(fabs(difference), 150);
}

XL_REFERENCE(softmax_f32)(const float *a, struct xl_bounded *r, size_t n)
{
    double most = -INFINITY, distances = 0;
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        most = isnan(a[i]) || a[i] > most ? a[i] : most;
    for (size_t i = 0; i < n; i++) {
        double power = exp(a[i] - most);
        xl_sum_add(&s, power);
        distances += power * xl_softmax_distance(a[i] - most);
    }
    double sum = xl_sum_value(&s);
    for (size_t i = 0; i < n; i++) {
        double steps = xl_softmax_distance(a[i] - most) + distances / sum + (double)n + 3.6;
        r[i].value = exp(a[i] - most) / sum;
        r[i].bound = xl_gamma(steps, XL_UNIT_F32) * r[i].value + (double)(n + 2) * 0x1p-126;
    }
}

XL_VEC void softmax_f32_power(const float *a, float *r, xl_f32 most, xl_f32 *sum, size_t vl)
{
    xl_f32 power = xl_math_exp_f32(xl_f32_sub(xl_f32_load(a, vl), most, vl), vl);
    xl_f32_store(r, power, vl);
    *sum = xl_f32_add_keep(*sum, power, vl);
}

XL_VECTOR(void, softmax_f32)(const float *a, float *r, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 most = xl_f32_set1(xl_fold_max_f32(a, n, -INFINITY), lanes);
    xl_f32 sum = xl_f32_set1(0, lanes);
    XL_STRIPS(f32, n, softmax_f32_power(a + i, r + i, most, &sum, vl));
    sum = xl_f32_set1(xl_f32_reduce_add(sum, lanes), lanes);
    XL_STRIPS(f32, n, xl_f32_store(r + i, xl_f32_div(xl_f32_load(r + i, vl), sum, vl), vl));
}
