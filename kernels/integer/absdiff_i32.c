/* absdiff_i32: the absolute difference of two 32-bit integers, which only an unsigned one can hold.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(absdiff_i32, .summary = "r[i] = |a[i] - b[i]|",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1,
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(absdiff_i32)(const int32_t *a, const int32_t *b, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)(a[i] > b[i] ? (int64_t)a[i] - b[i] : (int64_t)b[i] - a[i]);
}

XL_VEC void absdiff_i32_step(const int32_t *a, const int32_t *b, uint32_t *r, size_t i, size_t vl)
{
    xl_i32 x = xl_i32_load(a + i, vl), y = xl_i32_load(b + i, vl);
    xl_i32 rest = xl_i32_sub(xl_i32_max(x, y, vl), xl_i32_min(x, y, vl), vl);
    xl_u32_store(r + i, xl_u32_bitcast_i32(rest), vl);
}

XL_VECTOR(void, absdiff_i32)(const int32_t *a, const int32_t *b, uint32_t *r, size_t n)
{
    XL_STRIPS(i32, n, absdiff_i32_step(a, b, r, i, vl));
}
