/* What all ten lane types share on LSX and LASX. lx_float.h and lx_int.h include this template file.
 * SPDX-License-Identifier: MIT
 */
#define XL_LANES (XL_LX_BITS / XL_W)

typedef XL_E XL_V __attribute__((vector_size(XL_LX_BITS / 8)));

XL_VEC size_t XL_OP(lanes)(void) { return XL_LANES; }
XL_VEC size_t XL_OP(vl)(size_t n) { return n < XL_LANES ? n : XL_LANES; }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { return (XL_V)xl_lx_load(p, vl * (XL_W / 8), XL_W / 8); }
XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { xl_lx_store(p, (xl_lx)v, vl * (XL_W / 8), XL_W / 8); }
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl)
{
    (void)vl;
    return (XL_V)XL_LX(bitsel_v)((xl_lx)b, (xl_lx)a, m.v);
}
XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == XL_LANES)
        return b;
    return XL_OP(select)(XL_JOIN(xl_lx_below, XL_W, )(vl), b, a, vl);
}

/* All lanes; of fewer than that, the first vl come out last. */
XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    XL_V r = (XL_V)xl_lx_swap_halves(XL_JOIN(xl_lx_reverse, XL_W, )((xl_lx)v));
    return vl == XL_LANES ? r : (XL_V)xl_lx_bytes_down((xl_lx)r, XL_LX_BYTES - vl * (XL_W / 8), XL_W / 8);
}

XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return k < XL_LANES ? (XL_V)xl_lx_bytes_up((xl_lx)v, k * (XL_W / 8), XL_W / 8) : v;
}
XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return (XL_V)xl_lx_bytes_down((xl_lx)v, k % XL_LANES * (XL_W / 8), XL_W / 8);
}
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl)
{
    (void)vl;
#if XL_LX_BITS == 256 && XL_W == 32
    return (XL_V)__lasx_xvperm_w((xl_lx)v, __lasx_xvreplgr2vr_w((int)i));
#elif XL_LX_BITS == 256 && XL_W == 64
    return (XL_V)__lasx_xvperm_w((xl_lx)v, __lasx_xvreplgr2vr_d((long)(2 * i | (2 * i + 1) << 32)));
#else
    return (XL_V)XL_LX_S(replve)(xl_lx_half_of((xl_lx)v, i / (128 / XL_W)), (int)(i % (128 / XL_W)));
#endif
}

/* Lane 0. If intrinsics of another type made it, gcc 14 would take it from memory. */
XL_VEC XL_E XL_JOIN(xl_lx_front_, XL_T, )(XL_V v)
{
#ifndef __clang__
    __asm__("" : "+f"(v));
#endif
    return v[0];
}

/* vreplve takes its lane from a register, which no instruction that moves a lane to a scalar does. */
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl)
{
    if (__builtin_constant_p(i))
        return v[i];
#if XL_LX_BITS == 256 && XL_W < 32
    (void)vl;
    return (XL_E)((uint32_t)__lasx_xvpickve2gr_w(__lasx_xvperm_w((xl_lx)v, __lasx_xvreplgr2vr_w((int)(i * XL_W / 32))), 0) >> i * XL_W % 32);
#else
    return XL_JOIN(xl_lx_front_, XL_T, )(XL_OP(broadcast_lane)(v, i, vl));
#endif
}
