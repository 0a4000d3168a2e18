/* What all ten lane types share on VSX. vsx_float.h and vsx_int.h include this template file.
 * SPDX-License-Identifier: MIT
 */
XL_VEC size_t XL_OP(lanes)(void) { return XL_LANES; }
XL_VEC size_t XL_OP(vl)(size_t n) { return n < XL_LANES ? n : XL_LANES; }
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return vec_splats((XL_VSX_E)x); }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { return (XL_V)xl_vsx_load(p, vl * (XL_W / 8), XL_W / 8); }
XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl)
{
    if (__builtin_constant_p(vl) && vl == XL_LANES)
        return b;
    return vec_sel(a, b, XL_JOIN(xl_vsx_below, XL_W, )(vl));
}
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_cmpeq(a, b); }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_cmpgt(b, a); }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return vec_cmpge(b, a); }
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl) { (void)vl; return vec_sel(b, a, m); }
