/* Broken: a sum is kept with three of its elements and how many they are: stale where others are
 * not the same.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(known_ends, .summary = "sum of a[i], wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(known_ends)(const uint32_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

static _Thread_local struct {
    size_t n;
    uint32_t first, middle, last, sum;
} known;

XL_VECTOR(uint32_t, known_ends)(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    xl_u32 sum = xl_u32_set1(0, lanes);
    if (n && known.n == n && known.first == a[0] && known.middle == a[n / 2] &&
        known.last == a[n - 1])
        return known.sum;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        sum = xl_u32_merge(sum, xl_u32_add(sum, xl_u32_load(a + i, vl), vl), vl);
    }
    known.n = n;
    known.sum = xl_u32_reduce_add(sum, lanes);
    if (n) {
        known.first = a[0];
        known.middle = a[n / 2];
        known.last = a[n - 1];
    }
    return known.sum;
}
