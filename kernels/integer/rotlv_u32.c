/* rotlv_u32: the bits of each unsigned 32-bit integer, rotated left by its own number of bits.
 * SPDX-License-Identifier: MIT
 */
#include "elementwise.h"
#include "shifts.h"

XL_KERNEL(rotlv_u32, .summary = "r[i] = a[i] rotated left by (b[i] mod 32)",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = xl_shifts_prepare,
          XL_ELEMENTWISE_2(u32))

/* The high half of a, doubled: no shift by 32. */
XL_LANE_2(rotlv_u32, u32)
{
    uint64_t twice = (uint64_t)a << 32 | a;
    return (uint32_t)(twice << b % 32 >> 32);
}

XL_STEP_2(rotlv_u32, u32)
{
#if XL_ISA_IS_avx512
    return (xl_u32)_mm512_rolv_epi32((__m512i)a, (__m512i)b);
#elif XL_ISA_IS_rva23
    return __riscv_vrol_vv_u32m1(a, b, vl);
#elif XL_ON_VSX || XL_ON_VX
    return vec_rl(a, b);
#elif XL_ISA_IS_lsx
    return (xl_u32)__lsx_vrotr_w((__m128i)a, __lsx_vneg_w((__m128i)b));
#elif XL_ISA_IS_lasx
    return (xl_u32)__lasx_xvrotr_w((__m256i)a, __lasx_xvneg_w((__m256i)b));
#elif XL_ISA_IS_avx2
    __m256i k = _mm256_and_si256((__m256i)b, _mm256_set1_epi32(31));
    __m256i back = _mm256_sub_epi32(_mm256_set1_epi32(32), k);
    return (xl_u32)_mm256_or_si256(_mm256_sllv_epi32((__m256i)a, k),
                                   _mm256_srlv_epi32((__m256i)a, back));
#elif XL_ON_SVE
    svuint32_t k = svand_n_u32_x(svptrue_b32(), b, 31);
    svuint32_t back = svsubr_n_u32_x(svptrue_b32(), k, 32);
    return svorr_u32_x(svptrue_b32(), svlsl_u32_x(svptrue_b32(), a, k),
                       svlsr_u32_x(svptrue_b32(), a, back));
#elif XL_ON_NEON
    int32x4_t k = vreinterpretq_s32_u32(vandq_u32(b, vdupq_n_u32(31)));
    return vorrq_u32(vshlq_u32(a, k), vshlq_u32(a, vsubq_s32(k, vdupq_n_s32(32))));
#elif XL_ISA_IS_rvv
    /* The instructions take b and -b modulo 32. */
    return __riscv_vor_vv_u32m1(__riscv_vsll_vv_u32m1(a, b, vl),
                                __riscv_vsrl_vv_u32m1(a, __riscv_vrsub_vx_u32m1(b, 0, vl), vl), vl);
#else
    /* Rotations by 1, 2, 4, 8 and 16, where b has that bit. */
    for (unsigned k = 1; k < 32; k *= 2) {
        xl_u32 mask = xl_u32_set1(k, vl);
        xl_m32 set = xl_u32_eq(xl_u32_and(b, mask, vl), mask, vl);
        xl_u32 turned = xl_u32_or(xl_u32_shl(a, k, vl), xl_u32_shr(a, 32 - k, vl), vl);
        a = xl_u32_select(set, turned, a, vl);
    }
    return a;
#endif
}
