/* round_f32_i32: float to 32-bit integer, to nearest, ties away from zero, clamped to the
 * limits; a NaN gives 0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "clamped.h"
#include "convert.h"

XL_KERNEL(round_f32_i32,
          .summary = "r[i] = a[i] to nearest, ties away from zero, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, XL_CONVERT(f32, i32))

XL_CONVERT_LANE(round_f32_i32, f32, i32)
{
    return xl_clamped_i32(roundf(a));
}

XL_CONVERT_STEP(round_f32_i32, f32, i32, f32)
{
    /* The greatest float below one half: a half itself would lift the float below it to 1. */
    xl_f32 x = xl_f32_load(a, vl), half = xl_f32_set1(0x1.fffffep-2f, vl);
    xl_f32 away = xl_f32_add(x, xl_f32_copysign(half, x, vl), vl);
    xl_i32_store(r, xl_i32_from_f32(away, vl), vl);
}
