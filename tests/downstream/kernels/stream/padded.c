/* A kernel that takes whole vectors alone, and leaves the rest of the last one to its caller.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* A vector has up to 256 bytes. */
XL_KERNEL(invert_padded_u8, .summary = "r[i] = ~a[i], with padding behind both",
          .contract = {XL_EXACT}, .in_place = 1, .slack = {{"a", 255}, {"r", 255}},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(invert_padded_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(255 - a[i]);
}

XL_VECTOR(void, invert_padded_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    const size_t vl = xl_u8_lanes();
    const xl_u8 most = xl_u8_set1(255, vl);
    for (size_t i = 0; i < n; i += vl)
        xl_u8_store(r + i, xl_u8_sub(most, xl_u8_load(a + i, vl), vl), vl);
}

/* Each row of a picture has room for a block of 16 behind it. */
XL_KERNEL(double_rows_u16, .summary = "dst = 2 src, wrapping, in blocks of 16",
          .contract = {XL_EXACT}, .slack = {{"src", 15}, {"dst", 15}},
          .args = {XL_IN_ROWS(u16, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u16, dst, 1),
                   XL_STRIDE(dst), XL_COUNT, XL_ROWS})

XL_REFERENCE(double_rows_u16)
(const uint16_t *src, size_t src_stride, uint16_t *dst, size_t dst_stride, size_t width,
 size_t height)
{
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            dst[y * (dst_stride / sizeof *dst) + x] =
                (uint16_t)(2 * src[y * (src_stride / sizeof *src) + x]);
}

XL_VECTOR(void, double_rows_u16)
(const uint16_t *src, size_t src_stride, uint16_t *dst, size_t dst_stride, size_t width,
 size_t height)
{
    const size_t padded = (width + 15) / 16 * 16;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0, vl; x < padded; x += vl) {
            vl = xl_u16_vl(padded - x);
            xl_u16 a = xl_u16_load(src + y * (src_stride / sizeof *src) + x, vl);
            xl_u16_store(dst + y * (dst_stride / sizeof *dst) + x, xl_u16_add(a, a, vl), vl);
        }
}
