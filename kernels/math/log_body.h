/* Template of log.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* The least normal number, and the bits of sqrt(1/2). */
#if XL_W == 32
#define XL_LEAST 0x1p-126f
#define XL_ROOT_HALF 0x3f3504f3
#else
#define XL_LEAST 0x1p-1022
#define XL_ROOT_HALF 0x3fe6a09e667f3bcd
#endif

/* L and K of log.h. */
struct XL_MATH(base) {
    XL_E l, l_low, k, k_low;
};

/* k and, through a pointer, f, for finite x above zero; otherwise unspecified. The bits of x minus
 * those of sqrt(1/2) have k in the exponent field. A subnormal x is made normal first. */
XL_VEC XL_I_V XL_MATH(split)(XL_V x, XL_V *f, size_t vl)
{
    XL_M subnormal = XL_OP(lt)(x, XL_OP(set1)(XL_LEAST, vl), vl);
    XL_V up = XL_OP(mul)(x, XL_OP(set1)((XL_E)((XL_I_E)1 << XL_FRACTION), vl), vl);
    XL_I_V bits = XL_BITCAST(XL_I, XL_T)(XL_OP(select)(subnormal, up, x, vl));
    XL_I_V k = XL_I_OP(sub)(bits, XL_I_OP(set1)(XL_ROOT_HALF, vl), vl);
    k = XL_I_OP(shr)(k, XL_FRACTION, vl);
    XL_I_V one = XL_I_OP(sub)(bits, XL_I_OP(shl)(k, XL_FRACTION, vl), vl);
    *f = XL_OP(sub)(XL_BITCAST(XL_T, XL_I)(one), XL_OP(set1)(1, vl), vl);
    XL_I_V down = XL_I_OP(sub)(k, XL_I_OP(set1)(XL_FRACTION, vl), vl);
    return XL_I_OP(select)(subnormal, down, k, vl);
}

/* The logarithm from k as a float, f, and ln(1 + f) - f. NaN below zero, -infinity for zero;
 * infinity and NaN stay. */
XL_VEC XL_V XL_MATH(finish)(XL_V x, XL_V k, XL_V f, XL_V rest, const struct XL_MATH(base) * base,
                            size_t vl)
{
    XL_V sum = XL_OP(mul)(rest, XL_OP(set1)(base->l, vl), vl);
    sum = XL_MATH_STEP(XL_T)(f, XL_OP(set1)(base->l_low, vl), sum, vl);
    sum = XL_MATH_STEP(XL_T)(k, XL_OP(set1)(base->k_low, vl), sum, vl);
    sum = XL_MATH_STEP(XL_T)(f, XL_OP(set1)(base->l, vl), sum, vl);
    sum = XL_MATH_STEP(XL_T)(k, XL_OP(set1)(base->k, vl), sum, vl);
    XL_V zero = XL_OP(set1)(0, vl), infinity = XL_OP(set1)((XL_E)INFINITY, vl);
    sum = XL_OP(select)(XL_OP(lt)(x, infinity, vl), sum, x, vl);
    XL_V nan = XL_OP(set1)((XL_E)NAN, vl);
    sum = XL_OP(select)(XL_OP(lt)(x, zero, vl), nan, sum, vl);
    return XL_OP(select)(XL_OP(eq)(x, zero, vl), XL_OP(neg)(infinity, vl), sum, vl);
}

#undef XL_LEAST
#undef XL_ROOT_HALF
#undef XL_T
#undef XL_W
