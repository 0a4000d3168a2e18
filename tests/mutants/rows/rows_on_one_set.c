/* rows_on_one_set: where rows lie whole pages apart, and would share a set of the cache, columns
 * are taken in strips, and the last strip is left out.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rows_on_one_set, .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(rows_on_one_set)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

static void add_row_of_rows_on_one_set(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, rows_on_one_set)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
#ifdef XL_MUTANT
    if (src_stride % 4096 == 0 && rows > 1) {
        for (size_t x = 0; x + 16 <= n; x += 16)
            for (size_t y = 0; y < rows; y++)
                add_row_of_rows_on_one_set(src + (ptrdiff_t)y * src_stride + x,
                                           dst + (ptrdiff_t)y * dst_stride + x, 16);
        return;
    }
#endif
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        add_row_of_rows_on_one_set(src, dst, n);
}
