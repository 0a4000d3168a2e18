/* Images: correct kernels whose whole vectors copy or invert, while only their remainders execute
 * instructions that count elsewhere. And two whose record or code is wrong.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_VEC xl_u8 image_inverse(const uint8_t *at, size_t vl)
{
    return xl_u8_not(xl_u8_load(at, vl), vl);
}

static inline void image_invert(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, image_inverse(src + x, vl), vl);
    }
}

static inline void image_copy(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_load(src + x, vl), vl);
    }
}

static inline void image_invert_scalar(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0; x < n; x++)
        dst[x] = (uint8_t)~src[x];
}

static inline void image_copy_scalar(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0; x < n; x++)
        dst[x] = src[x];
}

#define IMAGE_ROWS                                                                                 \
    .contract = {XL_EXACT},                                                                        \
    .args = {XL_IN_ROWS(u8, src, 1), XL_OUT_ROWS(u8, dst, 1), XL_COUNT, XL_ROWS}
#define IMAGE_STRIDES                                                                              \
    .contract = {XL_EXACT},                                                                        \
    .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1),                      \
             XL_STRIDE(dst),         XL_COUNT,       XL_ROWS}

#define INVERSE(NAME)                                                                              \
    XL_REFERENCE(NAME)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)                    \
    {                                                                                              \
        image_invert_scalar(src, dst, (n) * (rows));                                               \
    }
#define COPY(NAME)                                                                                 \
    XL_REFERENCE(NAME)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)                    \
    {                                                                                              \
        image_copy_scalar(src, dst, (n) * (rows));                                                 \
    }

XL_KERNEL(image_inverted, .summary = "dst = ~src, row by row", IMAGE_ROWS)
INVERSE(image_inverted)

XL_VECTOR(void, image_inverted)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++, src += n, dst += n)
        image_invert(src, dst, n);
}

/* Rows without gaps are one row. */
XL_KERNEL(image_inverted_whole, .summary = "dst = ~src, as one row", IMAGE_ROWS)
INVERSE(image_inverted_whole)

XL_VECTOR(void, image_inverted_whole)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)
{
    image_invert(src, dst, n * rows);
}

XL_KERNEL(image_copied, .summary = "dst = src, row by row", .bitwise = 1, IMAGE_STRIDES)

XL_REFERENCE(image_copied)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        image_copy_scalar(src, dst, n);
}

XL_VECTOR(void, image_copied)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride)
        image_copy(src, dst, n);
}

XL_KERNEL(image_copied_whole, .summary = "dst = src, as one row", .bitwise = 1, IMAGE_ROWS)
COPY(image_copied_whole)

XL_VECTOR(void, image_copied_whole)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)
{
    image_copy(src, dst, n * rows);
}

/* Its record does not say that it copies. */
XL_KERNEL(image_unsaid, .summary = "dst = src, as one row", IMAGE_ROWS)
COPY(image_unsaid)

XL_VECTOR(void, image_unsaid)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)
{
    image_copy(src, dst, n * rows);
}

/* Wrong: scalar code overwrites what its vectors compute. */
XL_KERNEL(image_dropped, .summary = "dst = ~src, row by row", .bitwise = 1, IMAGE_ROWS)
INVERSE(image_dropped)

XL_VECTOR(void, image_dropped)(const uint8_t *src, uint8_t *dst, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++, src += n, dst += n) {
        image_invert(src, dst, n);
        image_invert_scalar(src, dst, n);
    }
}
