/* cvt_bf16_f32: bfloat16 to float, of which it is the upper 16 bits.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(cvt_bf16_f32, .summary = "r[i] = a[i], of bfloat16, as float, exact",
          .contract = {XL_EXACT}, XL_CONVERT(u16, f32))

XL_CONVERT_LANE(cvt_bf16_f32, u16, f32)
{
    uint32_t bits = (uint32_t)a << 16;
    float r;
    memcpy(&r, &bits, sizeof r);
    return r;
}

XL_CONVERT_STEP(cvt_bf16_f32, u16, f32, f32)
{
    xl_f32_store(r, xl_f32_bitcast_u32(xl_u32_shl(xl_u32_load_widen_u16(a, vl), 16, vl)), vl);
}
