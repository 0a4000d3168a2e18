/* gap_written: where both strides have room for a whole vector, the end of a row is computed with
 * one, and what lies between the rows of the output is overwritten.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(gap_written, .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(gap_written)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[y * dst_stride + x] = (uint8_t)(src[y * src_stride + x] + 1);
}

static void add_row_of_gap_written(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, gap_written)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
    const size_t whole = (n + xl_u8_lanes() - 1) / xl_u8_lanes() * xl_u8_lanes();
    for (size_t y = 0; y < rows; y++) {
        size_t width = n;
#ifdef XL_MUTANT
        if (y + 1 < rows && whole <= src_stride && whole <= dst_stride)
            width = whole;
#else
        (void)whole;
#endif
        add_row_of_gap_written(src + y * src_stride, dst + y * dst_stride, width);
    }
}
