/* A reduction, from SSE2 to AVX-512: a template file (arch/template.h).
 * SPDX-License-Identifier: MIT
 *
 * XL_FOLD: the operation. XL_NEUTRAL: what stands in for the lanes from vl on. Halves are folded, then quarters, and so on.
 */
XL_VEC XL_E XL_JOIN(XL_OP(reduce_), XL_FOLD, )(XL_V v, size_t vl)
{
    if (vl != XL_LANES)
        v = XL_OP(merge)(XL_OP(set1)(XL_NEUTRAL, XL_LANES), v, vl);
#if XL_X86_BITS == 512
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)xl_x86_swapped256((xl_x86)v), XL_LANES);
#endif
#if XL_X86_BITS >= 256
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)xl_x86_swapped128((xl_x86)v), XL_LANES);
#endif
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)XL_X86(shuffle_epi32)((xl_x86)v, XL_X86_ORDER(0x4e)), XL_LANES);
#if XL_W == 32
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)XL_X86(shuffle_epi32)((xl_x86)v, XL_X86_ORDER(0xb1)), XL_LANES);
#endif
    return v[0];
}

#undef XL_FOLD
#undef XL_NEUTRAL
