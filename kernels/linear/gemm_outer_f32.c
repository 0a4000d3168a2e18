/* gemm_outer_f32: a matrix product of three sizes, by outer products in tiles: two of
 * SME2's ZA, or an accumulator of POWER10's MMA.
 * SPDX-License-Identifier: MIT
 *
 * The left matrix is stored by columns, so that one vector has a column of the tile's rows.
 *
 * Bound: each element of c is a sum of `depth` terms with `depth` roundings (linear.h). FMOPA
 * rounds once.
 */
#include "linear.h"

XL_KERNEL(gemm_outer_f32,
          .summary = "c[r * n + i] = sum over k < depth of a[k * rows + r] * b[k * n + i]",
          .only = "sme2 vsx31", .contract = {XL_BOUND},
          .args = {XL_IN_OF_RANGE(f32, a, rows, depth, -1000, 1000),
                   XL_IN_OF_RANGE(f32, b, n, depth, -1000, 1000), XL_OUT_OF(f32, c, n, rows),
                   XL_COUNT, XL_ROWS, XL_DEPTH},
          .needs = {{"vsx31", "mma"}})

XL_REFERENCE(gemm_outer_f32)
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

#if XL_ISA_IS_sme2
/* The rows from r on and two vectors of columns from i on, as far as there are. */
static inline void xl_gemm_outer_tiles(const float *a, const float *b, float *c, uint64_t n,
                                       uint64_t rows, uint64_t depth, uint64_t r,
                                       uint64_t i) __arm_streaming __arm_inout("za")
{
    const uint64_t lanes = svcntw();
    svcount_t columns = svwhilelt_c32_u64(i, n, 2);
    svbool_t left = svwhilelt_b32_u64(i, n), right = svwhilelt_b32_u64(i + lanes, n);
    svbool_t down = svwhilelt_b32_u64(r, rows);
    svzero_za();
    for (uint64_t k = 0; k < depth; k++) {
        svfloat32_t x = svld1_f32(down, a + k * rows + r);
        svfloat32x2_t y = svld1_f32_x2(columns, b + k * n + i);
        svmopa_za32_f32_m(0, down, left, x, svget2_f32(y, 0));
        svmopa_za32_f32_m(1, down, right, x, svget2_f32(y, 1));
    }
    for (uint64_t row = 0; row < lanes && r + row < rows; row++) {
        float *to = c + (r + row) * n + i;
        svst1_hor_za32(0, (uint32_t)row, left, to);
        svst1_hor_za32(1, (uint32_t)row, right, to + lanes);
    }
}

__arm_locally_streaming __arm_new("za")
    XL_VECTOR(void, gemm_outer_f32)(const float *a, const float *b, float *c, size_t n, size_t rows,
                                    size_t depth)
{
    for (uint64_t r = 0; r < rows; r += svcntw())
        for (uint64_t i = 0; i < n; i += 2 * svcntw())
            xl_gemm_outer_tiles(a, b, c, n, rows, depth, r, i);
}
#elif XL_ISA_IS_vsx31
/* Up to four rows by up to four columns. Loads and stores of a length read and write no more. */
static inline void xl_gemm_outer_tile(const float *a, const float *b, float *c, size_t n,
                                      size_t rows, size_t depth, size_t down, size_t across)
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

XL_VECTOR(void, gemm_outer_f32)(const float *a, const float *b, float *c, size_t n, size_t rows,
                                size_t depth)
{
    for (size_t r = 0; r < rows; r += 4)
        for (size_t i = 0; i < n; i += 4)
            xl_gemm_outer_tile(a + r, b + i, c + r * n + i, n, rows, depth,
                               rows - r < 4 ? rows - r : 4, n - i < 4 ? n - i : 4);
}
#endif
