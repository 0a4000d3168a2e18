/* What all ten lane types share, from SSE2 to AVX-512: a template file (arch/template.h).
 * SPDX-License-Identifier: MIT
 */
XL_VEC size_t XL_OP(lanes)(void) { return XL_LANES; }
XL_VEC size_t XL_OP(vl)(size_t n) { return n < XL_LANES ? n : XL_LANES; }

XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl)
{
    if (vl == XL_LANES)
        return (XL_V)xl_x86_load(p);
    return (XL_V)xl_x86_load_part(p, vl, XL_W / 8);
}

XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl)
{
    if (vl == XL_LANES)
        xl_x86_store(p, (xl_x86)v);
    else
        xl_x86_store_part(p, (xl_x86)v, vl, XL_W / 8);
}

XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl)
{
    (void)vl;
#if XL_X86_BITS == 512
    return (XL_V)XL_X86_W(mask_blend)(m.v, (xl_x86)b, (xl_x86)a);
#else
    return (XL_V)xl_x86_pick(m.v, (xl_x86)a, (xl_x86)b);
#endif
}

XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl)
{
    if (XL_X86_IS_FULL(vl))
        return b;
    return XL_OP(select)(XL_X86_OF_W(below)(vl), b, a, vl);
}

/* Lanes are moved by indices of units. A unit has 32 or 16 bits where an instruction moves these across the register, or
 * else 8 bits. XL_UNITS: the units of a lane. */
#if XL_X86_BITS > 128 && XL_W >= 32
#define XL_UNIT 32
#define XL_UNIT_OP(OP) XL_X86(OP##32)
#define XL_UNIT_SET(X) xl_x86_set32((int)(X))
#define XL_UNIT_IOTA xl_x86_iota32()
#define XL_UNIT_PERMUTE xl_x86_permute32
#elif XL_X86_BITS == 512 && XL_W == 16
#define XL_UNIT 16
#define XL_UNIT_OP(OP) XL_X86(OP##16)
#define XL_UNIT_SET(X) xl_x86_set16((short)(X))
#define XL_UNIT_IOTA xl_x86_iota16()
#define XL_UNIT_PERMUTE xl_x86_permute16
#else
#define XL_UNIT 8
#define XL_UNIT_OP(OP) XL_X86(OP##8)
#define XL_UNIT_SET(X) xl_x86_set8((char)(X))
#define XL_UNIT_IOTA xl_x86_iota8()
#define XL_UNIT_PERMUTE xl_x86_permute8
#endif
#define XL_UNITS (XL_W / XL_UNIT)

/* For constant numbers gcc finds a shorter way than the permute of all bytes if it is told the lanes, as clang does by
 * itself. */
#if XL_X86_BITS > 128 && XL_UNIT == 8 && !defined __clang__
#define XL_TELLS_GCC 1
#else
#define XL_TELLS_GCC 0
#endif

#ifdef __SSSE3__

XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    xl_x86 back = XL_UNIT_IOTA ^ XL_UNIT_SET(XL_UNITS - 1);
#if XL_X86_BITS > 128 && XL_UNIT == 8
    /* All lanes: the bytes within each 128 bits, then these. PSHUFB takes the low four bits of an index. */
    if (vl == XL_LANES)
        return (XL_V)xl_x86_reversed128(XL_X86(shuffle_epi8)((xl_x86)v, XL_X86(sub_epi8)(xl_x86_set8(15), back & xl_x86_set8(15))));
#endif
    return (XL_V)XL_UNIT_PERMUTE((xl_x86)v, XL_UNIT_OP(sub_epi)(XL_UNIT_SET(vl * XL_UNITS - 1), back));
}

/* A unit's own index is less, as an unsigned number, than one that would be below 0. */
XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    xl_x86 own = XL_UNIT_IOTA, from = XL_UNIT_OP(sub_epi)(own, XL_UNIT_SET(k * XL_UNITS));
#if XL_TELLS_GCC
    if (__builtin_constant_p(k)) {
        xl_x86 stays = (xl_x86)((xl_u8)own < (xl_u8)from); /* folded, as the intrinsic is not */
        return (XL_V)__builtin_shuffle((xl_u8)v, (xl_u8)((own & stays) | (from & ~stays)));
    }
#endif
    return (XL_V)XL_UNIT_PERMUTE((xl_x86)v, XL_UNIT_OP(min_epu)(own, from));
}

XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    xl_x86 from = XL_UNIT_OP(add_epi)(XL_UNIT_IOTA, XL_UNIT_SET(k * XL_UNITS));
#if XL_TELLS_GCC
    if (__builtin_constant_p(k))
        return (XL_V)__builtin_shuffle((xl_u8)v, (xl_u8)from);
#endif
    return (XL_V)XL_UNIT_PERMUTE((xl_x86)v, from);
}

XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl)
{
    (void)vl;
    xl_x86 unit = XL_UNIT_IOTA & XL_UNIT_SET(XL_UNITS - 1);
#if XL_X86_BITS > 128 && XL_UNIT == 8
    /* First the 32 bits that have the lane, then the lane from these. */
    xl_x86 bits = xl_x86_permute32((xl_x86)v, xl_x86_set32((int)(i / (32 / XL_W))));
    return (XL_V)XL_X86(shuffle_epi8)(bits, XL_X86(add_epi8)(unit, xl_x86_set8((char)(i % (32 / XL_W) * XL_UNITS))));
#else
    return (XL_V)XL_UNIT_PERMUTE((xl_x86)v, XL_UNIT_OP(add_epi)(unit, XL_UNIT_SET(i * XL_UNITS)));
#endif
}

#else /* SSE2 shifts by constant numbers of bytes only */

XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    xl_x86 all = XL_X86_OF_W(reversed)((xl_x86)v);
    if (vl == XL_LANES)
        return (XL_V)all;
    return (XL_V)xl_x86_bytes_down(all, (XL_LANES - vl) * (XL_W / 8));
}

XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    return XL_OP(select)(XL_X86_OF_W(below)(k), v, (XL_V)xl_x86_bytes_up((xl_x86)v, k * (XL_W / 8)), vl);
}

XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return (XL_V)xl_x86_bytes_down((xl_x86)v, k * (XL_W / 8));
}

XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl);
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl) { return XL_OP(set1)(XL_OP(get)(v, i, vl), vl); }

#endif

/* The bits of any lane, as the low ones of a number: by the permute of the widest units, then a shift. */
#define XL_BITS_OF_LANE XL_OP(bits_of_lane)
#if XL_X86_BITS > 128
XL_VEC uint64_t XL_BITS_OF_LANE(xl_x86 v, size_t i)
{
#if XL_W == 64
    __m128i units = _mm_cvtsi64_si128((long long)(2 * i | (2 * i + 1) << 32));
#else
    __m128i units = _mm_cvtsi32_si128((int)(i * XL_W / 32));
#endif
    uint64_t bits = (uint64_t)_mm_cvtsi128_si64(XL_X86_LOW128(xl_x86_permute32(v, XL_X86_OF128(units))));
    return XL_W < 32 ? bits >> i * XL_W % 32 : bits;
}
#elif defined __SSSE3__
XL_VEC uint64_t XL_BITS_OF_LANE(xl_x86 v, size_t i)
{
    const uint64_t numbers = UINT64_C(0x0706050403020100) & UINT64_MAX >> (64 - XL_W), each = UINT64_C(0x0101010101010101) & UINT64_MAX >> (64 - XL_W);
    __m128i bytes = _mm_cvtsi64_si128((long long)(numbers + i * (XL_W / 8) * each));
    return (uint64_t)_mm_cvtsi128_si64(xl_x86_permute8(v, bytes));
}
#else
XL_VEC uint64_t XL_BITS_OF_LANE(xl_x86 v, size_t i)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(v), high = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v));
    return (i < 64 / XL_W ? low : high) >> i * XL_W % 64;
}
#endif

/* Compilers take a constant lane by an instruction, and others through memory. */
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl)
{
    (void)vl;
    if (__builtin_constant_p(i))
        return v[i];
    XL_JOIN(xl_e_u, XL_W, ) bits = (XL_JOIN(xl_e_u, XL_W, ))XL_BITS_OF_LANE((xl_x86)v, i);
    XL_E lane;
    memcpy(&lane, &bits, sizeof lane);
    return lane;
}

#undef XL_BITS_OF_LANE
#undef XL_UNIT
#undef XL_UNITS
#undef XL_UNIT_OP
#undef XL_UNIT_SET
#undef XL_UNIT_IOTA
#undef XL_UNIT_PERMUTE
#undef XL_TELLS_GCC
