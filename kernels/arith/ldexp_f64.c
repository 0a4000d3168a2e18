/* ldexp_f64: a times 2 to an integer power, rounded once where the result is subnormal.
 * SPDX-License-Identifier: MIT
 */
#include "ldexp.h"

#include <math.h>

XL_LDEXP(f64, i64, 1023, 52)

XL_KERNEL(ldexp_f64, .summary = "r[i] = a[i] * 2^power[i], rounded once",
          .contract = {XL_EXACT, .rounding = 1}, .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f64, a, 1), XL_IN(i64, power, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(ldexp_f64)(const double *a, const int64_t *power, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* ldexp takes an int; past these nothing changes. */
        int64_t p = power[i] < -5000 ? -5000 : power[i] > 5000 ? 5000 : power[i];
        r[i] = ldexp(a[i], (int)p);
    }
}

XL_VEC void ldexp_f64_step(const double *a, const int64_t *power, double *r, size_t i, size_t vl)
{
    xl_f64 x = xl_ldexp_f64(xl_f64_load(a + i, vl), xl_i64_load(power + i, vl), vl);
    xl_f64_store(r + i, x, vl);
}

XL_VECTOR(void, ldexp_f64)(const double *a, const int64_t *power, double *r, size_t n)
{
    XL_STRIPS(f64, n, ldexp_f64_step(a, power, r, i, vl));
}
