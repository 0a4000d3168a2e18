/* min_f32: the smaller of two floats, as IEEE 754-2019 minimum has it: a NaN operand gives NaN, and
 * -0 is below +0.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(min_f32, .summary = "r[i] = minimum(a[i], b[i]) of IEEE 754-2019", .contract = {XL_EXACT},
          .elementwise = 1, .in_place = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(min_f32)(const float *a, const float *b, float *r, size_t n)
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

XL_VECTOR(void, min_f32)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_min(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}
