/* Template of rvv.h, for the lane types f32 and f64.
 * SPDX-License-Identifier: MIT
 */
#define XL_RVV_SET vfmv_v_f
#define XL_RVV_GET vfmv_f_s
#include "rvv_lane.h"

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vfadd_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vfsub_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vfmul_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vfdiv_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { return XL_RVV(vfsqrt_v)(a, vl); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { return XL_RVV(vfabs_v)(a, vl); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { return XL_RVV(vfneg_v)(a, vl); }
XL_VEC XL_V XL_OP(copysign)(XL_V a, XL_V b, size_t vl) { return XL_RVV(vfsgnj_vv)(a, b, vl); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { return XL_RVV_B(vmfeq_vv)(a, b, vl); }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { return XL_RVV_B(vmflt_vv)(a, b, vl); }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { return XL_RVV_B(vmfle_vv)(a, b, vl); }
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { return XL_RVV(vfmacc_vv)(c, a, b, vl); }

XL_VEC XL_V XL_OP(add_keep)(XL_V a, XL_V b, size_t vl) { return XL_JOIN(XL_RVV(vfadd_vv), _tu, )(a, a, b, vl); }
XL_VEC XL_V XL_OP(fma_keep)(XL_V a, XL_V b, XL_V c, size_t vl) { return XL_JOIN(XL_RVV(vfmacc_vv), _tu, )(c, a, b, vl); }

/* Lanes in which both operands are numbers. The second compare is masked by the first: no vmand. */
#define XL_RVV_NUMBERS XL_JOIN(xl_rvv_numbers_, XL_T, )
XL_VEC XL_M XL_RVV_NUMBERS(XL_V a, XL_V b, size_t vl)
{
    XL_M numbers = XL_RVV_B(vmfeq_vv)(a, a, vl);
    return XL_JOIN(XL_RVV_B(vmfeq_vv), _mu, )(numbers, numbers, b, b, vl);
}

/* vfmin and vfmax order the zeros as wanted but drop a NaN, so only lanes of numbers are computed, over a vector of NaN. */
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl)
{
    XL_V nan = XL_OP(set1)((XL_E)__builtin_nan(""), vl);
    return XL_JOIN(XL_RVV(vfmin_vv), _mu, )(XL_RVV_NUMBERS(a, b, vl), nan, a, b, vl);
}

XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl)
{
    XL_V nan = XL_OP(set1)((XL_E)__builtin_nan(""), vl);
    return XL_JOIN(XL_RVV(vfmax_vv), _mu, )(XL_RVV_NUMBERS(a, b, vl), nan, a, b, vl);
}

/* A NaN compares false and stays. */
XL_VEC XL_V XL_OP(clamp)(XL_V x, XL_E least, XL_E most, size_t vl)
{
    x = XL_RVV(vfmerge_vfm)(x, least, XL_RVV_B(vmflt_vf)(x, least, vl), vl);
    return XL_RVV(vfmerge_vfm)(x, most, XL_RVV_B(vmfgt_vf)(x, most, vl), vl);
}

/* Rounding goes through the integers of the same width where it can. From 2^23 (2^52) on every float is an integer: large values,
 * infinities and NaN stay as they are. A result of zero takes the sign back. vfcvt rounds as frm says, to nearest even like the rest. */
#define XL_RVV_SMALL XL_JOIN(xl_rvv_small_, XL_T, )
#define XL_RVV_WHOLE XL_JOIN(xl_rvv_whole_, XL_T, )
XL_VEC XL_M XL_RVV_SMALL(XL_V a, size_t vl)
{
    return XL_RVV_B(vmflt_vf)(XL_OP(abs)(a, vl), (XL_E)(XL_W == 32 ? 0x1p23 : 0x1p52), vl);
}

XL_VEC XL_V XL_RVV_WHOLE(XL_M small, XL_V a, XL_I_V integer, size_t vl)
{
    XL_V whole = XL_JOIN(XL_RVV(vfcvt_f_x_v), _m, )(small, integer, vl);
    return XL_JOIN(XL_RVV(vfsgnj_vv), _mu, )(small, a, whole, a, vl);
}

XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl)
{
    XL_M small = XL_RVV_SMALL(a, vl);
    return XL_RVV_WHOLE(small, a, XL_JOIN(XL_RVV_I(vfcvt_x_f_v), _m, )(small, a, vl), vl);
}

XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl)
{
    XL_M small = XL_RVV_SMALL(a, vl);
    return XL_RVV_WHOLE(small, a, XL_JOIN(XL_RVV_I(vfcvt_x_f_v), _rm_m, )(small, a, __RISCV_FRM_RDN, vl), vl);
}

XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl)
{
    XL_M small = XL_RVV_SMALL(a, vl);
    return XL_RVV_WHOLE(small, a, XL_JOIN(XL_RVV_I(vfcvt_x_f_v), _rm_m, )(small, a, __RISCV_FRM_RUP, vl), vl);
}

/* This one has an instruction that does not need frm. */
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl)
{
    XL_M small = XL_RVV_SMALL(a, vl);
    return XL_RVV_WHOLE(small, a, XL_JOIN(XL_RVV_I(vfcvt_rtz_x_f_v), _m, )(small, a, vl), vl);
}

/* The sum starts at -0, the one value that changes no sum. */
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    return XL_RVV_E(vfmv_f_s)(XL_RVV_FOLD(vfredusum_vs)(v, XL_RVV(vfmv_s_f)(-(XL_E)0, 1), vl));
}

/* Reductions fold lane 0 of their second vector in: v itself serves for a minimum, where a value twice does no harm. */
XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    if (XL_RVV_M(vfirst_m)(XL_RVV_B(vmfne_vv)(v, v, vl), vl) >= 0)
        return (XL_E)__builtin_nan("");
    return XL_RVV_E(vfmv_f_s)(XL_RVV_FOLD(vfredmin_vs)(v, v, vl));
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    if (XL_RVV_M(vfirst_m)(XL_RVV_B(vmfne_vv)(v, v, vl), vl) >= 0)
        return (XL_E)__builtin_nan("");
    return XL_RVV_E(vfmv_f_s)(XL_RVV_FOLD(vfredmax_vs)(v, v, vl));
}

#undef XL_RVV_SET
#undef XL_RVV_GET
#undef XL_RVV_NUMBERS
#undef XL_RVV_SMALL
#undef XL_RVV_WHOLE
#undef XL_T
#undef XL_W
