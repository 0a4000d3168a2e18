/* sum_loses_8192: a sum over blocks of 8192 that loses the first element of the second block, which
 * the bound of so long a sum allows where all elements are alike.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "reduce/sum.h"

XL_KERNEL(sum_loses_8192, .summary = "sum of a[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(sum_loses_8192)(const float *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-125;
}

XL_VECTOR(float, sum_loses_8192)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum = xl_f32_set1(0, lanes);
    float lost = 0;
#ifdef XL_MUTANT
    lost = n > 8192 ? a[8192] : 0;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        sum = xl_f32_merge(sum, xl_f32_add(xl_f32_load(a + i, vl), sum, vl), vl);
    }
    return xl_f32_reduce_add(sum, lanes) - lost;
}
