/* zeroed_max: lanes that the tail does not reach are zero, and take part in the maximum: wrong
 * where all elements are negative.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(zeroed_max, .summary = "greatest a[i], or -infinity", .contract = {XL_EXACT},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, -1), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(zeroed_max)(const float *a, size_t n, float *result)
{
    *result = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (a[i] > *result)
            *result = a[i];
}

XL_VECTOR(float, zeroed_max)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 best = xl_f32_set1(-INFINITY, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        best = xl_f32_max(best, xl_f32_merge(xl_f32_set1(0, lanes), x, vl), lanes);
#else
        best = xl_f32_merge(best, xl_f32_max(best, x, vl), vl);
#endif
    }
    return xl_f32_reduce_max(best, lanes);
}
