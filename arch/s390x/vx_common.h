/* What all ten lane types share on VX. vx_float.h and vx_int.h include this template file.
 * SPDX-License-Identifier: MIT
 */
XL_VEC size_t XL_OP(lanes)(void) { return XL_LANES; }
XL_VEC size_t XL_OP(vl)(size_t n) { return n < XL_LANES ? n : XL_LANES; }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { return (XL_V)xl_vx_load(p, vl * (XL_W / 8)); }
XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { xl_vx_store(p, (xl_u8)v, vl * (XL_W / 8)); }
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_V)vec_sel((XL_UV)b, (XL_UV)a, m.v); }
XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == XL_LANES)
        return b;
    return XL_OP(select)(XL_JOIN(xl_vx_below, XL_W, )(vl), b, a, vl);
}

/* What all share that the ISA has as lanes: f32 from z14 on. */
#if !XL_IS_FLOAT || XL_W == 64 || __ARCH__ >= 12
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return vec_splats((XL_VX_E)x); }
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl) { (void)vl; return (XL_E)vec_extract(v, (int)i); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){vec_cmpeq(a, b)}; }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){vec_cmpgt(b, a)}; }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return (XL_M){vec_cmpge(b, a)}; }
#endif
