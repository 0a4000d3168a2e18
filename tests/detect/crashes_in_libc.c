/* Broken: has the C library read where there is nothing, at one size.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "kernel.h"

XL_KERNEL(crashes_in_libc, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(crashes_in_libc)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, crashes_in_libc)(const uint8_t *a, uint8_t *r, size_t n)
{
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    const volatile uintptr_t nowhere = 64;
    if (n == 5)
        copy(r, (const void *)nowhere, n);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
