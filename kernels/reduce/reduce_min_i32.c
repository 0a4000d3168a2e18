/* reduce_min_i32: the least element; INT32_MAX of none.
 * SPDX-License-Identifier: MIT
 */
#include "fold.h"

XL_KERNEL(reduce_min_i32, .summary = "the least element; INT32_MAX of none",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(reduce_min_i32)(const int32_t *a, size_t n, int32_t *result)
{
    *result = INT32_MAX;
    for (size_t i = 0; i < n; i++)
        *result = a[i] < *result ? a[i] : *result;
}

XL_VECTOR(int32_t, reduce_min_i32)(const int32_t *a, size_t n)
{
    return xl_fold_min_i32(a, n, INT32_MAX);
}
