/* narrow_i16_i8: signed 16-bit integers to bytes, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"
#include "narrow.h"

XL_KERNEL(narrow_i16_i8, .summary = "r[i] = a[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i16, i8))

XL_CONVERT_LANE(narrow_i16_i8, i16, i8)
{
    return a < INT8_MIN ? INT8_MIN : a > INT8_MAX ? INT8_MAX : (int8_t)a;
}

XL_VECTOR(void, narrow_i16_i8)(const int16_t *a, int8_t *r, size_t n)
{
    for (size_t i = xl_narrow_pairs_i16(a, r, n), vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_narrow_store_i16(r + i, xl_i16_load(a + i, vl), vl);
    }
}
