/* Operations with a scalar operand on RVV, the forms .vx, .vi and .vf: a template file of each_float.h and each_int.h.
 * SPDX-License-Identifier: MIT
 */
#if XL_IS_FLOAT
XL_VEC XL_V XL_OP(add_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vfadd_vf)(a, x, vl); }
XL_VEC XL_V XL_OP(sub_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vfsub_vf)(a, x, vl); }
XL_VEC XL_V XL_OP(mul_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vfmul_vf)(a, x, vl); }
XL_VEC XL_M XL_OP(eq_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_B(vmfeq_vf)(a, x, vl); }
XL_VEC XL_M XL_OP(lt_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_B(vmflt_vf)(a, x, vl); }
XL_VEC XL_M XL_OP(le_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_B(vmfle_vf)(a, x, vl); }
XL_VEC XL_M XL_OP(gt_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_B(vmfgt_vf)(a, x, vl); }
XL_VEC XL_M XL_OP(ge_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_B(vmfge_vf)(a, x, vl); }
#else
#if XL_IS_SIGNED
#define XL_RVV_VX(I) XL_RVV(I##_vx)
#else
#define XL_RVV_VX(I) XL_RVV(I##u_vx)
#endif
#define XL_RVV_VX_B(I) XL_JOIN(XL_RVV_VX(I), _b, XL_W)
XL_VEC XL_V XL_OP(add_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vadd_vx)(a, x, vl); }
XL_VEC XL_V XL_OP(sub_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vsub_vx)(a, x, vl); }
XL_VEC XL_V XL_OP(min_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX(vmin)(a, x, vl); }
XL_VEC XL_V XL_OP(max_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX(vmax)(a, x, vl); }
XL_VEC XL_V XL_OP(and_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vand_vx)(a, x, vl); }
XL_VEC XL_V XL_OP(or_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vor_vx)(a, x, vl); }
XL_VEC XL_V XL_OP(xor_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vxor_vx)(a, x, vl); }
XL_VEC XL_M XL_OP(eq_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_B(vmseq_vx)(a, x, vl); }
XL_VEC XL_M XL_OP(lt_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX_B(vmslt)(a, x, vl); }
XL_VEC XL_M XL_OP(le_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX_B(vmsle)(a, x, vl); }
XL_VEC XL_M XL_OP(gt_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX_B(vmsgt)(a, x, vl); }
XL_VEC XL_M XL_OP(ge_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX_B(vmsge)(a, x, vl); }
#if XL_W > 8
XL_VEC XL_V XL_OP(mul_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV(vmul_vx)(a, x, vl); }
#endif
#if XL_W <= 16
XL_VEC XL_V XL_OP(add_sat_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX(vsadd)(a, x, vl); }
XL_VEC XL_V XL_OP(sub_sat_s)(XL_V a, XL_E x, size_t vl) { return XL_RVV_VX(vssub)(a, x, vl); }
#endif
#undef XL_RVV_VX
#undef XL_RVV_VX_B
#endif
