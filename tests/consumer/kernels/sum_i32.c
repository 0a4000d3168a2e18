/* A kernel in Crosslane's vocabulary, for every ISA.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sum_i32, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(sum_i32)(const int32_t *a, size_t n, int32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result = (int32_t)((uint32_t)*result + (uint32_t)a[i]);
}

XL_VECTOR(int32_t, sum_i32)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
    }
    return xl_i32_reduce_add(sum, lanes);
}
