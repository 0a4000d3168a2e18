/* gemm_unrolled_f32: a matrix product of three sizes, in register tiles of four rows and two
 * vectors, with what is left of rows and columns.
 * SPDX-License-Identifier: MIT
 *
 * Bound: each element of c is a sum of depth + 1 terms with `depth` roundings (linear.h). Every
 * path adds in the same order, so the bits do not depend on the tile.
 */
#include "linear.h"

XL_KERNEL(gemm_unrolled_f32,
          .summary = "c[r * n + i] += sum over k < depth of a[r * depth + k] * b[k * n + i]",
          .contract = {XL_BOUND, .reproducible = 1},
          .args = {XL_IN_OF_RANGE(f32, a, depth, rows, -1000, 1000),
                   XL_IN_OF_RANGE(f32, b, n, depth, -1000, 1000),
                   {XL_ARG_INOUT, XL_f32, "c", 1, 0, -1000, 1000, XL_SIZE_n, XL_DOWN_rows},
                   XL_COUNT,
                   XL_ROWS,
                   XL_DEPTH})

XL_REFERENCE(gemm_unrolled_f32)
(const float *a, const float *b, struct xl_bounded *c, size_t n, size_t rows, size_t depth)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < n; i++, c++) {
            struct xl_sum s = {0};
            xl_sum_add(&s, c->value);
            for (size_t k = 0; k < depth; k++)
                xl_sum_add(&s, (double)a[r * depth + k] * b[k * n + i]);
            *c = xl_linear_bounded(&s, (double)depth);
        }
}

/* Four rows of a and c. `c` points to two vectors of a strip: `one` lanes, then `two`. */
XL_VEC void xl_gemm_unrolled_four(const float *a, const float *b, float *c, size_t n, size_t depth,
                                  size_t one, size_t two)
{
    xl_f32 c00 = xl_f32_load(c, one), c01 = xl_f32_load(c + one, two);
    xl_f32 c10 = xl_f32_load(c + n, one), c11 = xl_f32_load(c + n + one, two);
    xl_f32 c20 = xl_f32_load(c + 2 * n, one), c21 = xl_f32_load(c + 2 * n + one, two);
    xl_f32 c30 = xl_f32_load(c + 3 * n, one), c31 = xl_f32_load(c + 3 * n + one, two);
    for (size_t k = 0; k < depth; k++, b += n) {
        xl_f32 b0 = xl_f32_load(b, one), b1 = xl_f32_load(b + one, two), left;
        left = xl_f32_set1(a[k], one);
        c00 = xl_f32_fma(left, b0, c00, one), c01 = xl_f32_fma(left, b1, c01, two);
        left = xl_f32_set1(a[depth + k], one);
        c10 = xl_f32_fma(left, b0, c10, one), c11 = xl_f32_fma(left, b1, c11, two);
        left = xl_f32_set1(a[2 * depth + k], one);
        c20 = xl_f32_fma(left, b0, c20, one), c21 = xl_f32_fma(left, b1, c21, two);
        left = xl_f32_set1(a[3 * depth + k], one);
        c30 = xl_f32_fma(left, b0, c30, one), c31 = xl_f32_fma(left, b1, c31, two);
    }
    xl_f32_store(c, c00, one), xl_f32_store(c + one, c01, two);
    xl_f32_store(c + n, c10, one), xl_f32_store(c + n + one, c11, two);
    xl_f32_store(c + 2 * n, c20, one), xl_f32_store(c + 2 * n + one, c21, two);
    xl_f32_store(c + 3 * n, c30, one), xl_f32_store(c + 3 * n + one, c31, two);
}

/* One row, one vector. */
XL_VEC void xl_gemm_unrolled_one(const float *a, const float *b, float *c, size_t n, size_t depth,
                                 size_t vl)
{
    xl_f32 sum = xl_f32_load(c, vl);
    for (size_t k = 0; k < depth; k++, b += n)
        sum = xl_f32_fma(xl_f32_set1(a[k], vl), xl_f32_load(b, vl), sum, vl);
    xl_f32_store(c, sum, vl);
}

XL_VECTOR(void, gemm_unrolled_f32)
(const float *a, const float *b, float *c, size_t n, size_t rows, size_t depth)
{
    size_t lanes = xl_f32_lanes(), r = 0;
    for (; rows - r >= 4; r += 4, a += 4 * depth, c += 4 * n) {
        size_t i = 0;
        for (; n - i >= 2 * lanes; i += 2 * lanes)
            xl_gemm_unrolled_four(a, b + i, c + i, n, depth, lanes, lanes);
        for (size_t vl; i < n; i += vl) {
            vl = xl_f32_vl(n - i);
            for (size_t k = 0; k < 4; k++)
                xl_gemm_unrolled_one(a + k * depth, b + i, c + k * n + i, n, depth, vl);
        }
    }
    for (; r < rows; r++, a += depth, c += n)
        for (size_t i = 0, vl; i < n; i += vl) {
            vl = xl_f32_vl(n - i);
            xl_gemm_unrolled_one(a, b + i, c + i, n, depth, vl);
        }
}
