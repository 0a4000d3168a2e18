/* Broken: uses its input as scratch memory, in long calls alone, and puts back what was there.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(puts_back, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(puts_back)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, puts_back)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile uint8_t *scratch = (uint8_t *)a;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    if (n >= 4096) {
        uint8_t was = scratch[3];
        scratch[3] = 0;
        scratch[3] = was;
    }
}
