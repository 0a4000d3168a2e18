/* Template of pieces.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* XL_MATH_POLYNOMIAL calls it. Unrolled, so that the coefficients stay in registers. */
XL_VEC XL_V XL_MATH(horner)(const XL_E *coefficients, size_t count, XL_V x, size_t vl)
{
    XL_V p = XL_OP(set1)(coefficients[0], vl);
#pragma GCC unroll 32
    for (size_t c = 1; c < count; c++)
        p = XL_MATH_STEP(XL_T)(p, x, XL_OP(set1)(coefficients[c], vl), vl);
    return p;
}

/* A whole number of a few thousand at most as an integer. NaN gives any. */
XL_VEC XL_I_V XL_MATH(whole)(XL_V k, size_t vl)
{
    return XL_JOIN(XL_I_OP(from_), XL_T, _in_range)(k, vl);
}

/* 2^k, if that is a normal number. k goes into the exponent field. */
XL_VEC XL_V XL_MATH(pow2)(XL_I_V k, size_t vl)
{
    k = XL_I_OP(add)(k, XL_I_OP(set1)(XL_BIAS, vl), vl);
    return XL_BITCAST(XL_T, XL_I)(XL_I_OP(shl)(k, XL_FRACTION, vl));
}

/* x 2^k as two factors, because k can be past the exponents of normal numbers. A subnormal result
 * is rounded once more. */
XL_VEC XL_V XL_MATH(ldexp)(XL_V x, XL_I_V k, size_t vl)
{
    XL_I_V half = XL_I_OP(shr)(k, 1, vl);
    x = XL_OP(mul)(x, XL_MATH(pow2)(half, vl), vl);
    return XL_OP(mul)(x, XL_MATH(pow2)(XL_I_OP(sub)(k, half, vl), vl), vl);
}

/* x with its sign changed in lanes where the top bit of `sign` is set. */
XL_VEC XL_V XL_MATH(negate)(XL_V x, XL_U_V sign, size_t vl)
{
    sign = XL_U_OP(and)(sign, XL_U_OP(set1)((XL_U_E)1 << (XL_W - 1), vl), vl);
    return XL_BITCAST(XL_T, XL_U)(XL_U_OP(xor)(XL_BITCAST(XL_U, XL_T)(x), sign, vl));
}

#undef XL_T
#undef XL_W
