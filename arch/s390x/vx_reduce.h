/* Reductions on VX, a template file that others include: XL_FOLD is the operation, XL_NEUTRAL what leaves its other operand unchanged.
 * SPDX-License-Identifier: MIT
 */
/* A fold by rotations. The neutral element stands in for the lanes from vl on. */
XL_VEC XL_E XL_JOIN(XL_OP(reduce_), XL_FOLD, )(XL_V v, size_t vl)
{
    if (vl != XL_LANES)
        v = XL_OP(merge)(XL_OP(set1)(XL_NEUTRAL, XL_LANES), v, vl);
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)vec_sld((xl_u8)v, (xl_u8)v, 8), XL_LANES);
#if XL_W == 32
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)vec_sld((xl_u8)v, (xl_u8)v, 4), XL_LANES);
#endif
    return XL_OP(get)(v, 0, XL_LANES);
}
#undef XL_FOLD
#undef XL_NEUTRAL
