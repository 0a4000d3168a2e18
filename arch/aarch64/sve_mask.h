/* Template of sve.h, for masks of lanes of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
typedef svbool_t XL_M;
XL_VEC svbool_t XL_JOIN(xl_sve_below_, XL_W, )(size_t vl) { return XL_JOIN(svwhilelt_b, XL_W, _u64)(0, vl); }
XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return svand_b_z(XL_SVE_ALL(), a, b); }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return svorr_b_z(XL_SVE_ALL(), a, b); }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return svnot_b_z(XL_SVE_ALL(), a); }
XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl) { return svptest_any(XL_SVE_BELOW(vl), m); }
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl) { return XL_JOIN(svcntp_b, XL_W, )(XL_SVE_BELOW(vl), m); }
XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
    svbool_t below = XL_SVE_BELOW(vl);
    return XL_JOIN(svcntp_b, XL_W, )(below, svbrkb_b_z(below, m));
}

#undef XL_W
