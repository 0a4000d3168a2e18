/* Template of reduce_f32.h and reduce_f64.h, for floats of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#define XL_T XL_JOIN(f, XL_W, )

/* 2/pi, and pi/2 = A + B + C. For products that are not fused, A = A1 + A2 + A3 and B + C = B1 + B2
 * + REST, with so few bits that k times each is exact, but for the last. */
#if XL_W == 32
#define XL_A1 0x1.92p+0f
#define XL_A2 0x1.fb4p-12f
#define XL_A3 0x1p-23f
#define XL_B1 -0x1.774p-25f
#define XL_B2 -0x1.d2cp-36f
#define XL_REST -0x1.3dcb3cp-47f
#define XL_INVERSE 0x1.45f306p-1f
#define XL_A 0x1.921fb6p+0f
#define XL_B -0x1.777a5cp-25f
#define XL_C -0x1.ee59dap-50f
#else
#define XL_A1 0x1.921fb4p+0
#define XL_A2 0x1.4442dp-24
#define XL_A3 0x1.8p-48
#define XL_B1 0x1.1a626p-54
#define XL_B2 0x1.98a2ep-77
#define XL_REST 0x1.b839a252049c1p-104
#define XL_INVERSE 0x1.45f306dc9c883p-1
#define XL_A 0x1.921fb54442d18p+0
#define XL_B 0x1.1a62633145c07p-54
#define XL_C -0x1.f1976b7ed8fbcp-110
#endif

/* magnitude = (pi/2) (4 j + quadrant) + r + low, with |r| <= pi/4 and low far smaller than r.
 *
 * Cody and Waite's reduction, fused. magnitude - k A is a multiple of the last bit of 1/2 and below
 * 1, hence exact. k B is two numbers, and subtracting the upper one leaves an error that Knuth's
 * two-sum finds. What rounds is in low. */
XL_VEC XL_V XL_MATH(reduce_near)(XL_V magnitude, XL_V *low, XL_U_V *quadrant, size_t vl)
{
    XL_V k = XL_OP(mul)(magnitude, XL_OP(set1)(XL_INVERSE, vl), vl);
    k = XL_OP(roundeven)(k, vl);
    *quadrant = XL_BITCAST(XL_U, XL_I)(XL_MATH(whole)(k, vl));

#ifdef XL_MATH_UNFUSED
    XL_V kb1 = XL_OP(mul_s)(k, XL_B1, vl), kb2 = XL_OP(mul_s)(k, XL_B2, vl);
    XL_V kb = XL_OP(add)(kb1, kb2, vl);
    XL_V kb_low =
        XL_OP(add)(XL_OP(sub)(kb2, XL_OP(sub)(kb, kb1, vl), vl), XL_OP(mul_s)(k, XL_REST, vl), vl);

    XL_V first = XL_OP(sub)(magnitude, XL_OP(mul_s)(k, XL_A1, vl), vl);
    first = XL_OP(sub)(first, XL_OP(mul_s)(k, XL_A2, vl), vl);
    first = XL_OP(sub)(first, XL_OP(mul_s)(k, XL_A3, vl), vl);
#else
    XL_V b = XL_OP(set1)(XL_B, vl), kb = XL_OP(mul)(k, b, vl);
    XL_V kb_low = XL_OP(fma)(k, b, XL_OP(neg)(kb, vl), vl);
    kb_low = XL_OP(fma)(k, XL_OP(set1)(XL_C, vl), kb_low, vl);

    XL_V first = XL_OP(fma)(k, XL_OP(set1)(-XL_A, vl), magnitude, vl);
#endif
    XL_V r = XL_OP(sub)(first, kb, vl);
    XL_V taken = XL_OP(sub)(first, r, vl); /* kb as far as it went into r */
    XL_V error = XL_OP(sub)(first, XL_OP(add)(r, taken, vl), vl);
    error = XL_OP(sub)(error, XL_OP(sub)(kb, taken, vl), vl);
    *low = XL_OP(sub)(error, kb_low, vl);
    return r;
}

#undef XL_A1
#undef XL_A2
#undef XL_A3
#undef XL_B1
#undef XL_B2
#undef XL_REST
#undef XL_INVERSE
#undef XL_A
#undef XL_B
#undef XL_C
#undef XL_T
#undef XL_W
