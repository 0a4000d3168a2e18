/* Gather, scatter and histograms.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* gather_inactive: a masked gather touches the addresses of lanes that are masked off. */
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

/* gather_signed: the index of a gather is read as signed: what has its top bit set lies before the
 * base. */
XL_KERNEL(gather_signed, .summary = "r[i] = table[128 + index[i]]", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(i32, table, 384), XL_IN(u8, index, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(gather_signed)(const int32_t *table, const uint8_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[128 + index[i]];
}

XL_VECTOR(void, gather_signed)(const int32_t *table, const uint8_t *index, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
#ifdef XL_MUTANT
        xl_i32 from = xl_i32_load_widen_i8((const int8_t *)index + i, vl);
#else
        xl_i32 from = xl_i32_bitcast_u32(xl_u32_load_widen_u8(index + i, vl));
#endif
        from = xl_i32_add(from, xl_i32_set1(128, vl), vl);
        xl_i32_store(r + i, xl_i32_gather(table, xl_u32_bitcast_i32(from), vl), vl);
    }
}

/* lost_update: bins are gathered, increased and put back: of lanes with the same bin, only the last
 * one counts. */
XL_KERNEL(lost_update, .summary = "bins[index[i]] += by * a[i], wrapping", .contract = {XL_EXACT},
          .by_lane = {{"all", "lanes with the same bin are added one after the other"}},
          .narrow = "each lane is added by itself",
          .args = {XL_IN(i32, a, 1), XL_VALUE(i32, by), XL_IN_RANGE(u32, index, 1, 0, 63),
                   XL_INOUT_FIXED(i32, bins, 64), XL_COUNT})

XL_REFERENCE(lost_update)
(const int32_t *a, int32_t by, const uint32_t *index, int32_t *bins, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bins[index[i]] = (int32_t)((uint32_t)bins[index[i]] + (uint32_t)by * (uint32_t)a[i]);
}

XL_VECTOR(void, lost_update)
(const int32_t *a, int32_t by, const uint32_t *index, int32_t *bins, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 v = xl_i32_mul(xl_i32_load(a + i, vl), xl_i32_set1(by, vl), vl);
#ifdef XL_MUTANT
        v = xl_i32_add(v, xl_i32_gather(bins, xl_u32_load(index + i, vl), vl), vl);
        for (size_t lane = 0; lane < vl; lane++)
            bins[index[i + lane]] = xl_i32_get(v, lane, vl);
#else
        for (size_t lane = 0; lane < vl; lane++) {
            int32_t *bin = bins + index[i + lane];
            *bin = (int32_t)((uint32_t)*bin + (uint32_t)xl_i32_get(v, lane, vl));
        }
#endif
    }
}
