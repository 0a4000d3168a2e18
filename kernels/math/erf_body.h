/* Template of erf.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )
#if XL_W == 32
#define XL_CENTRE 2.5f
#define XL_LAST 4
#else
#define XL_CENTRE 3.5
#define XL_LAST 6
#endif

XL_VEC XL_V XL_MATH(erf)(XL_V x, size_t vl)
{
    XL_V magnitude = XL_OP(abs)(x, vl), one = XL_OP(set1)(1, vl);
    XL_V x2 = XL_OP(mul)(x, x, vl);
    XL_V p = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(near), x2, vl);
    XL_V near = XL_OP(fma)(magnitude, p, magnitude, vl);
    /* NaN stays NaN in a minimum. */
    XL_V most = XL_OP(min)(magnitude, XL_OP(set1)(XL_LAST, vl), vl);
    XL_V c = XL_OP(sub)(most, XL_OP(set1)(XL_CENTRE, vl), vl);
    XL_V g = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(far), c, vl);
    g = XL_OP(fma)(most, most, g, vl);
    XL_V far = XL_MATH(exp)(XL_OP(neg)(g, vl), vl);
    far = XL_OP(sub)(one, far, vl);
    XL_V y = XL_OP(select)(XL_OP(lt)(magnitude, one, vl), near, far, vl);
    return XL_MATH(negate)(y, XL_BITCAST(XL_U, XL_T)(x), vl);
}

#undef XL_CENTRE
#undef XL_LAST
#undef XL_T
#undef XL_W
