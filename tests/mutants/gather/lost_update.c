/* lost_update: bins are gathered, increased and put back: of lanes with the same bin, only the last
 * one counts.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

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
