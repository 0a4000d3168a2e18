/* Operations of a mask, from SSE2 to AVX-512: a template file (arch/template.h), which only needs XL_W.
 * SPDX-License-Identifier: MIT
 *
 * XL_K: the lanes of 512 bits, by which the intrinsics name AVX-512's masks.
 */
#if XL_X86_BITS == 512

XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(_kand_mask, XL_K, )(a.v, b.v)}; }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){XL_JOIN(_kor_mask, XL_K, )(a.v, b.v)}; }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return (XL_M){XL_JOIN(_knot_mask, XL_K, )(a.v)}; }
XL_VEC uint64_t XL_MASK_OP(bits)(XL_M m) { return m.v; }
#define XL_BITS_OF_LANE 1

/* The lanes below n. */
XL_VEC XL_M XL_X86_OF_W(below)(size_t n) { return (XL_M){(XL_JOIN(__mmask, XL_K, ))xl_x86_low_bits(n)}; }

#else

XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){a.v & b.v}; }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){a.v | b.v}; }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return (XL_M){~a.v}; }

#if XL_W == 64
XL_VEC uint64_t XL_MASK_OP(bits)(XL_M m) { return (uint64_t)XL_X86(movemask_pd)((xl_f64)m.v); }
#elif XL_W == 32
XL_VEC uint64_t XL_MASK_OP(bits)(XL_M m) { return (uint64_t)XL_X86(movemask_ps)((xl_f32)m.v); }
#elif XL_W == 16 && XL_X86_BITS == 128
XL_VEC uint64_t XL_MASK_OP(bits)(XL_M m) { return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(m.v, _mm_setzero_si128())); }
#else
XL_VEC uint64_t XL_MASK_OP(bits)(XL_M m) { return (uint32_t)XL_X86(movemask_epi8)(m.v); }
#endif
/* In AVX2 a pack works within each half, so 16-bit lanes give the bits of both their bytes. */
#define XL_BITS_OF_LANE (XL_W == 16 && XL_X86_BITS == 256 ? 2 : 1)

/* The lanes below n. A 64-bit lane is two halves of one number. */
#if XL_W == 8
XL_VEC XL_M XL_X86_OF_W(below)(size_t n) { return (XL_M){xl_x86_gt8(xl_x86_set8((char)n), xl_x86_iota8())}; }
#elif XL_W == 16
XL_VEC XL_M XL_X86_OF_W(below)(size_t n) { return (XL_M){xl_x86_gt16(xl_x86_set16((short)n), xl_x86_iota16())}; }
#elif XL_W == 32
XL_VEC XL_M XL_X86_OF_W(below)(size_t n) { return (XL_M){xl_x86_gt32(xl_x86_set32((int)n), xl_x86_iota32())}; }
#else
XL_VEC XL_M XL_X86_OF_W(below)(size_t n) { return (XL_M){xl_x86_gt32(xl_x86_set32(2 * (int)n), xl_x86_iota32())}; }
#endif

#endif

XL_VEC uint64_t XL_MASK_OP(bits_below)(XL_M m, size_t vl)
{
    return XL_MASK_OP(bits)(m) & xl_x86_low_bits(vl * XL_BITS_OF_LANE);
}

XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl) { return XL_MASK_OP(bits_below)(m, vl) != 0; }

XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
    uint64_t bits = XL_MASK_OP(bits_below)(m, vl);
    return bits ? (size_t)__builtin_ctzll(bits) / XL_BITS_OF_LANE : vl;
}

XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl)
{
#if !defined __POPCNT__ && XL_X86_BITS == 128
    /* No POPCNT: the sum of bytes of ones. */
    xl_x86 zero = _mm_setzero_si128();
    if (!XL_X86_IS_FULL(vl))
        m.v &= XL_X86_OF_W(below)(vl).v;
    xl_x86 sums = _mm_sad_epu8(_mm_sub_epi8(zero, m.v), zero);
    sums = _mm_add_epi32(sums, _mm_unpackhi_epi64(sums, sums));
    return (size_t)_mm_cvtsi128_si32(sums) / (XL_W / 8);
#else
    return (size_t)__builtin_popcountll(XL_MASK_OP(bits_below)(m, vl)) / XL_BITS_OF_LANE;
#endif
}

#undef XL_BITS_OF_LANE
#undef XL_W
#undef XL_K
