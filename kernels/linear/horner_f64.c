/* horner_f64: a polynomial of degree 7 by Horner's scheme, one rounding a step.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

enum { XL_HORNER_TERMS = 8 };

XL_KERNEL(horner_f64, .summary = "r[i] = (c[0] x + c[1]) x + ... + c[7], x = a[i], fused steps",
          .contract = {XL_EXACT, .rounding = 1},
          .by_lane = {{"sse2 sse4", "no fused multiply-add"}}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN_FIXED(f64, c, XL_HORNER_TERMS), XL_IN(f64, a, 1), XL_OUT(f64, r, 1),
                   XL_COUNT})

XL_REFERENCE(horner_f64)(const double *c, const double *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double p = c[0];
        for (size_t k = 1; k < XL_HORNER_TERMS; k++)
            p = fma(p, a[i], c[k]);
        r[i] = p;
    }
}

XL_VEC void horner_f64_step(const double *c, const double *a, double *r, size_t i, size_t vl)
{
    xl_f64 x = xl_f64_load(a + i, vl), p = xl_f64_set1(c[0], vl);
    for (size_t k = 1; k < XL_HORNER_TERMS; k++)
        p = xl_f64_fma(p, x, xl_f64_set1(c[k], vl), vl);
    xl_f64_store(r + i, p, vl);
}

XL_VECTOR(void, horner_f64)(const double *c, const double *a, double *r, size_t n)
{
    XL_STRIPS(f64, n, horner_f64_step(c, a, r, i, vl));
}
