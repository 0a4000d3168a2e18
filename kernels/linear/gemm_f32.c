/* gemm_f32: a block of a matrix product: 4 x 8 times 8 x n, added to 4 x n. All rows are
 * contiguous. A strip of each of the four rows of c stays in registers.
 * SPDX-License-Identifier: MIT
 *
 * Bound: each element of c is a sum of nine terms with eight roundings (linear.h).
 */
#include "linear.h"

enum { XL_GEMM_ROWS = 4, XL_GEMM_DEPTH = 8 };

XL_KERNEL(gemm_f32, .summary = "c[r * n + i] += sum over k < 8 of a[8r + k] * b[k * n + i], r < 4",
          .contract = {XL_BOUND, .reproducible = 1},
          .args = {XL_FACTORS(a, 0, XL_GEMM_ROWS *XL_GEMM_DEPTH), XL_FACTORS(b, XL_GEMM_DEPTH, 0),
                   XL_FACTORS_INOUT(c, XL_GEMM_ROWS, 0), XL_COUNT})

XL_REFERENCE(gemm_f32)(const float *a, const float *b, struct xl_bounded *c, size_t n)
{
    for (size_t j = 0; j < XL_GEMM_ROWS * n; j++) {
        const float *row = a + j / n * XL_GEMM_DEPTH, *column = b + j % n;
        struct xl_sum s = {0};
        xl_sum_add(&s, c[j].value);
        for (size_t k = 0; k < XL_GEMM_DEPTH; k++)
            xl_sum_add(&s, (double)row[k] * column[k * n]);
        c[j] = xl_linear_bounded(&s, XL_GEMM_DEPTH);
    }
}

XL_VEC void gemm_f32_step(const float *a, const float *b, float *c, size_t n, size_t i, size_t vl)
{
    xl_f32 c0 = xl_f32_load(c + i, vl), c1 = xl_f32_load(c + n + i, vl);
    xl_f32 c2 = xl_f32_load(c + 2 * n + i, vl), c3 = xl_f32_load(c + 3 * n + i, vl);
    for (size_t k = 0; k < XL_GEMM_DEPTH; k++) {
        const float *column = a + k;
        xl_f32 row = xl_f32_load(b + k * n + i, vl);
        c0 = xl_f32_fma(xl_f32_set1(column[0], vl), row, c0, vl);
        c1 = xl_f32_fma(xl_f32_set1(column[XL_GEMM_DEPTH], vl), row, c1, vl);
        c2 = xl_f32_fma(xl_f32_set1(column[2 * XL_GEMM_DEPTH], vl), row, c2, vl);
        c3 = xl_f32_fma(xl_f32_set1(column[3 * XL_GEMM_DEPTH], vl), row, c3, vl);
    }
    xl_f32_store(c + i, c0, vl);
    xl_f32_store(c + n + i, c1, vl);
    xl_f32_store(c + 2 * n + i, c2, vl);
    xl_f32_store(c + 3 * n + i, c3, vl);
}

XL_VECTOR(void, gemm_f32)(const float *a, const float *b, float *c, size_t n)
{
    XL_STRIPS(f32, n, gemm_f32_step(a, b, c, n, i, vl));
}
