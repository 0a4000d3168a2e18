/* filter8_down_u8: columns of a picture through eight taps. Each row is loaded once: the seven
 * before it stay in registers.
 * SPDX-License-Identifier: MIT
 *
 * Sums fit 16 bits: see filter8_u8.c.
 */
#include "block.h"

enum { XL_FILTER8_DOWN_TAPS = 8, XL_FILTER8_DOWN_FRACTION = 6 };

XL_KERNEL(filter8_down_u8,
          .summary = "r[y][x] = (sum over k < 8 of taps[k] * a[y + k][x] + 32) >> 6, saturating",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN_ROWS_PADDED(u8, a, 1, 0, XL_FILTER8_DOWN_TAPS - 1),
                   XL_STRIDE_EITHER_WAY(a),
                   {XL_ARG_IN, XL_i8, "taps", 0, XL_FILTER8_DOWN_TAPS, -16, 15},
                   XL_OUT_ROWS(u8, r, 1),
                   XL_STRIDE_EITHER_WAY(r),
                   XL_COUNT,
                   XL_ROWS})

XL_REFERENCE(filter8_down_u8)
(const uint8_t *a, ptrdiff_t a_stride, const int8_t *taps, uint8_t *r, ptrdiff_t r_stride, size_t n,
 size_t rows)
{
    for (size_t y = 0; y < rows; y++, a += a_stride, r += r_stride)
        for (size_t x = 0; x < n; x++) {
            int sum = 32;
            for (ptrdiff_t k = 0; k < XL_FILTER8_DOWN_TAPS; k++)
                sum += taps[k] * a[k * a_stride + (ptrdiff_t)x];
            sum >>= XL_FILTER8_DOWN_FRACTION;
            r[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
        }
}

/* sum + tap * v */
XL_VEC xl_i16 xl_filter8_down_add(xl_i16 sum, int8_t tap, xl_i16 v, size_t vl)
{
    return xl_i16_add(sum, xl_i16_mul(v, xl_i16_set1(tap, vl), vl), vl);
}

XL_VECTOR(void, filter8_down_u8)
(const uint8_t *a, ptrdiff_t a_stride, const int8_t *taps, uint8_t *r, ptrdiff_t r_stride, size_t n,
 size_t rows)
{
    for (size_t x = 0, vl; rows && x < n; x += vl) {
        vl = xl_i16_vl(n - x);
        const uint8_t *from = a + x;
        uint8_t *to = r + x;
        xl_i16 v0 = xl_block_load(from, vl), v1 = xl_block_load(from += a_stride, vl);
        xl_i16 v2 = xl_block_load(from += a_stride, vl), v3 = xl_block_load(from += a_stride, vl);
        xl_i16 v4 = xl_block_load(from += a_stride, vl), v5 = xl_block_load(from += a_stride, vl);
        xl_i16 v6 = xl_block_load(from += a_stride, vl);
        for (size_t y = 0; y < rows; y++, to += r_stride) {
            xl_i16 v7 = xl_block_load(from += a_stride, vl);
            xl_i16 sum = xl_i16_set1(1 << (XL_FILTER8_DOWN_FRACTION - 1), vl);
            sum = xl_filter8_down_add(sum, taps[0], v0, vl);
            sum = xl_filter8_down_add(sum, taps[1], v1, vl);
            sum = xl_filter8_down_add(sum, taps[2], v2, vl);
            sum = xl_filter8_down_add(sum, taps[3], v3, vl);
            sum = xl_filter8_down_add(sum, taps[4], v4, vl);
            sum = xl_filter8_down_add(sum, taps[5], v5, vl);
            sum = xl_filter8_down_add(sum, taps[6], v6, vl);
            sum = xl_filter8_down_add(sum, taps[7], v7, vl);
            sum = xl_i16_shr(sum, XL_FILTER8_DOWN_FRACTION, vl);
            sum = xl_i16_min(xl_i16_max(sum, xl_i16_set1(0, vl), vl), xl_i16_set1(255, vl), vl);
            xl_u16_store_narrow_u8(to, xl_u16_bitcast_i16(sum), vl);
            v0 = v1, v1 = v2, v2 = v3, v3 = v4, v4 = v5, v5 = v6, v6 = v7;
        }
    }
}
