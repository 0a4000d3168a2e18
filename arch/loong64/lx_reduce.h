/* Reductions on LSX and LASX, a template file that lx_float.h and lx_int.h include: XL_FOLD is the operation, XL_NEUTRAL what leaves
 * its other operand unchanged.
 * SPDX-License-Identifier: MIT
 */
/* A fold of the halves, quarters and so on. The neutral element stands in for the lanes from vl on. */
XL_VEC XL_E XL_JOIN(XL_OP(reduce_), XL_FOLD, )(XL_V v, size_t vl)
{
    if (vl != XL_LANES)
        v = XL_OP(merge)(XL_OP(set1)(XL_NEUTRAL, vl), v, vl);
#if XL_LX_BITS == 256
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)xl_lx_swap_halves((xl_lx)v), vl);
#endif
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)XL_LX(shuf4i_w)((xl_lx)v, 0x4e), vl);
#if XL_W == 32
    v = XL_JOIN(XL_OP(), XL_FOLD, )(v, (XL_V)XL_LX(shuf4i_w)((xl_lx)v, 0xb1), vl);
#endif
    return XL_JOIN(xl_lx_front_, XL_T, )(v);
}
#undef XL_FOLD
#undef XL_NEUTRAL
