/* rotl_u8: the bits of bytes, rotated left by a number of bits modulo 8.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(rotl_u8, .summary = "r[i] = a[i] rotated left by (by mod 8)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(u8, u8))

XL_LANE_BY(rotl_u8, u8, u8)
{
    unsigned k = by % 8;
    return (uint8_t)(a << k | a >> (8 - k));
}

XL_STEP_BY(rotl_u8, u8, u8)
{
#if XL_ISA_IS_rva23
    return __riscv_vrol_vx_u8m1(a, by, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_rl(a, vec_splats((unsigned char)by));
#else
    unsigned k = by % 8;
    return xl_u8_or(xl_u8_shl(a, k, vl), xl_u8_shr(a, 8 - k, vl), vl);
#endif
}
