/* Template of cbrt.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* THIRD is 2/3 of the bits of 1, less what makes the largest error least. Numbers below LOW are
 * scaled by SCALE, a power of 8, and numbers above HIGH by its inverse, so that nothing underflows
 * or overflows. ROOT is the cube root of SCALE. */
#if XL_W == 32
#define XL_STEPS 2
#define XL_THIRD 0x2a513780
#define XL_LOW 1e-30f
#define XL_HIGH 1e30f
#define XL_SCALE 0x1p24f
#define XL_ROOT 0x1p8f
#else
#define XL_STEPS 3
#define XL_THIRD 0x2a9f7893
#define XL_LOW 1e-270
#define XL_HIGH 1e270
#define XL_SCALE 0x1p54
#define XL_ROOT 0x1p18
#endif

/* One step of Halley's method from y, for the cube root of x. */
XL_VEC XL_V XL_MATH(halley)(XL_V y, XL_V x, size_t vl)
{
    XL_V y2 = XL_OP(mul)(y, y, vl);
    XL_V y2_low = XL_OP(fma)(y, y, XL_OP(neg)(y2, vl), vl);
    XL_V residual = XL_OP(fma)(y2, y, XL_OP(neg)(x, vl), vl);
    residual = XL_OP(fma)(y2_low, y, residual, vl);
    /* 2 y^3 + x is 3 x and twice the residual. */
    XL_V slope = XL_OP(mul)(x, XL_OP(set1)(3, vl), vl);
    slope = XL_OP(fma)(residual, XL_OP(set1)(2, vl), slope, vl);
    return XL_OP(sub)(y, XL_OP(mul)(y, XL_OP(div)(residual, slope, vl), vl), vl);
}

XL_VEC XL_V XL_MATH(cbrt)(XL_V x, size_t vl)
{
    XL_V magnitude = XL_OP(abs)(x, vl), one = XL_OP(set1)(1, vl);
    XL_M low = XL_OP(lt)(magnitude, XL_OP(set1)(XL_LOW, vl), vl);
    XL_M high = XL_OP(lt)(XL_OP(set1)(XL_HIGH, vl), magnitude, vl);
    XL_V scale = XL_OP(select)(low, XL_OP(set1)(XL_SCALE, vl), one, vl);
    scale = XL_OP(select)(high, XL_OP(set1)(1 / XL_SCALE, vl), scale, vl);
    XL_V root = XL_OP(select)(low, XL_OP(set1)(1 / XL_ROOT, vl), one, vl);
    root = XL_OP(select)(high, XL_OP(set1)(XL_ROOT, vl), root, vl);
    XL_V m = XL_OP(mul)(magnitude, scale, vl);

    XL_V y = XL_MATH(root_guess)(m, XL_THIRD, vl);
    for (int step = 0; step < XL_STEPS; step++)
        y = XL_MATH(halley)(y, m, vl);
    y = XL_MATH(negate)(XL_OP(mul)(y, root, vl), XL_BITCAST(XL_U, XL_T)(x), vl);

    /* Zero, infinity and NaN are their own roots. */
    XL_V infinity = XL_OP(set1)((XL_E)INFINITY, vl);
    XL_M positive = XL_OP(lt)(XL_OP(set1)(0, vl), magnitude, vl);
    XL_M finite = XL_OP(lt)(magnitude, infinity, vl);
    XL_V same = XL_OP(add)(x, x, vl);
    return XL_OP(select)(XL_MASK_OP(and)(positive, finite, vl), y, same, vl);
}

#undef XL_STEPS
#undef XL_THIRD
#undef XL_LOW
#undef XL_HIGH
#undef XL_SCALE
#undef XL_ROOT
#undef XL_T
#undef XL_W
