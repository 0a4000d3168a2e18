/* cvt_f32_f64: float to double, which holds it.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_f32_f64, .summary = "r[i] = a[i] as double, exact", .contract = {XL_EXACT},
          XL_CONVERT(f32, f64))

XL_CONVERT_LANE(cvt_f32_f64, f32, f64)
{
    return a;
}

XL_CONVERT_STEP(cvt_f32_f64, f32, f64, f64)
{
    xl_f64_store(r, xl_f64_load_widen_f32(a, vl), vl);
}
