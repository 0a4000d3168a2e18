/* Broken: it promises the same bits everywhere, and on SVE gives a neighbour that is as near.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(other_bits, .summary = "r[i] = a[i] / 3, to within 2 ULP",
          .contract = {XL_ULP, .ulp = 2.0, .reproducible = 1},
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(other_bits)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (double)a[i] / 3;
}

XL_VECTOR(void, other_bits)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
#if XL_ISA_IS_sve || XL_ISA_IS_sve2
        r[i] = a[i] * 0x1.555554p-2f;
#else
        r[i] = a[i] / 3;
#endif
    }
}
