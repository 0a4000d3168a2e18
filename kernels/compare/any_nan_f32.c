/* any_nan_f32: whether there is a NaN.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(any_nan_f32, .summary = "1 if some a[i] is a NaN, else 0", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(any_nan_f32)(const float *a, size_t n, int32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result |= isnan(a[i]) != 0;
}

XL_VEC bool any_nan_f32_step(const float *a, size_t vl)
{
    xl_f32 x = xl_f32_load(a, vl);
    return xl_m32_any(xl_m32_not(xl_f32_eq(x, x, vl), vl), vl);
}

XL_VECTOR(int32_t, any_nan_f32)(const float *a, size_t n)
{
    XL_STRIPS(f32, n, if (any_nan_f32_step(a + i, vl)) return 1);
    return 0;
}
