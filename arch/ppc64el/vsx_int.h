/* The operations of the integer types on VSX: a template file of each_int.h. gcc, too, lets sums wrap in the unsigned lane type.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (128 / XL_W)
#define XL_VSX_E XL_JOIN(XL_VSX_E_, XL_T, )             /* the lane as altivec.h has it */
#define XL_VSX_UE XL_JOIN(XL_VSX_E_u, XL_W, )           /* the same, unsigned */
#include "vsx_common.h"

XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { xl_vsx_store(p, (xl_u8)v, vl * (XL_W / 8), XL_W / 8); }
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl) { (void)vl; return (XL_E)vec_extract(v, (int)i); }
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)vec_add((XL_UV)a, (XL_UV)b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)vec_sub((XL_UV)a, (XL_UV)b); }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_min(a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_max(a, b); }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_and(a, b); }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_or(a, b); }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_xor(a, b); }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return vec_nor(a, a); }
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return k < XL_W ? (XL_V)vec_sl((XL_UV)a, vec_splats((XL_VSX_UE)k)) : vec_splats((XL_VSX_E)0);
}
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
#if XL_IS_SIGNED
    XL_VSX_UE count = (XL_VSX_UE)(k < XL_W ? k : XL_W - 1); /* apart: gcc 14 fails on a conditional inside vec_splats */
    return vec_sra(a, vec_splats(count));
#else
    return k < XL_W ? vec_sr(a, vec_splats((XL_VSX_E)k)) : vec_splats((XL_VSX_E)0);
#endif
}

#if XL_W <= 16
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_adds(a, b); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_subs(a, b); }
#if !XL_IS_SIGNED
XL_VEC XL_V XL_OP(avg)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_avg(a, b); }
#ifdef _ARCH_PWR9
XL_VEC XL_V XL_OP(absdiff)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_absd(a, b); }
#endif
#endif
#endif

#if XL_W == 16
/* The high 16 bits of each product. Those of the even lanes come from vec_mule. */
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl)
{
    xl_u8 high = {2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31};
    (void)vl;
    return (XL_V)vec_perm((xl_u8)vec_mule(a, b), (xl_u8)vec_mulo(a, b), high);
}
#endif

#if XL_W == 32
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)vec_mul((XL_UV)a, (XL_UV)b); }
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
#ifdef _ARCH_PWR10
    return vec_mulh(a, b);
#else
    xl_u8 high = {4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31};
    return (XL_V)vec_perm((xl_u8)vec_mule(a, b), (xl_u8)vec_mulo(a, b), high);
#endif
}
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl)
{
    (void)vl;
    return (XL_V)vec_add(vec_splats((uint32_t)start), (xl_u32){0, 1, 2, 3});
}
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl)
{
    const xl_u8 by_one = {0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27};
    const xl_u8 by_two = {0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23};
    xl_u8 zero = vec_splats((unsigned char)0);
    xl_u32 s = (xl_u32)v;
    (void)vl;
    s = vec_add(s, (xl_u32)vec_perm(zero, (xl_u8)s, by_one));
    s = vec_add(s, (xl_u32)vec_perm(zero, (xl_u8)s, by_two));
    return (XL_V)s;
}
#endif

#if XL_W >= 32
#define XL_FOLD add
#define XL_NEUTRAL 0
#include "vsx_reduce.h"
#define XL_FOLD min
#define XL_NEUTRAL (XL_IS_SIGNED ? (XL_E)((XL_VSX_UE)-1 >> 1) : (XL_E)-1)
#include "vsx_reduce.h"
#define XL_FOLD max
#define XL_NEUTRAL (XL_IS_SIGNED ? (XL_E)((XL_VSX_UE)1 << (XL_W - 1)) : 0)
#include "vsx_reduce.h"
#endif

#undef XL_LANES
#undef XL_VSX_E
#undef XL_VSX_UE
