/* The operations of f32 and f64 on LSX and LASX: a template file of each_float.h.
 * SPDX-License-Identifier: MIT
 */
#include "lx_common.h"

#define XL_LX_FV XL_JOIN(xl_lx_, XL_T, ) /* the vector as lasxintrin.h and lsxintrin.h have it */
#define XL_LX_SIGN (XL_W - 1)            /* the number of the sign bit */

XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl)
{
    XL_JOIN(int, XL_W, _t) bits;
    (void)vl;
    memcpy(&bits, &x, sizeof bits);
    return (XL_V)XL_LX_S(replgr2vr)(bits);
}
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(fadd)((XL_LX_FV)a, (XL_LX_FV)b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(fsub)((XL_LX_FV)a, (XL_LX_FV)b); }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(fmul)((XL_LX_FV)a, (XL_LX_FV)b); }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(fdiv)((XL_LX_FV)a, (XL_LX_FV)b); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_T(fsqrt)((XL_LX_FV)a); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl)
{
    (void)vl;
    return (XL_V)XL_LX_T(fmadd)((XL_LX_FV)a, (XL_LX_FV)b, (XL_LX_FV)c);
}
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_S(bitclri)((xl_lx)a, XL_LX_SIGN); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_S(bitrevi)((xl_lx)a, XL_LX_SIGN); }
XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return (XL_V)XL_LX(bitsel_v)((xl_lx)b, (xl_lx)a, XL_LX_S(bitclri)(XL_LX_S(repli)(-1), XL_LX_SIGN));
}
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_T(frintrne)((XL_LX_FV)a); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_T(frintrm)((XL_LX_FV)a); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_T(frintrp)((XL_LX_FV)a); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX_T(frintrz)((XL_LX_FV)a); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_LX_T(fcmp_ceq)((XL_LX_FV)a, (XL_LX_FV)b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_LX_T(fcmp_clt)((XL_LX_FV)a, (XL_LX_FV)b)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_LX_T(fcmp_cle)((XL_LX_FV)a, (XL_LX_FV)b)}; }

/* vfmin and vfmax are IEEE 754-2008's minNum and maxNum. They prefer a number to a NaN, and leave open which of two zeros
 * they give. So both orders are tried, the second with an operand that the compiler takes for another one: to gcc 14 the order
 * is all the same. Where a NaN is there, all bits become ones, a NaN. */
#define XL_LX_HIDE(V) __asm__("" : "+f"(V))
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl)
{
    XL_LX_FV x = (XL_LX_FV)a, y = (XL_LX_FV)b;
    xl_lx r = (xl_lx)XL_LX_T(fmin)(x, y);
    (void)vl;
    XL_LX_HIDE(x);
    r = XL_LX(or_v)(r, (xl_lx)XL_LX_T(fmin)(y, x));
    return (XL_V)XL_LX(or_v)(r, XL_LX_T(fcmp_cun)(x, y));
}
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl)
{
    XL_LX_FV x = (XL_LX_FV)a, y = (XL_LX_FV)b;
    xl_lx r = (xl_lx)XL_LX_T(fmax)(x, y);
    (void)vl;
    XL_LX_HIDE(x);
    r = XL_LX(and_v)(r, (xl_lx)XL_LX_T(fmax)(y, x));
    return (XL_V)XL_LX(or_v)(r, XL_LX_T(fcmp_cun)(x, y));
}

#define XL_FOLD add
#define XL_NEUTRAL (-(XL_E)0) /* -0, not 0, is what a sum of floats leaves unchanged */
#include "lx_reduce.h"
#define XL_FOLD min
#define XL_NEUTRAL ((XL_E)__builtin_inff())
#include "lx_reduce.h"
#define XL_FOLD max
#define XL_NEUTRAL (-(XL_E)__builtin_inff())
#include "lx_reduce.h"

#undef XL_LX_FV
#undef XL_LX_HIDE
#undef XL_LX_SIGN
#undef XL_LANES
