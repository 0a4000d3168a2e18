/* x_accumulator: the `_x` form of an add is an accumulator, and is reduced under ptrue: its
 * inactive lanes were added to.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(x_accumulator, .summary = "sum of a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(x_accumulator)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i] + 1;
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, x_accumulator)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
#if defined XL_MUTANT && defined __ARM_FEATURE_SVE
        svbool_t below = svwhilelt_b32_u64(i, n);
        sum = svadd_s32_x(below, sum, svadd_n_s32_x(below, x, 1));
#else
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_add(x, xl_i32_set1(1, vl), vl), vl), vl);
#endif
    }
    return xl_i32_reduce_add(sum, lanes);
}
