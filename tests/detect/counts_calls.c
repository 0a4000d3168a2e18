/* Broken: scratch is cleared at each 5,000th call, before what it holds has been
 * added.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(counts_calls, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(counts_calls)(const uint32_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

XL_VECTOR(uint32_t, counts_calls)(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    static unsigned calls;
    xl_u32 sum = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load(a + i, vl), vl), vl);
    }
    if (++calls == 5000) {
        calls = 0;
        sum = xl_u32_set1(0, lanes);
    }
    return xl_u32_reduce_add(sum, lanes);
}
