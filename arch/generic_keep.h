/* Template of generic.h's KEEP, for the lane type XL_T.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_OP(add_keep)(XL_V a, XL_V b, size_t vl)
{
    return XL_OP(merge)(a, XL_OP(add)(a, b, vl), vl);
}

#if XL_IS_FLOAT
XL_VEC XL_V XL_OP(fma_keep)(XL_V a, XL_V b, XL_V c, size_t vl)
{
    return XL_OP(merge)(c, XL_OP(fma)(a, b, c, vl), vl);
}
#endif

#undef XL_T
