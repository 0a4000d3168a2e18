/* Template of the masks' templates of Advanced SIMD: what is the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){XL_NEON_U(vandq)(a.v, b.v)}; }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){XL_NEON_U(vorrq)(a.v, b.v)}; }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { return (XL_M){XL_U_OP(not)(a.v, vl)}; }

/* The bytes of the lanes below vl. */
#define XL_NEON_MASK_BELOW XL_JOIN(xl_neon_m, XL_W, _below)
XL_VEC uint8x16_t XL_NEON_MASK_BELOW(XL_M m, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == 128 / XL_W)
        return (uint8x16_t)m.v;
    return vandq_u8((uint8x16_t)m.v, xl_neon_below(vl * (XL_W / 8)));
}

/* Narrowing by 4 bits leaves 4 bits of each byte. */
#define XL_NEON_MASK_NIBBLES XL_JOIN(xl_neon_m, XL_W, _nibbles)
XL_VEC uint64_t XL_NEON_MASK_NIBBLES(XL_M m, size_t vl)
{
    uint16x8_t pairs = vreinterpretq_u16_u8(XL_NEON_MASK_BELOW(m, vl));
    return xl_neon_u64_of_half(vreinterpret_u64_u8(vshrn_n_u16(pairs, 4)));
}

XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
    uint64_t bits = XL_NEON_MASK_NIBBLES(m, vl);
    return bits ? (size_t)__builtin_ctzll(bits) / (XL_W / 2) : vl;
}
