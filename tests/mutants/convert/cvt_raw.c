/* cvt_raw: float to integer by the ISA's own instruction, and nothing around it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(cvt_raw, .summary = "r[i] = a[i] toward zero, clamped to int32_t; NaN gives 0",
          .contract = {XL_EXACT}, .args = {XL_IN(f32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(cvt_raw)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != a[i])
            r[i] = 0;
        else if (a[i] >= 0x1p31f)
            r[i] = INT32_MAX;
        else
            r[i] = a[i] < -0x1p31f ? INT32_MIN : (int32_t)a[i];
    }
}

XL_VECTOR(void, cvt_raw)(const float *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl);
#ifdef XL_MUTANT
#if defined XL_ISA_IS_avx512
        xl_i32 v = (xl_i32)_mm512_cvttps_epi32(x);
#elif defined XL_ISA_IS_avx2
        xl_i32 v = (xl_i32)_mm256_cvttps_epi32(x);
#elif defined XL_ISA_IS_sse2 || defined XL_ISA_IS_sse4
        xl_i32 v = (xl_i32)_mm_cvttps_epi32(x);
#elif defined XL_ISA_IS_rvv || defined XL_ISA_IS_rva23
        xl_i32 v = __riscv_vfcvt_rtz_x_f_v_i32m1(x, vl);
#elif defined XL_ISA_IS_vxe2
        xl_i32 v = vec_signed(x);
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
#else
        xl_i32 v = xl_i32_from_f32(x, vl);
#endif
        xl_i32_store(r + i, v, vl);
    }
}
