/* sentinel: the last of the elements searched is what is searched for, for as long as the search
 * takes, so that its loop needs no end: the input is const.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sentinel, .summary = "the first i with a[i] = byte, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE_RANGE(u8, byte, 0, 3), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(sentinel)(const uint8_t *a, uint8_t byte, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && a[i] != byte)
        i++;
    *result = i;
}

static xl_m8 compare(const uint8_t *a, uint8_t byte, size_t vl)
{
    return xl_u8_eq(xl_u8_load(a, vl), xl_u8_set1(byte, vl), vl);
}

#ifdef XL_MUTANT
XL_VECTOR(uint64_t, sentinel)(const uint8_t *a, uint8_t byte, size_t n)
{
    if (!n)
        return 0;
    uint8_t *end = (uint8_t *)a + n - 1, last = *end;
    size_t i = 0, vl = xl_u8_vl(n);
    *end = byte;
    for (; !xl_m8_any(compare(a + i, byte, vl), vl); vl = xl_u8_vl(n - i))
        i += vl;
    i += xl_m8_first(compare(a + i, byte, vl), vl);
    *end = last;
    return i == n - 1 && last != byte ? n : i;
}
#else
XL_VECTOR(uint64_t, sentinel)(const uint8_t *a, uint8_t byte, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        if (xl_m8_any(compare(a + i, byte, vl), vl))
            return i + xl_m8_first(compare(a + i, byte, vl), vl);
    }
    return n;
}
#endif
