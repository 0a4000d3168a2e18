/* Operations of an integer type, from SSE2 to AVX-512: a template file (arch/template.h). XL_N: epi32 or epu32.
 * XL_SIGNED: 1 or 0.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return (XL_V)XL_X86_OF_W(set)(x); }

#include "all_lanes.h"

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_W(add)((xl_x86)a, (xl_x86)b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_W(sub)((xl_x86)a, (xl_x86)b); }
XL_VEC XL_V XL_OP(and)(XL_V a, XL_V b, size_t vl) { (void)vl; return a & b; }
XL_VEC XL_V XL_OP(or)(XL_V a, XL_V b, size_t vl) { (void)vl; return a | b; }
XL_VEC XL_V XL_OP(xor)(XL_V a, XL_V b, size_t vl) { (void)vl; return a ^ b; }
XL_VEC XL_V XL_OP(not)(XL_V a, size_t vl) { (void)vl; return ~a; }

/* Compares. Before AVX-512 there are those for signed lanes only: unsigned ones are compared by their minimum, or with
 * their sign bits flipped. */
#if XL_X86_BITS == 512

XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(XL_X86_N(cmpeq), _mask, )((xl_x86)a, (xl_x86)b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(XL_X86_N(cmplt), _mask, )((xl_x86)a, (xl_x86)b)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(XL_X86_N(cmple), _mask, )((xl_x86)a, (xl_x86)b)}; }

#else

XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_X86_OF_W(eq)((xl_x86)a, (xl_x86)b)}; }

#if XL_SIGNED
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){XL_X86_OF_W(gt)((xl_x86)b, (xl_x86)a)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){~XL_X86_OF_W(gt)((xl_x86)a, (xl_x86)b)}; }
#elif XL_W == 8 || (XL_W < 64 && defined __SSE4_1__)
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return (XL_M){XL_X86_OF_W(eq)(XL_X86_N(min)((xl_x86)a, (xl_x86)b), (xl_x86)a)};
}
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { return (XL_M){~XL_OP(le)(b, a, vl).v}; }
#else
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    xl_x86 sign = XL_X86_OF_W(set)((XL_E)((XL_E)1 << (XL_W - 1)));
    return (XL_M){XL_X86_OF_W(gt)((xl_x86)b ^ sign, (xl_x86)a ^ sign)};
}
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { return (XL_M){~XL_OP(lt)(b, a, vl).v}; }
#endif

#endif

/* Minimum and maximum. SSE2 has them for u8 and i16 only, and nothing before AVX-512 for 64-bit lanes. */
#if XL_X86_BITS == 512 || (XL_W < 64 && defined __SSE4_1__) || (XL_W == 8 && !XL_SIGNED) || (XL_W == 16 && XL_SIGNED)
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_N(min)((xl_x86)a, (xl_x86)b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_N(max)((xl_x86)a, (xl_x86)b); }
#elif XL_W == 16
/* a - b, saturating, is what a has more than b. */
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { return XL_OP(sub)(a, (XL_V)_mm_subs_epu16((xl_x86)a, (xl_x86)b), vl); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { return XL_OP(add)(b, (XL_V)_mm_subs_epu16((xl_x86)a, (xl_x86)b), vl); }
#else
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { return XL_OP(select)(XL_OP(lt)(a, b, vl), a, b, vl); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { return XL_OP(select)(XL_OP(lt)(a, b, vl), b, a, vl); }
#endif

/* Shifts whose count is a register clear the lane from XL_W on, or fill it with the sign. 8-bit lanes are shifted as 16-bit
 * ones, less the bits that crossed over. */
#if XL_W == 8

XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    xl_x86 kept = xl_x86_set8((char)(k < 8 ? 0xff << k : 0));
    return (XL_V)(XL_X86(sll_epi16)((xl_x86)a, _mm_cvtsi32_si128((int)k)) & kept);
}

XL_VEC xl_x86 XL_OP(shr_bits)(XL_V a, unsigned k)
{
    xl_x86 kept = xl_x86_set8((char)(k < 8 ? 0xff >> k : 0));
    return XL_X86(srl_epi16)((xl_x86)a, _mm_cvtsi32_si128((int)k)) & kept;
}

#else

XL_VEC XL_V XL_OP(shl)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return (XL_V)XL_X86_W(sll)((xl_x86)a, _mm_cvtsi32_si128((int)k));
}

XL_VEC xl_x86 XL_OP(shr_bits)(XL_V a, unsigned k) { return XL_X86_W(srl)((xl_x86)a, _mm_cvtsi32_si128((int)k)); }

#endif

#if !XL_SIGNED
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl) { (void)vl; return (XL_V)XL_OP(shr_bits)(a, k); }
#elif XL_W == 8 || (XL_W == 64 && XL_X86_BITS < 512)
/* No right shift brings in the sign: (x ^ s) - s extends x from its bit s upwards. */
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    k = k < XL_W ? k : XL_W - 1;
    XL_V s = XL_OP(set1)((XL_E)(UINT64_C(1) << (XL_W - 1 - k)), vl);
    return XL_OP(sub)((XL_V)XL_OP(shr_bits)(a, k) ^ s, s, vl);
}
#else
XL_VEC XL_V XL_OP(shr)(XL_V a, unsigned k, size_t vl)
{
    (void)vl;
    return (XL_V)XL_X86_W(sra)((xl_x86)a, _mm_cvtsi32_si128((int)k));
}
#endif

#if XL_W == 16
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86(mullo_epi16)((xl_x86)a, (xl_x86)b); }
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_N(mulhi)((xl_x86)a, (xl_x86)b); }
#elif XL_W > 16
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_OF_W(mul)((xl_x86)a, (xl_x86)b); }
#endif

/* PMULUDQ and PMULDQ multiply even lanes. Odd ones are moved there, and their products have the high half in place. */
#if XL_W == 32 && defined __SSE4_1__
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    xl_x86 even = XL_X86_N(mul)((xl_x86)a, (xl_x86)b);
    xl_x86 odd = XL_X86_N(mul)(XL_X86(srli_epi64)((xl_x86)a, 32), XL_X86(srli_epi64)((xl_x86)b, 32));
    return (XL_V)xl_x86_odd_from(XL_X86(srli_epi64)(even, 32), odd);
}
#endif

#if XL_W <= 16
XL_VEC XL_V XL_OP(add_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_N(adds)((xl_x86)a, (xl_x86)b); }
XL_VEC XL_V XL_OP(sub_sat)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_N(subs)((xl_x86)a, (xl_x86)b); }
#endif

#if XL_W <= 16 && !XL_SIGNED
XL_VEC XL_V XL_OP(avg)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)XL_X86_N(avg)((xl_x86)a, (xl_x86)b); }
/* One of the two saturating differences is 0. */
XL_VEC XL_V XL_OP(absdiff)(XL_V a, XL_V b, size_t vl) { return XL_OP(sub_sat)(a, b, vl) | XL_OP(sub_sat)(b, a, vl); }
#endif

#undef XL_T
#undef XL_W
#undef XL_N
#undef XL_SIGNED
