/* cvt_no_clamp: float to integer without the clamp: what is too large becomes the least integer,
 * as on x86.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(cvt_no_clamp, .summary = "r[i] = a[i] toward zero, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(cvt_no_clamp)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != a[i])
            r[i] = 0;
        else if (a[i] >= 0x1p31f)
            r[i] = INT32_MAX;
        else
            r[i] = a[i] < -0x1p31f ? INT32_MIN : (int32_t)a[i];
    }
}

XL_VECTOR(void, cvt_no_clamp)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
        xl_i32 v = xl_i32_from_f32(x, vl);
        v = xl_i32_select(xl_f32_le(xl_f32_set1(0x1p31f, vl), x, vl), xl_i32_set1(INT32_MIN, vl), v,
                          vl);
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}
