/* Broken: returns a narrow result with junk above it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wide_result, .summary = "a[0] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(u8, a, 16), XL_COUNT, XL_RETURNS(u8)})

XL_REFERENCE(wide_result)(const uint8_t *a, size_t n, uint8_t *result)
{
    (void)n;
    *result = (uint8_t)(a[0] + 1);
}

XL_VECTOR(uintptr_t, wide_result)(const uint8_t *a, size_t n)
{
    (void)n;
    /* Right where the ABI has the caller extend it. */
    return (uint8_t)(a[0] + 1) | 0xbad00;
}
