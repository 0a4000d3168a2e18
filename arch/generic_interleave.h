/* Interleaved memory, through memory: a template file of each_int.h.
 * SPDX-License-Identifier: MIT
 */
#if XL_W <= 32 && !XL_IS_SIGNED

/* Every `step`-th element. */
#define XL_GENERIC_PICK XL_JOIN(xl_generic_, XL_T, _pick)
#define XL_GENERIC_SPREAD XL_JOIN(xl_generic_, XL_T, _spread)
XL_VEC XL_V XL_GENERIC_PICK(const XL_E *p, size_t step, size_t vl)
{
    XL_E lanes[sizeof(XL_V) / sizeof(XL_E)] = {0};
    for (size_t i = 0; i < vl; i++)
        lanes[i] = p[step * i];
    return XL_OP(load)(lanes, vl);
}
XL_VEC void XL_GENERIC_SPREAD(XL_E *p, size_t step, XL_V v, size_t vl)
{
    XL_E lanes[sizeof(XL_V) / sizeof(XL_E)] = {0};
    XL_OP(store)(lanes, v, vl);
    for (size_t i = 0; i < vl; i++)
        p[step * i] = lanes[i];
}

#ifndef XL_HAS_INTERLEAVE2
XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    *a = XL_GENERIC_PICK(p, 2, vl);
    *b = XL_GENERIC_PICK(p + 1, 2, vl);
}
XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    XL_GENERIC_SPREAD(p, 2, a, vl);
    XL_GENERIC_SPREAD(p + 1, 2, b, vl);
}
#endif

#ifndef XL_HAS_INTERLEAVE3
#if XL_W > 8 /* every ISA's header has this load */
XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    *a = XL_GENERIC_PICK(p, 3, vl);
    *b = XL_GENERIC_PICK(p + 1, 3, vl);
    *c = XL_GENERIC_PICK(p + 2, 3, vl);
}
#endif
XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    XL_GENERIC_SPREAD(p, 3, a, vl);
    XL_GENERIC_SPREAD(p + 1, 3, b, vl);
    XL_GENERIC_SPREAD(p + 2, 3, c, vl);
}
#endif

#ifndef XL_HAS_INTERLEAVE4
XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
    *a = XL_GENERIC_PICK(p, 4, vl);
    *b = XL_GENERIC_PICK(p + 1, 4, vl);
    *c = XL_GENERIC_PICK(p + 2, 4, vl);
    *d = XL_GENERIC_PICK(p + 3, 4, vl);
}
XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
    XL_GENERIC_SPREAD(p, 4, a, vl);
    XL_GENERIC_SPREAD(p + 1, 4, b, vl);
    XL_GENERIC_SPREAD(p + 2, 4, c, vl);
    XL_GENERIC_SPREAD(p + 3, 4, d, vl);
}
#endif

#undef XL_GENERIC_PICK
#undef XL_GENERIC_SPREAD
#endif
