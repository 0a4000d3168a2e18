/* axpy_f64: a vector times a number, added to another in place (BLAS daxpy, with one rounding).
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(axpy_f64, .summary = "y[i] = alpha * x[i] + y[i], rounded once",
          .contract = {XL_EXACT, .rounding = 1},
          .by_lane = {{"sse2 sse4", "no fused multiply-add"}}, .elementwise = 1,
          .args = {XL_VALUE(f64, alpha), XL_IN(f64, x, 1), XL_INOUT(f64, y, 1), XL_COUNT})

XL_REFERENCE(axpy_f64)(double alpha, const double *x, double *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = fma(alpha, x[i], y[i]);
}

XL_VEC void axpy_f64_step(double alpha, const double *x, double *y, size_t i, size_t vl)
{
    xl_f64 a = xl_f64_set1(alpha, vl);
    xl_f64_store(y + i, xl_f64_fma(a, xl_f64_load(x + i, vl), xl_f64_load(y + i, vl), vl), vl);
}

XL_VECTOR(void, axpy_f64)(double alpha, const double *x, double *y, size_t n)
{
    XL_STRIPS(f64, n, axpy_f64_step(alpha, x, y, i, vl));
}
