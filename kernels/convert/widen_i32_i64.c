/* widen_i32_i64: signed 32-bit integers to 64 bits.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(widen_i32_i64, .summary = "r[i] = a[i], widened",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i32, i64))

XL_CONVERT_LANE(widen_i32_i64, i32, i64)
{
    return a;
}

XL_CONVERT_STEP(widen_i32_i64, i32, i64, i64)
{
    xl_i64_store(r, xl_i64_load_widen_i32(a, vl), vl);
}
