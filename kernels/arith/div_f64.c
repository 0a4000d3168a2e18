/* div_f64: the element-wise quotient of two double arrays, correctly rounded.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(div_f64, .summary = "r[i] = a[i] / b[i]", .contract = {XL_EXACT, .rounding = 1},
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_IN(f64, b, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(div_f64)(const double *a, const double *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / b[i];
}

XL_VECTOR(void, div_f64)(const double *a, const double *b, double *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        xl_f64_store(r + i, xl_f64_div(xl_f64_load(a + i, vl), xl_f64_load(b + i, vl), vl), vl);
    }
}
