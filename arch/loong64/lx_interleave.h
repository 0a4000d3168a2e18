/* Interleaved memory on LSX and LASX: a template file of each_int.h. A partial strip takes its way through a buffer.
 * SPDX-License-Identifier: MIT
 */
#if XL_W <= 32 && !XL_IS_SIGNED

#define XL_LANES (XL_LX_BITS / XL_W)
#define XL_LX_EVEN XL_JOIN(xl_lx_even, XL_W, )
#define XL_LX_ODD XL_JOIN(xl_lx_odd, XL_W, )
#define XL_LX_LOW XL_JOIN(xl_lx_low, XL_W, )
#define XL_LX_HIGH XL_JOIN(xl_lx_high, XL_W, )

/* The lanes with even numbers of v and w, and those with odd ones. */
XL_VEC xl_lx XL_LX_EVEN(xl_lx v, xl_lx w) { return XL_LX_S(pickev)(xl_lx_second(v, w), xl_lx_first(v, w)); }
XL_VEC xl_lx XL_LX_ODD(xl_lx v, xl_lx w) { return XL_LX_S(pickod)(xl_lx_second(v, w), xl_lx_first(v, w)); }
/* The lanes of a and b in turn: the lower half of all, and the upper. */
XL_VEC xl_lx XL_LX_LOW(xl_lx a, xl_lx b) { return xl_lx_first(XL_LX_S(ilvl)(b, a), XL_LX_S(ilvh)(b, a)); }
XL_VEC xl_lx XL_LX_HIGH(xl_lx a, xl_lx b) { return xl_lx_second(XL_LX_S(ilvl)(b, a), XL_LX_S(ilvh)(b, a)); }

XL_VEC void XL_JOIN(xl_lx_load2_, XL_T, )(const void *p, XL_V *a, XL_V *b)
{
    xl_lx v = XL_LX(ld)(p, 0), w = XL_LX(ld)(p, XL_LX_BYTES);
    *a = (XL_V)XL_LX_EVEN(v, w);
    *b = (XL_V)XL_LX_ODD(v, w);
}
XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[2 * XL_LX_BYTES] = {0};
        memcpy(buffer, p, 2 * vl * sizeof *p);
        XL_JOIN(xl_lx_load2_, XL_T, )(buffer, a, b);
    } else {
        XL_JOIN(xl_lx_load2_, XL_T, )(p, a, b);
    }
}

XL_VEC void XL_JOIN(xl_lx_store2_, XL_T, )(void *p, XL_V a, XL_V b)
{
    XL_LX(st)(XL_LX_LOW((xl_lx)a, (xl_lx)b), p, 0);
    XL_LX(st)(XL_LX_HIGH((xl_lx)a, (xl_lx)b), p, XL_LX_BYTES);
}
XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[2 * XL_LX_BYTES] = {0};
        XL_JOIN(xl_lx_store2_, XL_T, )(buffer, a, b);
        memcpy(p, buffer, 2 * vl * sizeof *p);
    } else {
        XL_JOIN(xl_lx_store2_, XL_T, )(p, a, b);
    }
}

XL_VEC void XL_JOIN(xl_lx_load4_, XL_T, )(const void *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d)
{
    xl_lx v = XL_LX(ld)(p, 0), w = XL_LX(ld)(p, XL_LX_BYTES);
    xl_lx x = XL_LX(ld)(p, 2 * XL_LX_BYTES), y = XL_LX(ld)(p, 3 * XL_LX_BYTES);
    xl_lx ac0 = XL_LX_EVEN(v, w), ac1 = XL_LX_EVEN(x, y);
    xl_lx bd0 = XL_LX_ODD(v, w), bd1 = XL_LX_ODD(x, y);
    *a = (XL_V)XL_LX_EVEN(ac0, ac1), *c = (XL_V)XL_LX_ODD(ac0, ac1);
    *b = (XL_V)XL_LX_EVEN(bd0, bd1), *d = (XL_V)XL_LX_ODD(bd0, bd1);
}
XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[4 * XL_LX_BYTES] = {0};
        memcpy(buffer, p, 4 * vl * sizeof *p);
        XL_JOIN(xl_lx_load4_, XL_T, )(buffer, a, b, c, d);
    } else {
        XL_JOIN(xl_lx_load4_, XL_T, )(p, a, b, c, d);
    }
}

XL_VEC void XL_JOIN(xl_lx_store4_, XL_T, )(void *p, XL_V a, XL_V b, XL_V c, XL_V d)
{
    xl_lx ac0 = XL_LX_LOW((xl_lx)a, (xl_lx)c), ac1 = XL_LX_HIGH((xl_lx)a, (xl_lx)c);
    xl_lx bd0 = XL_LX_LOW((xl_lx)b, (xl_lx)d), bd1 = XL_LX_HIGH((xl_lx)b, (xl_lx)d);
    XL_LX(st)(XL_LX_LOW(ac0, bd0), p, 0);
    XL_LX(st)(XL_LX_HIGH(ac0, bd0), p, XL_LX_BYTES);
    XL_LX(st)(XL_LX_LOW(ac1, bd1), p, 2 * XL_LX_BYTES);
    XL_LX(st)(XL_LX_HIGH(ac1, bd1), p, 3 * XL_LX_BYTES);
}
XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[4 * XL_LX_BYTES] = {0};
        XL_JOIN(xl_lx_store4_, XL_T, )(buffer, a, b, c, d);
        memcpy(p, buffer, 4 * vl * sizeof *p);
    } else {
        XL_JOIN(xl_lx_store4_, XL_T, )(p, a, b, c, d);
    }
}

#define XL_LX_LOADED XL_JOIN(xl_thirds_loaded, XL_W, )
#define XL_LX_STORED XL_JOIN(xl_thirds_stored, XL_W, )
XL_VEC void XL_JOIN(xl_lx_load3_, XL_T, )(const uint8_t *p, XL_V *a, XL_V *b, XL_V *c)
{
    xl_lx v0 = xl_lx_load_each(p, 48), v1 = xl_lx_load_each(p + 16, 48), v2 = xl_lx_load_each(p + 32, 48);
    *a = (XL_V)xl_lx_third(v0, v1, v2, XL_LX_LOADED[0]);
    *b = (XL_V)xl_lx_third(v0, v1, v2, XL_LX_LOADED[1]);
    *c = (XL_V)xl_lx_third(v0, v1, v2, XL_LX_LOADED[2]);
}
XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[3 * XL_LX_BYTES] = {0};
        memcpy(buffer, p, 3 * vl * sizeof *p);
        XL_JOIN(xl_lx_load3_, XL_T, )(buffer, a, b, c);
    } else {
        XL_JOIN(xl_lx_load3_, XL_T, )((const uint8_t *)p, a, b, c);
    }
}

XL_VEC void XL_JOIN(xl_lx_store3_, XL_T, )(uint8_t *p, XL_V a, XL_V b, XL_V c)
{
    xl_lx v0 = (xl_lx)a, v1 = (xl_lx)b, v2 = (xl_lx)c;
    xl_lx_store_each(p, xl_lx_third(v0, v1, v2, XL_LX_STORED[0]), 48);
    xl_lx_store_each(p + 16, xl_lx_third(v0, v1, v2, XL_LX_STORED[1]), 48);
    xl_lx_store_each(p + 32, xl_lx_third(v0, v1, v2, XL_LX_STORED[2]), 48);
}
XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    if (vl < XL_LANES) {
        uint8_t buffer[3 * XL_LX_BYTES] = {0};
        XL_JOIN(xl_lx_store3_, XL_T, )(buffer, a, b, c);
        memcpy(p, buffer, 3 * vl * sizeof *p);
    } else {
        XL_JOIN(xl_lx_store3_, XL_T, )((uint8_t *)p, a, b, c);
    }
}

#undef XL_LANES
#undef XL_LX_EVEN
#undef XL_LX_ODD
#undef XL_LX_LOW
#undef XL_LX_HIGH
#undef XL_LX_LOADED
#undef XL_LX_STORED
#endif
