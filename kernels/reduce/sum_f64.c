/* sum_f64: the sum of an array of doubles, each lane its own.
 * SPDX-License-Identifier: MIT
 *
 * Bound. n - 1 additions in any order: gamma(n - 1) S, with S the sum of |a[i]|. The reference is a
 * double, too: its last rounding and its own error, of the second order, are below one unit of S
 * each, hence gamma(n + 1). Sums do not underflow.
 */
#include "fold.h"
#include "sum.h"

XL_KERNEL(sum_f64, .summary = "sum of a[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f64, a, 1, -1e6, 1e6), XL_COUNT, XL_RETURNS(f64)})

XL_REFERENCE(sum_f64)(const double *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n + 1, XL_UNIT_F64) * s.magnitude;
}

XL_VECTOR(double, sum_f64)(const double *a, size_t n)
{
    return xl_fold_add_f64(a, n, 0);
}
