/* length_f32: the lengths of vectors (a, b).
 * SPDX-License-Identifier: MIT
 *
 * Its reference is its own, so it writes the next wider type: squares of floats are exact in
 * double, and their sum and its root are off by less than 2^-52 of the result.
 *
 * Bound, with u = 2^-24: a square rounds by u, the sum with the other, which is fused, by u more: 2
 * u at most, of which the root leaves half. Its own rounding adds u: 2 u, or 2 ULP at most. Within
 * the domain no square overflows or is subnormal.
 */
#include <math.h>

#include "elementwise.h"

XL_KERNEL(length_f32, .summary = "r[i] = sqrt(a[i] * a[i] + b[i] * b[i])",
          .contract = {XL_ULP, .ulp = 2, .reproducible = 1}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN_RANGE(f32, a, 1, 0x1p-60, 0x1p60), XL_IN_RANGE(f32, b, 1, 0x1p-60, 0x1p60),
                   XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(length_f32)(const float *a, const float *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = sqrt((double)a[i] * a[i] + (double)b[i] * b[i]);
}

XL_STEP_2(length_f32, f32)
{
    return xl_f32_sqrt(xl_f32_fma(a, a, xl_f32_mul(b, b, vl), vl), vl);
}
