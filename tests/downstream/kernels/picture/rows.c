/* Kernels of two and three sizes: pictures with a stride, and a product of matrices.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* Width and height are an int each, as pictures often have them: a size fits whatever integer. */
XL_KERNEL(fade_rows_u8, .summary = "dst = src / 2, row by row", .contract = {XL_EXACT},
          .in_place = 1,
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE_EITHER_WAY(src), XL_OUT_ROWS(u8, dst, 1),
                   XL_STRIDE_EITHER_WAY(dst), XL_COUNT, XL_ROWS})

XL_REFERENCE(fade_rows_u8)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, int width,
 int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            dst[y * dst_stride + x] = src[y * src_stride + x] / 2;
}

XL_VECTOR(void, fade_rows_u8)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, int width,
 int height)
{
    for (; height > 0; height--, src += src_stride, dst += dst_stride)
        for (size_t x = 0, n = (size_t)width, vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(dst + x, xl_u8_shr(xl_u8_load(src + x, vl), 1, vl), vl);
        }
}

/* Each row of the source has one more element on its right, and there is one more row below. */
XL_KERNEL(corner_max_u16, .summary = "the largest of four neighbours", .contract = {XL_EXACT},
          .args = {XL_OUT_ROWS(u16, dst, 1), XL_STRIDE_IN_ELEMENTS(dst),
                   XL_IN_ROWS_PADDED(u16, src, 1, 1, 1), XL_STRIDE_IN_ELEMENTS(src), XL_COUNT,
                   XL_ROWS})

XL_REFERENCE(corner_max_u16)
(uint16_t *dst, size_t dst_stride, const uint16_t *src, size_t src_stride, size_t width,
 size_t height)
{
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const uint16_t *s = src + y * src_stride + x;
            uint16_t above = s[0] > s[1] ? s[0] : s[1];
            uint16_t below = s[src_stride] > s[src_stride + 1] ? s[src_stride] : s[src_stride + 1];
            dst[y * dst_stride + x] = above > below ? above : below;
        }
}

XL_VECTOR(void, corner_max_u16)
(uint16_t *dst, size_t dst_stride, const uint16_t *src, size_t src_stride, size_t width,
 size_t height)
{
    for (size_t y = 0; y < height; y++, src += src_stride, dst += dst_stride)
        for (size_t x = 0, vl; x < width; x += vl) {
            vl = xl_u16_vl(width - x);
            xl_u16 above = xl_u16_max(xl_u16_load(src + x, vl), xl_u16_load(src + x + 1, vl), vl);
            xl_u16 below = xl_u16_max(xl_u16_load(src + src_stride + x, vl),
                                      xl_u16_load(src + src_stride + x + 1, vl), vl);
            xl_u16_store(dst + x, xl_u16_max(above, below, vl), vl);
        }
}

/* c = a b: c has rows of n, b has depth rows of n, a rows of depth. One stride for two of them. */
XL_KERNEL(product_i32, .summary = "c = a b, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_OF(i32, a, depth, rows), XL_IN_OF(i32, b, n, depth),
                   XL_OUT_OF(i32, c, n, rows), XL_STRIDE(b, c), XL_ROWS, XL_COUNT, XL_DEPTH})

XL_REFERENCE(product_i32)
(const int32_t *a, const int32_t *b, int32_t *c, size_t stride, size_t rows, size_t n, size_t depth)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++) {
            uint32_t sum = 0;
            for (size_t k = 0; k < depth; k++)
                sum += (uint32_t)a[i * depth + k] * (uint32_t)b[k * (stride / sizeof *b) + j];
            c[i * (stride / sizeof *c) + j] = (int32_t)sum;
        }
}

XL_VECTOR(void, product_i32)
(const int32_t *a, const int32_t *b, int32_t *c, size_t stride, size_t rows, size_t n, size_t depth)
{
    stride /= sizeof *b;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0, vl; j < n; j += vl) {
            vl = xl_i32_vl(n - j);
            xl_i32 sum = xl_i32_set1(0, vl);
            for (size_t k = 0; k < depth; k++)
                sum = xl_i32_add(sum,
                                 xl_i32_mul(xl_i32_set1(a[i * depth + k], vl),
                                            xl_i32_load(b + k * stride + j, vl), vl),
                                 vl);
            xl_i32_store(c + i * stride + j, sum, vl);
        }
}

/* Planes whose rows lie anywhere: an array of pointers to them. */
XL_KERNEL(blend_rows_u8, .summary = "dst = the average of a and dst", .contract = {XL_EXACT},
          .args = {XL_IN_POINTERS(u8, a, 1), XL_INOUT_POINTERS(u8, dst, 1), XL_COUNT, XL_ROWS})

XL_REFERENCE(blend_rows_u8)(const uint8_t *const *a, uint8_t *const *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[y][x] = (uint8_t)((a[y][x] + dst[y][x] + 1) / 2);
}

XL_VECTOR(void, blend_rows_u8)(const uint8_t *const *a, uint8_t *const *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0, vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(dst[y] + x,
                        xl_u8_avg(xl_u8_load(a[y] + x, vl), xl_u8_load(dst[y] + x, vl), vl), vl);
        }
}
