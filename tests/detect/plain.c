/* Correct twins of the broken kernels.
 * SPDX-License-Identifier: MIT
 */
#include "../mutants/kernels/base.h"

/* correct: The correct twin of the broken kernels beside it. */
XL_KERNEL(correct, PLUS_1(u8))
PLUS_1_REFERENCE(correct, uint8_t)

XL_VECTOR(void, correct)(const uint8_t *a, uint8_t *r, size_t n)
{
    plus_1_u8(a, r, n);
}

/* correct_rows: Correct: rows of a picture at strides, whose buffers may be far larger than usual.
 */
XL_KERNEL(correct_rows, .summary = "r[y][x] = a[y][x] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE_EITHER_WAY(a), XL_OUT_ROWS(u8, r, 1),
                   XL_STRIDE_EITHER_WAY(r), XL_COUNT, XL_ROWS})

XL_REFERENCE(correct_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++, a += a_stride, r += r_stride)
        for (size_t x = 0; x < n; x++)
            r[x] = (uint8_t)(a[x] + 1);
}

XL_VECTOR(void, correct_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++, a += a_stride, r += r_stride)
        for (size_t x = 0, vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(r + x, xl_u8_add(xl_u8_load(a + x, vl), xl_u8_set1(1, vl), vl), vl);
        }
}
