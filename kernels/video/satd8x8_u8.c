/* satd8x8_u8: the sum of absolute transformed differences of two blocks of 8 x 8 samples: the
 * Hadamard transform of their difference.
 * SPDX-License-Identifier: MIT
 *
 * No transformed difference is above 64 * 255 in size: 16 bits are enough.
 */
#include <stdlib.h>

#include "block.h"

XL_KERNEL(satd8x8_u8, .summary = "sum of |H (a - b) H|, H the Hadamard matrix of order 8",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .narrow = "a row has eight samples",
          .sizes = {.blocks = {{8, 8}}},
          .args = {XL_IN_ROWS(u8, a, 1), XL_STRIDE_EITHER_WAY(a), XL_IN_ROWS(u8, b, 1),
                   XL_STRIDE_EITHER_WAY(b), XL_COUNT, XL_ROWS, XL_RETURNS(u32)})

/* By definition: element u, v of H is -1 to the number of bits that u and v have in common. */
XL_REFERENCE(satd8x8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride, size_t n, size_t rows,
 uint32_t *result)
{
    *result = 0;
    for (size_t v = 0; v < rows; v++)
        for (size_t u = 0; u < n; u++) {
            int sum = 0;
            for (size_t y = 0; y < rows; y++)
                for (size_t x = 0; x < n; x++) {
                    int d = a[(ptrdiff_t)y * a_stride + (ptrdiff_t)x] -
                            b[(ptrdiff_t)y * b_stride + (ptrdiff_t)x];
                    int common = __builtin_popcountll(u & x) + __builtin_popcountll(v & y);
                    sum += common % 2 ? -d : d;
                }
            *result += (uint32_t)abs(sum);
        }
}

XL_VEC void xl_satd_butterfly(xl_i16 *a, xl_i16 *b, size_t vl)
{
    xl_i16 sum = xl_i16_add(*a, *b, vl);
    *b = xl_i16_sub(*a, *b, vl);
    *a = sum;
}

/* The transform of each column. */
XL_VEC void xl_satd_transform(xl_i16 *v0, xl_i16 *v1, xl_i16 *v2, xl_i16 *v3, xl_i16 *v4,
                              xl_i16 *v5, xl_i16 *v6, xl_i16 *v7, size_t vl)
{
    xl_satd_butterfly(v0, v1, vl), xl_satd_butterfly(v2, v3, vl);
    xl_satd_butterfly(v4, v5, vl), xl_satd_butterfly(v6, v7, vl);

    xl_satd_butterfly(v0, v2, vl), xl_satd_butterfly(v1, v3, vl);
    xl_satd_butterfly(v4, v6, vl), xl_satd_butterfly(v5, v7, vl);

    xl_satd_butterfly(v0, v4, vl), xl_satd_butterfly(v1, v5, vl);
    xl_satd_butterfly(v2, v6, vl), xl_satd_butterfly(v3, v7, vl);
}

XL_VEC void xl_satd_put(int16_t *p, xl_i16 v, size_t vl)
{
    xl_i16_store(p, xl_i16_max(v, xl_i16_sub(xl_i16_set1(0, vl), v, vl), vl), vl);
}

XL_VECTOR(uint32_t, satd8x8_u8)
(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride, size_t n, size_t rows)
{
    uint16_t even[32], odd[32];
    int16_t tile[64], sizes[64];
    (void)rows;
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_i16_vl(n - x);
        const uint8_t *p = a + x, *q = b + x;
        const ptrdiff_t s = a_stride, t = b_stride;
        xl_i16 v0 = xl_i16_sub(xl_block_load(p, vl), xl_block_load(q, vl), vl);
        xl_i16 v1 = xl_i16_sub(xl_block_load(p + s, vl), xl_block_load(q + t, vl), vl);
        xl_i16 v2 = xl_i16_sub(xl_block_load(p + 2 * s, vl), xl_block_load(q + 2 * t, vl), vl);
        xl_i16 v3 = xl_i16_sub(xl_block_load(p + 3 * s, vl), xl_block_load(q + 3 * t, vl), vl);
        xl_i16 v4 = xl_i16_sub(xl_block_load(p + 4 * s, vl), xl_block_load(q + 4 * t, vl), vl);
        xl_i16 v5 = xl_i16_sub(xl_block_load(p + 5 * s, vl), xl_block_load(q + 5 * t, vl), vl);
        xl_i16 v6 = xl_i16_sub(xl_block_load(p + 6 * s, vl), xl_block_load(q + 6 * t, vl), vl);
        xl_i16 v7 = xl_i16_sub(xl_block_load(p + 7 * s, vl), xl_block_load(q + 7 * t, vl), vl);
        xl_satd_transform(&v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, vl);
        xl_block_put16(even + 4 * x, odd + 4 * x, v0, v1, v2, v3, v4, v5, v6, v7, vl);
    }
    xl_block_join16(tile, even, odd);
    for (size_t x = 0, vl; x < 8; x += vl) {
        vl = xl_i16_vl(8 - x);
        const int16_t *p = tile + x;
        xl_i16 v0 = xl_i16_load(p, vl), v1 = xl_i16_load(p + 8, vl);
        xl_i16 v2 = xl_i16_load(p + 16, vl), v3 = xl_i16_load(p + 24, vl);
        xl_i16 v4 = xl_i16_load(p + 32, vl), v5 = xl_i16_load(p + 40, vl);
        xl_i16 v6 = xl_i16_load(p + 48, vl), v7 = xl_i16_load(p + 56, vl);
        xl_satd_transform(&v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, vl);
        int16_t *r = sizes + x;
        xl_satd_put(r, v0, vl), xl_satd_put(r + 8, v1, vl);
        xl_satd_put(r + 16, v2, vl), xl_satd_put(r + 24, v3, vl);
        xl_satd_put(r + 32, v4, vl), xl_satd_put(r + 40, v5, vl);
        xl_satd_put(r + 48, v6, vl), xl_satd_put(r + 56, v7, vl);
    }
    uint32_t sum = 0;
    for (size_t i = 0, vl; i < 64; i += vl) {
        vl = xl_i32_vl(64 - i);
        sum += (uint32_t)xl_i32_reduce_add(xl_i32_load_widen_i16(sizes + i, vl), vl);
    }
    return sum;
}
