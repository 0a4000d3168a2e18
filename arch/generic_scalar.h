/* Operations with a scalar operand, as the same number in every lane: a template file of each_float.h and each_int.h.
 * SPDX-License-Identifier: MIT
 *
 * An ISA that has instructions for them defines XL_HAS_SCALAR and all of them.
 */
#ifndef XL_HAS_SCALAR
XL_VEC XL_V XL_OP(add_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(add)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_V XL_OP(sub_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(sub)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_M XL_OP(eq_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(eq)(a, XL_OP(set1)(x, vl), vl); }

/* Integers: a < x is a <= x - 1, if there is such a number. Where one of them takes fewer instructions, a constant x is replaced. */
#if !XL_IS_FLOAT && defined XL_LE_IS_SHORT
#define XL_SHORT_LE(X) (XL_LE_IS_SHORT && __builtin_constant_p(X))
#define XL_SHORT_LT(X) (!XL_LE_IS_SHORT && __builtin_constant_p(X))
#else
#define XL_SHORT_LE(X) 0
#define XL_SHORT_LT(X) 0
#endif
XL_VEC XL_M XL_OP(lt_s)(XL_V a, XL_E x, size_t vl)
{
    if (XL_SHORT_LE(x) && (XL_E)((XL_U_E)x - 1) < x)
        return XL_OP(le)(a, XL_OP(set1)((XL_E)((XL_U_E)x - 1), vl), vl);
    return XL_OP(lt)(a, XL_OP(set1)(x, vl), vl);
}
XL_VEC XL_M XL_OP(le_s)(XL_V a, XL_E x, size_t vl)
{
    if (XL_SHORT_LT(x) && x < (XL_E)((XL_U_E)x + 1))
        return XL_OP(lt)(a, XL_OP(set1)((XL_E)((XL_U_E)x + 1), vl), vl);
    return XL_OP(le)(a, XL_OP(set1)(x, vl), vl);
}
XL_VEC XL_M XL_OP(gt_s)(XL_V a, XL_E x, size_t vl)
{
    if (XL_SHORT_LE(x) && x < (XL_E)((XL_U_E)x + 1))
        return XL_OP(le)(XL_OP(set1)((XL_E)((XL_U_E)x + 1), vl), a, vl);
    return XL_OP(lt)(XL_OP(set1)(x, vl), a, vl);
}
XL_VEC XL_M XL_OP(ge_s)(XL_V a, XL_E x, size_t vl)
{
    if (XL_SHORT_LT(x) && (XL_E)((XL_U_E)x - 1) < x)
        return XL_OP(lt)(XL_OP(set1)((XL_E)((XL_U_E)x - 1), vl), a, vl);
    return XL_OP(le)(XL_OP(set1)(x, vl), a, vl);
}
#undef XL_SHORT_LE
#undef XL_SHORT_LT

#if XL_W > 8
XL_VEC XL_V XL_OP(mul_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(mul)(a, XL_OP(set1)(x, vl), vl); }
#endif

#if !XL_IS_FLOAT
XL_VEC XL_V XL_OP(min_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(min)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_V XL_OP(max_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(max)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_V XL_OP(and_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(and)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_V XL_OP(or_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(or)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_V XL_OP(xor_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(xor)(a, XL_OP(set1)(x, vl), vl); }
#if XL_W <= 16
XL_VEC XL_V XL_OP(add_sat_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(add_sat)(a, XL_OP(set1)(x, vl), vl); }
XL_VEC XL_V XL_OP(sub_sat_s)(XL_V a, XL_E x, size_t vl) { return XL_OP(sub_sat)(a, XL_OP(set1)(x, vl), vl); }
#endif
#endif
#endif
