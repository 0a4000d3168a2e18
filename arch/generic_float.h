/* Groups of generic.h for f32 and f64: a template file of each_float.h.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(mul_add)(XL_V a, XL_V b, XL_V c, size_t vl)
{
#ifdef XL_FMA_IS_EMULATED
    return XL_OP(add)(XL_OP(mul)(a, b, vl), c, vl);
#else
    return XL_OP(fma)(a, b, c, vl);
#endif
}

#ifndef XL_HAS_COPYSIGN
#define XL_SIGN_BIT ((XL_JOIN(xl_e_, XL_UT, ))1 << (XL_W - 1))
XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl)
{
    XL_UV sign = XL_U_OP(and)(XL_BITCAST(XL_UT, XL_T)(b), XL_U_OP(set1)(XL_SIGN_BIT, vl), vl);
    XL_UV rest = XL_U_OP(and)(XL_BITCAST(XL_UT, XL_T)(a), XL_U_OP(set1)(XL_SIGN_BIT - 1, vl), vl);
    return XL_BITCAST(XL_T, XL_UT)(XL_U_OP(or)(sign, rest, vl));
}
#undef XL_SIGN_BIT
#endif

/* One step back from the nearest integer where that is too far. The sign is that of a in every case; 1 - 1 would lose it. */
#if (XL_W == 32 && !defined XL_HAS_ROUND_F32) || (XL_W == 64 && !defined XL_HAS_ROUND_F64)
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl)
{
    XL_V r = XL_OP(roundeven)(a, vl), less = XL_OP(sub)(r, XL_OP(set1)(1, vl), vl);
    return XL_OP(copysign)(XL_OP(select)(XL_OP(lt)(a, r, vl), less, r, vl), a, vl);
}
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl)
{
    XL_V r = XL_OP(roundeven)(a, vl), more = XL_OP(add)(r, XL_OP(set1)(1, vl), vl);
    return XL_OP(copysign)(XL_OP(select)(XL_OP(lt)(r, a, vl), more, r, vl), a, vl);
}
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { return XL_OP(copysign)(XL_OP(floor)(XL_OP(abs)(a, vl), vl), a, vl); }
#endif
