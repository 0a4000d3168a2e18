/* Template of neon.h, for the lane types of integers.
 * SPDX-License-Identifier: MIT
 */
#include "../neon_int_lane.h"

#if XL_W == 16 || XL_W == 32
/* The upper halves of the products: the odd ones of their halves. */
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl)
{
    XL_V low = (XL_V)XL_NEON(vmull)(XL_NEON(vget_low)(a), XL_NEON(vget_low)(b));
    (void)vl;
    return XL_NEON(vuzp2q)(low, (XL_V)XL_NEON(vmull_high)(a, b));
}
#endif

#if XL_W == 64
/* No 64-bit lanes in SMIN and SMINV. */
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vceqq)(a, b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vcltq)(a, b)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_NEON(vcleq)(a, b)}; }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vbslq)(XL_NEON(vcltq)(a, b), a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vbslq)(XL_NEON(vcgtq)(a, b), a, b); }

XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    XL_V second = vl > 1 ? XL_NEON(vextq)(v, v, 1) : v;
    return XL_NEON(vgetq_lane)(XL_OP(min)(v, second, vl), 0);
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    XL_V second = vl > 1 ? XL_NEON(vextq)(v, v, 1) : v;
    return XL_NEON(vgetq_lane)(XL_OP(max)(v, second, vl), 0);
}
#endif

#if XL_W == 32
/* The first lane, which always counts, stands in for those from vl on. */
XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    return XL_NEON(vminvq)(XL_OP(merge)(XL_NEON(vdupq_laneq)(v, 0), v, vl));
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    return XL_NEON(vmaxvq)(XL_OP(merge)(XL_NEON(vdupq_laneq)(v, 0), v, vl));
}
#endif

#if XL_W >= 32
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    return XL_NEON(vaddvq)(XL_OP(merge)(XL_NEON(vdupq_n)(0), v, vl));
}
#endif

#undef XL_T
#undef XL_W
