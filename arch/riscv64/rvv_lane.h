/* Template of rvv_float.h and rvv_int.h: what every lane type has. XL_RVV_SET and XL_RVV_GET move from and to a scalar.
 * SPDX-License-Identifier: MIT
 */
XL_VEC size_t XL_OP(lanes)(void) { return XL_JOIN(__riscv_vsetvlmax_e, XL_W, m1)(); }
XL_VEC size_t XL_OP(vl)(size_t n) { return XL_JOIN(__riscv_vsetvl_e, XL_W, m1)(n); }
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { return XL_RVV(XL_RVV_SET)(x, vl); }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { return XL_RVV_MEMORY(vle, _v)(p, vl); }
XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { XL_RVV_MEMORY(vse, _v)(p, v, vl); }
XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl) { return XL_JOIN(XL_RVV(vmv_v_v), _tu, )(a, b, vl); }
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl) { return XL_RVV(vmerge_vvm)(b, a, m, vl); }

XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl)
{
    (void)vl;
    return XL_RVV_E(XL_RVV_GET)(XL_RVV(vslidedown_vx)(v, i, 1));
}

XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    return XL_RVV(vrgatherei16_vv)(v, XL_RVV_INDEX(vrsub_vx)(XL_RVV_INDEX(vid_v)(vl), vl - 1, vl), vl);
}

/* vslideup leaves the lanes below k of its first vector as they were. */
XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl) { return XL_RVV(vslideup_vx)(v, v, k, vl); }
XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl) { return XL_RVV(vslidedown_vx)(v, k, vl); }
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl) { return XL_RVV(vrgather_vx)(v, i, vl); }

#if XL_W == 64
XL_VEC XL_V XL_OP(gather)(const XL_E *p, vuint64m1_t index, size_t vl)
{
    return XL_RVV(vluxei64_v)(p, __riscv_vsll_vx_u64m1(index, 3, vl), vl);
}
#endif
