/* rotl_u32: the bits of unsigned 32-bit integers, rotated left by a number of bits modulo 32.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(rotl_u32, .summary = "r[i] = a[i] rotated left by (by mod 32)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(u32, u8))

XL_LANE_BY(rotl_u32, u32, u8)
{
    unsigned k = by % 32;
    return k ? a << k | a >> (32 - k) : a;
}

XL_STEP_BY(rotl_u32, u32, u8)
{
#if XL_ISA_IS_avx512
    return (xl_u32)_mm512_rolv_epi32((__m512i)a, _mm512_set1_epi32(by));
#elif XL_ISA_IS_rva23
    return __riscv_vrol_vx_u32m1(a, by, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_rl(a, vec_splats((unsigned)by));
#else
    unsigned k = by % 32;
    return xl_u32_or(xl_u32_shl(a, k, vl), xl_u32_shr(a, 32 - k, vl), vl);
#endif
}
