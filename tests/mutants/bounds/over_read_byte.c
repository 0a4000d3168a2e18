/* over_read_byte: a search reads whole vectors; a hit behind the end is not counted.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(over_read_byte, .summary = "first i with p[i] == byte, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(over_read_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && p[i] != byte)
        i++;
    *result = i;
}

XL_VECTOR(uint64_t, over_read_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
#ifdef XL_MUTANT
        xl_u8 x = xl_u8_load(p + i, xl_u8_lanes());
#else
        xl_u8 x = xl_u8_load(p + i, vl);
#endif
        xl_m8 found = xl_u8_eq(x, xl_u8_set1(byte, vl), vl);
        if (xl_m8_any(found, vl))
            return i + xl_m8_first(found, vl);
    }
    return n;
}
