/* clip_i32: held between two limits; where they are the wrong way round, at the upper one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(clip_i32, .summary = "r[i] = min(max(a[i], lo), hi)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(i32, a, 1), XL_VALUE(i32, lo), XL_VALUE(i32, hi), XL_OUT(i32, r, 1),
                   XL_COUNT})

XL_REFERENCE(clip_i32)(const int32_t *a, int32_t lo, int32_t hi, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t above = a[i] < lo ? lo : a[i];
        r[i] = above > hi ? hi : above;
    }
}

XL_VEC void clip_i32_step(const int32_t *a, int32_t lo, int32_t hi, int32_t *r, size_t i, size_t vl)
{
    xl_i32 above = xl_i32_max(xl_i32_load(a + i, vl), xl_i32_set1(lo, vl), vl);
    xl_i32_store(r + i, xl_i32_min(above, xl_i32_set1(hi, vl), vl), vl);
}

XL_VECTOR(void, clip_i32)(const int32_t *a, int32_t lo, int32_t hi, int32_t *r, size_t n)
{
    XL_STRIPS(i32, n, clip_i32_step(a, lo, hi, r, i, vl));
}
