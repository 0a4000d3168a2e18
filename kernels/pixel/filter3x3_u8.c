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

/* A product has 16 bits, a sum 20. In lanes of 16 bits, `low` is the sum modulo 2^16, and `high`
 * the sum of the products' upper bytes. So the sum / 64 is from 4 high to 4 high + 36, in which
 * `low` / 64 is right, or is clamped to what is clamped to the same. */
XL_VEC void filter3x3_u8_step(const uint8_t *const rows[3], size_t i, const int8_t *weights,
                              uint8_t *r, size_t vl)
{
    xl_i16 low = xl_i16_set1(1 << (XL_FILTER_FRACTION - 1), vl), high = xl_i16_set1(0, vl);
#pragma GCC unroll 9
    for (size_t k = 0; k < 9; k++) {
        xl_i16 sample = xl_i16_bitcast_u16(xl_u16_load_widen_u8(rows[k / 3] + i + k % 3, vl));
        xl_i16 product = xl_i16_mul_s(sample, weights[k], vl);
        low = xl_i16_add(low, product, vl);
        high = xl_i16_add(high, xl_i16_shr(product, 8, vl), vl);
    }
    xl_i16 least = xl_i16_shl(high, 8 - XL_FILTER_FRACTION, vl);
    xl_i16 sum = xl_i16_max(xl_i16_shr(low, XL_FILTER_FRACTION, vl), least, vl);
    sum = xl_i16_min(sum, xl_i16_add_s(least, 36, vl), vl);
    sum = xl_i16_min_s(xl_i16_max_s(sum, 0, vl), 255, vl);
    xl_u16_store_narrow_u8(r + i, xl_u16_bitcast_i16(sum), vl);
}

XL_VECTOR(void, filter3x3_u8)
(const uint8_t *above, const uint8_t *here, const uint8_t *below, const int8_t *weights, uint8_t *r,
 size_t n)
{
    const uint8_t *const rows[] = {above, here, below};
    XL_STRIPS(i16, n, filter3x3_u8_step(rows, i, weights, r, vl));
}
