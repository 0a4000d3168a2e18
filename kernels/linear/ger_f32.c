/* ger_f32: an outer product, added to a matrix of four rows (BLAS sger).
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

enum { XL_GER_ROWS = 4 };

XL_KERNEL(ger_f32, .summary = "a[r * n + i] = fma(x[r], y[i], a[r * n + i]), r < 4",
          .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_IN_FIXED(f32, x, XL_GER_ROWS), XL_IN(f32, y, 1),
                   XL_INOUT(f32, a, XL_GER_ROWS), XL_COUNT})

XL_REFERENCE(ger_f32)(const float *x, const float *y, float *a, size_t n)
{
    for (size_t row = 0; row < XL_GER_ROWS; row++) {
        for (size_t i = 0; i < n; i++)
            a[row * n + i] = fmaf(x[row], y[i], a[row * n + i]);
    }
}

XL_VEC void ger_f32_step(const float *x, const float *y, float *a, size_t n, size_t i, size_t vl)
{
    xl_f32 column = xl_f32_load(y + i, vl);
    for (size_t row = 0; row < XL_GER_ROWS; row++) {
        float *p = a + row * n + i;
        xl_f32_store(p, xl_f32_fma(xl_f32_set1(x[row], vl), column, xl_f32_load(p, vl), vl), vl);
    }
}

XL_VECTOR(void, ger_f32)(const float *x, const float *y, float *a, size_t n)
{
    XL_STRIPS(f32, n, ger_f32_step(x, y, a, n, i, vl));
}
