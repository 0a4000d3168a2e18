/* widen_u8_u16: unsigned bytes to 16 bits.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(widen_u8_u16, .summary = "r[i] = a[i], widened",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(u8, u16))

XL_CONVERT_LANE(widen_u8_u16, u8, u16)
{
    return a;
}

XL_CONVERT_STEP(widen_u8_u16, u8, u16, u16)
{
    xl_u16_store(r, xl_u16_load_widen_u8(a, vl), vl);
}
