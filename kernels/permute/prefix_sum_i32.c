/* prefix_sum_i32: each element's sum with all before it, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(prefix_sum_i32, .summary = "r[i] = a[0] + ... + a[i], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(prefix_sum_i32)(const int32_t *a, int32_t *r, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)a[i];
        r[i] = (int32_t)sum;
    }
}

/* before: the last sum, in every lane. */
XL_VEC void prefix_sum_i32_step(const int32_t *a, int32_t *r, size_t vl, xl_i32 *before)
{
    xl_i32 sums = xl_i32_add(xl_i32_scan_add(xl_i32_load(a, vl), vl), *before, vl);
    xl_i32_store(r, sums, vl);
    *before = xl_i32_broadcast_lane(sums, vl - 1, xl_i32_lanes());
}

XL_VECTOR(void, prefix_sum_i32)(const int32_t *a, int32_t *r, size_t n)
{
    xl_i32 before = xl_i32_set1(0, xl_i32_lanes());
    XL_STRIPS(i32, n, prefix_sum_i32_step(a + i, r + i, vl, &before));
}
