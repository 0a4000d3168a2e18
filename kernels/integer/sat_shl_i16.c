/* sat_shl_i16: a shift left by a number of bits modulo 16, saturating.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sat_shl_i16, .summary = "r[i] = a[i] << (by mod 16), saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(i16, u8))

XL_LANE_BY(sat_shl_i16, i16, u8)
{
    int32_t r = a * ((int32_t)1 << by % 16);
    return (int16_t)(r < INT16_MIN ? INT16_MIN : r > INT16_MAX ? INT16_MAX : r);
}

XL_STEP_BY(sat_shl_i16, i16, u8)
{
#if XL_ON_NEON
    return vqshlq_s16(a, vdupq_n_s16(by % 16));
#elif XL_ON_SVE2
    return svqshl_n_s16_x(svptrue_b16(), a, by % 16);
#else
    unsigned k = by % 16;
    xl_i16 shifted = xl_i16_shl(a, k, vl);
    xl_m16 fits = xl_i16_eq(xl_i16_shr(shifted, k, vl), a, vl);
    /* The sign, in all bits, turns the greatest into the least. */
    xl_i16 limit = xl_i16_xor(xl_i16_shr(a, 15, vl), xl_i16_set1(INT16_MAX, vl), vl);
    return xl_i16_select(fits, shifted, limit, vl);
#endif
}
