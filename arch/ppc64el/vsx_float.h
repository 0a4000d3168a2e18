/* The operations of f32 and f64 on VSX: a template file of each_float.h.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (128 / XL_W)
#define XL_VSX_E XL_E
#include "vsx_common.h"

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_add(a, b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_sub(a, b); }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_mul(a, b); }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_div(a, b); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return vec_sqrt(a); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return vec_madd(a, b, c); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return vec_abs(a); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return vec_neg(a); }
XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return (XL_V)vec_sel((XL_UV)a, (XL_UV)b, vec_splats((XL_JOIN(XL_VSX_E_u, XL_W, ))1 << (XL_W - 1)));
}
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return vec_rint(a); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return vec_floor(a); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return vec_ceil(a); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return vec_trunc(a); }

/* xvmin and xvmax order -0 below +0 but return the number when one operand is a NaN; there the sum is a NaN. The asm hides a
 * value from gcc 14, which folds vec_min and vec_max of two constants as if -0 were +0. */
XL_VEC XL_V XL_JOIN(xl_vsx_opaque_, XL_T, )(XL_V v)
{
#ifndef __clang__
    __asm__("" : "+wa"(v));
#endif
    return v;
}
XL_VEC XL_V XL_JOIN(xl_vsx_unless_nan_, XL_T, )(XL_V r, XL_V a, XL_V b)
{
    return vec_sel(vec_add(a, b), r, vec_and(vec_cmpeq(a, a), vec_cmpeq(b, b)));
}
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return XL_JOIN(xl_vsx_unless_nan_, XL_T, )(vec_min(XL_JOIN(xl_vsx_opaque_, XL_T, )(a), b), a, b);
}
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return XL_JOIN(xl_vsx_unless_nan_, XL_T, )(vec_max(XL_JOIN(xl_vsx_opaque_, XL_T, )(a), b), a, b);
}

#define XL_FOLD add
#define XL_NEUTRAL (-(XL_E)0) /* -0, not 0, is what a sum of floats leaves unchanged */
#include "vsx_reduce.h"
#define XL_FOLD min
#define XL_NEUTRAL ((XL_E)__builtin_inff())
#include "vsx_reduce.h"
#define XL_FOLD max
#define XL_NEUTRAL (-(XL_E)__builtin_inff())
#include "vsx_reduce.h"

#undef XL_LANES
#undef XL_VSX_E
