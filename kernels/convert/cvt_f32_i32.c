/* cvt_f32_i32: float to 32-bit integer, toward zero, clamped to the limits; a NaN gives 0.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(cvt_f32_i32, .summary = "r[i] = a[i] toward zero, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, .vector_steps = 1, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(cvt_f32_i32)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* INT32_MAX is no float; every float below 2^31 fits. */
        if (a[i] != a[i])
            r[i] = 0;
        else if (a[i] >= 0x1p31f)
            r[i] = INT32_MAX;
        else
            r[i] = a[i] < -0x1p31f ? INT32_MIN : (int32_t)a[i];
    }
}

XL_VEC void cvt_f32_i32_step(const float *a, int32_t *r, size_t i, size_t vl)
{
    xl_i32_store(r + i, xl_i32_from_f32(xl_f32_load(a + i, vl), vl), vl);
}

XL_VECTOR(void, cvt_f32_i32)(const float *a, int32_t *r, size_t n)
{
    XL_STRIPS(f32, n, cvt_f32_i32_step(a, r, i, vl));
}
