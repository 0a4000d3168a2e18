/* Correct: the reciprocal by an estimate, on x86 and POWER, where QEMU divides and CPUs do not.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "native.h"

XL_KERNEL(estimate, .summary = "r[i] = 1 / a[i], about", .contract = {XL_ULP, .ulp = 8192},
          .args = {XL_IN_RANGE(f32, a, 1, 0.5, 4), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(estimate)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 1.0 / (double)a[i];
}

XL_VECTOR(void, estimate)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 v = xl_f32_load(a + i, vl);
#if XL_ISA_IS_sse2 || XL_ISA_IS_sse4
        v = _mm_rcp_ps(v);
#elif XL_ISA_IS_avx2
        v = _mm256_rcp_ps(v);
#elif XL_ON_VSX
        v = vec_re(v);
#else
        v = xl_f32_div(xl_f32_set1(1, vl), v, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}
