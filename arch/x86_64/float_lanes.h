/* Operations of a float type, from SSE2 to AVX-512: a template file (arch/template.h). XL_N: ps or pd.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return XL_X86_N(set1)(x); }

#include "all_lanes.h"

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_X86_N(add)(a, b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_X86_N(sub)(a, b); }
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_X86_N(mul)(a, b); }
XL_VEC XL_V XL_OP(div)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_X86_N(div)(a, b); }
XL_VEC XL_V XL_OP(sqrt)(XL_V a, size_t vl) { (void)vl; return XL_X86_N(sqrt)(a); }
XL_VEC XL_V XL_OP(abs)(XL_V a, size_t vl) { (void)vl; return XL_X86_N(andnot)(XL_X86_N(set1)(-0.0f), a); }
XL_VEC XL_V XL_OP(neg)(XL_V a, size_t vl) { (void)vl; return XL_X86_N(xor)(XL_X86_N(set1)(-0.0f), a); }

/* MIN and MAX give the second operand for two zeros or a NaN, so both orders are tried. Of zeros, OR finds the sign and AND
 * the lack of one. OR keeps a NaN. AND may not. */
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return XL_X86_N(or)(XL_X86_N(min)(a, b), XL_X86_N(min)(b, a));
}

XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    XL_V r = XL_X86_N(and)(XL_X86_N(max)(a, b), XL_X86_N(max)(b, a));
#if XL_X86_BITS == 512
    return XL_X86_N(mask_add)(r, XL_JOIN(XL_X86_N(cmp), _mask, )(a, b, _CMP_UNORD_Q), a, b);
#elif XL_X86_BITS == 256
    return XL_X86_N(or)(r, XL_X86_N(cmp)(a, b, _CMP_UNORD_Q));
#else
    return XL_X86_N(or)(r, XL_X86_N(cmpunord)(a, b));
#endif
}

/* As the second operand, a NaN stays. */
#define XL_HAS_CLAMP
XL_VEC XL_V XL_OP(clamp)(XL_V x, XL_E least, XL_E most, size_t vl)
{
    (void)vl;
    return XL_X86_N(max)(XL_X86_N(set1)(least), XL_X86_N(min)(XL_X86_N(set1)(most), x));
}

#if XL_W == 32
#define XL_HAS_IN_RANGE_F32
XL_VEC xl_i32 xl_i32_from_f32_in_range(xl_f32 v, size_t vl) { (void)vl; return (xl_i32)XL_X86(cvttps_epi32)(v); }
#elif XL_X86_BITS == 512
#define XL_HAS_IN_RANGE_F64
XL_VEC xl_i64 xl_i64_from_f64_in_range(xl_f64 v, size_t vl) { (void)vl; return (xl_i64)_mm512_cvttpd_epi64(v); }
#endif

#if XL_X86_BITS == 512
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(XL_X86_N(cmp), _mask, )(a, b, _CMP_EQ_OQ)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(XL_X86_N(cmp), _mask, )(a, b, _CMP_LT_OQ)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(XL_X86_N(cmp), _mask, )(a, b, _CMP_LE_OQ)}; }
#elif XL_X86_BITS == 256
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){(xl_x86)XL_X86_N(cmp)(a, b, _CMP_EQ_OQ)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){(xl_x86)XL_X86_N(cmp)(a, b, _CMP_LT_OQ)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){(xl_x86)XL_X86_N(cmp)(a, b, _CMP_LE_OQ)}; }
#else
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){(xl_x86)XL_X86_N(cmpeq)(a, b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){(xl_x86)XL_X86_N(cmplt)(a, b)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){(xl_x86)XL_X86_N(cmple)(a, b)}; }
#endif

#if XL_X86_BITS > 128
XL_VEC XL_V XL_OP(fma)(XL_V a, XL_V b, XL_V c, size_t vl) { (void)vl; return XL_X86_N(fmadd)(a, b, c); }
#endif

#ifdef __SSE4_1__
#if XL_X86_BITS == 512
#define XL_X86_ROUND XL_X86_N(roundscale)
#else
#define XL_X86_ROUND XL_X86_N(round)
#endif
XL_VEC XL_V XL_OP(roundeven)(XL_V a, size_t vl) { (void)vl; return XL_X86_ROUND(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
XL_VEC XL_V XL_OP(floor)(XL_V a, size_t vl) { (void)vl; return XL_X86_ROUND(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
XL_VEC XL_V XL_OP(ceil)(XL_V a, size_t vl) { (void)vl; return XL_X86_ROUND(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC); }
XL_VEC XL_V XL_OP(trunc)(XL_V a, size_t vl) { (void)vl; return XL_X86_ROUND(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
#undef XL_X86_ROUND
#endif

#undef XL_T
#undef XL_W
#undef XL_N
