/* shrv_i32: each signed 32-bit integer, shifted right by its own number of bits.
 * SPDX-License-Identifier: MIT
 */
#include "shifts.h"

XL_KERNEL(shrv_i32, .summary = "r[i] = a[i] >> min(b[i], 31), with the sign",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .elementwise = 1, .in_place = 1,
          .prepare = xl_shifts_prepare,
          .args = {XL_IN(i32, a, 1), XL_IN(u32, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

/* Rounds down: a division, so that no shift is the vector code's. */
XL_REFERENCE(shrv_i32)(const int32_t *a, const uint32_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t divisor = INT64_C(1) << (b[i] < 31 ? b[i] : 31);
        r[i] = (int32_t)(a[i] / divisor - (a[i] % divisor < 0));
    }
}

XL_VEC xl_i32 xl_shrv_i32_step(xl_i32 a, xl_u32 b, size_t vl)
{
#if XL_ISA_IS_avx512
    (void)vl;
    return (xl_i32)_mm512_srav_epi32((__m512i)a, (__m512i)b);
#elif XL_ISA_IS_avx2
    (void)vl;
    return (xl_i32)_mm256_srav_epi32((__m256i)a, (__m256i)b);
#elif XL_ON_SVE
    (void)vl;
    return svasr_s32_x(svptrue_b32(), a, b);
#elif XL_ON_NEON
    /* A negative shift is one to the right. */
    (void)vl;
    return vshlq_s32(a, vnegq_s32(vreinterpretq_s32_u32(vminq_u32(b, vdupq_n_u32(31)))));
#else
    b = xl_u32_min(b, xl_u32_set1(31, vl), vl);
#if XL_ON_RVV
    return __riscv_vsra_vv_i32m1(a, b, vl);
#elif XL_ON_VSX
    return vec_sra(a, b);
#elif XL_ON_VX
    return a >> (__vector signed)b;
#elif XL_ISA_IS_lsx
    return (xl_i32)__lsx_vsra_w((__m128i)a, (__m128i)b);
#elif XL_ISA_IS_lasx
    return (xl_i32)__lasx_xvsra_w((__m256i)a, (__m256i)b);
#else
    return xl_i32_shr_each(a, b, vl);
#endif
#endif
}

XL_VEC void shrv_i32_step(const int32_t *a, const uint32_t *b, int32_t *r, size_t i, size_t vl)
{
    xl_i32_store(r + i, xl_shrv_i32_step(xl_i32_load(a + i, vl), xl_u32_load(b + i, vl), vl), vl);
}

XL_VECTOR(void, shrv_i32)(const int32_t *a, const uint32_t *b, int32_t *r, size_t n)
{
    XL_STRIPS(i32, n, shrv_i32_step(a, b, r, i, vl));
}
