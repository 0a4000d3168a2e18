/* The operations of the integer types on VX: a template file of each_int.h. Sums wrap in the unsigned lane type.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (128 / XL_W)
#define XL_VX_E XL_JOIN(XL_VX_E_, XL_T, )             /* the lane as vecintrin.h has it */
#define XL_VX_UE XL_JOIN(XL_VX_E_u, XL_W, )           /* the same, unsigned */
#include "vx_common.h"

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)((XL_UV)a + (XL_UV)b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)((XL_UV)a - (XL_UV)b); }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_min(a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_max(a, b); }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return a & b; }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return a | b; }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return a ^ b; }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return ~a; }
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return k < XL_W ? (XL_V)((XL_UV)a << vec_splats((XL_VX_UE)k)) : vec_splats((XL_VX_E)0);
}
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
#if XL_IS_SIGNED
    return a >> vec_splats((XL_VX_E)(k < XL_W ? k : XL_W - 1));
#else
    return k < XL_W ? a >> vec_splats((XL_VX_E)k) : vec_splats((XL_VX_E)0);
#endif
}

#if XL_W <= 16
/* VX does not saturate. */
#if XL_IS_SIGNED
/* Where the sum's sign shows an overflow, the limit on the side of a. */
XL_VEC XL_V XL_JOIN(xl_vx_saturate_, XL_T, )(XL_V r, XL_V overflow, XL_V a)
{
    XL_V limit = (a >> vec_splats((XL_VX_E)(XL_W - 1))) ^ vec_splats((XL_VX_E)((1 << (XL_W - 1)) - 1));
    return vec_sel(r, limit, vec_cmpgt(vec_splats((XL_VX_E)0), overflow));
}
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl)
{
    XL_V r = XL_OP(add)(a, b, vl);
    return XL_JOIN(xl_vx_saturate_, XL_T, )(r, (r ^ a) & (r ^ b), a);
}
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl)
{
    XL_V r = XL_OP(sub)(a, b, vl);
    return XL_JOIN(xl_vx_saturate_, XL_T, )(r, (a ^ b) & (r ^ a), a);
}
#else
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return a + vec_min(b, ~a); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return a - vec_min(a, b); }
XL_VEC XL_V XL_OP(avg)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_avg(a, b); }
#endif
#endif

#if XL_W == 16 || XL_W == 32
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)((XL_UV)a * (XL_UV)b); }
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_mulh(a, b); }
#endif

#if XL_W == 32
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl)
{
    (void)vl;
    return (XL_V)(vec_splats((uint32_t)start) + (xl_u32){0, 1, 2, 3});
}
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl)
{
    (void)vl;
    xl_u32 zero = vec_splats(0u), s = (xl_u32)v;
    s += vec_sld(zero, s, 12);
    s += vec_sld(zero, s, 8);
    return (XL_V)s;
}
#endif

#if XL_W >= 32
/* The sum of a vector's lanes is 128 bits wide: its low ones are the wrapped sum. */
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    XL_UV zero = vec_splats((XL_VX_UE)0), live = (XL_UV)v & (XL_UV)XL_JOIN(xl_vx_below, XL_W, )(vl).v;
    return (XL_E)vec_extract((XL_UV)vec_sum_u128(live, zero), XL_LANES - 1);
}
#define XL_FOLD min
#define XL_NEUTRAL (XL_IS_SIGNED ? (XL_E)((XL_VX_UE)-1 >> 1) : (XL_E)-1)
#include "vx_reduce.h"
#define XL_FOLD max
#define XL_NEUTRAL (XL_IS_SIGNED ? (XL_E)((XL_VX_UE)1 << (XL_W - 1)) : 0)
#include "vx_reduce.h"
#endif

#undef XL_LANES
#undef XL_VX_E
#undef XL_VX_UE
