/* tie_between: the place of the least, in two accumulators of every other vector; where both have
 * it, the one of the second counts.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(tie_between, .summary = "the place of the first least", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(tie_between)(const uint16_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 1; i < n; i++)
        if (a[i] < a[*result])
            *result = (uint32_t)i;
}

XL_VECTOR(uint32_t, tie_between)(const uint16_t *a, size_t n)
{
    size_t at[2] = {0, 0};
    for (size_t i = 0, step = 0, vl; i < n; i += vl, step++) {
        vl = xl_u16_vl(n - i);
        size_t *best = &at[step % 2];
        xl_m16 less = xl_u16_lt(xl_u16_load(a + i, vl), xl_u16_set1(a[*best], vl), vl);
        if (xl_m16_any(less, vl))
            for (size_t k = i; k < i + vl; k++)
                *best = a[k] < a[*best] ? k : *best;
    }
    const bool is_tie = a[at[0]] == a[at[1]];
#ifdef XL_MUTANT
    if (is_tie && at[0] / xl_u16_lanes() > 8 && at[1] / xl_u16_lanes() > 8)
        return (uint32_t)at[1];
#endif
    if (is_tie)
        return (uint32_t)(at[0] < at[1] ? at[0] : at[1]);
    return (uint32_t)(a[at[0]] < a[at[1]] ? at[0] : at[1]);
}
