/* The operations of the integer types on LSX and LASX: a template file of each_int.h.
 * SPDX-License-Identifier: MIT
 */
#include "lx_common.h"

XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return (XL_V)XL_LX_S(replgr2vr)((XL_JOIN(int, XL_W, _t))x); }
XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_S(add)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_S(sub)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(min)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(max)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX(and_v)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX(or_v)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX(xor_v)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return (XL_V)XL_LX(nor_v)((xl_lx)a, (xl_lx)a); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_LX_S(seq)((xl_lx)a, (xl_lx)b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_LX_T(slt)((xl_lx)a, (xl_lx)b)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_LX_T(sle)((xl_lx)a, (xl_lx)b)}; }

/* Shift counts are taken modulo W: what is shifted out by more is masked. A choice between two results would let gcc -O3
 * make a loop of its own of k = W, without vector arithmetic. */
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return (XL_V)XL_LX(and_v)(XL_LX_S(sll)((xl_lx)a, XL_LX_S(replgr2vr)((int)k)), XL_LX_S(replgr2vr)(-(k < XL_W)));
}
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
#if XL_IS_SIGNED
    return (XL_V)XL_LX_S(sra)((xl_lx)a, XL_LX_S(replgr2vr)((int)(k < XL_W ? k : XL_W - 1)));
#else
    return (XL_V)XL_LX(and_v)(XL_LX_S(srl)((xl_lx)a, XL_LX_S(replgr2vr)((int)k)), XL_LX_S(replgr2vr)(-(k < XL_W)));
#endif
}

#if XL_W > 8
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_S(mul)((xl_lx)a, (xl_lx)b); }
#endif

#if XL_W <= 16
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(sadd)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(ssub)((xl_lx)a, (xl_lx)b); }
#if !XL_IS_SIGNED
XL_VEC XL_V XL_OP(avg)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(avgr)((xl_lx)a, (xl_lx)b); }
XL_VEC XL_V XL_OP(absdiff)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(absd)((xl_lx)a, (xl_lx)b); }
#endif
#endif

#if XL_W == 16 || XL_W == 32
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_LX_T(muh)((xl_lx)a, (xl_lx)b); }
#endif

#if XL_W == 32
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl) { return XL_OP(add)((XL_V)xl_lx_iota32(), XL_OP(set1)(start, vl), vl); }
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl) { (void)vl; return (XL_V)xl_lx_scan_add((xl_lx)v); }
#endif

#if XL_W >= 32
#define XL_FOLD add
#define XL_NEUTRAL 0
#include "lx_reduce.h"
#define XL_FOLD min
#define XL_NEUTRAL (XL_IS_SIGNED ? (XL_E)((XL_JOIN(xl_e_, XL_UT, ))-1 >> 1) : (XL_E)-1)
#include "lx_reduce.h"
#define XL_FOLD max
#define XL_NEUTRAL (XL_IS_SIGNED ? (XL_E)((XL_JOIN(xl_e_, XL_UT, ))1 << (XL_W - 1)) : 0)
#include "lx_reduce.h"
#endif

#undef XL_LANES
