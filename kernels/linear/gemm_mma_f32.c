/* gemm_mma_f32: a matrix product of three sizes, by outer products in an accumulator of POWER10's
 * matrix unit (MMA). The left matrix is stored by columns.
 * SPDX-License-Identifier: MIT
 *
 * Bound: each element of c is a sum of `depth` terms with `depth` roundings (linear.h).
 */
#include "linear.h"

XL_KERNEL(gemm_mma_f32,
          .summary = "c[r * n + i] = sum over k < depth of a[k * rows + r] * b[k * n + i]",
          .only = "vsx31", .contract = {XL_BOUND},
          .args = {XL_IN_OF_RANGE(f32, a, rows, depth, -1000, 1000),
                   XL_IN_OF_RANGE(f32, b, n, depth, -1000, 1000), XL_OUT_OF(f32, c, n, rows),
                   XL_COUNT, XL_ROWS, XL_DEPTH},
          .needs = {{"vsx31", "mma"}})

XL_REFERENCE(gemm_mma_f32)
(const float *a, const float *b, struct xl_bounded *c, size_t n, size_t rows, size_t depth)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < n; i++, c++) {
            struct xl_sum s = {0};
            for (size_t k = 0; k < depth; k++)
                xl_sum_add(&s, (double)a[k * rows + r] * b[k * n + i]);
            *c = xl_linear_bounded(&s, (double)depth);
        }
}

#if XL_ISA_IS_vsx31
/* Up to four rows by up to four columns. Loads and stores of a length read and write no more. */
static inline void gemm_mma_tile(const float *a, const float *b, float *c, size_t n, size_t rows,
                                 size_t depth, size_t down, size_t across)
{
    __vector_quad sums;
    __vector float tile[4];
    __builtin_mma_xxsetaccz(&sums);
    for (size_t k = 0; k < depth; k++) {
        const __vector float x = vec_xl_len((float *)(a + k * rows), 4 * down);
        const __vector float y = vec_xl_len((float *)(b + k * n), 4 * across);
        __builtin_mma_xvf32gerpp(&sums, (__vector unsigned char)x, (__vector unsigned char)y);
    }
    __builtin_mma_disassemble_acc(tile, &sums);
    for (size_t r = 0; r < down; r++)
        vec_xst_len(tile[r], c + r * n, 4 * across);
}

XL_VECTOR(void, gemm_mma_f32)(const float *a, const float *b, float *c, size_t n, size_t rows,
                              size_t depth)
{
    for (size_t r = 0; r < rows; r += 4)
        for (size_t i = 0; i < n; i += 4)
            gemm_mma_tile(a + r, b + i, c + r * n + i, n, rows, depth, rows - r < 4 ? rows - r : 4,
                          n - i < 4 ? n - i : 4);
}
#endif
