/* Broken: does not compile for a target.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(no_compile, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(no_compile)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, no_compile)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifndef XL_KERNEL_HOST
    this is no C;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
