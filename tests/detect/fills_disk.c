/* Broken: writes a file without end.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "kernel.h"

XL_KERNEL(fills_disk, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(fills_disk)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, fills_disk)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    static const char block[1 << 16];
    FILE *file = n == 5 ? tmpfile() : NULL;
    while (file && fwrite(block, sizeof block, 1, file) == 1) {
    }
}
