/* prefix_sum_i16: each element's sum with all before it, wrapping.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#define XL_T u16
#define XL_W 16
#include "scan_lanes.h"

XL_KERNEL(prefix_sum_i16, .summary = "r[i] = a[0] + ... + a[i], wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(prefix_sum_i16)(const int16_t *a, int16_t *r, size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (unsigned)a[i];
        r[i] = (int16_t)(uint16_t)sum;
    }
}

XL_VECTOR(void, prefix_sum_i16)(const int16_t *a, int16_t *r, size_t n)
{
    uint16_t before = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16 sums = xl_u16_prefix_sum(xl_u16_load((const uint16_t *)a + i, vl), vl);
        sums = xl_u16_add(sums, xl_u16_set1(before, vl), vl);
        xl_u16_store((uint16_t *)r + i, sums, vl);
        before = (uint16_t)r[i + vl - 1];
    }
}
