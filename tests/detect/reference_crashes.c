/* Its reference divides by zero at one size.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reference_crashes, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(reference_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    volatile size_t from_five = n > 5 ? n - 5 : 5 - n;
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + n / from_five - n / from_five + 1);
}

XL_VECTOR(void, reference_crashes)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
}
