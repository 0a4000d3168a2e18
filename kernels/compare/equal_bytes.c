/* equal_bytes: whether two byte strings of one length are the same.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

/* In three of four calls both are the same, but for one bit of the second in one of them. */
XL_PREPARE(equal_bytes)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    if (seed % 4 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        p[i] = (uint8_t)(seed >> i % 57);
    if (arg == 1 && seed % 4 == 1 && count)
        p[(seed >> 2) % count] ^= (uint8_t)(1 << (seed >> 32) % 8);
}

XL_KERNEL(equal_bytes, .summary = "1 if a and b are the same, else 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = equal_bytes_prepare,
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(equal_bytes)(const uint8_t *a, const uint8_t *b, size_t n, int32_t *result)
{
    *result = n == 0 || memcmp(a, b, n) == 0;
}

XL_VEC bool equal_bytes_step(const uint8_t *a, const uint8_t *b, size_t vl)
{
    xl_m8 same = xl_u8_eq(xl_u8_load(a, vl), xl_u8_load(b, vl), vl);
    return !xl_m8_any(xl_m8_not(same, vl), vl);
}

XL_VECTOR(int32_t, equal_bytes)(const uint8_t *a, const uint8_t *b, size_t n)
{
    XL_STRIPS(u8, n, if (!equal_bytes_step(a + i, b + i, vl)) return 0);
    return 1;
}
