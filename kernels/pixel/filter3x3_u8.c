/* filter3x3_u8: one row of a picture through a filter of 3 x 3 signed weights.
 * SPDX-License-Identifier: MIT
 *
 * Rows have a sample more at each end. The sums, below 9 * 255 * 128, are exact.
 */
#include "pixel.h"

enum { XL_FILTER_FRACTION = 6 }; /* bits of the weights' fraction */

XL_KERNEL(filter3x3_u8, .summary = "r[i] = the 3 x 3 samples around i by weights / 64, clamped",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN_PADDED(u8, above, 1, 2), XL_IN_PADDED(u8, here, 1, 2),
                   XL_IN_PADDED(u8, below, 1, 2), XL_IN_FIXED(i8, weights, 9), XL_OUT(u8, r, 1),
                   XL_COUNT})

XL_REFERENCE(filter3x3_u8)
(const uint8_t *above, const uint8_t *here, const uint8_t *below, const int8_t *weights, uint8_t *r,
 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int sum = 1 << (XL_FILTER_FRACTION - 1);
        for (size_t x = 0; x < 3; x++)
            sum += weights[x] * above[i + x] + weights[3 + x] * here[i + x] +
                   weights[6 + x] * below[i + x];
        r[i] = xl_pixel_clamp(sum >> XL_FILTER_FRACTION);
    }
}

/* A sum has 20 bits. */
XL_VEC void filter3x3_u8_step(const uint8_t *const rows[3], size_t i, const int8_t *weights,
                              uint8_t *r, size_t vl)
{
    xl_i32 sum = xl_i32_set1(1 << (XL_FILTER_FRACTION - 1), vl);
    for (size_t k = 0; k < 9; k++) {
        xl_i32 sample = xl_i32_bitcast_u32(xl_u32_load_widen_u8(rows[k / 3] + i + k % 3, vl));
        sum = xl_i32_add(sum, xl_i32_mul(xl_i32_set1(weights[k], vl), sample, vl), vl);
    }
    sum = xl_i32_shr(sum, XL_FILTER_FRACTION, vl);
    sum = xl_i32_min(xl_i32_max(sum, xl_i32_set1(0, vl), vl), xl_i32_set1(255, vl), vl);
    xl_u32_store_narrow_u8(r + i, xl_u32_bitcast_i32(sum), vl);
}

XL_VECTOR(void, filter3x3_u8)
(const uint8_t *above, const uint8_t *here, const uint8_t *below, const int8_t *weights, uint8_t *r,
 size_t n)
{
    const uint8_t *const rows[] = {above, here, below};
    XL_STRIPS(i32, n, filter3x3_u8_step(rows, i, weights, r, vl));
}
