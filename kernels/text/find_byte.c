/* find_byte: where a byte first occurs, as memchr, or n.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(find_byte, .summary = "first i with p[i] == byte, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, p, 1), XL_VALUE(u8, byte), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(find_byte)(const uint8_t *p, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && p[i] != byte)
        i++;
    *result = i;
}

/* The first lane that is the byte, or vl. */
XL_VEC size_t find_byte_step(const uint8_t *p, uint8_t byte, size_t vl)
{
    return xl_m8_first(xl_u8_eq(xl_u8_load(p, vl), xl_u8_set1(byte, vl), vl), vl);
}

XL_VECTOR(uint64_t, find_byte)(const uint8_t *p, uint8_t byte, size_t n)
{
    size_t first;
    XL_STRIPS(u8, n, if ((first = find_byte_step(p + i, byte, vl)) < vl) return i + first);
    return n;
}
