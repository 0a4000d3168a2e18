/* last_of_none: the last element is read before anybody asks whether there is one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(last_of_none, .summary = "r[i] = a[i] + a[n - 1], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(last_of_none)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + a[n - 1]);
}

XL_VECTOR(void, last_of_none)(const uint8_t *a, uint8_t *r, size_t n)
{
#ifndef XL_MUTANT
    if (!n)
        return;
#endif
    uint8_t last = *(const volatile uint8_t *)(a + n - 1);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(last, vl), vl), vl);
    }
}
