/* histogram16_u8: how often each upper half of a byte occurs, added to counters. Each bin is
 * compared with all lanes, and its lanes are counted: no two lanes meet in a counter.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(histogram16_u8, .summary = "bins[a[i] >> 4] += 1",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, a, 1), XL_INOUT_FIXED(u32, bins, 16), XL_COUNT})

XL_REFERENCE(histogram16_u8)(const uint8_t *a, uint32_t *bins, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bins[a[i] >> 4]++;
}

XL_VEC void histogram16_u8_step(const uint8_t *a, uint32_t *bins, size_t i, size_t vl)
{
    xl_u8 bin = xl_u8_shr(xl_u8_load(a + i, vl), 4, vl);
    for (unsigned k = 0; k < 16; k++) {
        xl_m8 same = xl_u8_eq(bin, xl_u8_set1((uint8_t)k, vl), vl);
        bins[k] += (uint32_t)xl_m8_count(same, vl);
    }
}

XL_VECTOR(void, histogram16_u8)(const uint8_t *a, uint32_t *bins, size_t n)
{
    XL_STRIPS(u8, n, histogram16_u8_step(a, bins, i, vl));
}
