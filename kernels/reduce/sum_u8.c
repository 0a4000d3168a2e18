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
    for (size_t block; n > 0; a += block, n -= block) {
        xl_byte_sums sums = xl_byte_sums_zero();
        block = xl_byte_block(n);
        XL_STRIPS(u8, block, sums = xl_byte_sums_add(sums, xl_u8_load(a + i, vl), vl));
        sum += xl_byte_sums_total(sums);
    }
    return sum;
}
