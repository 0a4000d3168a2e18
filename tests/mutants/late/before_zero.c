/* before_zero: the place of a byte, unless a zero is before it; a block of four vectors that has
 * either is looked through again from its second vector on, beyond the fourth block.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(before_zero, .summary = "the first i where a[i] == x or a[i] == 0, or n",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE_RANGE(u8, x, 1, 255), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(before_zero)(const uint8_t *a, uint8_t x, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result] && a[*result] != x;)
        ++*result;
}

XL_VEC size_t either(const uint8_t *a, uint8_t x, size_t vl)
{
    xl_u8 v = xl_u8_load(a, vl);
    xl_m8 zero = xl_u8_eq(v, xl_u8_set1(0, vl), vl);
    return xl_m8_first(xl_m8_or(zero, xl_u8_eq(v, xl_u8_set1(x, vl), vl), vl), vl);
}

XL_VECTOR(uint64_t, before_zero)(const uint8_t *a, uint8_t x, size_t n)
{
    const size_t lanes = xl_u8_lanes(), block = 4 * lanes;
    size_t i = 0;
    for (bool has_any = false; n - i >= block && !has_any; i += has_any ? 0 : block)
        for (size_t k = 0; k < 4; k++)
            has_any |= either(a + i + k * lanes, x, lanes) < lanes;
#ifdef XL_MUTANT
    if (n - i >= block && i >= 4 * block)
        i += lanes;
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        const size_t k = either(a + i, x, vl);
        if (k < vl)
            return i + k;
    }
    return n;
}
