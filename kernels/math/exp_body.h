/* Template of exp.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* LN2 is ln 2 with so few bits that k times it is exact. LN2_LOW is the rest. At LEAST and below,
 * e^x is 0 even as a subnormal number; at MOST and above it overflows. LEAST2 and MOST2 are the
 * same for 2^x. */
#if XL_W == 32
#define XL_LN2 0x1.62e4p-1f
#define XL_LN2_LOW 0x1.7f7d1cp-20f
#define XL_LEAST -104
#define XL_MOST 89
#define XL_LEAST2 -151
#define XL_MOST2 129
#else
#define XL_LN2 0x1.62e42fefa38p-1
#define XL_LN2_LOW 0x1.ef35793c7673p-45
#define XL_LEAST -746
#define XL_MOST 710
#define XL_LEAST2 -1076
#define XL_MOST2 1025
#endif

/* 2^(k + t). k is a whole number in the range of ldexp, or NaN. t is as exp.h says. */
XL_VEC XL_V XL_MATH(exp2_parts)(XL_V k, XL_V t, size_t vl)
{
    XL_V p = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(exp2), t, vl);
    return XL_MATH(ldexp)(p, XL_MATH(whole)(k, vl), vl);
}

XL_VEC XL_V XL_MATH(exp2)(XL_V x, size_t vl)
{
    x = XL_OP(clamp)(x, XL_LEAST2, XL_MOST2, vl);
    XL_V k = XL_OP(roundeven)(x, vl);
    return XL_MATH(exp2_parts)(k, XL_OP(sub)(x, k, vl), vl);
}

XL_VEC XL_V XL_MATH(exp)(XL_V x, size_t vl)
{
    x = XL_OP(clamp)(x, XL_LEAST, XL_MOST, vl);
    XL_V inverse = XL_OP(set1)((XL_E)0x1.71547652b82fep+0, vl);
    XL_V k = XL_OP(roundeven)(XL_OP(mul)(x, inverse, vl), vl);
    XL_V t = XL_MATH_STEP(XL_T)(k, XL_OP(set1)(-XL_LN2, vl), x, vl);
    t = XL_MATH_STEP(XL_T)(k, XL_OP(set1)(-XL_LN2_LOW, vl), t, vl);
#ifdef XL_MATH_UNFUSED
    /* 1 + (t + t^2 Q(t)): the product that is rounded is below 0.08, that of p t + 1 would be up to
     * 0.42. */
    size_t count = sizeof XL_MATH_TABLE(exp) / sizeof XL_MATH_TABLE(exp)[0] - 2;
    XL_V q = XL_MATH(horner)(XL_MATH_TABLE(exp), count, t, vl);
    XL_V p = XL_OP(add)(XL_OP(set1)(1, vl), XL_MATH_STEP(XL_T)(XL_OP(mul)(t, t, vl), q, t, vl), vl);
#else
    XL_V p = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(exp), t, vl);
#endif
    return XL_MATH(ldexp)(p, XL_MATH(whole)(k, vl), vl);
}

#undef XL_LN2
#undef XL_LN2_LOW
#undef XL_LEAST
#undef XL_MOST
#undef XL_LEAST2
#undef XL_MOST2
#undef XL_T
#undef XL_W
