/* Template of sve.h, for the lane types of integers. XL_SVE_SHR is the intrinsic that shifts them right.
 * SPDX-License-Identifier: MIT
 */
#include "sve_lane.h"

XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svand)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svorr)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(sveor)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return XL_SVE_X(svnot)(XL_SVE_ALL(), a); }

/* The `_n` forms take a shift count of XL_W bits, so one above XL_W has to become XL_W first. The instructions then do as vec.h says. */
XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return XL_SVE_X(svlsl_n)(XL_SVE_ALL(), a, k < XL_W ? k : XL_W);
}

XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return XL_SVE_X(XL_SVE_SHR)(XL_SVE_ALL(), a, k < XL_W ? k : XL_W);
}

#if XL_W == 16 || XL_W == 32
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svmulh)(XL_SVE_ALL(), a, b); }
#endif

#if XL_W < 32
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE(svqadd)(a, b); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE(svqsub)(a, b); }
#endif

#if XL_W >= 32
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl) { return (XL_E)XL_SVE(svaddv)(XL_SVE_BELOW(vl), v); }
#endif

#if XL_W == 32
XL_VEC XL_V XL_OP(iota)(XL_E start, size_t vl) { (void)vl; return XL_SVE(svindex)(start, 1); }

/* Lane i adds lane i - k, for k = 1, 2, 4 and so on. TBL gives 0 for an index out of range, and i - k below 0 wraps to one. */
XL_VEC XL_V XL_OP(scan_add)(XL_V v, size_t vl)
{
    for (uint32_t k = 1; k < vl; k *= 2)
        v = XL_OP(add)(v, XL_SVE(svtbl)(v, svindex_u32(-k, 1)), vl);
    return v;
}

XL_VEC XL_V XL_OP(gather)(const XL_E *p, xl_u32 index, size_t vl)
{
    return XL_SVE(svld1_gather_u32index)(xl_sve_below_32(vl), p, index);
}
#endif

#undef XL_T
#undef XL_W
