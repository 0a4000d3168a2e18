/* Template of rvv.h, for the lane types of integers. XL_RVV_UNSIGNED is 1 for unsigned ones.
 * SPDX-License-Identifier: MIT
 */
#if XL_RVV_UNSIGNED
#define XL_RVV_KIND(I, FORM) XL_RVV(I##u##FORM)
#else
#define XL_RVV_KIND(I, FORM) XL_RVV(I##FORM)
#endif
#define XL_RVV_SET vmv_v_x
#define XL_RVV_GET vmv_x_s
#include "rvv_lane.h"

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vadd_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vsub_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { return XL_RVV_KIND(vmin, _vv)(a, b, vl); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { return XL_RVV_KIND(vmax, _vv)(a, b, vl); }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vand_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vor_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vxor_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { return XL_RVV(vnot_v)(a, vl); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { return XL_RVV_B(vmseq_vv)(a, b, vl); }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { return XL_JOIN(XL_RVV_KIND(vmslt, _vv), _b, XL_W)(a, b, vl); }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { return XL_JOIN(XL_RVV_KIND(vmsle, _vv), _b, XL_W)(a, b, vl); }

/* Shifts take their count modulo XL_W, so one of XL_W or more is dealt with first. */
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    if (k >= XL_W)
        return XL_OP(set1)(0, vl);
    return XL_RVV(vsll_vx)(a, k, vl);
}

XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
#if XL_RVV_UNSIGNED
    if (k >= XL_W)
        return XL_OP(set1)(0, vl);
    return XL_RVV(vsrl_vx)(a, k, vl);
#else
    return XL_RVV(vsra_vx)(a, k < XL_W ? k : XL_W - 1, vl);
#endif
}

#if XL_W > 8
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vmul_vv)(a, b, vl); }
#endif

#if XL_W == 16 || XL_W == 32
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl) { return XL_RVV_KIND(vmulh, _vv)(a, b, vl); }
#endif

#if XL_W < 32
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { return XL_RVV_KIND(vsadd, _vv)(a, b, vl); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { return XL_RVV_KIND(vssub, _vv)(a, b, vl); }
#endif

/* Reductions fold lane 0 of their second vector in: v itself serves for a minimum, where a value twice does no harm. */
#if XL_W >= 32
XL_VEC XL_V XL_OP(add_keep)(XL_V a, XL_V b, size_t vl) { return XL_JOIN(XL_RVV(vadd_vv), _tu, )(a, a, b, vl); }

XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    return XL_RVV_E(vmv_x_s)(XL_RVV_FOLD(vredsum_vs)(v, XL_RVV(vmv_s_x)(0, 1), vl));
}

XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    return XL_RVV_E(vmv_x_s)(XL_JOIN(XL_RVV_KIND(vredmin, _vs), _, XL_JOIN(XL_T, m1, ))(v, v, vl));
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    return XL_RVV_E(vmv_x_s)(XL_JOIN(XL_RVV_KIND(vredmax, _vs), _, XL_JOIN(XL_T, m1, ))(v, v, vl));
}
#endif

#if XL_W == 32
/* Lane i adds lane i - k, for k = 1, 2, 4 and so on. vslideup leaves the lanes below k as they were, zero. */
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl)
{
    XL_V zero = XL_OP(set1)(0, vl);
    for (size_t k = 1; k < vl; k *= 2)
        v = XL_OP(add)(v, XL_RVV(vslideup_vx)(zero, v, k, vl), vl);
    return v;
}

/* Offsets are in bytes, and 4 * index wants more than 32 bits. */
XL_VEC XL_V XL_OP(gather)(const XL_E *p, vuint32m1_t index, size_t vl)
{
    return XL_RVV(vluxei64_v)(p, __riscv_vwmulu_vx_u64m2(index, sizeof *p, vl), vl);
}
#endif

#undef XL_RVV_KIND
#undef XL_RVV_SET
#undef XL_RVV_GET
#undef XL_T
#undef XL_W
