/* agnostic_max: the greatest of unsigned lanes, with a smaller vl and the default policy, reduced
 * at vlmax.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(agnostic_max, .summary = "greatest a[i], or 0", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(agnostic_max)(const uint32_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > *result)
            *result = a[i];
}

XL_VECTOR(uint32_t, agnostic_max)(const uint32_t *a, size_t n)
{
    size_t lanes = xl_u32_lanes();
    xl_u32 best = xl_u32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
#ifdef XL_MUTANT
        best = xl_u32_max(best, xl_u32_load(a + i, vl), vl);
#else
        best = xl_u32_merge(best, xl_u32_max(best, xl_u32_load(a + i, vl), vl), vl);
#endif
    }
    return xl_u32_reduce_max(best, lanes);
}
