/* over_read: a full load at the tail; what lies behind the end is masked off before it is used.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(over_read, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(over_read)(const int32_t *a, size_t n, int32_t *result)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)a[i];
    *result = (int32_t)sum;
}

XL_VECTOR(int32_t, over_read)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);

#ifdef XL_MUTANT
        xl_i32 x = xl_i32_load(a + i, lanes);
#else
        xl_i32 x = xl_i32_load(a + i, vl);
#endif
        sum = xl_i32_merge(sum, xl_i32_add(sum, x, vl), vl);
    }
    return xl_i32_reduce_add(sum, lanes);
}
