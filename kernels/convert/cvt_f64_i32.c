/* cvt_f64_i32: double to 32-bit integer, toward zero, clamped to the limits; a NaN gives 0.
 * SPDX-License-Identifier: MIT
 */
#include "clamped.h"
#include "convert.h"

XL_KERNEL(cvt_f64_i32, .summary = "r[i] = a[i] toward zero, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, XL_CONVERT(f64, i32))

XL_CONVERT_LANE(cvt_f64_i32, f64, i32)
{
    return xl_clamped_i32(a);
}

XL_CONVERT_STEP(cvt_f64_i32, f64, i32, f64)
{
    xl_i64 x = xl_i64_from_f64(xl_f64_load(a, vl), vl);
    x = xl_i64_max(xl_i64_min(x, xl_i64_set1(INT32_MAX, vl), vl), xl_i64_set1(INT32_MIN, vl), vl);
    xl_i64_store_narrow_i32(r, x, vl);
}
