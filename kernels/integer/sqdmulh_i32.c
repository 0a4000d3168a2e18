/* sqdmulh_i32: the high half of twice the product, as a fixed-point product of numbers from -1 to
 * 1. Only -1 times -1 does not fit, and saturates.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(sqdmulh_i32, .summary = "r[i] = (2 * a[i] * b[i]) >> 32, saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_2(i32))

XL_LANE_2(sqdmulh_i32, i32)
{
    if (a == INT32_MIN && b == INT32_MIN)
        return INT32_MAX;
    return (int32_t)(((int64_t)a * b) >> 31);
}

XL_STEP_2(sqdmulh_i32, i32)
{
#if XL_ON_NEON
    return vqdmulhq_s32(a, b);
#elif XL_ON_SVE2
    return svqdmulh_s32(a, b);
#elif XL_ON_RVV
    return __riscv_vsmul_vv_i32m1(a, b, __RISCV_VXRM_RDN, vl);
#else
    xl_i32 high = xl_i32_shl(xl_i32_mulhi(a, b, vl), 1, vl);
    xl_u32 low = xl_u32_shr(xl_u32_bitcast_i32(xl_i32_mul(a, b, vl)), 31, vl);
    xl_i32 least = xl_i32_set1(INT32_MIN, vl);
    xl_m32 both = xl_m32_and(xl_i32_eq(a, least, vl), xl_i32_eq(b, least, vl), vl);
    return xl_i32_select(both, xl_i32_set1(INT32_MAX, vl),
                         xl_i32_or(high, xl_i32_bitcast_u32(low), vl), vl);
#endif
}
