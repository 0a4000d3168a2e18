/* Broken: whole vectors only; the rest of the output is never written.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(lost_tail, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(lost_tail)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, lost_tail)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t lanes = xl_u8_lanes();
    for (size_t i = 0; i + lanes <= n; i += lanes)
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, lanes), xl_u8_set1(1, lanes), lanes), lanes);
}
