/* cvt_i32_f32: 32-bit integer to float, to nearest even.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_i32_f32, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(i32, f32))

XL_CONVERT_LANE(cvt_i32_f32, i32, f32)
{
    return (float)a;
}

XL_CONVERT_STEP(cvt_i32_f32, i32, f32, f32)
{
    xl_f32_store(r, xl_f32_from_i32(xl_i32_load(a, vl), vl), vl);
}
