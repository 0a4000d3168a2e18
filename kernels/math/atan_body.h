/* Template of atan.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* pi/2 in two numbers. */
#if XL_W == 32
#define XL_HALF_PI 0x1.921fb6p+0f
#define XL_HALF_PI_LOW -0x1.777a5cp-25f
#else
#define XL_HALF_PI 0x1.921fb54442d18p+0
#define XL_HALF_PI_LOW 0x1.1a62633145c07p-54
#endif

/* The arctangent of 0 <= t <= 1. */
XL_VEC XL_V XL_MATH(atan_part)(XL_V t, size_t vl)
{
    XL_V t2 = XL_OP(mul)(t, t, vl);
    XL_V p = XL_MATH_POLYNOMIAL(XL_T, XL_MATH_TABLE(atan), t2, vl);
    return XL_OP(fma)(XL_OP(mul)(t, t2, vl), p, t, vl);
}

/* turns pi/2 + y, or - y in lanes where `minus` is set. */
XL_VEC XL_V XL_MATH(from_turns)(XL_V turns, XL_M minus, XL_V y, size_t vl)
{
    y = XL_OP(select)(minus, XL_OP(neg)(y, vl), y, vl);
    y = XL_OP(fma)(turns, XL_OP(set1)(XL_HALF_PI_LOW, vl), y, vl);
    return XL_OP(fma)(turns, XL_OP(set1)(XL_HALF_PI, vl), y, vl);
}

XL_VEC XL_V XL_MATH(atan)(XL_V x, size_t vl)
{
    XL_V magnitude = XL_OP(abs)(x, vl);
    XL_V zero = XL_OP(set1)(0, vl), one = XL_OP(set1)(1, vl);
    XL_M large = XL_OP(lt)(one, magnitude, vl);
    XL_V t = XL_OP(div)(one, magnitude, vl);
    t = XL_OP(select)(large, t, magnitude, vl);
    XL_V turns = XL_OP(select)(large, one, zero, vl);
    t = XL_MATH(from_turns)(turns, large, XL_MATH(atan_part)(t, vl), vl);
    return XL_MATH(negate)(t, XL_BITCAST(XL_U, XL_T)(x), vl);
}

/* t is the smaller of |a| and |b| over the larger: 0 for two zeros and 1 for two infinities, as C23
 * F.10.1.4 requires. The sign bit of b counts, also that of -0. */
XL_VEC XL_V XL_MATH(atan2)(XL_V a, XL_V b, size_t vl)
{
    XL_V high = XL_OP(abs)(a, vl), wide = XL_OP(abs)(b, vl);
    XL_V small = XL_OP(min)(high, wide, vl), large = XL_OP(max)(high, wide, vl);
    XL_V zero = XL_OP(set1)(0, vl), one = XL_OP(set1)(1, vl);
    XL_V infinity = XL_OP(set1)((XL_E)INFINITY, vl);
    XL_M both_infinite = XL_OP(eq)(small, infinity, vl);
    small = XL_OP(select)(both_infinite, one, small, vl);
    large = XL_OP(select)(both_infinite, one, large, vl);
    large = XL_OP(select)(XL_OP(eq)(large, zero, vl), one, large, vl);
    XL_V y = XL_MATH(atan_part)(XL_OP(div)(small, large, vl), vl);

    XL_M steep = XL_OP(lt)(wide, high, vl);
    XL_M left = XL_I_OP(lt)(XL_BITCAST(XL_I, XL_T)(b), XL_I_OP(set1)(0, vl), vl);
    XL_V turns = XL_OP(select)(left, XL_OP(set1)(2, vl), zero, vl);
    turns = XL_OP(select)(steep, one, turns, vl);
    /* The angle is y, pi/2 - y, pi/2 + y or pi - y. */
    XL_M right_steep = XL_MASK_OP(and)(steep, XL_MASK_OP(not)(left, vl), vl);
    XL_M left_flat = XL_MASK_OP(and)(left, XL_MASK_OP(not)(steep, vl), vl);
    y = XL_MATH(from_turns)(turns, XL_MASK_OP(or)(right_steep, left_flat, vl), y, vl);
    return XL_MATH(negate)(y, XL_BITCAST(XL_U, XL_T)(a), vl);
}

#undef XL_HALF_PI
#undef XL_HALF_PI_LOW
#undef XL_T
#undef XL_W
