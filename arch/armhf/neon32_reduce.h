/* Template of neon32.h, for the lane types of 32 bits: four lanes to one, in pairs.
 * SPDX-License-Identifier: MIT
 *
 * From vl on stands a neutral lane: -0 in a sum of floats, which is 0 in one of integers; for the least and the greatest the first lane,
 * which always counts.
 */
XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    v = XL_OP(merge)(XL_NEON(vdupq_n)(-(XL_E)0), v, vl);
    __typeof__(XL_NEON(vget_low)(v)) pair = XL_NEON(vadd)(XL_NEON(vget_low)(v), XL_NEON(vget_high)(v));
    return XL_NEON(vget_lane)(XL_NEON(vpadd)(pair, pair), 0);
}

XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    v = XL_OP(merge)(XL_NEON(vdupq_lane)(XL_NEON(vget_low)(v), 0), v, vl);
    __typeof__(XL_NEON(vget_low)(v)) pair = XL_NEON(vpmin)(XL_NEON(vget_low)(v), XL_NEON(vget_high)(v));
    return XL_NEON(vget_lane)(XL_NEON(vpmin)(pair, pair), 0);
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    v = XL_OP(merge)(XL_NEON(vdupq_lane)(XL_NEON(vget_low)(v), 0), v, vl);
    __typeof__(XL_NEON(vget_low)(v)) pair = XL_NEON(vpmax)(XL_NEON(vget_low)(v), XL_NEON(vget_high)(v));
    return XL_NEON(vget_lane)(XL_NEON(vpmax)(pair, pair), 0);
}

#undef XL_T
