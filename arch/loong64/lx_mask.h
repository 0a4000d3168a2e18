/* Masks on LSX and LASX: a template file of each_mask.h.
 * SPDX-License-Identifier: MIT
 */
/* A structure, so that the compiler refuses a mask of another width, and vectors. A lane has all bits set or none, so each of
 * its bytes too. xl_lx_bytes_set makes a bit of each byte. */
typedef struct {
    xl_lx v;
} XL_M;

#define XL_LX_MASK_BYTES XL_JOIN(xl_lx_m, XL_W, _bytes)
#define XL_LANES (XL_LX_BITS / XL_W)

/* The lanes below vl. */
XL_VEC XL_M XL_JOIN(xl_lx_below, XL_W, )(size_t vl)
{
    return (XL_M){XL_LX_S(slt)(XL_JOIN(xl_lx_iota, XL_W, )(), XL_LX_S(replgr2vr)((int)vl))};
}

XL_VEC XL_M XL_MASK_OP(and)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){XL_LX(and_v)(a.v, b.v)}; }
XL_VEC XL_M XL_MASK_OP(or)(XL_M a, XL_M b, size_t vl) { (void)vl; return (XL_M){XL_LX(or_v)(a.v, b.v)}; }
XL_VEC XL_M XL_MASK_OP(not)(XL_M a, size_t vl) { (void)vl; return (XL_M){XL_LX(nor_v)(a.v, a.v)}; }
XL_VEC uint32_t XL_LX_MASK_BYTES(XL_M m, size_t vl)
{
    return xl_lx_bytes_set(m.v) & UINT32_MAX >> (32 - vl * (XL_W / 8));
}
XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == XL_LANES)
        return XL_LX_ANY_BIT(m.v);
    return XL_LX_MASK_BYTES(m, vl) != 0;
}
XL_VEC size_t XL_MASK_OP(first)(XL_M m, size_t vl)
{
    uint32_t bytes = XL_LX_MASK_BYTES(m, vl);
    return bytes ? (size_t)__builtin_ctz(bytes) / (XL_W / 8) : vl;
}
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl)
{
    return (size_t)__builtin_popcount(XL_LX_MASK_BYTES(m, vl)) / (XL_W / 8);
}

#undef XL_LX_MASK_BYTES
#undef XL_LANES
