/* cvt_half_up: rounding by adding one half and cutting off: wrong for every even half, and for
 * what is negative.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(cvt_half_up, .summary = "r[i] = a[i] to nearest even, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(cvt_half_up)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != a[i])
            r[i] = 0;
        else if (a[i] >= 0x1p31f)
            r[i] = INT32_MAX;
        else
            r[i] = a[i] < -0x1p31f ? INT32_MIN : (int32_t)rintf(a[i]);
    }
}

XL_VECTOR(void, cvt_half_up)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_i32 v = xl_i32_from_f32(xl_f32_add(x, xl_f32_set1(0.5f, vl), vl), vl);
#else
        xl_i32 v = xl_i32_from_f32_roundeven(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}
