/* kept_beside_table: the order of a sum depends on how often the kernel was called before, and a
 * table larger than a page is among its arguments.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "kernel.h"

XL_KERNEL(kept_beside_table, .summary = "sum of a[i] * scale[0]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000),
                   {XL_ARG_IN, XL_f32, "scale", 0, 2048, 1, 2},
                   XL_COUNT,
                   XL_RETURNS(f32)})

XL_REFERENCE(kept_beside_table)
(const float *a, const float *scale, size_t n, struct xl_bounded *result)
{
    /* The bound is dot_f32's; see there. */
    double sum = 0, magnitude = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)a[i] * scale[0];
        magnitude += fabs((double)a[i] * scale[0]);
    }
    double nu = (double)n * 0x1p-23;
    result->value = sum;
    result->bound = nu / (1 - nu) * magnitude + (double)n * 0x1p-115;
}

XL_VECTOR(float, kept_beside_table)(const float *a, const float *scale, size_t n)
{
    size_t lanes = xl_f32_lanes(), i = 0;
    xl_f32 sum = xl_f32_set1(0, lanes), factor = xl_f32_set1(scale[0], lanes);
    float first = 0;
#ifdef XL_MUTANT
    static unsigned calls;
    if (n && calls++ % 2)
        first = a[i++] * scale[0];
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        sum = xl_f32_merge(sum, xl_f32_fma(xl_f32_load(a + i, vl), factor, sum, vl), vl);
    }
    return first + xl_f32_reduce_add(sum, lanes);
}
