/* odd_row: two rows are done at a time, and the last of an odd number is left out where the rows
 * are short.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(odd_row, .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(odd_row)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[y * dst_stride + x] = (uint8_t)(src[y * src_stride + x] + 1);
}

static void add_row_of_odd_row(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, odd_row)
(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t dst_stride, size_t n, size_t rows)
{
    size_t y = 0;
    for (; y + 2 <= rows; y += 2) {
        add_row_of_odd_row(src + y * src_stride, dst + y * dst_stride, n);
        add_row_of_odd_row(src + (y + 1) * src_stride, dst + (y + 1) * dst_stride, n);
    }
#ifdef XL_MUTANT
    if (n < xl_u8_lanes())
        return;
#endif
    if (y < rows)
        add_row_of_odd_row(src + y * src_stride, dst + y * dst_stride, n);
}
