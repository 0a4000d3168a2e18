/* Template of Advanced SIMD's headers: what every lane type has, the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * A type whose vectors are not those of the intrinsics defines XL_NEON_OWN, and the operations within #ifndef XL_NEON_OWN itself.
 */
/* The numbers of the bytes of lane i, as often as there are lanes. */
#define XL_NEON_BYTES_OF_LANE XL_JOIN(xl_neon_bytes_of_, XL_T, )
XL_VEC uint8x16_t XL_NEON_BYTES_OF_LANE(size_t i)
{
    uint8x16_t byte = vandq_u8(xl_neon_iota(), vdupq_n_u8(XL_W / 8 - 1));
    return vaddq_u8(byte, vdupq_n_u8((uint8_t)(i * (XL_W / 8))));
}

#ifndef XL_NEON_OWN
XL_VEC uint8x16_t XL_NEON_TO_BYTES(XL_V v) { return (uint8x16_t)v; }
XL_VEC XL_V XL_NEON_OF_BYTES(uint8x16_t v) { return (XL_V)v; }
#if XL_W == 64 && !defined __aarch64__
/* gcc 14 would make one of vdupq_n in memory, unless it is constant. */
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl)
{
    (void)vl;
    if (__builtin_constant_p(x))
        return XL_NEON(vdupq_n)(x);
    uint64x1_t half = xl_neon_half_of_u64((uint64_t)x);
    return (XL_V)vcombine_u64(half, half);
}
#else
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return XL_NEON(vdupq_n)(x); }
#endif
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl) { (void)vl; return XL_NEON(vbslq)(m.v, a, b); }

/* No instruction takes a lane number from a register: if i is not a constant, compilers would go through memory. The lookup brings the lane
 * to the front. */
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl)
{
    (void)vl;
    if (__builtin_constant_p(i))
        return v[i];
#if XL_W == 64
    return i ? v[1] : v[0];
#else
    uint8x8_t lane = xl_neon_lookup_half(XL_NEON_TO_BYTES(v), vget_low_u8(XL_NEON_BYTES_OF_LANE(i)));
#if XL_W < 32
    uint32_t bits = vget_lane_u32(vreinterpret_u32_u8(lane), 0);
    __asm__("" : "+r"(bits)); /* gcc 14 would take 8 bits of 64 from memory on ARMv7 */
    return (XL_E)bits;
#else
    return XL_NEON(vget_lane)((__typeof__(XL_NEON(vget_low)(v)))lane, 0);
#endif
#endif
}
#endif

XL_VEC size_t XL_OP(lanes)(void) { return 128 / XL_W; }
XL_VEC size_t XL_OP(vl)(size_t n) { return n < 128 / XL_W ? n : 128 / XL_W; }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { return XL_NEON_OF_BYTES(xl_neon_load(p, vl * (XL_W / 8))); }
XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { xl_neon_store(p, XL_NEON_TO_BYTES(v), vl * (XL_W / 8)); }

XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == 128 / XL_W)
        return b;
    return XL_NEON_OF_BYTES(vbslq_u8(xl_neon_below(vl * (XL_W / 8)), XL_NEON_TO_BYTES(b), XL_NEON_TO_BYTES(a)));
}

/* Byte j of lane i comes from byte j of lane vl - 1 - i. In the last byte's number less `place`, j would count down: its bits are flipped. */
XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    uint8x16_t place = veorq_u8(xl_neon_iota(), vdupq_n_u8(XL_W / 8 - 1));
    uint8x16_t index = vsubq_u8(vdupq_n_u8((uint8_t)(vl * (XL_W / 8) - 1)), place);
    return XL_NEON_OF_BYTES(xl_neon_lookup(XL_NEON_TO_BYTES(v), index));
}

XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return XL_NEON_OF_BYTES(xl_neon_slide_up(XL_NEON_TO_BYTES(v), (k < 128 / XL_W ? k : 128 / XL_W) * (XL_W / 8)));
}

XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return XL_NEON_OF_BYTES(xl_neon_slide_down(XL_NEON_TO_BYTES(v), k * (XL_W / 8)));
}

/* DUP takes a constant lane. */
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl)
{
    (void)vl;
#if XL_W == 64
    uint8x16_t bytes = XL_NEON_TO_BYTES(v);
    uint8x8_t half = i ? vget_high_u8(bytes) : vget_low_u8(bytes);
    if (__builtin_constant_p(i))
        return XL_NEON_OF_BYTES(vcombine_u8(half, half));
#else
    if (__builtin_constant_p(i))
        return XL_OP(set1)(XL_OP(get)(v, i, vl), vl);
#endif
    return XL_NEON_OF_BYTES(xl_neon_lookup(XL_NEON_TO_BYTES(v), XL_NEON_BYTES_OF_LANE(i)));
}

#undef XL_NEON_BYTES_OF_LANE
#undef XL_T
#undef XL_W
