/* axpy_za_f32: a vector times a number, added to another in place, in streaming mode: two vectors
 * of the array ZA hold the sums.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(axpy_za_f32, .summary = "y[i] = alpha * x[i] + y[i], rounded once, in ZA", .only = "sme2",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1,
          .args = {XL_VALUE(f32, alpha), XL_IN(f32, x, 1), XL_INOUT(f32, y, 1), XL_COUNT})

XL_REFERENCE(axpy_za_f32)(float alpha, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = fmaf(alpha, x[i], y[i]);
}

#if XL_ISA_IS_sme2
__arm_locally_streaming __arm_new("za")
    XL_VECTOR(void, axpy_za_f32)(float alpha, const float *x, float *y, size_t n)
{
    svfloat32_t factor = svdup_n_f32(alpha);
    for (uint64_t i = 0; i < n; i += 2 * svcntw()) {
        svcount_t below = svwhilelt_c32_u64(i, n, 2);
        svwrite_za32_f32_vg1x2(0, svld1_f32_x2(below, y + i));
        svmla_single_za32_f32_vg1x2(0, svld1_f32_x2(below, x + i), factor);
        svst1_f32_x2(below, y + i, svread_za32_f32_vg1x2(0));
    }
}
#endif
