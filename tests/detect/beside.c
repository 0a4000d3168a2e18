/* Two kernels of one file: the vectors of the one are no evidence for the other, whose code is
 * scalar.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(beside_scalar, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_KERNEL(scalar_beside, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(beside_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_REFERENCE(scalar_beside)(const uint8_t *a, uint8_t *r, size_t n)
{
    beside_scalar_reference(a, r, n);
}

XL_VECTOR(void, beside_scalar)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, scalar_beside)(const uint8_t *restrict a, uint8_t *restrict r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}
