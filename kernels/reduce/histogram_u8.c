/* histogram_u8: how often each byte occurs, added to 256 counters.
 * SPDX-License-Identifier: MIT
 *
 * Four histograms take turns, so that a byte that repeats does not wait for the store before it,
 * and vectors add them. Where all bytes of a vector are equal, their counter is increased once.
 */
#include "kernel.h"

enum { XL_HISTOGRAM_BINS = 256 };

/* Bytes of four values, or long runs, in half of the calls: all 256 rarely repeat. */
XL_PREPARE(histogram_u8)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    if (arg != 0 || seed % 2 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        p[i] = seed % 4 == 1 ? p[i] & 3 : p[i / 300 * 300];
}

XL_KERNEL(histogram_u8, .summary = "bins[a[i]] += 1", .prepare = histogram_u8_prepare,
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"all", "each byte has a counter of its own in memory"}},
          .args = {XL_IN(u8, a, 1), XL_INOUT_FIXED(u32, bins, XL_HISTOGRAM_BINS), XL_COUNT})

XL_REFERENCE(histogram_u8)(const uint8_t *a, uint32_t *bins, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bins[a[i]]++;
}

XL_VECTOR(void, histogram_u8)(const uint8_t *a, uint32_t *bins, size_t n)
{
    uint32_t counts[4][XL_HISTOGRAM_BINS] = {{0}};
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 v = xl_u8_load(a + i, vl);
        if (xl_m8_count(xl_u8_eq(v, xl_u8_set1(a[i], vl), vl), vl) == vl) {
            counts[0][a[i]] += (uint32_t)vl;
            continue;
        }
        size_t k = 0;
        for (; vl - k >= 4; k += 4) {
            counts[0][a[i + k]]++;
            counts[1][a[i + k + 1]]++;
            counts[2][a[i + k + 2]]++;
            counts[3][a[i + k + 3]]++;
        }
        for (; k < vl; k++)
            counts[k % 4][a[i + k]]++;
    }
    for (size_t i = 0, vl; i < XL_HISTOGRAM_BINS; i += vl) {
        vl = xl_u32_vl(XL_HISTOGRAM_BINS - i);
        xl_u32 even =
            xl_u32_add(xl_u32_load(counts[0] + i, vl), xl_u32_load(counts[2] + i, vl), vl);
        xl_u32 odd = xl_u32_add(xl_u32_load(counts[1] + i, vl), xl_u32_load(counts[3] + i, vl), vl);
        xl_u32 sum = xl_u32_add(xl_u32_load(bins + i, vl), xl_u32_add(even, odd, vl), vl);
        xl_u32_store(bins + i, sum, vl);
    }
}
