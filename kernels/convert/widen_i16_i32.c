/* widen_i16_i32: signed 16-bit integers to 32 bits.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(widen_i16_i32, .summary = "r[i] = a[i], widened",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i16, i32))

XL_CONVERT_LANE(widen_i16_i32, i16, i32)
{
    return a;
}

XL_CONVERT_STEP(widen_i16_i32, i16, i32, i32)
{
    xl_i32_store(r, xl_i32_load_widen_i16(a, vl), vl);
}
