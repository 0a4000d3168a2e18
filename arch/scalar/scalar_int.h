/* The operations of the integer types in plain C: a template file of each_int.h.
 * SPDX-License-Identifier: MIT
 */
#include "scalar_common.h"

/* The type in which integers wrap: unsigned, and at least as wide as int, so that nothing promotes to signed. */
#define XL_SCALAR_WRAP XL_JOIN(XL_SCALAR_WRAP_, XL_W, )

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){(XL_E)((XL_SCALAR_WRAP)a.v + (XL_SCALAR_WRAP)b.v)}; }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){(XL_E)((XL_SCALAR_WRAP)a.v - (XL_SCALAR_WRAP)b.v)}; }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){(XL_E)((XL_SCALAR_WRAP)a.v * (XL_SCALAR_WRAP)b.v)}; }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return a.v < b.v ? a : b; }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return a.v > b.v ? a : b; }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){(XL_E)(a.v & b.v)}; }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){(XL_E)(a.v | b.v)}; }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V){(XL_E)(a.v ^ b.v)}; }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return (XL_V){(XL_E)~a.v}; }
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return (XL_V){(XL_E)(k < XL_W ? (XL_SCALAR_WRAP)a.v << k : 0)};
}
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return (XL_V){(XL_E)(k < XL_W ? a.v >> k : a.v >> (XL_W - 1) >> 1)};
}

#if XL_W <= 16
/* A sum of such lanes fits in int. */
XL_VEC XL_V XL_OP(clamp_int)(int x)
{
    const int least = XL_IS_SIGNED ? -(1 << (XL_W - 1)) : 0, greatest = (1 << (XL_W - XL_IS_SIGNED)) - 1;
    return (XL_V){(XL_E)(x < least ? least : x > greatest ? greatest : x)};
}
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_OP(clamp_int)(a.v + b.v); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_OP(clamp_int)(a.v - b.v); }
#endif

#if XL_W == 16
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return (XL_V){(XL_E)((int64_t)a.v * b.v >> 16)};
}
#endif

#if XL_W == 32
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl) { (void)vl; return (XL_V){start}; }
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl) { (void)vl; return v; }
#endif

#undef XL_SCALAR_WRAP
