/* widen_u32_u64: unsigned 32-bit integers to 64 bits.
 * SPDX-License-Identifier: MIT
 */
#include "convert.h"

XL_KERNEL(widen_u32_u64, .summary = "r[i] = a[i], widened",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(u32, u64))

XL_CONVERT_LANE(widen_u32_u64, u32, u64)
{
    return a;
}

XL_CONVERT_STEP(widen_u32_u64, u32, u64, u64)
{
    xl_u64_store(r, xl_u64_load_widen_u32(a, vl), vl);
}
