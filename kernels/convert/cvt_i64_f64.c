/* cvt_i64_f64: 64-bit integer to double, to nearest even.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_i64_f64, .summary = "r[i] = a[i] as double, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(i64, f64))

XL_CONVERT_LANE(cvt_i64_f64, i64, f64)
{
    return (double)a;
}

XL_CONVERT_STEP(cvt_i64_f64, i64, f64, f64)
{
    xl_f64_store(r, xl_f64_from_i64(xl_i64_load(a, vl), vl), vl);
}
