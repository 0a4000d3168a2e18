/* min_by_select: compare and select instead of a minimum: a NaN in the first operand is lost, and
 * so is the sign of a zero.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(min_by_select, .summary = "r[i] = minimum(a[i], b[i]) of IEEE 754-2019",
          .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(min_by_select)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (isnan(a[i]) || isnan(b[i]))
            r[i] = NAN;
        else if (a[i] == b[i])
            r[i] = signbit(a[i]) ? a[i] : b[i];
        else
            r[i] = a[i] < b[i] ? a[i] : b[i];
    }
}

XL_VECTOR(void, min_by_select)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl);
#ifdef XL_MUTANT
        xl_f32 v = xl_f32_select(xl_f32_lt(x, y, vl), x, y, vl);
#else
        xl_f32 v = xl_f32_min(x, y, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}
