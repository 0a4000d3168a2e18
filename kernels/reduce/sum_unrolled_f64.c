/* sum_unrolled_f64: the sum of doubles with four accumulators: four vectors a step, then single
 * vectors, then the tail.
 * SPDX-License-Identifier: MIT
 *
 * The tail is scalar where vectors have a fixed width. SVE and RVV have shorter vectors for it.
 *
 * Bound: an element passes at most n - 1 roundings in any order. The reference's own rounding,
 * below one unit of the sum of sizes, is covered by taking n + 1.
 */
#include "kernel.h"
#include "native.h"
#include "sum.h"

XL_KERNEL(sum_unrolled_f64, .summary = "sum of a[i], with four accumulators",
          .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f64, a, 1, -1e6, 1e6), XL_COUNT, XL_RETURNS(f64)})

XL_REFERENCE(sum_unrolled_f64)(const double *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n + 1, XL_UNIT_F64) * s.magnitude;
}

XL_VECTOR(double, sum_unrolled_f64)(const double *a, size_t n)
{
    size_t lanes = xl_f64_lanes(), i = 0;
    xl_f64 sum0 = xl_f64_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (; n - i >= 4 * lanes; i += 4 * lanes) {
        sum0 = xl_f64_add(sum0, xl_f64_load(a + i, lanes), lanes);
        sum1 = xl_f64_add(sum1, xl_f64_load(a + i + lanes, lanes), lanes);
        sum2 = xl_f64_add(sum2, xl_f64_load(a + i + 2 * lanes, lanes), lanes);
        sum3 = xl_f64_add(sum3, xl_f64_load(a + i + 3 * lanes, lanes), lanes);
    }
    for (; n - i >= lanes; i += lanes)
        sum0 = xl_f64_add(sum0, xl_f64_load(a + i, lanes), lanes);
#if XL_ON_SVE || XL_ON_RVV
    for (size_t vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        sum1 = xl_f64_merge(sum1, xl_f64_add(sum1, xl_f64_load(a + i, vl), vl), vl);
    }
#endif
    sum0 = xl_f64_add(sum0, sum1, lanes);
    sum2 = xl_f64_add(sum2, sum3, lanes);
    double sum = xl_f64_reduce_add(xl_f64_add(sum0, sum2, lanes), lanes);
    for (; i < n; i++)
        sum += a[i];
    return sum;
}
