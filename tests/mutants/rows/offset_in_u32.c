/* offset_in_u32: the offset of a row is the product of two unsigned numbers.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(offset_in_u32, .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(offset_in_u32)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

static void add_row_of_offset_in_u32(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, offset_in_u32)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    const unsigned height = (unsigned)rows;
    for (unsigned y = 0; y < height; y++) {
#ifdef XL_MUTANT
        const size_t from = y * (unsigned)src_stride, to = y * (unsigned)dst_stride;
#else
        const size_t from = y * (size_t)src_stride, to = y * (size_t)dst_stride;
#endif
        add_row_of_offset_in_u32(src + from, dst + to, n);
    }
}
