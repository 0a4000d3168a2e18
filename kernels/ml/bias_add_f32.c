/* bias_add_f32: a bias for each of n channels, added to four rows in place.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

enum { XL_BIAS_ROWS = 4 };

XL_KERNEL(bias_add_f32, .summary = "x[r * n + i] += bias[i], r < 4",
          .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_INOUT(f32, x, XL_BIAS_ROWS), XL_IN(f32, bias, 1), XL_COUNT})

XL_REFERENCE(bias_add_f32)(float *x, const float *bias, size_t n)
{
    for (size_t i = 0; i < XL_BIAS_ROWS * n; i++)
        x[i] += bias[i % n];
}

XL_VEC void bias_add_f32_step(float *x, const float *bias, size_t n, size_t i, size_t vl)
{
    xl_f32 strip = xl_f32_load(bias + i, vl);
    for (size_t row = 0; row < XL_BIAS_ROWS; row++) {
        float *p = x + row * n + i;
        xl_f32_store(p, xl_f32_add(xl_f32_load(p, vl), strip, vl), vl);
    }
}

XL_VECTOR(void, bias_add_f32)(float *x, const float *bias, size_t n)
{
    XL_STRIPS(f32, n, bias_add_f32_step(x, bias, n, i, vl));
}
