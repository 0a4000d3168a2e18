/* The operations of f32 and f64 on VX, but for those that vx_float_fold.h has: a template file of each_float.h.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (128 / XL_W)
#define XL_VX_E XL_E
#include "vx_common.h"

XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return (XL_V)vec_sel((XL_UV)a, (XL_UV)b, vec_splats((XL_JOIN(XL_VX_E_u, XL_W, ))1 << (XL_W - 1)));
}

#if XL_W == 64 || __ARCH__ >= 12
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return a + b; }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return a - b; }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return a * b; }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return a / b; }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return vec_sqrt(a); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return vec_madd(a, b, c); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return vec_abs(a); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return -a; }
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return vec_rint(a); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return vec_floor(a); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return vec_ceil(a); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return vec_trunc(a); }
#endif

#undef XL_LANES
#undef XL_VX_E
