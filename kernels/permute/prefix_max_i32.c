/* prefix_max_i32: the greatest of each element and all before it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(prefix_max_i32, .summary = "r[i] = max(a[0], ..., a[i])",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(prefix_max_i32)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = i && r[i - 1] > a[i] ? r[i - 1] : a[i];
}

/* Each slide doubles how many lanes a lane has seen. Those that the slide leaves are compared with
 * themselves. before: the last maximum, in every lane; it comes last, so that strips overlap. */
XL_VEC void prefix_max_i32_step(const int32_t *a, int32_t *r, size_t vl, xl_i32 *before)
{
    xl_i32 v = xl_i32_load(a, vl);
#pragma GCC unroll 4
    for (size_t k = 1; k < vl; k *= 2)
        v = xl_i32_max(v, xl_i32_slide_up(v, k, vl), vl);
    v = xl_i32_max(v, *before, vl);
    xl_i32_store(r, v, vl);
    *before = xl_i32_broadcast_lane(v, vl - 1, xl_i32_lanes());
}

XL_VECTOR(void, prefix_max_i32)(const int32_t *a, int32_t *r, size_t n)
{
    xl_i32 before = xl_i32_set1(INT32_MIN, xl_i32_lanes());
    XL_STRIPS(i32, n, prefix_max_i32_step(a + i, r + i, vl, &before));
}
