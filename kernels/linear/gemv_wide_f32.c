/* gemv_wide_f32: a matrix of four rows and n columns times a vector. Rows are contiguous; the
 * vector is read once for all four.
 * SPDX-License-Identifier: MIT
 *
 * Bound: n roundings (linear.h).
 */
#include "linear.h"

enum { XL_GEMV_ROWS = 4 };

XL_KERNEL(gemv_wide_f32, .summary = "y[r] = sum over i of a[r * n + i] * x[i], r < 4",
          .contract = {XL_BOUND},
          .args = {XL_FACTORS(a, XL_GEMV_ROWS, 0), XL_FACTORS(x, 1, 0),
                   XL_OUT_FIXED(f32, y, XL_GEMV_ROWS), XL_COUNT})

XL_REFERENCE(gemv_wide_f32)(const float *a, const float *x, struct xl_bounded *y, size_t n)
{
    for (size_t row = 0; row < XL_GEMV_ROWS; row++) {
        struct xl_sum s = {0};
        for (size_t i = 0; i < n; i++)
            xl_sum_add(&s, (double)a[row * n + i] * x[i]);
        y[row] = xl_linear_bounded(&s, (double)n);
    }
}

/* The row's sum, with what one step adds to it. */
XL_VEC xl_f32 xl_gemv_step(xl_f32 sum, const float *row, xl_f32 x, size_t vl)
{
    return xl_f32_mul_add_keep(xl_f32_load(row, vl), x, sum, vl);
}

XL_VEC void gemv_wide_f32_step(const float *a, const float *x, size_t n, size_t vl, xl_f32 *y0,
                               xl_f32 *y1, xl_f32 *y2, xl_f32 *y3)
{
    xl_f32 strip = xl_f32_load(x, vl);
    *y0 = xl_gemv_step(*y0, a, strip, vl);
    *y1 = xl_gemv_step(*y1, a + n, strip, vl);
    *y2 = xl_gemv_step(*y2, a + 2 * n, strip, vl);
    *y3 = xl_gemv_step(*y3, a + 3 * n, strip, vl);
}

XL_VECTOR(void, gemv_wide_f32)(const float *a, const float *x, float *y, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 y0 = xl_f32_set1(0, lanes), y1 = y0, y2 = y0, y3 = y0;
    XL_STRIPS(f32, n, gemv_wide_f32_step(a + i, x + i, n, vl, &y0, &y1, &y2, &y3));
    y[0] = xl_f32_reduce_add(y0, lanes);
    y[1] = xl_f32_reduce_add(y1, lanes);
    y[2] = xl_f32_reduce_add(y2, lanes);
    y[3] = xl_f32_reduce_add(y3, lanes);
}
