/* cvt_f32_u32: float to unsigned 32-bit integer, toward zero, clamped to the limits; a NaN
 * gives 0.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_f32_u32, .summary = "r[i] = a[i] toward zero, clamped to uint32_t; NaN gives 0",
          .contract = {XL_EXACT}, XL_CONVERT(f32, u32))

XL_CONVERT_LANE(cvt_f32_u32, f32, u32)
{
    if (!(a > 0))
        return 0;
    return a >= 0x1p32f ? UINT32_MAX : (uint32_t)a;
}

XL_CONVERT_STEP(cvt_f32_u32, f32, u32, f32)
{
    xl_u32_store(r, xl_u32_from_f32(xl_f32_load(a, vl), vl), vl);
}
