/* Broken: keeps what the output held where the right byte is 0xa5. The output must hold something
 * else there in some calls.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(unwritten, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(unwritten)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, unwritten)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 sum = xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl);
        xl_m8 left = xl_u8_eq(sum, xl_u8_set1(0xa5, vl), vl);
        xl_u8_store(r + i, xl_u8_select(left, xl_u8_load(r + i, vl), sum, vl), vl);
    }
}
