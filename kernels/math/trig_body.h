/* Template of trig.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )
#if XL_W == 32
#define XL_NEAR XL_MATH_NEAR_F32
#define XL_FAR_LEAST XL_MATH_FAR_LEAST_F32
#else
#define XL_NEAR XL_MATH_NEAR_F64
#define XL_FAR_LEAST XL_MATH_FAR_LEAST_F64
#endif

/* |x| = (pi/2) (4 j + quadrant) + r + low. Each lane is reduced by its own size, whatever the other
 * lanes are: the second reduction is skipped if no lane needs it. */
XL_VEC XL_V XL_MATH(reduce)(XL_V x, XL_V *low, XL_U_V *quadrant, size_t vl)
{
    XL_V magnitude = XL_OP(abs)(x, vl);
    XL_V r = XL_MATH(reduce_near)(magnitude, low, quadrant, vl);
    XL_M far = XL_OP(lt)(XL_OP(set1)(XL_NEAR, vl), magnitude, vl);
    if (__builtin_expect(XL_MASK_OP(any)(far, vl), 0)) { /* registers are for the other lanes */
        XL_V far_low;
        XL_U_V far_quadrant;
        XL_V enough = XL_OP(max)(magnitude, XL_OP(set1)(XL_FAR_LEAST, vl), vl);
        XL_V far_r = XL_MATH(reduce_far)(enough, &far_low, &far_quadrant, vl);
        r = XL_OP(select)(far, far_r, r, vl);
        *low = XL_OP(select)(far, far_low, *low, vl);
        *quadrant = XL_U_OP(select)(far, far_quadrant, *quadrant, vl);
    }
    return r;
}

/* The sine, the cosine and the tangent of r + low, with |r| <= pi/4. */
XL_VEC XL_V XL_MATH(sin_part)(XL_V r, XL_V low, size_t vl)
{
    XL_V r2 = XL_OP(mul)(r, r, vl);
    XL_V s = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(sin), r2, vl);
    return XL_OP(add)(r, XL_MATH_STEP(XL_T)(XL_OP(mul)(r, r2, vl), s, low, vl), vl);
}

XL_VEC XL_V XL_MATH(cos_part)(XL_V r, XL_V low, size_t vl)
{
    XL_V r2 = XL_OP(mul)(r, r, vl);
#ifdef XL_MATH_UNFUSED
    /* -r^2 / 2, the first coefficient, is added by itself, and what its sum with 1 lacks with the
     * rest: r^4 (C - C_0) is below 0.02. */
    size_t count = sizeof XL_MATH_TABLE(cos) / sizeof XL_MATH_TABLE(cos)[0] - 1;
    XL_V c = XL_MATH(horner)(XL_MATH_TABLE(cos), count, r2, vl), one = XL_OP(set1)(1, vl);
    XL_V half = XL_OP(mul)(r2, XL_OP(set1)((XL_E)0.5, vl), vl), most = XL_OP(sub)(one, half, vl);
    XL_V lacks =
        XL_OP(sub)(XL_OP(sub)(XL_OP(sub)(one, most, vl), half, vl), XL_OP(mul)(r, low, vl), vl);
    return XL_OP(add)(most, XL_OP(mul_add)(XL_OP(mul)(r2, r2, vl), c, lacks, vl), vl);
#else
    XL_V c = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(cos), r2, vl);
    c = XL_OP(fma)(r2, c, XL_OP(neg)(XL_OP(mul)(r, low, vl), vl), vl);
    return XL_OP(add)(XL_OP(set1)(1, vl), c, vl);
#endif
}

XL_VEC XL_V XL_MATH(tan_part)(XL_V r, XL_V low, size_t vl)
{
    XL_V r2 = XL_OP(mul)(r, r, vl);
    XL_V t = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(tan), r2, vl);
    t = XL_OP(mul)(XL_OP(mul)(r, r2, vl), t, vl);
    XL_V w = XL_OP(add)(r, t, vl);
    low = XL_OP(fma)(low, XL_OP(mul)(w, w, vl), low, vl);
    return XL_OP(add)(r, XL_OP(add)(t, low, vl), vl);
}

/* One value in even quadrants, another in odd ones. */
XL_VEC XL_V XL_MATH(by_quadrant)(XL_U_V quadrant, XL_V even, XL_V odd, size_t vl)
{
    XL_U_V last = XL_U_OP(and)(quadrant, XL_U_OP(set1)(1, vl), vl);
    return XL_OP(select)(XL_U_OP(eq)(last, XL_U_OP(set1)(0, vl), vl), even, odd, vl);
}

/* sin(|x| + shift pi/2) */
XL_VEC XL_V XL_MATH(sin_shifted)(XL_V x, XL_U_E shift, size_t vl)
{
    XL_V low;
    XL_U_V quadrant;
    XL_V r = XL_MATH(reduce)(x, &low, &quadrant, vl);
    quadrant = XL_U_OP(add)(quadrant, XL_U_OP(set1)(shift, vl), vl);
    XL_V sine = XL_MATH(sin_part)(r, low, vl), cosine = XL_MATH(cos_part)(r, low, vl);
    XL_V y = XL_MATH(by_quadrant)(quadrant, sine, cosine, vl);
    return XL_MATH(negate)(y, XL_U_OP(shl)(quadrant, XL_W - 2, vl), vl);
}

XL_VEC XL_V XL_MATH(sin)(XL_V x, size_t vl)
{
    return XL_MATH(negate)(XL_MATH(sin_shifted)(x, 0, vl), XL_BITCAST(XL_U, XL_T)(x), vl);
}

XL_VEC XL_V XL_MATH(cos)(XL_V x, size_t vl)
{
    return XL_MATH(sin_shifted)(x, 1, vl);
}

XL_VEC XL_V XL_MATH(tan)(XL_V x, size_t vl)
{
    XL_V low;
    XL_U_V quadrant;
    XL_V r = XL_MATH(reduce)(x, &low, &quadrant, vl);
    XL_V w = XL_MATH(tan_part)(r, low, vl);
    XL_V inverse = XL_OP(div)(XL_OP(set1)(-1, vl), w, vl);
    w = XL_MATH(by_quadrant)(quadrant, w, inverse, vl);
    return XL_MATH(negate)(w, XL_BITCAST(XL_U, XL_T)(x), vl);
}

#undef XL_NEAR
#undef XL_FAR_LEAST
#undef XL_T
#undef XL_W
