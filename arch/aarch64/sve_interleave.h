/* Template of sve_groups.h: interleaved memory of unsigned lanes.
 * SPDX-License-Identifier: MIT
 */
XL_VEC void XL_OP(load2)(const XL_E *p, XL_V *a, XL_V *b, size_t vl)
{
    XL_JOIN(svuint, XL_W, x2_t) v = XL_SVE(svld2)(XL_SVE_BELOW(vl), p);
    *a = XL_SVE(svget2)(v, 0);
    *b = XL_SVE(svget2)(v, 1);
}

XL_VEC void XL_OP(store2)(XL_E *p, XL_V a, XL_V b, size_t vl)
{
    XL_SVE(svst2)(XL_SVE_BELOW(vl), p, XL_SVE(svcreate2)(a, b));
}

XL_VEC void XL_OP(load3)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, size_t vl)
{
    XL_JOIN(svuint, XL_W, x3_t) v = XL_SVE(svld3)(XL_SVE_BELOW(vl), p);
    *a = XL_SVE(svget3)(v, 0);
    *b = XL_SVE(svget3)(v, 1);
    *c = XL_SVE(svget3)(v, 2);
}

XL_VEC void XL_OP(store3)(XL_E *p, XL_V a, XL_V b, XL_V c, size_t vl)
{
    XL_SVE(svst3)(XL_SVE_BELOW(vl), p, XL_SVE(svcreate3)(a, b, c));
}

XL_VEC void XL_OP(load4)(const XL_E *p, XL_V *a, XL_V *b, XL_V *c, XL_V *d, size_t vl)
{
    XL_JOIN(svuint, XL_W, x4_t) v = XL_SVE(svld4)(XL_SVE_BELOW(vl), p);
    *a = XL_SVE(svget4)(v, 0);
    *b = XL_SVE(svget4)(v, 1);
    *c = XL_SVE(svget4)(v, 2);
    *d = XL_SVE(svget4)(v, 3);
}

XL_VEC void XL_OP(store4)(XL_E *p, XL_V a, XL_V b, XL_V c, XL_V d, size_t vl)
{
    XL_SVE(svst4)(XL_SVE_BELOW(vl), p, XL_SVE(svcreate4)(a, b, c, d));
}

#undef XL_T
#undef XL_W
