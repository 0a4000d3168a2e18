/* gather_inactive: a masked gather touches the addresses of lanes that are masked off.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(gather_inactive, .summary = "r[i] = index[i] < 1000 ? table[index[i]] : 0",
          .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(i32, table, 1000), XL_IN_RANGE(u32, index, 1, 0, 1999),
                   XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(gather_inactive)(const int32_t *table, const uint32_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = index[i] < 1000 ? table[index[i]] : 0;
}

XL_VECTOR(void, gather_inactive)(const int32_t *table, const uint32_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_u32 at = xl_u32_load(index + i, vl);
        xl_m32 inside = xl_u32_lt(at, xl_u32_set1(1000, vl), vl);
#ifdef XL_MUTANT
        xl_i32 x = xl_i32_gather(table, at, vl);
#else
        xl_i32 x = xl_i32_gather(table, xl_u32_select(inside, at, xl_u32_set1(0, vl), vl), vl);
#endif
        xl_i32_store(r + i, xl_i32_select(inside, x, xl_i32_set1(0, vl), vl), vl);
    }
}
