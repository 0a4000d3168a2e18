/* eight_a_step: a step is 8 elements, whatever the vector has: right where a vector has 8 lanes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(eight_a_step, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(eight_a_step)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, eight_a_step)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl, step; i < n; i += step) {
        vl = xl_i32_vl(n - i);
#ifdef XL_MUTANT
        step = 8;
#else
        step = vl;
#endif
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
    }
    return xl_i32_reduce_add(sum, lanes);
}
