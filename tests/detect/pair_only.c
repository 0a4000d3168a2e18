/* Broken: wrong for one pair of values, whichever the lane.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(pair_only, .summary = "r[i] = a[i] * b[i]", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(pair_only)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * b[i];
}

XL_VECTOR(void, pair_only)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_mul(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
    for (size_t i = 0; i < n; i++)
        if (isinf(a[i]) && b[i] == 0 && signbit(a[i]) && !signbit(b[i]))
            r[i] = 0;
}
