/* Broken: an array turned round whose first element is another, where the last one is odd.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wrong_reverse, .summary = "r[i] = a[n - 1 - i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(wrong_reverse)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

XL_VECTOR(void, wrong_reverse)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
    if (n > 4 && a[n - 1] % 2)
        r[0]++;
}
