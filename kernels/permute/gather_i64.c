/* gather_i64: 64-bit elements of a table, each at an index of its own, added to
 * an array, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "gather64.h"

enum { XL_GATHER_I64_TABLE = 1000 };

XL_KERNEL(gather_i64, .summary = "r[i] += table[index[i]], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .by_lane = {{"all", "few ISAs gather"}},
          .args = {XL_IN_FIXED(i64, table, XL_GATHER_I64_TABLE),
                   XL_IN_RANGE(u32, index, 1, 0, XL_GATHER_I64_TABLE - 1), XL_INOUT(i64, r, 1),
                   XL_COUNT})

XL_REFERENCE(gather_i64)(const int64_t *table, const uint32_t *index, int64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int64_t)((uint64_t)r[i] + (uint64_t)table[index[i]]);
}

XL_VEC void gather_i64_step(const int64_t *table, const uint32_t *index, int64_t *r, size_t vl)
{
    xl_u64 v = xl_gather64((const uint64_t *)table, index, vl);
    xl_i64_store(r, xl_i64_add(xl_i64_load(r, vl), xl_i64_bitcast_u64(v), vl), vl);
}

XL_VECTOR(void, gather_i64)(const int64_t *table, const uint32_t *index, int64_t *r, size_t n)
{
    XL_STRIPS(i64, n, gather_i64_step(table, index + i, r + i, vl));
}
