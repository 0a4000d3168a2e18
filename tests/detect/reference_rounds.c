/* Correct: what its reference calls, compilers know how to do inline, and to nearest only.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(reference_rounds, .summary = "r[i] = rint(a[i])", .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(reference_rounds)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = rint(a[i]);
}

/* Where a unit in the last place is 1, an addition rounds as rint does. */
XL_VECTOR(void, reference_rounds)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        volatile double large = copysign(0x1p52, a[i]), sum = a[i] + large;
        r[i] = fabs(a[i]) < 0x1p52 ? copysign(sum - large, a[i]) : a[i];
    }
}
