/* gather_f64: elements of a table of doubles, each at an index of its own, added to an array.
 * SPDX-License-Identifier: MIT
 */
#include "gather64.h"

enum { XL_GATHER_F64_TABLE = 1000 };

XL_KERNEL(gather_f64, .summary = "r[i] += table[index[i]]", .contract = {XL_EXACT},
          .by_lane = {{"all", "few ISAs gather"}},
          .args = {XL_IN_FIXED(f64, table, XL_GATHER_F64_TABLE),
                   XL_IN_RANGE(u32, index, 1, 0, XL_GATHER_F64_TABLE - 1), XL_INOUT(f64, r, 1),
                   XL_COUNT})

XL_REFERENCE(gather_f64)(const double *table, const uint32_t *index, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] += table[index[i]];
}

XL_VEC void gather_f64_step(const double *table, const uint32_t *index, double *r, size_t vl)
{
    xl_u64 bits = xl_gather64((const uint64_t *)(const void *)table, index, vl);
    xl_f64_store(r, xl_f64_add(xl_f64_load(r, vl), xl_f64_bitcast_u64(bits), vl), vl);
}

XL_VECTOR(void, gather_f64)(const double *table, const uint32_t *index, double *r, size_t n)
{
    XL_STRIPS(f64, n, gather_f64_step(table, index + i, r + i, vl));
}
