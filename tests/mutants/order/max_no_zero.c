/* max_no_zero: a maximum that takes care of NaN, and takes +0 and -0 for equal.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(max_no_zero, .summary = "r[i] = maximum(a[i], b[i]) of IEEE 754-2019",
          .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(max_no_zero)(const float *a, const float *b, float *r, size_t n)
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

XL_VECTOR(void, max_no_zero)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl);
#ifdef XL_MUTANT
        /* NaN in y fails both tests and is taken; NaN in x is not equal to itself. */
        xl_m32 take = xl_m32_or(xl_f32_lt(y, x, vl), xl_m32_not(xl_f32_eq(x, x, vl), vl), vl);
        xl_f32 v = xl_f32_select(take, x, y, vl);
#else
        xl_f32 v = xl_f32_max(x, y, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}
