/* lost_tail_sum: a sum of whole vectors only.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(lost_tail_sum, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(lost_tail_sum)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, lost_tail_sum)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    size_t whole = n;
#ifdef XL_MUTANT
    whole -= n % lanes;
#endif
    for (size_t i = 0, vl; i < whole; i += vl) {
        vl = xl_i32_vl(whole - i);
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
    }
    return xl_i32_reduce_add(sum, lanes);
}
