/* Minimum, maximum and reductions of f32 and f64 on VX: a template file of each_float.h.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (128 / XL_W)

#if __ARCH__ >= 12
/* Mode 1 of vfmin and vfmax is IEEE minimum and maximum. */
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_JOIN(XL_VX_MIN_, XL_T, )(a, b, 1); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_JOIN(XL_VX_MAX_, XL_T, )(a, b, 1); }
#else
/* Compared as integers that order as the floats do, -0 below +0; then a NaN operand takes the result's place. */
#define XL_VX_S XL_JOIN(xl_i, XL_W, )
#define XL_VX_ORDER XL_JOIN(xl_vx_order_, XL_T, )
#define XL_VX_UNLESS_NAN XL_JOIN(xl_vx_unless_nan_, XL_T, )
XL_VEC XL_VX_S XL_VX_ORDER(XL_V v)
{
    XL_UV sign = (XL_UV)((XL_VX_S)v >> (XL_VX_S)XL_U_OP(set1)(XL_W - 1, XL_LANES));
    return (XL_VX_S)v ^ (XL_VX_S)(sign >> XL_U_OP(set1)(1, XL_LANES));
}
XL_VEC XL_V XL_VX_UNLESS_NAN(XL_V r, XL_V a, XL_V b)
{
    r = XL_OP(select)(XL_OP(eq)(b, b, XL_LANES), r, b, XL_LANES);
    return XL_OP(select)(XL_OP(eq)(a, a, XL_LANES), r, a, XL_LANES);
}
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl)
{
    XL_M less = {vec_cmpgt(XL_VX_ORDER(b), XL_VX_ORDER(a))};
    return XL_VX_UNLESS_NAN(XL_OP(select)(less, a, b, vl), a, b);
}
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl)
{
    XL_M less = {vec_cmpgt(XL_VX_ORDER(b), XL_VX_ORDER(a))};
    return XL_VX_UNLESS_NAN(XL_OP(select)(less, b, a, vl), a, b);
}
#undef XL_VX_S
#undef XL_VX_ORDER
#undef XL_VX_UNLESS_NAN
#endif

#define XL_FOLD add
#define XL_NEUTRAL (-(XL_E)0) /* -0, not 0, is what a sum of floats leaves unchanged */
#include "vx_reduce.h"
#define XL_FOLD min
#define XL_NEUTRAL ((XL_E)__builtin_inff())
#include "vx_reduce.h"
#define XL_FOLD max
#define XL_NEUTRAL (-(XL_E)__builtin_inff())
#include "vx_reduce.h"

#undef XL_LANES
