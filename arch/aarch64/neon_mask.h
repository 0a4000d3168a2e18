/* Template of neon.h, for masks of lanes of XL_W bits.
 * SPDX-License-Identifier: MIT
 */
#include "../neon_mask_lane.h"

XL_VEC bool XL_MASK_OP(any)(XL_M m, size_t vl) { return vmaxvq_u8(XL_NEON_MASK_BELOW(m, vl)) != 0; }
XL_VEC size_t XL_MASK_OP(count)(XL_M m, size_t vl)
{
    return vaddvq_u8(vshrq_n_u8(XL_NEON_MASK_BELOW(m, vl), 7)) / (XL_W / 8);
}

#undef XL_NEON_MASK_BELOW
#undef XL_NEON_MASK_NIBBLES
#undef XL_W
