/* Template of pow.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* L and THIRD, L/3, are pairs. From MOST on the result overflows; from -MOST down it is 0 even as a
 * subnormal. */
#if XL_W == 32
#define XL_L 0x1.715476p+1f
#define XL_L_LOW 0x1.4ae0cp-25f
#define XL_THIRD 0x1.ec709ep-1f
#define XL_THIRD_LOW -0x1.e2fe02p-28f
#define XL_MOST 200
#else
#define XL_L 0x1.71547652b82fep+1
#define XL_L_LOW 0x1.777d0ffda0d24p-55
#define XL_THIRD 0x1.ec709dc3a03fdp-1
#define XL_THIRD_LOW 0x1.d27f05548af0cp-55
#define XL_MOST 1200
#endif

/* A pair is a number and what it lacks. The second comes through a pointer. */

/* The sum of a and b as a pair, if |a| >= |b| or a is 0. */
XL_VEC XL_V XL_MATH(two_sum)(XL_V a, XL_V b, XL_V *low, size_t vl)
{
    XL_V sum = XL_OP(add)(a, b, vl);
    *low = XL_OP(add)(XL_OP(sub)(a, sum, vl), b, vl);
    return sum;
}

/* The product of the pairs a and b, as a pair. */
XL_VEC XL_V XL_MATH(two_product)(XL_V a, XL_V a_low, XL_V b, XL_V b_low, XL_V *low, size_t vl)
{
    XL_V product = XL_OP(mul)(a, b, vl);
    XL_V rest = XL_OP(fma)(a, b, XL_OP(neg)(product, vl), vl);
    *low = XL_OP(fma)(a, b_low, XL_OP(fma)(a_low, b, rest, vl), vl);
    return product;
}

/* log2(x) as a pair, for finite x above zero. */
XL_VEC XL_V XL_MATH(log2_pair)(XL_V x, XL_V *low, size_t vl)
{
    XL_V f, d_low, u_low, v_low, sum_low;
    XL_V k = XL_FROM(XL_T, XL_I)(XL_MATH(split)(x, &f, vl), vl);

    /* s = f / (2 + f), from the remainders of sum and quotient. */
    XL_V d = XL_MATH(two_sum)(XL_OP(set1)(2, vl), f, &d_low, vl);
    XL_V s = XL_OP(div)(f, d, vl), minus_s = XL_OP(neg)(s, vl);
    XL_V s_low = XL_OP(fma)(minus_s, d, f, vl);
    s_low = XL_OP(div)(XL_OP(fma)(minus_s, d_low, s_low, vl), d, vl);
    XL_V u = XL_MATH(two_product)(s, s_low, s, s_low, &u_low, vl);

    XL_V p = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(pow), u, vl);
    p = XL_OP(mul)(u, p, vl);
    XL_V sum = XL_MATH(two_sum)(XL_OP(set1)(XL_THIRD, vl), p, &sum_low, vl);
    sum_low = XL_OP(add)(sum_low, XL_OP(set1)(XL_THIRD_LOW, vl), vl);
    XL_V v = XL_MATH(two_product)(u, u_low, sum, sum_low, &v_low, vl);
    sum = XL_MATH(two_sum)(XL_OP(set1)(XL_L, vl), v, &sum_low, vl);
    v_low = XL_OP(add)(v_low, XL_OP(set1)(XL_L_LOW, vl), vl);
    sum_low = XL_OP(add)(sum_low, v_low, vl);
    v = XL_MATH(two_product)(s, s_low, sum, sum_low, &v_low, vl);
    sum = XL_MATH(two_sum)(k, v, &sum_low, vl);
    *low = XL_OP(add)(sum_low, v_low, vl);
    return sum;
}

/* x^y for x from 0 on, but for the cases in which that is 1 by definition. */
XL_VEC XL_V XL_MATH(pow_magnitude)(XL_V x, XL_V y, size_t vl)
{
    XL_V low, infinity = XL_OP(set1)((XL_E)INFINITY, vl);
    XL_V zero = XL_OP(set1)(0, vl);
    XL_V log = XL_MATH(log2_pair)(x, &low, vl);
    log = XL_OP(select)(XL_OP(lt)(x, infinity, vl), log, x, vl);
    XL_M none = XL_OP(eq)(x, zero, vl);
    log = XL_OP(select)(none, XL_OP(neg)(infinity, vl), log, vl);

    XL_V product = XL_MATH(two_product)(y, zero, log, low, &low, vl);
    /* Where this changes the product, the lower part may be NaN, and does not
     * matter. */
    XL_V bounded = XL_OP(clamp)(product, -(XL_MOST), XL_MOST, vl);
    low = XL_OP(select)(XL_OP(eq)(bounded, product, vl), low, zero, vl);
    XL_V k = XL_OP(roundeven)(bounded, vl);
    XL_V t = XL_OP(add)(XL_OP(sub)(bounded, k, vl), low, vl);
    return XL_MATH(exp2_parts)(k, t, vl);
}

/* With the cases of C23 F.10.4.4. If x is negative, odd y give a negative result, other whole y a
 * positive one, and the others NaN unless x is infinite. 1^y and x^0 are 1 even for NaN, and so is
 * (-1)^infinity. */
XL_VEC XL_V XL_MATH(pow)(XL_V x, XL_V y, size_t vl)
{
    XL_V zero = XL_OP(set1)(0, vl), one = XL_OP(set1)(1, vl);
    XL_V infinity = XL_OP(set1)((XL_E)INFINITY, vl);
    XL_V magnitude = XL_OP(abs)(x, vl);
    XL_V r = XL_MATH(pow_magnitude)(magnitude, y, vl);

    XL_V half = XL_OP(mul)(y, XL_OP(set1)((XL_E)0.5, vl), vl);
    XL_M whole = XL_OP(eq)(XL_OP(roundeven)(y, vl), y, vl);
    XL_M even = XL_OP(eq)(XL_OP(roundeven)(half, vl), half, vl);
    XL_M odd = XL_MASK_OP(and)(whole, XL_MASK_OP(not)(even, vl), vl);
    XL_V sign = XL_OP(select)(odd, x, zero, vl);
    r = XL_MATH(negate)(r, XL_BITCAST(XL_U, XL_T)(sign), vl);
    XL_M finite = XL_OP(lt)(magnitude, infinity, vl);
    XL_M invalid = XL_MASK_OP(and)(XL_OP(lt)(x, zero, vl), finite, vl);
    invalid = XL_MASK_OP(and)(invalid, XL_MASK_OP(not)(whole, vl), vl);
    r = XL_OP(select)(invalid, XL_OP(set1)((XL_E)NAN, vl), r, vl);

    XL_M endless = XL_OP(eq)(XL_OP(abs)(y, vl), infinity, vl);
    endless = XL_MASK_OP(and)(endless, XL_OP(eq)(magnitude, one, vl), vl);
    XL_M unit = XL_OP(eq)(x, one, vl);
    unit = XL_MASK_OP(or)(unit, XL_OP(eq)(y, zero, vl), vl);
    return XL_OP(select)(XL_MASK_OP(or)(unit, endless, vl), one, r, vl);
}

#undef XL_L
#undef XL_L_LOW
#undef XL_THIRD
#undef XL_THIRD_LOW
#undef XL_MOST
#undef XL_T
#undef XL_W
