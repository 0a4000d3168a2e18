/* sum_i32: the sum of 32-bit integers, in 64 bits, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(sum_i32, .summary = "sum of a[i] in 64 bits",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i64)})

XL_REFERENCE(sum_i32)(const int32_t *a, size_t n, int64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

XL_VEC void sum_i32_step(size_t i, size_t vl, xl_i64 *sum, const int32_t *a)
{
    *sum = xl_i64_add_keep(*sum, xl_i64_load_widen_i32(a + i, vl), vl);
}

XL_VECTOR(int64_t, sum_i32)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i64_lanes();
    xl_i64 sum0 = xl_i64_set1(0, lanes), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    XL_STRIPS_4(i64, n, sum_i32_step, sum, a);
    return xl_i64_reduce_add(XL_ADD_4(i64, sum, lanes), lanes);
}
