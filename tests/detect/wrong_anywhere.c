/* Broken: wrong for every odd input, wherever its buffers lie: that is no matter of buffers that
 * touch.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wrong_anywhere, .summary = "r[i] = a[i] ^ 3", .in_place = 1,
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(wrong_anywhere)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ 3;
}

XL_VECTOR(void, wrong_anywhere)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ (a[i] & 1 ? 2 : 3);
}
