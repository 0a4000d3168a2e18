/* Template of neon32.h, for the lane types of integers.
 * SPDX-License-Identifier: MIT
 */
#include "../neon_int_lane.h"

#if XL_W == 16 || XL_W == 32
/* The upper halves of the products: the odd ones of their halves. */
XL_VEC XL_V XL_OP(mulhi)(XL_V a, XL_V b, size_t vl)
{
    XL_V low = (XL_V)XL_NEON(vmull)(XL_NEON(vget_low)(a), XL_NEON(vget_low)(b));
    XL_V high = (XL_V)XL_NEON(vmull)(XL_NEON(vget_high)(a), XL_NEON(vget_high)(b));
    (void)vl;
    return XL_NEON(vuzpq)(low, high).val[1];
}
#endif

#if XL_W == 64
/* The lanes as signed ones in the same order: unsigned lanes lose 2^63. */
#define XL_NEON_SIGNED XL_JOIN(xl_neon_, XL_T, _signed)
XL_VEC int64x2_t XL_NEON_SIGNED(XL_V v) { return veorq_s64((int64x2_t)v, vdupq_n_s64((XL_E)-1 > 1 ? INT64_MIN : 0)); }

/* Comparisons have no 64-bit lanes. A lane equals where both halves do. */
XL_VEC XL_M XL_OP(eq)(XL_V a, XL_V b, size_t vl)
{
    uint32x4_t halves = vceqq_u32((uint32x4_t)a, (uint32x4_t)b);
    (void)vl;
    return (XL_M){vreinterpretq_u64_u32(vandq_u32(halves, vrev64q_u32(halves)))};
}

/* a < b where the saturated difference is negative. */
XL_VEC XL_M XL_OP(lt)(XL_V a, XL_V b, size_t vl)
{
    int64x2_t difference = vqsubq_s64(XL_NEON_SIGNED(a), XL_NEON_SIGNED(b));
    (void)vl;
    return (XL_M){vreinterpretq_u64_s64(vshrq_n_s64(difference, 63))};
}

XL_VEC XL_M XL_OP(le)(XL_V a, XL_V b, size_t vl)
{
    return (XL_M){vreinterpretq_u64_u8(vmvnq_u8(vreinterpretq_u8_u64(XL_OP(lt)(b, a, vl).v)))};
}

XL_VEC XL_V XL_OP(min)(XL_V a, XL_V b, size_t vl) { return XL_OP(select)(XL_OP(lt)(a, b, vl), a, b, vl); }
XL_VEC XL_V XL_OP(max)(XL_V a, XL_V b, size_t vl) { return XL_OP(select)(XL_OP(lt)(a, b, vl), b, a, vl); }

XL_VEC XL_E XL_OP(reduce_add)(XL_V v, size_t vl)
{
    v = XL_OP(merge)(XL_NEON(vdupq_n)(0), v, vl);
    return (XL_E)xl_neon_u64_of_half(vget_low_u64((uint64x2_t)XL_NEON(vaddq)(v, XL_NEON(vextq)(v, v, 1))));
}

XL_VEC XL_E XL_OP(reduce_min)(XL_V v, size_t vl)
{
    XL_V second = vl > 1 ? XL_NEON(vextq)(v, v, 1) : v;
    return XL_NEON(vgetq_lane)(XL_OP(min)(v, second, vl), 0);
}

XL_VEC XL_E XL_OP(reduce_max)(XL_V v, size_t vl)
{
    XL_V second = vl > 1 ? XL_NEON(vextq)(v, v, 1) : v;
    return XL_NEON(vgetq_lane)(XL_OP(max)(v, second, vl), 0);
}

#undef XL_NEON_SIGNED
#endif

#undef XL_T
#undef XL_W
