/* max_number: maximumNumber instead of maximum: a NaN operand gives way to the number.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(max_number, .summary = "r[i] = maximum(a[i], b[i]) of IEEE 754-2019",
          .contract = {XL_EXACT},
          .args = {XL_IN(f64, a, 1), XL_IN(f64, b, 1), XL_OUT(f64, r, 1), XL_COUNT})

XL_REFERENCE(max_number)(const double *a, const double *b, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (isnan(a[i]) || isnan(b[i]))
            r[i] = NAN;
        else if (a[i] == b[i])
            r[i] = signbit(a[i]) ? b[i] : a[i];
        else
            r[i] = a[i] > b[i] ? a[i] : b[i];
    }
}

XL_VECTOR(void, max_number)(const double *a, const double *b, double *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        xl_f64 x = xl_f64_load(a + i, vl), y = xl_f64_load(b + i, vl);
#ifdef XL_MUTANT
        xl_f64 v = xl_f64_max(x, y, vl);
        v = xl_f64_select(xl_f64_eq(x, x, vl), v, y, vl);
        v = xl_f64_select(xl_f64_eq(y, y, vl), v, x, vl);
#else
        xl_f64 v = xl_f64_max(x, y, vl);
#endif
        xl_f64_store(r + i, v, vl);
    }
}
