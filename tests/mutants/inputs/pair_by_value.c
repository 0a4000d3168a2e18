/* pair_by_value: wrong at one pair of special values, one of which is given by value.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(pair_by_value, .summary = "r[i] = a[i] + by", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_VALUE(f32, by), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(pair_by_value)(const float *a, float by, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + by;
}

XL_VECTOR(void, pair_by_value)(const float *a, float by, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_set1(by, vl), vl), vl);
    }
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        if (isnan(a[i]) && by < 0 && isinf(by))
            r[i] = by;
#endif
}
