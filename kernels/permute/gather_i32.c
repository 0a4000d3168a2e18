/* gather_i32: elements of a table, each at an index of its own.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

enum { XL_GATHER_TABLE = 1000 };

XL_KERNEL(gather_i32, .summary = "r[i] = table[index[i]]", .contract = {XL_EXACT},
          .by_lane = {{"all", "few ISAs gather"}},
          .args = {XL_IN_FIXED(i32, table, XL_GATHER_TABLE),
                   XL_IN_RANGE(u32, index, 1, 0, XL_GATHER_TABLE - 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(gather_i32)(const int32_t *table, const uint32_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[index[i]];
}

XL_VECTOR(void, gather_i32)(const int32_t *table, const uint32_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_gather(table, xl_u32_load(index + i, vl), vl), vl);
    }
}
