/* Template of neon32.h, for masks of lanes of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#include "../neon_mask_lane.h"

XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl) { return XL_NEON_MASK_NIBBLES(m, vl) != 0; }
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl)
{
    uint32x4_t sums = vpaddlq_u16(vpaddlq_u8(vshrq_n_u8(XL_NEON_MASK_BELOW(m, vl), 7)));
    uint32x2_t pair = vadd_u32(vget_low_u32(sums), vget_high_u32(sums));
    return vget_lane_u32(vpadd_u32(pair, pair), 0) / (XL_W / 8);
}

#undef XL_NEON_MASK_BELOW
#undef XL_NEON_MASK_NIBBLES
#undef XL_W
