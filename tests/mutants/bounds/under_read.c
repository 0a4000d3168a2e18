/* under_read: the last vector ends at the end, and so begins before the start where there is less
 * than one; those lanes are masked off.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(under_read, .summary = "greatest a[i], or the least int32_t", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(under_read)(const int32_t *a, size_t n, int32_t *result)
{
    *result = INT32_MIN;
    for (size_t i = 0; i < n; i++)
        if (a[i] > *result)
            *result = a[i];
}

XL_VECTOR(int32_t, under_read)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes(), i = 0;
    xl_i32 best = xl_i32_set1(INT32_MIN, lanes);
    for (; i + lanes <= n; i += lanes)
        best = xl_i32_max(best, xl_i32_load(a + i, lanes), lanes);
    if (i < n) {
#ifdef XL_MUTANT
        size_t before = n < lanes ? lanes - n : 0;
        xl_i32 last = xl_i32_load(a + n - lanes, lanes);
        xl_m32 outside =
            xl_u32_lt(xl_u32_iota(0, lanes), xl_u32_set1((uint32_t)before, lanes), lanes);
        last = xl_i32_select(outside, xl_i32_set1(INT32_MIN, lanes), last, lanes);
#else
        xl_i32 last = xl_i32_merge(best, xl_i32_load(a + i, n - i), n - i);
#endif
        best = xl_i32_max(best, last, lanes);
    }
    return xl_i32_reduce_max(best, lanes);
}
