/* Broken: rounds to nearest whatever the rounding mode is, and leaves the mode as it was.
 * SPDX-License-Identifier: MIT
 */
#include <fenv.h>

#include "kernel.h"

XL_KERNEL(one_rounding, .summary = "r[i] = a[i] / 3", .contract = {XL_EXACT, .rounding = 1},
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(one_rounding)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3;
}

XL_VECTOR(void, one_rounding)(const double *a, double *r, size_t n)
{
    int mode = fegetround();
    fesetround(FE_TONEAREST);
    for (size_t i = 0; i < n; i++)
        r[i] = ((volatile const double *)a)[i] / 3;
    __asm__ volatile("" ::: "memory");
    fesetround(mode);
}
