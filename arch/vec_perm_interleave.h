/* Interleaved memory by vec_perm, vec_mergeh and vec_mergel: a template file of each_int.h. A partial strip takes its way through a
 * buffer.
 * SPDX-License-Identifier: MIT
 */
#if XL_W <= 32 && !XL_IS_SIGNED

#define XL_LANES (128 / XL_W)
#define XL_PERM_EVEN XL_JOIN(xl_perm_even_, XL_T, )
#define XL_PERM_ODD XL_JOIN(xl_perm_odd_, XL_T, )

XL_VEC XL_V XL_PERM_EVEN(XL_V v, XL_V w)
{
    return (XL_V)vec_perm((xl_u8)v, (xl_u8)w, (xl_u8){XL_JOIN(XL_PERM_EVEN_BYTES_, XL_W, )});
}
XL_VEC XL_V XL_PERM_ODD(XL_V v, XL_V w) { return (XL_V)vec_perm((xl_u8)v, (xl_u8)w, (xl_u8){XL_JOIN(XL_PERM_ODD_BYTES_, XL_W, )}); }

XL_VEC void XL_JOIN(xl_perm_load2_, XL_T, )(const XL_E *p, XL_V *a, XL_V *b)
{
    XL_V v0 = XL_OP(load)(p, XL_LANES), v1 = XL_OP(load)(p + XL_LANES, XL_LANES);
    *a = XL_PERM_EVEN(v0, v1);
    *b = XL_PERM_ODD(v0, v1);
}
XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    if (vl < XL_LANES) {
        XL_E buffer[2 * XL_LANES] = {0};
        memcpy(buffer, p, 2 * vl * sizeof *p);
        XL_JOIN(xl_perm_load2_, XL_T, )(buffer, a, b);
    } else {
        XL_JOIN(xl_perm_load2_, XL_T, )(p, a, b);
    }
}

XL_VEC void XL_JOIN(xl_perm_load4_, XL_T, )(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d)
{
    XL_V ac, bd, last_ac, last_bd;
    XL_JOIN(xl_perm_load2_, XL_T, )(p, &ac, &bd);
    XL_JOIN(xl_perm_load2_, XL_T, )(p + 2 * XL_LANES, &last_ac, &last_bd);
    *a = XL_PERM_EVEN(ac, last_ac), *c = XL_PERM_ODD(ac, last_ac);
    *b = XL_PERM_EVEN(bd, last_bd), *d = XL_PERM_ODD(bd, last_bd);
}
XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
    if (vl < XL_LANES) {
        XL_E buffer[4 * XL_LANES] = {0};
        memcpy(buffer, p, 4 * vl * sizeof *p);
        XL_JOIN(xl_perm_load4_, XL_T, )(buffer, a, b, c, d);
    } else {
        XL_JOIN(xl_perm_load4_, XL_T, )(p, a, b, c, d);
    }
}

XL_VEC void XL_JOIN(xl_perm_store2_, XL_T, )(XL_E *p, XL_V a, XL_V b)
{
    XL_OP(store)(p, vec_mergeh(a, b), XL_LANES);
    XL_OP(store)(p + XL_LANES, vec_mergel(a, b), XL_LANES);
}
XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    if (vl < XL_LANES) {
        XL_E buffer[2 * XL_LANES];
        XL_JOIN(xl_perm_store2_, XL_T, )(buffer, a, b);
        memcpy(p, buffer, 2 * vl * sizeof *p);
    } else {
        XL_JOIN(xl_perm_store2_, XL_T, )(p, a, b);
    }
}

XL_VEC void XL_JOIN(xl_perm_store4_, XL_T, )(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d)
{
    XL_JOIN(xl_perm_store2_, XL_T, )(p, vec_mergeh(a, c), vec_mergeh(b, d));
    XL_JOIN(xl_perm_store2_, XL_T, )(p + 2 * XL_LANES, vec_mergel(a, c), vec_mergel(b, d));
}
XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
    if (vl < XL_LANES) {
        XL_E buffer[4 * XL_LANES];
        XL_JOIN(xl_perm_store4_, XL_T, )(buffer, a, b, c, d);
        memcpy(p, buffer, 4 * vl * sizeof *p);
    } else {
        XL_JOIN(xl_perm_store4_, XL_T, )(p, a, b, c, d);
    }
}

#define XL_PERM_LOADED XL_JOIN(xl_thirds_loaded, XL_W, )
#define XL_PERM_STORED XL_JOIN(xl_thirds_stored, XL_W, )
XL_VEC void XL_JOIN(xl_perm_load3_, XL_T, )(const uint8_t *p, XL_V *a, XL_V *b, XL_V *c)
{
    xl_u8 v0 = xl_u8_load(p, 16), v1 = xl_u8_load(p + 16, 16), v2 = xl_u8_load(p + 32, 16);
    *a = (XL_V)xl_perm_third(v0, v1, v2, XL_PERM_LOADED[0]);
    *b = (XL_V)xl_perm_third(v0, v1, v2, XL_PERM_LOADED[1]);
    *c = (XL_V)xl_perm_third(v0, v1, v2, XL_PERM_LOADED[2]);
}
XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[48] = {0};
        memcpy(buffer, p, 3 * vl * sizeof *p);
        XL_JOIN(xl_perm_load3_, XL_T, )(buffer, a, b, c);
    } else {
        XL_JOIN(xl_perm_load3_, XL_T, )((const uint8_t *)p, a, b, c);
    }
}

XL_VEC void XL_JOIN(xl_perm_store3_, XL_T, )(uint8_t *p, XL_V a, XL_V b, XL_V c)
{
    xl_u8 v0 = (xl_u8)a, v1 = (xl_u8)b, v2 = (xl_u8)c;
    xl_u8_store(p, xl_perm_third(v0, v1, v2, XL_PERM_STORED[0]), 16);
    xl_u8_store(p + 16, xl_perm_third(v0, v1, v2, XL_PERM_STORED[1]), 16);
    xl_u8_store(p + 32, xl_perm_third(v0, v1, v2, XL_PERM_STORED[2]), 16);
}
XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[48];
        XL_JOIN(xl_perm_store3_, XL_T, )(buffer, a, b, c);
        memcpy(p, buffer, 3 * vl * sizeof *p);
    } else {
        XL_JOIN(xl_perm_store3_, XL_T, )((uint8_t *)p, a, b, c);
    }
}

#undef XL_LANES
#undef XL_PERM_EVEN
#undef XL_PERM_ODD
#undef XL_PERM_LOADED
#undef XL_PERM_STORED
#endif
