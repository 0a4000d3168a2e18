/* sat_shl_i32: a shift left by a number of bits modulo 32, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_shl_i32, .summary = "r[i] = a[i] << (by mod 32), saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(i32, u8))

XL_LANE_BY(sat_shl_i32, i32, u8)
{
    int64_t r = a * ((int64_t)1 << by % 32);
    return (int32_t)(r < INT32_MIN ? INT32_MIN : r > INT32_MAX ? INT32_MAX : r);
}

XL_STEP_BY(sat_shl_i32, i32, u8)
{
#if XL_ON_NEON
    return vqshlq_s32(a, vdupq_n_s32(by % 32));
#elif XL_ON_SVE2
    return svqshl_n_s32_x(svptrue_b32(), a, by % 32);
#else
    unsigned k = by % 32;
    xl_i32 shifted = xl_i32_shl(a, k, vl);
    xl_m32 fits = xl_i32_eq(xl_i32_shr(shifted, k, vl), a, vl);
    /* The sign, in all bits, turns the greatest into the least. */
    xl_i32 limit = xl_i32_xor(xl_i32_shr(a, 31, vl), xl_i32_set1(INT32_MAX, vl), vl);
    return xl_i32_select(fits, shifted, limit, vl);
#endif
}
