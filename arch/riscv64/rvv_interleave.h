/* Template of rvv_groups.h: interleaved memory of unsigned lanes.
 * SPDX-License-Identifier: MIT
 */
XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    XL_JOIN(vuint, XL_W, m1x2_t) v = XL_RVV_TUPLE(XL_JOIN(vlseg2e, XL_W, _v), 2)(p, vl);
    *a = XL_RVV_PART(2, 0);
    *b = XL_RVV_PART(2, 1);
}

XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    XL_RVV_TUPLE(XL_JOIN(vsseg2e, XL_W, _v), 2)(p, XL_RVV_TUPLE(vcreate_v, 2)(a, b), vl);
}

XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    XL_JOIN(vuint, XL_W, m1x3_t) v = XL_RVV_TUPLE(XL_JOIN(vlseg3e, XL_W, _v), 3)(p, vl);
    *a = XL_RVV_PART(3, 0);
    *b = XL_RVV_PART(3, 1);
    *c = XL_RVV_PART(3, 2);
}

XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    XL_RVV_TUPLE(XL_JOIN(vsseg3e, XL_W, _v), 3)(p, XL_RVV_TUPLE(vcreate_v, 3)(a, b, c), vl);
}

XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
    XL_JOIN(vuint, XL_W, m1x4_t) v = XL_RVV_TUPLE(XL_JOIN(vlseg4e, XL_W, _v), 4)(p, vl);
    *a = XL_RVV_PART(4, 0);
    *b = XL_RVV_PART(4, 1);
    *c = XL_RVV_PART(4, 2);
    *d = XL_RVV_PART(4, 3);
}

XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
    XL_RVV_TUPLE(XL_JOIN(vsseg4e, XL_W, _v), 4)(p, XL_RVV_TUPLE(vcreate_v, 4)(a, b, c, d), vl);
}

#undef XL_T
#undef XL_W
