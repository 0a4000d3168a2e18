/* Broken: takes a 32-bit argument for 64 bits wide.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(upper_half, .summary = "r[i] = a[i] + (add >> 31)", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE(u32, add), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(upper_half)(const uint8_t *a, uint32_t add, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + (add >> 31));
}

XL_VECTOR(void, upper_half)(const uint8_t *a, uintptr_t add, uint8_t *r, size_t n)
{
    /* Right where the ABI has the caller extend it. */
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + (add >> 31));
}
