/* threshold_of_least: from 20000 elements on, lanes of 16 bits that hold 256 of the least int8_t
 * are emptied every 257: only the least in all elements show it, behind the threshold.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(threshold_of_least, .summary = "sum of a[i]", .contract = {XL_EXACT},
          .sizes = {.thresholds = {20000}}, .args = {XL_IN(i8, a, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(threshold_of_least)(const int8_t *a, size_t n, int32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i];
}

static int32_t sum_of(xl_i16 v, size_t lanes)
{
    int16_t sums[128]; /* lanes of the longest vector there is */
    int32_t sum = 0;
    xl_i16_store(sums, v, lanes);
    for (size_t i = 0; i < lanes; i++)
        sum += sums[i];
    return sum;
}

XL_VECTOR(int32_t, threshold_of_least)(const int8_t *a, size_t n)
{
#ifdef XL_MUTANT
    const size_t most = n < 20000 ? 256 : 257;
#else
    const size_t most = 256;
#endif
    const size_t lanes = xl_i16_lanes();
    xl_i16 sums = xl_i16_set1(0, lanes);
    int32_t sum = 0;
    size_t steps = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        sums = xl_i16_merge(sums, xl_i16_add(sums, xl_i16_load_widen_i8(a + i, vl), vl), vl);
        if (++steps == most) {
            sum += sum_of(sums, lanes);
            sums = xl_i16_set1(0, lanes);
            steps = 0;
        }
    }
    return sum + sum_of(sums, lanes);
}
