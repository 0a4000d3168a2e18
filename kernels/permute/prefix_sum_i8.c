/* prefix_sum_i8: each element's sum with all before it, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define XL_T u8
#define XL_W 8
#include "scan_lanes.h"

XL_KERNEL(prefix_sum_i8, .summary = "r[i] = a[0] + ... + a[i], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i8, a, 1), XL_OUT(i8, r, 1), XL_COUNT})

XL_REFERENCE(prefix_sum_i8)(const int8_t *a, int8_t *r, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (unsigned)a[i];
        r[i] = (int8_t)(uint8_t)sum;
    }
}

XL_VECTOR(void, prefix_sum_i8)(const int8_t *a, int8_t *r, size_t n)
{
    uint8_t before = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 sums = xl_u8_prefix_sum(xl_u8_load((const uint8_t *)a + i, vl), vl);
        sums = xl_u8_add(sums, xl_u8_set1(before, vl), vl);
        xl_u8_store((uint8_t *)r + i, sums, vl);
        before = (uint8_t)r[i + vl - 1];
    }
}
