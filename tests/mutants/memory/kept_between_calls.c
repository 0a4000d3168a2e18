/* kept_between_calls: the order of a sum depends on how often the kernel was called before: each
 * result is near enough, and no two calls agree.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(kept_between_calls, .summary = "sum of a[i] * b[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_IN_RANGE(f32, b, 1, -1000, 1000),
                   XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(kept_between_calls)
(const float *a, const float *b, size_t n, struct xl_bounded *result)
{
    /* The bound is dot_f32's; see there. */
    double sum = 0, magnitude = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)a[i] * b[i];
        magnitude += fabs((double)a[i] * b[i]);
    }
    double nu = (double)n * 0x1p-23;
    result->value = sum;
    result->bound = nu / (1 - nu) * magnitude + (double)n * 0x1p-115;
}

XL_VECTOR(float, kept_between_calls)(const float *a, const float *b, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum = xl_f32_set1(0, lanes);
    float first = 0;
    size_t i = 0;
#ifdef XL_MUTANT
    static unsigned calls;
    if (n && calls++ % 2)
        first = a[i] * b[i], i++;
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 more = xl_f32_fma(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), sum, vl);
        sum = xl_f32_merge(sum, more, vl);
    }
    return first + xl_f32_reduce_add(sum, lanes);
}
