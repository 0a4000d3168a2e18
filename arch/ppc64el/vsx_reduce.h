/* Reductions on VSX, a template file that others include: XL_FOLD is the operation, XL_NEUTRAL what leaves its other operand
 * unchanged.
 * SPDX-License-Identifier: MIT
 */
/* A fold by rotations, so vec_sld's direction is no matter. The neutral element stands in for the lanes from vl on. */
XL_VEC XL_E XL_JOIN(XL_OP(reduce_), XL_FOLD, )(XL_V v, size_t vl)
{
    if (vl != XL_LANES)
        v = XL_OP(merge)(XL_OP(set1)(XL_NEUTRAL, XL_LANES), v, vl);
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, vec_sld(v, v, 8), XL_LANES);
#if XL_W == 32
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, vec_sld(v, v, 4), XL_LANES);
#endif
    return (XL_E)vec_extract(v, 0);
}
#undef XL_FOLD
#undef XL_NEUTRAL
