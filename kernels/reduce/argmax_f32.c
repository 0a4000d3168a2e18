/* argmax_f32: the index of the greatest element; the first of equals; NaNs never win; 0 where
 * nothing is above -infinity.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(argmax_f32,
          .summary = "first index of the greatest element, NaNs ignored; 0 if there is none",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(argmax_f32)(const float *a, size_t n, uint32_t *result)
{
    float best = -INFINITY;
    *result = 0;
    for (size_t i = 0; i < n; i++) {
        if (a[i] > best) {
            best = a[i];
            *result = (uint32_t)i;
        }
    }
}

XL_VECTOR(uint32_t, argmax_f32)(const float *a, size_t n)
{
    /* Each lane keeps the first of its own greatest; the first lane's index among equals wins at
     * the end. */
    size_t lanes = xl_f32_lanes();
    xl_f32 best = xl_f32_set1(-INFINITY, lanes);
    xl_u32 where = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
        xl_m32 above = xl_f32_lt(best, x, vl);
        best = xl_f32_merge(best, xl_f32_select(above, x, best, vl), vl);
        where =
            xl_u32_merge(where, xl_u32_select(above, xl_u32_iota((uint32_t)i, vl), where, vl), vl);
    }
    xl_f32 greatest = xl_f32_set1(xl_f32_reduce_max(best, lanes), lanes);
    xl_m32 winners = xl_f32_eq(best, greatest, lanes);
    xl_u32 none = xl_u32_set1(UINT32_MAX, lanes);
    return xl_u32_reduce_min(xl_u32_select(winners, where, none, lanes), lanes);
}
