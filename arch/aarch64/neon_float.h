/* Template of neon.h, for the lane types f32 and f64.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl)
{
    XL_M m = {XL_NEON(vcltq)(a, b)};
    (void)vl;
    XL_NEON_HIDE(m.v);
    return m;
}

XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl)
{
    XL_M m = {XL_NEON(vcleq)(a, b)};
    (void)vl;
    XL_NEON_HIDE(m.v);
    return m;
}

#include "../neon_float_lane.h"

XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vdivq)(a, b); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vsqrtq)(a); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vnegq)(a); }
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndnq)(a); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndmq)(a); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndpq)(a); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return XL_NEON(vrndq)(a); }

/* The neutral lane of a float sum is -0. */
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    return XL_NEON(vaddvq)(XL_OP(merge)(XL_NEON(vdupq_n)(-(XL_E)0), v, vl));
}

/* The first lane, which always counts, stands in for those from vl on. */
XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    return XL_NEON(vminvq)(XL_OP(merge)(XL_NEON(vdupq_laneq)(v, 0), v, vl));
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    return XL_NEON(vmaxvq)(XL_OP(merge)(XL_NEON(vdupq_laneq)(v, 0), v, vl));
}

#undef XL_T
#undef XL_W
