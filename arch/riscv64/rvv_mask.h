/* Template of rvv.h, for masks of lanes of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { return XL_RVV_M(vmand_mm)(a, b, vl); }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { return XL_RVV_M(vmor_mm)(a, b, vl); }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { return XL_RVV_M(vmnot_m)(a, vl); }
XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl) { return XL_RVV_M(vfirst_m)(m, vl) >= 0; }
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl) { return XL_RVV_M(vcpop_m)(m, vl); }
XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
    long first = XL_RVV_M(vfirst_m)(m, vl);
    return first < 0 ? vl : (size_t)first;
}

#undef XL_W
