/* count_below_f32: how many floats below a limit there are; no NaN is.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(count_below_f32, .summary = "how many a[i] < limit", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_VALUE(f32, limit), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(count_below_f32)(const float *a, float limit, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i] < limit;
}

XL_VEC size_t count_below_f32_step(const float *a, float limit, size_t vl)
{
    return xl_m32_count(xl_f32_lt_s(xl_f32_load(a, vl), limit, vl), vl);
}

XL_VECTOR(uint64_t, count_below_f32)(const float *a, float limit, size_t n)
{
    uint64_t count = 0;
    XL_STRIPS(f32, n, count += count_below_f32_step(a + i, limit, vl));
    return count;
}
