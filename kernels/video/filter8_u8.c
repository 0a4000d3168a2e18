/* filter8_u8: rows of a picture through eight taps, as motion compensation interpolates between
 * samples.
 * SPDX-License-Identifier: MIT
 *
 * A tap's size is at most 16, so every partial sum is between -8 * 16 * 255 and 8 * 15 * 255 + 32:
 * 16 bits are enough.
 */
#include "block.h"

enum { XL_FILTER8_TAPS = 8, XL_FILTER8_FRACTION = 6 };

XL_KERNEL(filter8_u8,
          .summary = "r[y][x] = (sum over k < 8 of taps[k] * a[y][x + k] + 32) >> 6, saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN_ROWS_PADDED(u8, a, 1, XL_FILTER8_TAPS - 1, 0),
                   XL_STRIDE_EITHER_WAY(a),
                   {XL_ARG_IN, XL_i8, "taps", 0, XL_FILTER8_TAPS, -16, 15},
                   XL_OUT_ROWS(u8, r, 1),
                   XL_STRIDE_EITHER_WAY(r),
                   XL_COUNT,
                   XL_ROWS})

XL_REFERENCE(filter8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const int8_t *taps, uint8_t *r, ptrdiff_t r_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++, a += a_stride, r += r_stride)
        for (size_t x = 0; x < n; x++) {
            int sum = 32;
            for (size_t k = 0; k < XL_FILTER8_TAPS; k++)
                sum += taps[k] * a[x + k];
            sum >>= XL_FILTER8_FRACTION;
            r[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
        }
}

XL_VECTOR(void, filter8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const int8_t *taps, uint8_t *r, ptrdiff_t r_stride, size_t n,
 size_t rows)
{
    for (; rows; rows--, a += a_stride, r += r_stride)
        for (size_t x = 0, vl; x < n; x += vl) {
            vl = xl_i16_vl(n - x);
            xl_i16 sum = xl_i16_set1(1 << (XL_FILTER8_FRACTION - 1), vl);
            for (size_t k = 0; k < XL_FILTER8_TAPS; k++) {
                xl_i16 tap = xl_i16_set1(taps[k], vl);
                sum = xl_i16_add(sum, xl_i16_mul(xl_block_load(a + x + k, vl), tap, vl), vl);
            }
            sum = xl_i16_shr(sum, XL_FILTER8_FRACTION, vl);
            sum = xl_i16_min(xl_i16_max(sum, xl_i16_set1(0, vl), vl), xl_i16_set1(255, vl), vl);
            xl_u16_store_narrow_u8(r + x, xl_u16_bitcast_i16(sum), vl);
        }
}
