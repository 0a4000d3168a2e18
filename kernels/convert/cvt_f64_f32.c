/* cvt_f64_f32: double to float, to nearest even.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_f64_f32, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(f64, f32))

XL_CONVERT_LANE(cvt_f64_f32, f64, f32)
{
    return (float)a;
}

XL_CONVERT_STEP(cvt_f64_f32, f64, f32, f64)
{
    xl_f64_store_narrow_f32(r, xl_f64_load(a, vl), vl);
}
