/* max_pool2_f32: the greater of each two neighbours; NaN if one is.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(max_pool2_f32, .summary = "r[i] = maximum(a[2i], a[2i + 1])",
          .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_IN(f32, a, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(max_pool2_f32)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++, a += 2) {
        if (isnan(a[0]) || isnan(a[1]))
            r[i] = NAN;
        else if (a[0] == a[1]) /* zeros of two signs, perhaps: the positive one */
            r[i] = signbit(a[0]) ? a[1] : a[0];
        else
            r[i] = a[0] > a[1] ? a[0] : a[1];
    }
}

XL_VEC void max_pool2_f32_step(const float *a, float *r, size_t i, size_t vl)
{
    /* The vocabulary takes numbers of 32 bits apart, of whatever kind they are. */
    xl_u32 even, odd;
    xl_u32_load2((const uint32_t *)(const void *)(a + 2 * i), &even, &odd, vl);
    xl_f32_store(r + i, xl_f32_max(xl_f32_bitcast_u32(even), xl_f32_bitcast_u32(odd), vl), vl);
}

XL_VECTOR(void, max_pool2_f32)(const float *a, float *r, size_t n)
{
    XL_STRIPS(f32, n, max_pool2_f32_step(a, r, i, vl));
}
