/* narrow_i64_i32: signed 64-bit integers to 32 bits, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(narrow_i64_i32, .summary = "r[i] = a[i], saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i64, i32))

XL_CONVERT_LANE(narrow_i64_i32, i64, i32)
{
    return a < INT32_MIN ? INT32_MIN : a > INT32_MAX ? INT32_MAX : (int32_t)a;
}

XL_CONVERT_STEP(narrow_i64_i32, i64, i32, i64)
{
    xl_i64 x = xl_i64_max(xl_i64_load(a, vl), xl_i64_set1(INT32_MIN, vl), vl);
    xl_i64_store_narrow_i32(r, xl_i64_min(x, xl_i64_set1(INT32_MAX, vl), vl), vl);
}
