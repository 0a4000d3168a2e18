/* four_lanes_folded: lanes 0 to 3 are folded at the end: right where a vector has 4 lanes.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(four_lanes_folded, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(four_lanes_folded)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, four_lanes_folded)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
    }
#ifdef XL_MUTANT
    size_t folded = 4;
#else
    size_t folded = lanes;
#endif
    return xl_i32_reduce_add(sum, folded);
}
