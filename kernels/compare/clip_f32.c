/* clip_f32: held between two limits: the maximum with the lower one, then the minimum with the
 * upper one, both of IEEE 754-2019. Where the limits are the wrong way round, that is the upper
 * one.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(clip_f32, .summary = "r[i] = minimum(maximum(a[i], lo), hi)", .contract = {XL_EXACT},
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_VALUE(f32, lo), XL_VALUE(f32, hi), XL_OUT(f32, r, 1),
                   XL_COUNT})

XL_REFERENCE(clip_f32)(const float *a, float lo, float hi, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* Of equal numbers the first is kept, unless it is a zero of the wrong sign. */
        float above = a[i] < lo || (a[i] == lo && signbit(a[i])) ? lo : a[i];
        r[i] = above > hi || (above == hi && signbit(hi)) ? hi : above;
        if (isnan(a[i]) || isnan(lo) || isnan(hi))
            r[i] = NAN;
    }
}

XL_VEC void clip_f32_step(const float *a, float lo, float hi, float *r, size_t i, size_t vl)
{
    xl_f32 above = xl_f32_max(xl_f32_load(a + i, vl), xl_f32_set1(lo, vl), vl);
    xl_f32_store(r + i, xl_f32_min(above, xl_f32_set1(hi, vl), vl), vl);
}

XL_VECTOR(void, clip_f32)(const float *a, float lo, float hi, float *r, size_t n)
{
    XL_STRIPS(f32, n, clip_f32_step(a, lo, hi, r, i, vl));
}
