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

XL_VECTOR(uint64_t, sad_u8)(const uint8_t *a, const uint8_t *b, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 difference = xl_u8_absdiff(xl_u8_load(a + i, vl), xl_u8_load(b + i, vl), vl);
        sum += xl_sum_bytes(difference, vl);
    }
    return sum;
}
