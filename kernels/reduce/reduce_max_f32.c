/* reduce_max_f32: the greatest element, -0 below +0; a NaN if there is one; -infinity of none.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fold.h"

XL_KERNEL(reduce_max_f32,
          .summary = "the greatest element, -0 below +0; a NaN if there is one; -infinity of none",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(reduce_max_f32)(const float *a, size_t n, float *result)
{
    *result = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (isnan(a[i]) || isnan(*result))
            *result = NAN;
        else if (a[i] > *result || (a[i] == *result && !signbit(a[i])))
            *result = a[i];
    }
}

XL_VECTOR(float, reduce_max_f32)(const float *a, size_t n)
{
    return xl_fold_max_f32(a, n, -INFINITY);
}
