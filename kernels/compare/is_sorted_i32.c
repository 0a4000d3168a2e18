/* is_sorted_i32: whether no element is less than the one before it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(is_sorted_i32, .summary = "1 if a[i] <= a[i + 1] for all i, else 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(i32, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(is_sorted_i32)(const int32_t *a, size_t n, int32_t *result)
{
    *result = 1;
    for (size_t i = 1; i < n; i++)
        *result &= a[i - 1] <= a[i];
}

XL_VECTOR(int32_t, is_sorted_i32)(const int32_t *a, size_t n)
{
    for (size_t i = 1, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_m32 falls = xl_i32_lt(xl_i32_load(a + i, vl), xl_i32_load(a + i - 1, vl), vl);
        if (xl_m32_any(falls, vl))
            return 0;
    }
    return 1;
}
