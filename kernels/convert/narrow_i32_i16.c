/* narrow_i32_i16: signed 32-bit integers to 16 bits, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"
#include "narrow.h"

XL_KERNEL(narrow_i32_i16, .summary = "r[i] = a[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i32, i16))

XL_CONVERT_LANE(narrow_i32_i16, i32, i16)
{
    return a < INT16_MIN ? INT16_MIN : a > INT16_MAX ? INT16_MAX : (int16_t)a;
}

XL_VECTOR(void, narrow_i32_i16)(const int32_t *a, int16_t *r, size_t n)
{
    for (size_t i = xl_narrow_pairs_i32(a, r, n), vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_narrow_store_i32(r + i, xl_i32_load(a + i, vl), vl);
    }
}
