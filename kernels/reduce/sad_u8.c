/* sad_u8: the sum of absolute differences of unsigned bytes, in 64 bits.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "sum_bytes.h"

XL_KERNEL(sad_u8, .summary = "sum of |a[i] - b[i]| in 64 bits",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(sad_u8)(const uint8_t *a, const uint8_t *b, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += (uint64_t)abs(a[i] - b[i]);
}

XL_VEC xl_u8 sad_u8_difference(const uint8_t *a, const uint8_t *b, size_t vl)
{
    return xl_u8_absdiff(xl_u8_load(a, vl), xl_u8_load(b, vl), vl);
}

XL_VECTOR(uint64_t, sad_u8)(const uint8_t *a, const uint8_t *b, size_t n)
{
    uint64_t sum = 0;
    for (size_t block; n > 0; a += block, b += block, n -= block) {
        xl_byte_sums sums = xl_byte_sums_zero();
        block = xl_byte_block(n);
        XL_STRIPS(u8, block,
                  sums = xl_byte_sums_add(sums, sad_u8_difference(a + i, b + i, vl), vl));
        sum += xl_byte_sums_total(sums);
    }
    return sum;
}
