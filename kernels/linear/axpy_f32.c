/* axpy_f32: a vector times a number, added to another in place (BLAS saxpy, with one rounding).
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(axpy_f32, .summary = "y[i] = alpha * x[i] + y[i], rounded once",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1,
          .args = {XL_VALUE(f32, alpha), XL_IN(f32, x, 1), XL_INOUT(f32, y, 1), XL_COUNT})

XL_REFERENCE(axpy_f32)(float alpha, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = fmaf(alpha, x[i], y[i]);
}

XL_VEC void axpy_f32_step(float alpha, const float *x, float *y, size_t i, size_t vl)
{
    xl_f32 a = xl_f32_set1(alpha, vl);
    xl_f32_store(y + i, xl_f32_fma(a, xl_f32_load(x + i, vl), xl_f32_load(y + i, vl), vl), vl);
}

XL_VECTOR(void, axpy_f32)(float alpha, const float *x, float *y, size_t n)
{
    XL_STRIPS(f32, n, axpy_f32_step(alpha, x, y, i, vl));
}
