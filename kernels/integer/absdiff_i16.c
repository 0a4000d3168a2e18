/* absdiff_i16: the absolute difference of two 16-bit integers, which only an unsigned one can hold.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(absdiff_i16, .summary = "r[i] = |a[i] - b[i]|",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1,
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(absdiff_i16)(const int16_t *a, const int16_t *b, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] > b[i] ? (int64_t)a[i] - b[i] : (int64_t)b[i] - a[i]);
}

XL_VEC void absdiff_i16_step(const int16_t *a, const int16_t *b, uint16_t *r, size_t i, size_t vl)
{
    xl_i16 x = xl_i16_load(a + i, vl), y = xl_i16_load(b + i, vl);
    xl_i16 rest = xl_i16_sub(xl_i16_max(x, y, vl), xl_i16_min(x, y, vl), vl);
    xl_u16_store(r + i, xl_u16_bitcast_i16(rest), vl);
}

XL_VECTOR(void, absdiff_i16)(const int16_t *a, const int16_t *b, uint16_t *r, size_t n)
{
    XL_STRIPS(i16, n, absdiff_i16_step(a, b, r, i, vl));
}
