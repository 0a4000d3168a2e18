/* Broken: stores 16 bytes for the last element, where the page has room for them, and puts back
 * what it wrote over only after it has read its input, which may be just that.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(adjacent_wrong, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(adjacent_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, adjacent_wrong)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t behind[16];
    int has_room = n > 0 && (uintptr_t)(r + n) % 4096 <= 4096 - sizeof behind;
    has_room &= (uintptr_t)(r + n) % 4096 != 0;
    if (has_room) {
        memcpy(behind, r + n, sizeof behind);
        memset(r + n, 0, sizeof behind);
    }
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    if (has_room)
        memcpy(r + n, behind, sizeof behind);
}
