/* dot_u8i8: the dot product of unsigned and signed bytes, in 32 bits, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "dot.h"

XL_KERNEL(dot_u8i8, .summary = "sum of a[i] * b[i] in 32 bits, wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_IN(i8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(dot_u8i8)(const uint8_t *a, const int8_t *b, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)(a[i] * b[i]);
    *result = (int32_t)sum;
}

XL_DOT_BYTES(dot_u8i8, u8)
