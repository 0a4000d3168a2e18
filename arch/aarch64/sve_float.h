/* Template of sve.h, for the lane types f32 and f64.
 * SPDX-License-Identifier: MIT
 */
#include "sve_lane.h"

XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svdiv)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svsqrt)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svabs)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svneg)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svrintn)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svrintm)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svrintp)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svrintz)(XL_SVE_ALL(), a); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return XL_SVE_X(svmla)(XL_SVE_ALL(), c, a, b); }

XL_VEC XL_V XL_OP(fma_keep)(XL_V a, XL_V b, XL_V c, size_t vl) { return XL_JOIN(XL_SVE(svmla), _m, )(XL_SVE_BELOW(vl), c, a, b); }

/* FMAX and FMIN keep a NaN. But they put a limit of +0 in the place of -0, and the reverse, which clamp must not. */
XL_VEC XL_V XL_OP(clamp)(XL_V x, XL_E least, XL_E most, size_t vl)
{
    XL_V low = XL_OP(set1)(least, vl), high = XL_OP(set1)(most, vl);
    if (__builtin_constant_p(least) && __builtin_constant_p(most) && least != 0 && most != 0)
        return XL_OP(min)(XL_OP(max)(x, low, vl), high, vl);
    x = XL_OP(select)(XL_OP(lt)(x, low, vl), low, x, vl);
    return XL_OP(select)(XL_OP(lt)(high, x, vl), high, x, vl);
}

/* FADDV takes each lane that is not in the predicate as +0, which only shows when every other lane is -0. */
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    svbool_t below = XL_SVE_BELOW(vl);
    XL_E sum = XL_SVE(svaddv)(below, v);
    XL_U_V bits = XL_BITCAST(XL_U, XL_T)(v);
    if (sum == 0 && !svptest_any(below, XL_SVE_U(svcmpne_n)(below, bits, (XL_U_E)1 << (XL_W - 1))))
        return -(XL_E)0;
    return sum;
}

#undef XL_T
#undef XL_W
