/* roundeven_f32_i32: float to 32-bit integer, to nearest even, clamped to the limits; a NaN gives
 * 0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "clamped.h"
#include "convert.h"

XL_KERNEL(roundeven_f32_i32,
          .summary = "r[i] = a[i] to nearest even, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, XL_CONVERT(f32, i32))

XL_CONVERT_LANE(roundeven_f32_i32, f32, i32)
{
    return xl_clamped_i32(rintf(a));
}

XL_CONVERT_STEP(roundeven_f32_i32, f32, i32, f32)
{
    xl_i32_store(r, xl_i32_from_f32_roundeven(xl_f32_load(a, vl), vl), vl);
}
