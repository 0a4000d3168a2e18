/* narrow_count: hits are counted in lanes of 8 bits, and nobody empties them in time: wrong where a
 * lane has more than 255.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(narrow_count, .summary = "how many a[i] are at least 128", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(narrow_count)(const uint8_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i] >= 128;
}

static uint32_t sum_of(xl_u8 v, size_t lanes)
{
    uint8_t counts[256]; /* lanes of the longest vector there is */
    uint32_t sum = 0;
    xl_u8_store(counts, v, lanes);
    for (size_t i = 0; i < lanes; i++)
        sum += counts[i];
    return sum;
}

XL_VECTOR(uint32_t, narrow_count)(const uint8_t *a, size_t n)
{
    size_t lanes = xl_u8_lanes(), steps = 0, most = 255;
    xl_u8 count = xl_u8_set1(0, lanes);
    uint32_t sum = 0;
#ifdef XL_MUTANT
    most = SIZE_MAX;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 hits = xl_u8_shr(xl_u8_load(a + i, vl), 7, vl);
        count = xl_u8_merge(count, xl_u8_add(count, hits, vl), vl);
        if (++steps == most) {
            sum += sum_of(count, lanes);
            count = xl_u8_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of(count, lanes);
}
