/* gemv_tall_f32: a matrix of n rows and eight columns times a vector. Columns are contiguous.
 * SPDX-License-Identifier: MIT
 *
 * Bound: eight roundings (linear.h).
 */
#include "linear.h"

enum { XL_GEMV_COLUMNS = 8 };

XL_KERNEL(gemv_tall_f32, .summary = "y[i] = sum over c < 8 of a[c * n + i] * x[c]",
          .contract = {XL_BOUND, .reproducible = 1},
          .args = {XL_FACTORS(a, XL_GEMV_COLUMNS, 0), XL_FACTORS(x, 0, XL_GEMV_COLUMNS),
                   XL_OUT(f32, y, 1), XL_COUNT})

XL_REFERENCE(gemv_tall_f32)(const float *a, const float *x, struct xl_bounded *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct xl_sum s = {0};
        for (size_t c = 0; c < XL_GEMV_COLUMNS; c++)
            xl_sum_add(&s, (double)a[c * n + i] * x[c]);
        y[i] = xl_linear_bounded(&s, XL_GEMV_COLUMNS);
    }
}

XL_VEC void gemv_tall_f32_step(const float *a, const float *x, float *y, size_t n, size_t i,
                               size_t vl)
{
    xl_f32 sum = xl_f32_mul(xl_f32_load(a + i, vl), xl_f32_set1(x[0], vl), vl);
    for (size_t c = 1; c < XL_GEMV_COLUMNS; c++)
        sum = xl_f32_fma(xl_f32_load(a + c * n + i, vl), xl_f32_set1(x[c], vl), sum, vl);
    xl_f32_store(y + i, sum, vl);
}

XL_VECTOR(void, gemv_tall_f32)(const float *a, const float *x, float *y, size_t n)
{
    XL_STRIPS(f32, n, gemv_tall_f32_step(a, x, y, n, i, vl));
}
