/* Masks on VSX: a template file of each_mask.h. To compilers, a vector of __bool is no vector of integers.
 * SPDX-License-Identifier: MIT
 */
#define XL_VSX_BITS XL_JOIN(xl_vsx_bits, XL_W, )

/* The lanes below vl. */
XL_VEC XL_M XL_JOIN(xl_vsx_below, XL_W, )(size_t vl)
{
    return vec_cmpgt(vec_splats((XL_JOIN(XL_VSX_E_u, XL_W, ))vl), XL_JOIN(xl_vsx_numbers, XL_W, )());
}
/* A bit for each byte of the lanes below vl. */
XL_VEC unsigned XL_VSX_BITS(XL_M m, size_t vl) { return xl_vsx_byte_bits((xl_u8)m) & ((1u << (vl * (XL_W / 8))) - 1); }

XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return vec_and(a, b); }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return vec_or(a, b); }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return vec_nor(a, a); }
XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == 128 / XL_W)
        return vec_any_ne((xl_u8)m, vec_splats((unsigned char)0));
    return XL_VSX_BITS(m, vl) != 0;
}
XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
#ifdef _ARCH_PWR9
    size_t first = (size_t)vec_cntlz_lsbb((xl_u8)m) / (XL_W / 8);
    return first < vl ? first : vl;
#else
    unsigned bits = XL_VSX_BITS(m, vl);
    return bits ? (size_t)__builtin_ctz(bits) / (XL_W / 8) : vl;
#endif
}
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl) { return (size_t)__builtin_popcount(XL_VSX_BITS(m, vl)) / (XL_W / 8); }

#undef XL_VSX_BITS
