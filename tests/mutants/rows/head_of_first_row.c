/* head_of_first_row: rows begin as the first one does, by 32 bytes, where the stride is a multiple
 * of 16.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(head_of_first_row, .summary = "dst = src + 1, wrapping, row by row",
          .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, src, 1), XL_STRIDE(src), XL_OUT_ROWS(u8, dst, 1), XL_STRIDE(dst),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(head_of_first_row)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            dst[(ptrdiff_t)y * dst_stride + (ptrdiff_t)x] =
                (uint8_t)(src[(ptrdiff_t)y * src_stride + (ptrdiff_t)x] + 1);
}

static void add_row_of_head_of_first_row(const uint8_t *src, uint8_t *dst, size_t n)
{
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_u8_vl(n - x);
        xl_u8_store(dst + x, xl_u8_add(xl_u8_load(src + x, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, head_of_first_row)
(const uint8_t *src, ptrdiff_t src_stride, uint8_t *dst, ptrdiff_t dst_stride, size_t n,
 size_t rows)
{
    const size_t first = -(size_t)(uintptr_t)dst % 32;
#ifdef XL_MUTANT
    const size_t apart = 16;
#else
    const size_t apart = 32;
#endif
    const int is_even = (size_t)src_stride % apart == 0 && (size_t)dst_stride % apart == 0;
    for (size_t y = 0; y < rows; y++, src += src_stride, dst += dst_stride) {
        const size_t own = -(size_t)(uintptr_t)dst % 32, head = is_even ? first : own;
        if (n <= 64) {
            add_row_of_head_of_first_row(src, dst, n);
            continue;
        }
        add_row_of_head_of_first_row(src, dst, head);
        add_row_of_head_of_first_row(src + own, dst + own, n - own);
    }
}
