/* steps_fill: the differences of neighbours are summed in lanes of 16 bits, which are emptied every
 * 258 vectors: only the greatest and the least by turns show it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(steps_fill, .summary = "sum of |a[i + 1] - a[i]|", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(steps_fill)(const uint8_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 1; i < n; i++)
        *result += a[i] > a[i - 1] ? (uint32_t)a[i] - a[i - 1] : (uint32_t)a[i - 1] - a[i];
}

static uint32_t sum_of(xl_u16 v, size_t lanes)
{
    uint16_t sums[128]; /* lanes of the longest vector there is */
    uint32_t sum = 0;
    xl_u16_store(sums, v, lanes);
    for (size_t i = 0; i < lanes; i++)
        sum += sums[i];
    return sum;
}

XL_VECTOR(uint32_t, steps_fill)(const uint8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = 280;
#else
    const size_t most = 257;
#endif
    const size_t lanes = xl_u16_lanes();
    xl_u16 sums = xl_u16_set1(0, lanes);
    uint32_t sum = 0;
    size_t steps = 0;
    for (size_t i = 0, vl; i + 1 < n; i += vl) {
        vl = xl_u16_vl(n - 1 - i);
        xl_u16 one = xl_u16_absdiff(xl_u16_load_widen_u8(a + i, vl),
                                    xl_u16_load_widen_u8(a + i + 1, vl), vl);
        sums = xl_u16_merge(sums, xl_u16_add(sums, one, vl), vl);
        if (++steps == most) {
            sum += sum_of(sums, lanes);
            sums = xl_u16_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of(sums, lanes);
}
