/* rows_of_a_tile: tiles of 64 rows: of the last, which is not whole, the odd row is left out.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rows_of_a_tile, .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(rows_of_a_tile)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

static void add_row_of_rows_of_a_tile(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, rows_of_a_tile)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t from = 0; from < rows; from += 64) {
        size_t left = rows - from < 64 ? rows - from : 64;
#ifdef XL_MUTANT
        if (from)
            left -= left < 64 && left % 2;
#endif
        for (size_t y = from; y < from + left; y++)
            add_row_of_rows_of_a_tile(src + (ptrdiff_t)y * src_stride,
                                      dst + (ptrdiff_t)y * dst_stride, n);
    }
}
