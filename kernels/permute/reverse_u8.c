/* reverse_u8: an array of bytes from its end to its beginning.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(reverse_u8, .summary = "r[i] = a[n-1-i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(reverse_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

XL_VEC void reverse_u8_step(const uint8_t *a, uint8_t *r, size_t n, size_t i, size_t vl)
{
    xl_u8_store(r + n - i - vl, xl_u8_reverse(xl_u8_load(a + i, vl), vl), vl);
}

XL_VECTOR(void, reverse_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    XL_STRIPS(u8, n, reverse_u8_step(a, r, n, i, vl));
}
