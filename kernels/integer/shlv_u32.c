/* shlv_u32: each unsigned 32-bit integer, shifted left by its own number of bits.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "shifts.h"

XL_KERNEL(shlv_u32, .summary = "r[i] = a[i] << b[i]; 0 if b[i] >= 32",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = xl_shifts_prepare,
          XL_ELEMENTWISE_2(u32))

XL_LANE_2(shlv_u32, u32)
{
    return b < 32 ? a << b : 0;
}

XL_STEP_2(shlv_u32, u32)
{
#if XL_ISA_IS_avx512
    return (xl_u32)_mm512_sllv_epi32((__m512i)a, (__m512i)b);
#elif XL_ISA_IS_avx2
    return (xl_u32)_mm256_sllv_epi32((__m256i)a, (__m256i)b);
#elif XL_ON_SVE
    return svlsl_u32_x(svptrue_b32(), a, b);
#elif XL_ON_NEON
    /* The shift is the low byte, as a signed number: 33 to 127 give 0. */
    uint32x4_t most = vminq_u32(b, vdupq_n_u32(32));
    return vshlq_u32(a, vreinterpretq_s32_u32(most));
#else
    /* Here the instruction, or the bits of b that are looked at, take b modulo 32. */
    xl_m32 inside = xl_u32_lt(b, xl_u32_set1(32, vl), vl);
#if XL_ON_RVV
    xl_u32 shifted = __riscv_vsll_vv_u32m1(a, b, vl);
#elif XL_ON_VSX
    xl_u32 shifted = vec_sl(a, b);
#elif XL_ON_VX
    xl_u32 shifted = a << (b & vec_splats(31u));
#elif XL_ISA_IS_lsx
    xl_u32 shifted = (xl_u32)__lsx_vsll_w((__m128i)a, (__m128i)b);
#elif XL_ISA_IS_lasx
    xl_u32 shifted = (xl_u32)__lasx_xvsll_w((__m256i)a, (__m256i)b);
#else
    xl_u32 shifted = xl_u32_shl_each(a, b, vl);
#endif
    return xl_u32_select(inside, shifted, xl_u32_set1(0, vl), vl);
#endif
}
