/* minmax_f32: the least and the greatest element in one pass, NaNs ignored, -0 below +0; of none,
 * infinity and -infinity.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(minmax_f32, .summary = "r[0] = least a[i], r[1] = greatest a[i], NaNs ignored",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT_FIXED(f32, r, 2), XL_COUNT})

XL_REFERENCE(minmax_f32)(const float *a, float *r, size_t n)
{
    r[0] = INFINITY;
    r[1] = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (a[i] < r[0] || (a[i] == r[0] && signbit(a[i])))
            r[0] = a[i];
        if (a[i] > r[1] || (a[i] == r[1] && !signbit(a[i])))
            r[1] = a[i];
    }
}

XL_VEC void minmax_f32_step(const float *a, size_t vl, xl_f32 *least, xl_f32 *greatest)
{
    /* Where x is a NaN, the lane is compared with what it has. */
    xl_f32 x = xl_f32_load(a, vl);
    xl_m32 number = xl_f32_eq(x, x, vl);
    xl_f32 low = xl_f32_min(*least, xl_f32_select(number, x, *least, vl), vl);
    xl_f32 high = xl_f32_max(*greatest, xl_f32_select(number, x, *greatest, vl), vl);
    *least = xl_f32_merge(*least, low, vl);
    *greatest = xl_f32_merge(*greatest, high, vl);
}

XL_VECTOR(void, minmax_f32)(const float *a, float *r, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 least = xl_f32_set1(INFINITY, lanes), greatest = xl_f32_set1(-INFINITY, lanes);
    XL_STRIPS(f32, n, minmax_f32_step(a + i, vl, &least, &greatest));
    r[0] = xl_f32_reduce_min(least, lanes);
    r[1] = xl_f32_reduce_max(greatest, lanes);
}
