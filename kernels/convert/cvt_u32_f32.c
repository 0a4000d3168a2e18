/* cvt_u32_f32: unsigned 32-bit integer to float, to nearest even.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_u32_f32, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(u32, f32))

XL_CONVERT_LANE(cvt_u32_f32, u32, f32)
{
    return (float)a;
}

XL_CONVERT_STEP(cvt_u32_f32, u32, f32, f32)
{
    xl_f32_store(r, xl_f32_from_u32(xl_u32_load(a, vl), vl), vl);
}
