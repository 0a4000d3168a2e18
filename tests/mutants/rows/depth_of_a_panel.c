/* depth_of_a_panel: panels of 64 products: the last of a panel that is not whole is left out, but
 * for the first.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(depth_of_a_panel, .summary = "c = a b, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_OF(i32, a, depth, rows), XL_IN_OF(i32, b, n, depth),
                   XL_OUT_OF(i32, c, n, rows), XL_STRIDE(b, c), XL_ROWS, XL_COUNT, XL_DEPTH})

XL_REFERENCE(depth_of_a_panel)
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

XL_VECTOR(void, depth_of_a_panel)
(const int32_t *a, const int32_t *b, int32_t *c, size_t stride, size_t rows, size_t n, size_t depth)
{
    stride /= sizeof *b;
    size_t products = depth;
#ifdef XL_MUTANT
    products -= depth > 64 && depth % 64 == 63;
#endif
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0, vl; j < n; j += vl) {
            vl = xl_i32_vl(n - j);
            xl_i32 sum = xl_i32_set1(0, vl);
            for (size_t k = 0; k < products; k++)
                sum = xl_i32_add(sum,
                                 xl_i32_mul(xl_i32_set1(a[i * depth + k], vl),
                                            xl_i32_load(b + k * stride + j, vl), vl),
                                 vl);
            xl_i32_store(c + i * stride + j, sum, vl);
        }
}
