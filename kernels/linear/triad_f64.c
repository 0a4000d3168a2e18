/* triad_f64: a vector plus a multiple of another, as in the STREAM benchmark. The product is
 * rounded before it is added: a compiler must not fuse the two.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(triad_f64, .summary = "r[i] = a[i] + s * b[i], rounded twice",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_VALUE(f64, s), XL_IN(f64, b, 1), XL_OUT(f64, r, 1),
                   XL_COUNT})

XL_REFERENCE(triad_f64)(const double *a, double s, const double *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + s * b[i];
}

XL_VEC void triad_f64_step(const double *a, double s, const double *b, double *r, size_t i,
                           size_t vl)
{
    xl_f64 product = xl_f64_mul(xl_f64_set1(s, vl), xl_f64_load(b + i, vl), vl);
    xl_f64_store(r + i, xl_f64_add(xl_f64_load(a + i, vl), product, vl), vl);
}

XL_VECTOR(void, triad_f64)(const double *a, double s, const double *b, double *r, size_t n)
{
    XL_STRIPS(f64, n, triad_f64_step(a, s, b, r, i, vl));
}
