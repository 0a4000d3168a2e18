/* median3x3_u8: one row of a picture, each sample the median of the 3 x 3 around it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(median3x3_u8, .summary = "r[i] = the median of the 3 x 3 samples around i",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN_PADDED(u8, above, 1, 2), XL_IN_PADDED(u8, here, 1, 2),
                   XL_IN_PADDED(u8, below, 1, 2), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(median3x3_u8)
(const uint8_t *above, const uint8_t *here, const uint8_t *below, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint8_t *const rows[] = {above + i, here + i, below + i};
        unsigned count[256] = {0}, seen = 0, value = 0;
        for (size_t k = 0; k < 9; k++)
            count[rows[k / 3][k % 3]]++;
        while ((seen += count[value]) < 5)
            value++;
        r[i] = (uint8_t)value;
    }
}

/* Sorts three lanes: a is the least. */
XL_VEC void xl_median_sort(xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    xl_u8 least = xl_u8_min(*a, *b, vl), more = xl_u8_max(*a, *b, vl);
    xl_u8 middle = xl_u8_min(more, *c, vl);
    *c = xl_u8_max(more, *c, vl);
    *a = xl_u8_min(least, middle, vl);
    *b = xl_u8_max(least, middle, vl);
}

XL_VEC void xl_median_row(const uint8_t *row, xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    *a = xl_u8_load(row, vl);
    *b = xl_u8_load(row + 1, vl);
    *c = xl_u8_load(row + 2, vl);
    xl_median_sort(a, b, c, vl);
}

XL_VEC void median3x3_u8_step(const uint8_t *above, const uint8_t *here, const uint8_t *below,
                              uint8_t *r, size_t i, size_t vl)
{
    xl_u8 low0, low1, low2, middle0, middle1, middle2, high0, high1, high2;
    xl_median_row(above + i, &low0, &middle0, &high0, vl);
    xl_median_row(here + i, &low1, &middle1, &high1, vl);
    xl_median_row(below + i, &low2, &middle2, &high2, vl);
    /* The median of all is that of the greatest low, the middle middle and the least high. */
    xl_u8 low = xl_u8_max(low0, xl_u8_max(low1, low2, vl), vl);
    xl_u8 high = xl_u8_min(high0, xl_u8_min(high1, high2, vl), vl);
    xl_median_sort(&middle0, &middle1, &middle2, vl);
    xl_median_sort(&low, &middle1, &high, vl);
    xl_u8_store(r + i, middle1, vl);
}

XL_VECTOR(void, median3x3_u8)(const uint8_t *above, const uint8_t *here, const uint8_t *below,
                              uint8_t *r, size_t n)
{
    XL_STRIPS(u8, n, median3x3_u8_step(above, here, below, r, i, vl));
}
