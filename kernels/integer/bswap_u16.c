/* bswap_u16: the bytes of unsigned 16-bit integers in the other order.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(bswap_u16, .summary = "r[i] = a[i] with its bytes reversed",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_1(u16))

XL_LANE_1(bswap_u16, u16)
{
    uint16_t r = 0;
    for (size_t k = 0; k < sizeof a; k++)
        r = (uint16_t)(r << 8 | (a >> 8 * k & 0xff));
    return r;
}

XL_STEP_1(bswap_u16, u16)
{
#if XL_ON_NEON
    return vreinterpretq_u16_u8(vrev16q_u8(vreinterpretq_u8_u16(a)));
#elif XL_ON_SVE
    return svrevb_u16_x(svptrue_b16(), a);
#elif XL_ISA_IS_rva23
    return __riscv_vrev8_v_u16m1(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_revb(a);
#else
    return xl_u16_or(xl_u16_shl(a, 8, vl), xl_u16_shr(a, 8, vl), vl);
#endif
}
