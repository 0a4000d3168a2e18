/* Template of sve_float.h and sve_int.h: what every lane type has.
 * SPDX-License-Identifier: MIT
 */
XL_VEC size_t XL_OP(lanes)(void) { return svcntb() / (XL_W / 8); }
XL_VEC size_t XL_OP(vl)(size_t n) { return n < XL_OP(lanes)() ? n : XL_OP(lanes)(); }
XL_VEC XL_V XL_OP(set1)(XL_E x, size_t vl) { (void)vl; return XL_SVE(svdup_n)(x); }
XL_VEC XL_V XL_OP(load)(const XL_E *p, size_t vl) { return XL_SVE(svld1)(XL_SVE_BELOW(vl), p); }
XL_VEC void XL_OP(store)(XL_E *p, XL_V v, size_t vl) { XL_SVE(svst1)(XL_SVE_BELOW(vl), p, v); }
XL_VEC XL_V XL_OP(merge)(XL_V a, XL_V b, size_t vl) { return XL_SVE(svsel)(XL_SVE_BELOW(vl), b, a); }
XL_VEC XL_V XL_OP(select)(XL_M m, XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE(svsel)(m, a, b); }

/* LASTA: the lane after the last one of the predicate, lane 0 if that is empty. */
XL_VEC XL_E XL_OP(get)(XL_V v, size_t i, size_t vl) { (void)vl; return XL_SVE(svlasta)(XL_SVE_BELOW(i), v); }

XL_VEC XL_V XL_OP(add)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svadd)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(sub)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svsub)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svmin)(XL_SVE_ALL(), a, b); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svmax)(XL_SVE_ALL(), a, b); }
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE(svcmpeq)(XL_SVE_ALL(), a, b); }
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE(svcmplt)(XL_SVE_ALL(), a, b); }
XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE(svcmple)(XL_SVE_ALL(), a, b); }

#if XL_W > 8
XL_VEC XL_V XL_OP(mul)(XL_V a, XL_V b, size_t vl) { (void)vl; return XL_SVE_X(svmul)(XL_SVE_ALL(), a, b); }
#endif

/* TBL gives 0 for the indices below 0 of the lanes from vl on, which wrap. */
XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl) { return XL_SVE(svtbl)(v, XL_SVE_U(svindex)((XL_U_E)(vl - 1), (XL_U_E)-1)); }

/* SPLICE: the lanes of the first vector from the first one of the predicate to the last, then the second vector's from its lane 0 on. */
XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    return XL_SVE(svsplice)(XL_SVE_BELOW(k), v, v);
}

/* EXT wants a constant. */
XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    (void)vl;
    if (__builtin_constant_p(k) && k == 1)
        return XL_SVE(svext)(v, v, 1);
    if (__builtin_constant_p(k) && k == 2)
        return XL_SVE(svext)(v, v, 2);
    return XL_SVE(svsplice)(svnot_b_z(XL_SVE_ALL(), XL_SVE_BELOW(k)), v, v);
}

XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl) { (void)vl; return XL_SVE(svdup_lane)(v, (XL_U_E)i); }

/* Lanes from vl on are not in the predicate, so they do not count. */
#if XL_W >= 32
XL_VEC XL_V XL_OP(add_keep)(XL_V a, XL_V b, size_t vl) { return XL_JOIN(XL_SVE(svadd), _m, )(XL_SVE_BELOW(vl), a, b); }
XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl) { return XL_SVE(svminv)(XL_SVE_BELOW(vl), v); }
XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl) { return XL_SVE(svmaxv)(XL_SVE_BELOW(vl), v); }
#endif

#if XL_W == 64
XL_VEC XL_V XL_OP(gather)(const XL_E *p, svuint64_t index, size_t vl)
{
    return XL_SVE(svld1_gather_u64index)(XL_SVE_BELOW(vl), p, index);
}
#endif
