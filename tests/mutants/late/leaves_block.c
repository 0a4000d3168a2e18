/* leaves_block: a block of four vectors with a zero is left for the loop over single vectors, which
 * begins behind the block's first one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(leaves_block, .summary = "the first i where a[i] == 0, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(leaves_block)(const uint16_t *a, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result];)
        ++*result;
}

XL_VECTOR(uint64_t, leaves_block)(const uint16_t *a, size_t n)
{
    const size_t lanes = xl_u16_lanes();
    size_t i = 0;
    for (; n - i >= 4 * lanes; i += 4 * lanes) {
        xl_u16 first = xl_u16_load(a + i, lanes), second = xl_u16_load(a + i + lanes, lanes);
        xl_u16 third = xl_u16_load(a + i + 2 * lanes, lanes);
        xl_u16 least = xl_u16_min(first, second, lanes);
        least = xl_u16_min(least, xl_u16_min(third, xl_u16_load(a + i + 3 * lanes, lanes), lanes),
                           lanes);
        if (xl_m16_any(xl_u16_eq(least, xl_u16_set1(0, lanes), lanes), lanes)) {
#ifdef XL_MUTANT
            i += i >= 16 * lanes ? lanes : 0;
#endif
            break;
        }
    }
    for (size_t vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        const size_t k =
            xl_m16_first(xl_u16_eq(xl_u16_load(a + i, vl), xl_u16_set1(0, vl), vl), vl);
        if (k < vl)
            return i + k;
    }
    return n;
}
