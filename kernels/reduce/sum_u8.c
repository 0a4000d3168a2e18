/* sum_u8: the sum of unsigned bytes, in 64 bits.
 * SPDX-License-Identifier: MIT
 */
#include "sum_bytes.h"

XL_KERNEL(sum_u8, .summary = "sum of a[i] in 64 bits",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(sum_u8)(const uint8_t *a, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

XL_VECTOR(uint64_t, sum_u8)(const uint8_t *a, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        sum += xl_sum_bytes(xl_u8_load(a + i, vl), vl);
    }
    return sum;
}
