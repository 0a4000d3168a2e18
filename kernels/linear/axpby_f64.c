/* axpby_f64: the sum of multiples of two vectors, in place of the second.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(axpby_f64, .summary = "y[i] = fma(alpha, x[i], beta * y[i])",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1,
          .args = {XL_VALUE(f64, alpha), XL_IN(f64, x, 1), XL_VALUE(f64, beta), XL_INOUT(f64, y, 1),
                   XL_COUNT})

XL_REFERENCE(axpby_f64)(double alpha, const double *x, double beta, double *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = fma(alpha, x[i], beta * y[i]);
}

XL_VEC void axpby_f64_step(double alpha, const double *x, double beta, double *y, size_t i,
                           size_t vl)
{
    xl_f64 by = xl_f64_mul(xl_f64_set1(beta, vl), xl_f64_load(y + i, vl), vl);
    xl_f64 a = xl_f64_set1(alpha, vl);
    xl_f64_store(y + i, xl_f64_fma(a, xl_f64_load(x + i, vl), by, vl), vl);
}

XL_VECTOR(void, axpby_f64)(double alpha, const double *x, double beta, double *y, size_t n)
{
    XL_STRIPS(f64, n, axpby_f64_step(alpha, x, beta, y, i, vl));
}
