/* Its reference writes to its input, where that is long enough to have a mark.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reference_strays, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(reference_strays)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t *mark = (uint8_t *)(uintptr_t)a;
    if (n > 5)
        mark[n - 1] = 0;
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, reference_strays)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
