/* gap_copied: a plane whose gaps are less than a vector is copied as one row, and its gaps with
 * it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(gap_copied, .summary = "dst = src, row by row", .contract = {XL_EXACT}, .bitwise = 1,
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(gap_copied)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x];
}

static void copy_row_of_gap_copied(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_load(src + x, vl), vl);
    }
}

XL_VECTOR(void, gap_copied)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
#ifdef XL_MUTANT
    if (src_stride == dst_stride && rows && (size_t)src_stride - n < xl_u8_lanes()) {
        n += (rows - 1) * (size_t)src_stride;
        rows = 1;
    }
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        copy_row_of_gap_copied(src, dst, n);
}
