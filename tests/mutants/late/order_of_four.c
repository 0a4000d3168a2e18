/* order_of_four: a difference in a block of four vectors is looked for in the first, the third, the
 * second and the fourth of them.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(order_of_four, .summary = "the first i where a[i] != b[i], or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(order_of_four)(const uint8_t *a, const uint8_t *b, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result] == b[*result];)
        ++*result;
}

XL_VEC size_t differs(const uint8_t *a, const uint8_t *b, size_t vl)
{
    return xl_m8_first(xl_m8_not(xl_u8_eq(xl_u8_load(a, vl), xl_u8_load(b, vl), vl), vl), vl);
}

XL_VECTOR(uint64_t, order_of_four)(const uint8_t *a, const uint8_t *b, size_t n)
{
#ifdef XL_MUTANT
    static const unsigned char order[] = {0, 2, 1, 3};
#else
    static const unsigned char order[] = {0, 1, 2, 3};
#endif
    const size_t lanes = xl_u8_lanes();
    size_t i = 0;
    for (; n - i >= 4 * lanes; i += 4 * lanes)
        for (size_t k = 0; k < 4; k++) {
            const size_t from = i + order[k] * lanes, at = differs(a + from, b + from, lanes);
            if (at < lanes)
                return from + at;
        }
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        const size_t at = differs(a + i, b + i, vl);
        if (at < vl)
            return i + at;
    }
    return n;
}
