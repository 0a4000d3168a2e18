/* Broken: divides what it does not use, and so raises a flag that the reference does not.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(spurious_flag, .summary = "r[i] = a[i] + 1",
          .contract = {XL_EXACT, .flags = XL_DIVBYZERO},
          .args = {XL_IN(f64, a, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(spurious_flag)(const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, spurious_flag)(const double *a, double *r, size_t n)
{
    volatile double zero = 0, unused = 1 / zero;
    (void)unused;
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}
