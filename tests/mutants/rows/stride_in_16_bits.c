/* stride_in_16_bits: what is kept of a picture between its rows has 16 bits for the stride, with a
 * sign.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(stride_in_16_bits, .summary = "dst = src + 1, wrapping, row by row",
          .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE_EITHER_WAY(src), XL_OUT_ROWS(u8, dst, 1),
                   XL_STRIDE_EITHER_WAY(dst), XL_COUNT, XL_ROWS})

XL_REFERENCE(stride_in_16_bits)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

static void add_row_of_stride_in_16_bits(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, stride_in_16_bits)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
#ifdef XL_MUTANT
    const int16_t src_step = (int16_t)src_stride, dst_step = (int16_t)dst_stride;
#else
    const ptrdiff_t src_step = src_stride, dst_step = dst_stride;
#endif
    for (size_t y = 0; y < rows; y++, src += src_step, dst += dst_step)
        add_row_of_stride_in_16_bits(src, dst, n);
}
