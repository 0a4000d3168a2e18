/* scal_f32: a vector times a number, in place (BLAS sscal).
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(scal_f32, .summary = "x[i] = alpha * x[i]", .contract = {XL_EXACT, .rounding = 1},
          .elementwise = 1, .args = {XL_VALUE(f32, alpha), XL_INOUT(f32, x, 1), XL_COUNT})

XL_REFERENCE(scal_f32)(float alpha, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= alpha;
}

XL_VEC void scal_f32_step(float alpha, float *x, size_t i, size_t vl)
{
    xl_f32_store(x + i, xl_f32_mul(xl_f32_set1(alpha, vl), xl_f32_load(x + i, vl), vl), vl);
}

XL_VECTOR(void, scal_f32)(float alpha, float *x, size_t n)
{
    XL_STRIPS(f32, n, scal_f32_step(alpha, x, i, vl));
}
