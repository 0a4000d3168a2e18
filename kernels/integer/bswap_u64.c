/* bswap_u64: the bytes of unsigned 64-bit integers in the other order.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(bswap_u64, .summary = "r[i] = a[i] with its bytes reversed",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_1(u64))

XL_LANE_1(bswap_u64, u64)
{
    uint64_t r = 0;
    for (size_t k = 0; k < sizeof a; k++)
        r = (uint64_t)(r << 8 | (a >> 8 * k & 0xff));
    return r;
}

XL_STEP_1(bswap_u64, u64)
{
#if XL_ON_NEON
    return vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(a)));
#elif XL_ON_SVE
    return svrevb_u64_x(svptrue_b64(), a);
#elif XL_ISA_IS_rva23
    return __riscv_vrev8_v_u64m1(a, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_revb(a);
#else
    xl_u64 even = xl_u64_set1(0x00ff00ff00ff00ff, vl);
    a = xl_u64_or(xl_u64_shl(xl_u64_and(a, even, vl), 8, vl),
                  xl_u64_and(xl_u64_shr(a, 8, vl), even, vl), vl);
    xl_u64 pairs = xl_u64_set1(0x0000ffff0000ffff, vl);
    a = xl_u64_or(xl_u64_shl(xl_u64_and(a, pairs, vl), 16, vl),
                  xl_u64_and(xl_u64_shr(a, 16, vl), pairs, vl), vl);
    return xl_u64_or(xl_u64_shl(a, 32, vl), xl_u64_shr(a, 32, vl), vl);
#endif
}
