/* argmax_i32: the index of the greatest element; the first of equals; 0 of none.
 * SPDX-License-Identifier: MIT
 */
#include "arg.h"

XL_KERNEL(argmax_i32, .summary = "first index of the greatest element; 0 if n is 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(argmax_i32)(const int32_t *a, size_t n, uint32_t *result)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = a[i] > a[best] ? i : best;
    *result = (uint32_t)best;
}

XL_ARG_FIRST(argmax_i32, i32, INT32_MIN, max)
{
    return xl_i32_lt(best, x, vl);
}
