/* cvt_f64_i64: double to 64-bit integer, toward zero, clamped to the limits; a NaN gives 0.
 * SPDX-License-Identifier: MIT
 */
#include "clamped.h"
#include "convert.h"

XL_KERNEL(cvt_f64_i64, .summary = "r[i] = a[i] toward zero, clamped to int64_t; NaN gives 0",
          .contract = {XL_EXACT}, XL_CONVERT(f64, i64))

XL_CONVERT_LANE(cvt_f64_i64, f64, i64)
{
    return xl_clamped_i64(a);
}

XL_CONVERT_STEP(cvt_f64_i64, f64, i64, f64)
{
    xl_i64_store(r, xl_i64_from_f64(xl_f64_load(a, vl), vl), vl);
}
