/* roundeven_f64_i64: double to 64-bit integer, to nearest even, clamped to the limits; a NaN gives
 * 0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "clamped.h"
#include "convert.h"

XL_KERNEL(roundeven_f64_i64,
          .summary = "r[i] = a[i] to nearest even, clamped to int64_t; NaN gives 0",
          .contract = {XL_EXACT}, XL_CONVERT(f64, i64))

XL_CONVERT_LANE(roundeven_f64_i64, f64, i64)
{
    return xl_clamped_i64(rint(a));
}

XL_CONVERT_STEP(roundeven_f64_i64, f64, i64, f64)
{
    xl_i64_store(r, xl_i64_from_f64(xl_f64_roundeven(xl_f64_load(a, vl), vl), vl), vl);
}
