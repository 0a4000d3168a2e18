/* Broken twice: wrong for every input that ends in five ones, and, in place, because it reads its
 * input again.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wrong_and_in_place, .summary = "r[i] = a[i] + 1, wrapping", .in_place = 1,
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(wrong_and_in_place)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, wrong_and_in_place)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)((a[i] & 31) == 31 ? a[i] : ((const volatile uint8_t *)a)[i] + 1);
}
