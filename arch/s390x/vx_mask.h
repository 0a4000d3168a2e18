/* Masks on VX: a template file of each_mask.h.
 * SPDX-License-Identifier: MIT
 */
/* A structure, because to gcc a vector of __bool is one of unsigned integers. */
typedef struct {
    XL_JOIN(xl_vx_bool, XL_W, ) v;
} XL_M;

#define XL_LANES (128 / XL_W)
#define XL_VX_BELOW XL_JOIN(xl_vx_below, XL_W, )

/* The lanes below vl. */
XL_VEC XL_M XL_VX_BELOW(size_t vl)
{
    return (XL_M){vec_cmpgt(vec_splats((XL_JOIN(XL_VX_E_u, XL_W, ))vl), XL_JOIN(xl_vx_numbers, XL_W, )())};
}
/* The bytes of the lanes below vl that are set. */
XL_VEC xl_u8 XL_JOIN(xl_vx_set_bytes, XL_W, )(XL_M m, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == XL_LANES)
        return (xl_u8)m.v;
    return (xl_u8)m.v & (xl_u8)XL_VX_BELOW(vl).v;
}

XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){a.v & b.v}; }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){a.v | b.v}; }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return (XL_M){~a.v}; }
XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl)
{
    return vec_any_ne(XL_JOIN(xl_vx_set_bytes, XL_W, )(m, vl), vec_splats((unsigned char)0));
}
/* vfene gives the number of the first byte that is not zero, or 16. */
XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
    size_t first = vec_extract(vec_cmpne_idx((xl_u8)m.v, vec_splats((unsigned char)0)), 7) / (XL_W / 8);
    return first < vl ? first : vl;
}
/* The sum across counts one for each byte. */
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl)
{
    xl_u8 ones = XL_JOIN(xl_vx_set_bytes, XL_W, )(m, vl) & vec_splats((unsigned char)1);
    xl_u32 words = vec_sum4(ones, vec_splats((unsigned char)0));
    return vec_extract((xl_u32)vec_sum_u128(words, vec_splats(0u)), 3) / (XL_W / 8);
}

#undef XL_LANES
#undef XL_VX_BELOW
