/* block_stride_in_16_bits: the rows of a block are found with strides of 16 bits, with a sign.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(block_stride_in_16_bits, .summary = "dst = src + 1, wrapping, in a block of 16 x 16",
          .contract = {XL_EXACT}, .sizes = {.blocks = {{16, 16}}},
          .narrow = "a row has sixteen bytes",
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(block_stride_in_16_bits)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

XL_VECTOR(void, block_stride_in_16_bits)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
#ifdef XL_MUTANT
    const int16_t src_step = (int16_t)src_stride, dst_step = (int16_t)dst_stride;
#else
    const ptrdiff_t src_step = src_stride, dst_step = dst_stride;
#endif
    for (size_t y = 0; y < rows; y++, src += src_step, dst += dst_step)
        for (size_t x = 0, vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
        }
}
