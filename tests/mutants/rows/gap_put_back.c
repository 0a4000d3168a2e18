/* gap_put_back: the end of a row is done in a whole vector where the stride has room for it: what
 * lies behind the row is read and written back as it was.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(gap_put_back, .summary = "dst = src + 1, wrapping, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(gap_put_back)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

static void add_row_of_gap_put_back(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, gap_put_back)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    const size_t lanes = xl_u8_lanes();
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride) {
        size_t width = n;
#ifdef XL_MUTANT
        const size_t left = n % lanes;
        if (left && y + 1 < rows && (size_t)src_stride >= n + lanes &&
            (size_t)dst_stride >= n + lanes) {
            width = n - left;
            const size_t vl = xl_u8_vl(lanes);
            const xl_u8 old = xl_u8_load(dst + width, vl);
            const xl_u8 sum = xl_u8_add(xl_u8_load(src + width, vl), xl_u8_set1(1, vl), vl);
            xl_u8_store(dst + width, xl_u8_merge(old, sum, left), vl);
        }
#else
        (void)lanes;
#endif
        add_row_of_gap_put_back(src, dst, width);
    }
}
