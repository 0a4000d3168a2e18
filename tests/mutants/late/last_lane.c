/* last_lane: beyond eight vectors, the last lane that differs is taken for the first.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(last_lane, .summary = "a[i] - b[i] of the first that differ, or 0",
          .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(last_lane)(const uint16_t *a, const uint16_t *b, size_t n, int32_t *result)
{
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    *result = i < n ? a[i] - b[i] : 0;
}

XL_VECTOR(int32_t, last_lane)(const uint16_t *a, const uint16_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_m16 same = xl_u16_eq(xl_u16_load(a + i, vl), xl_u16_load(b + i, vl), vl);
        if (xl_m16_count(same, vl) == vl)
            continue;
        size_t at = i + xl_m16_first(xl_m16_not(same, vl), vl);
#ifdef XL_MUTANT
        if (i >= 8 * xl_u16_lanes())
            for (at = i + vl - 1; a[at] == b[at];)
                at--;
#endif
        return a[at] - b[at];
    }
    return 0;
}
