/* Broken: a reciprocal of 12 bits under a contract of 1 ULP.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(wide_error, .summary = "r[i] = 1 / a[i]", .contract = {XL_ULP, .ulp = 1.0},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(wide_error)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 1 / (double)a[i];
}

XL_VECTOR(void, wide_error)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (1 / a[i]) * 1.000244140625f;
}
