/* sqdmulh_i16: the high half of twice the product, as a fixed-point product of numbers from -1 to
 * 1. Only -1 times -1 does not fit, and saturates.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sqdmulh_i16, .summary = "r[i] = (2 * a[i] * b[i]) >> 16, saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i16))

XL_LANE_2(sqdmulh_i16, i16)
{
    if (a == INT16_MIN && b == INT16_MIN)
        return INT16_MAX;
    return (int16_t)(((int32_t)a * b) >> 15);
}

XL_STEP_2(sqdmulh_i16, i16)
{
#if XL_ON_NEON
    return vqdmulhq_s16(a, b);
#elif XL_ON_SVE2
    return svqdmulh_s16(a, b);
#elif XL_ON_RVV
    return __riscv_vsmul_vv_i16m1(a, b, __RISCV_VXRM_RDN, vl);
#elif XL_ON_VSX
    return vec_madds(a, b, vec_splats((short)0));
#else
    /* The doubled high half saturates for the one product that does, whose low half is 0. */
    xl_i16 high = xl_i16_mulhi(a, b, vl);
    xl_u16 low = xl_u16_shr(xl_u16_bitcast_i16(xl_i16_mul(a, b, vl)), 15, vl);
    return xl_i16_or(xl_i16_add_sat(high, high, vl), xl_i16_bitcast_u16(low), vl);
#endif
}
