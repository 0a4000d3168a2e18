/* bswap_u32: the bytes of unsigned 32-bit integers in the other order.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(bswap_u32, .summary = "r[i] = a[i] with its bytes reversed",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_1(u32))

XL_LANE_1(bswap_u32, u32)
{
    uint32_t r = 0;
    for (size_t k = 0; k < sizeof a; k++)
        r = (uint32_t)(r << 8 | (a >> 8 * k & 0xff));
    return r;
}

XL_STEP_1(bswap_u32, u32)
{
#if XL_ON_NEON
    return vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(a)));
#elif XL_ON_SVE
    return svrevb_u32_x(svptrue_b32(), a);
#elif XL_ISA_IS_rva23
    return __riscv_vrev8_v_u32m1(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_revb(a);
#else
    xl_u32 even = xl_u32_set1(0x00ff00ff, vl);
    a = xl_u32_or(xl_u32_shl(xl_u32_and(a, even, vl), 8, vl),
                  xl_u32_and(xl_u32_shr(a, 8, vl), even, vl), vl);
    return xl_u32_or(xl_u32_shl(a, 16, vl), xl_u32_shr(a, 16, vl), vl);
#endif
}
