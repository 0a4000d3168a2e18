/* narrow_i16_u8: signed 16-bit integers to unsigned bytes, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(narrow_i16_u8, .summary = "r[i] = a[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i16, u8))

XL_CONVERT_LANE(narrow_i16_u8, i16, u8)
{
    return a < 0 ? 0 : a > UINT8_MAX ? UINT8_MAX : (uint8_t)a;
}

XL_CONVERT_STEP(narrow_i16_u8, i16, u8, i16)
{
    xl_i16 x = xl_i16_max(xl_i16_load(a, vl), xl_i16_set1(0, vl), vl);
    xl_i16_store_narrow_i8((int8_t *)r, xl_i16_min(x, xl_i16_set1(UINT8_MAX, vl), vl), vl);
}
