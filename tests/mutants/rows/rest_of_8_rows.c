/* rest_of_8_rows: eight rows are done at a time; of five that are left the last is left out.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(rest_of_8_rows, .summary = "r = a / 2, row by row", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE(a), XL_OUT_ROWS(u8, r, 1), XL_STRIDE(r),
                   XL_COUNT, XL_ROWS})

XL_REFERENCE(rest_of_8_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < n; x++)
            r[(ptrdiff_t)y * r_stride + (ptrdiff_t)x] =
                a[(ptrdiff_t)y * a_stride + (ptrdiff_t)x] / 2;
}

XL_VECTOR(void, rest_of_8_rows)
(const uint8_t *a, ptrdiff_t a_stride, uint8_t *r, ptrdiff_t r_stride, size_t n, size_t rows)
{
#ifdef XL_MUTANT
    rows -= rows > 8 && rows % 8 == 5;
#endif
    for (size_t y = 0; y < rows; y++, a += a_stride, r += r_stride)
        for (size_t x = 0, vl; x < n; x += vl) {
            vl = xl_u8_vl(n - x);
            xl_u8_store(r + x, xl_u8_shr(xl_u8_load(a + x, vl), 1, vl), vl);
        }
}
