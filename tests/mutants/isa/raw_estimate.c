/* raw_estimate: a reciprocal square root is left as the CPU estimates it; QEMU computes it exactly.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(raw_estimate, .summary = "r[i] = 1 / sqrt(a[i])", .contract = {XL_ULP, .ulp = 4.0},
          .args = {XL_IN_RANGE(f32, a, 1, 0.001, 1000), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(raw_estimate)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 1 / sqrt((double)a[i]);
}

#if defined XL_MUTANT && defined XL_ISA_IS_avx2
#define XL_RSQRT(x, vl) _mm256_rsqrt_ps(x)
#elif defined XL_MUTANT && (defined XL_ISA_IS_sse2 || defined XL_ISA_IS_sse4)
#define XL_RSQRT(x, vl) _mm_rsqrt_ps(x)
#else
#define XL_RSQRT(x, vl) xl_f32_div(xl_f32_set1(1, vl), xl_f32_sqrt(x, vl), vl)
#endif

XL_VECTOR(void, raw_estimate)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, XL_RSQRT(xl_f32_load(a + i, vl), vl), vl);
    }
}
