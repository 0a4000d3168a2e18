/* rot_f64: a plane rotation of points, in place (BLAS drot). It is s that changes its sign: to
 * change that of a product instead is another rounding, where rounding is not to nearest.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(rot_f64, .summary = "x[i], y[i] = fma(c, x[i], s * y[i]), fma(c, y[i], -s * x[i])",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1,
          .args = {XL_INOUT(f64, x, 1), XL_INOUT(f64, y, 1), XL_VALUE(f64, c), XL_VALUE(f64, s),
                   XL_COUNT})

XL_REFERENCE(rot_f64)(double *x, double *y, double c, double s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double old = x[i];
        x[i] = fma(c, old, s * y[i]);
        y[i] = fma(c, y[i], -s * old);
    }
}

XL_VEC void rot_f64_step(double *x, double *y, double c, double s, size_t i, size_t vl)
{
    xl_f64 cosine = xl_f64_set1(c, vl), sine = xl_f64_set1(s, vl);
    xl_f64 a = xl_f64_load(x + i, vl), b = xl_f64_load(y + i, vl);
    xl_f64 across = xl_f64_mul(sine, b, vl), down = xl_f64_mul(xl_f64_neg(sine, vl), a, vl);
    xl_f64_store(x + i, xl_f64_fma(cosine, a, across, vl), vl);
    xl_f64_store(y + i, xl_f64_fma(cosine, b, down, vl), vl);
}

XL_VECTOR(void, rot_f64)(double *x, double *y, double c, double s, size_t n)
{
    XL_STRIPS(f64, n, rot_f64_step(x, y, c, s, i, vl));
}
