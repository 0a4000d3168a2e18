/* rotl_u64: the bits of unsigned 64-bit integers, rotated left by a number of bits modulo 64.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "native.h"

XL_KERNEL(rotl_u64, .summary = "r[i] = a[i] rotated left by (by mod 64)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_ELEMENTWISE_BY(u64, u8))

XL_LANE_BY(rotl_u64, u64, u8)
{
    unsigned k = by % 64;
    return k ? a << k | a >> (64 - k) : a;
}

XL_STEP_BY(rotl_u64, u64, u8)
{
#if XL_ISA_IS_avx512
    return (xl_u64)_mm512_rolv_epi64((__m512i)a, _mm512_set1_epi64(by));
#elif XL_ISA_IS_rva23
    return __riscv_vrol_vx_u64m1(a, by, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_rl(a, vec_splats((unsigned long long)by));
#else
    unsigned k = by % 64;
    return xl_u64_or(xl_u64_shl(a, k, vl), xl_u64_shr(a, 64 - k, vl), vl);
#endif
}
