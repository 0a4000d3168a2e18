/* gemm_i8mm_i8: a matrix of bytes times another one that is stored by columns, in 32 bits: as
 * quantized weights are multiplied. SMMLA (I8MM) takes two rows of eight from both.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(gemm_i8mm_i8,
          .summary = "c[r * n + i] = sum over k < depth of a[r * depth + k] * b[i * depth + k]",
          .only = "neon", .contract = {XL_EXACT},
          .args = {XL_IN_OF(i8, a, depth, rows), XL_IN_OF(i8, b, depth, n),
                   XL_OUT_OF(i32, c, n, rows), XL_COUNT, XL_ROWS, XL_DEPTH},
          .needs = {{"neon", "i8mm"}})

XL_REFERENCE(gemm_i8mm_i8)
(const int8_t *a, const int8_t *b, int32_t *c, size_t n, size_t rows, size_t depth)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < n; i++, c++) {
            uint32_t sum = 0;
            for (size_t k = 0; k < depth; k++)
                sum += (uint32_t)(a[r * depth + k] * b[i * depth + k]);
            *c = (int32_t)sum;
        }
}

#if XL_ISA_IS_neon
/* Eight bytes of a row, or as many as are left, and zeros. */
XL_VEC int8x8_t gemm_i8mm_row(const int8_t *p, size_t left)
{
    if (left >= 8)
        return vld1_s8(p);
    int8_t bytes[8] = {0};
    memcpy(bytes, p, left);
    return vld1_s8(bytes);
}

/* The same of two rows. Where there is one, it is taken twice. */
XL_VEC int8x16_t gemm_i8mm_rows(const int8_t *p, size_t stride, size_t rows, size_t left)
{
    return vcombine_s8(gemm_i8mm_row(p, left), gemm_i8mm_row(rows > 1 ? p + stride : p, left));
}

/* Two of four values: of a row of the tile. */
XL_VEC void gemm_i8mm_store(int32_t *c, int32x2_t v, size_t columns)
{
    if (columns > 1)
        vst1_s32(c, v);
    else
        vst1_lane_s32(c, v, 0);
}

/* Two rows from a on, by two columns from b on. */
__attribute__((target("+i8mm"))) static inline void gemm_i8mm_tile(const int8_t *a, const int8_t *b,
                                                                   int32_t *c, size_t n,
                                                                   size_t rows, size_t columns,
                                                                   size_t depth)
{
    int32x4_t sum = vdupq_n_s32(0);
    for (size_t k = 0; k < depth; k += 8)
        sum = vmmlaq_s32(sum, gemm_i8mm_rows(a + k, depth, rows, depth - k),
                         gemm_i8mm_rows(b + k, depth, columns, depth - k));
    gemm_i8mm_store(c, vget_low_s32(sum), columns);
    if (rows > 1)
        gemm_i8mm_store(c + n, vget_high_s32(sum), columns);
}

XL_VECTOR(void, gemm_i8mm_i8)(const int8_t *a, const int8_t *b, int32_t *c, size_t n, size_t rows,
                              size_t depth)
{
    for (size_t r = 0; r < rows; r += 2)
        for (size_t i = 0; i < n; i += 2)
            gemm_i8mm_tile(a + r * depth, b + i * depth, c + r * n + i, n, rows - r, n - i, depth);
}
#endif
