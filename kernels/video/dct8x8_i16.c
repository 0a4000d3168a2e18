/* dct8x8_i16: the forward transform of HEVC (8 x 8, samples of eight bits): columns, then rows.
 * SPDX-License-Identifier: MIT
 *
 * The first pass keeps (sum + 2) >> 2, the second (sum + 256) >> 9. With differences of samples
 * each of them fits 16 bits: no row of the matrix has a sum of sizes above 512.
 */
#include "block.h"

XL_KERNEL(dct8x8_i16, .summary = "r = the HEVC transform of a, 8 x 8",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .narrow = "a row has eight samples",
          .sizes = {.blocks = {{8, 8}}},
          .args = {{XL_ARG_IN, XL_i16, "a", 1, 0, -255, 255, XL_SIZE_n, XL_DOWN_rows},
                   XL_STRIDE_IN_ELEMENTS(a),
                   XL_OUT_FIXED(i16, r, 64),
                   XL_COUNT,
                   XL_ROWS})

/* By the matrix, without symmetries. */
XL_REFERENCE(dct8x8_i16)(const int16_t *a, ptrdiff_t stride, int16_t *r, size_t n, size_t rows)
{
    static const int m[8][8] = {
        {64, 64, 64, 64, 64, 64, 64, 64},     {89, 75, 50, 18, -18, -50, -75, -89},
        {83, 36, -36, -83, -83, -36, 36, 83}, {75, -18, -89, -50, 50, 89, 18, -75},
        {64, -64, -64, 64, 64, -64, -64, 64}, {50, -89, 18, 75, -75, -18, 89, -50},
        {36, -83, 83, -36, -36, 83, -83, 36}, {18, -50, 75, -89, 89, -75, 50, -18}};
    for (size_t v = 0; v < rows; v++)
        for (size_t u = 0; u < n; u++) {
            int sum = 256;
            for (size_t x = 0; x < n; x++) {
                int column = 2;
                for (size_t y = 0; y < rows; y++)
                    column += m[v][y] * a[(ptrdiff_t)y * stride + (ptrdiff_t)x];
                sum += m[u][x] * (column >> 2);
            }
            r[8 * v + u] = (int16_t)(sum >> 9);
        }
}

XL_VEC xl_i32 xl_dct8x8_mul(xl_i32 v, int32_t by, size_t vl)
{
    return xl_i32_mul(v, xl_i32_set1(by, vl), vl);
}

/* (half + w a + x b + y c + z d) >> shift */
XL_VEC xl_i32 xl_dct8x8_sum(int32_t w, xl_i32 a, int32_t x, xl_i32 b, int32_t y, xl_i32 c,
                            int32_t z, xl_i32 d, unsigned shift, size_t vl)
{
    xl_i32 left = xl_i32_add(xl_dct8x8_mul(a, w, vl), xl_dct8x8_mul(b, x, vl), vl);
    xl_i32 right = xl_i32_add(xl_dct8x8_mul(c, y, vl), xl_dct8x8_mul(d, z, vl), vl);
    xl_i32 half = xl_i32_set1(1 << (shift - 1), vl);
    return xl_i32_shr(xl_i32_add(xl_i32_add(left, right, vl), half, vl), shift, vl);
}

/* Each column: even rows of the matrix need sums of opposite samples, odd rows differences. */
XL_VEC void xl_dct8x8_transform(xl_i32 *v0, xl_i32 *v1, xl_i32 *v2, xl_i32 *v3, xl_i32 *v4,
                                xl_i32 *v5, xl_i32 *v6, xl_i32 *v7, unsigned shift, size_t vl)
{
    xl_i32 s0 = xl_i32_add(*v0, *v7, vl), d0 = xl_i32_sub(*v0, *v7, vl);
    xl_i32 s1 = xl_i32_add(*v1, *v6, vl), d1 = xl_i32_sub(*v1, *v6, vl);
    xl_i32 s2 = xl_i32_add(*v2, *v5, vl), d2 = xl_i32_sub(*v2, *v5, vl);
    xl_i32 s3 = xl_i32_add(*v3, *v4, vl), d3 = xl_i32_sub(*v3, *v4, vl);
    *v0 = xl_dct8x8_sum(64, s0, 64, s1, 64, s2, 64, s3, shift, vl);
    *v1 = xl_dct8x8_sum(89, d0, 75, d1, 50, d2, 18, d3, shift, vl);
    *v2 = xl_dct8x8_sum(83, s0, 36, s1, -36, s2, -83, s3, shift, vl);
    *v3 = xl_dct8x8_sum(75, d0, -18, d1, -89, d2, -50, d3, shift, vl);
    *v4 = xl_dct8x8_sum(64, s0, -64, s1, -64, s2, 64, s3, shift, vl);
    *v5 = xl_dct8x8_sum(50, d0, -89, d1, 18, d2, 75, d3, shift, vl);
    *v6 = xl_dct8x8_sum(36, s0, -83, s1, 83, s2, -36, s3, shift, vl);
    *v7 = xl_dct8x8_sum(18, d0, -50, d1, 75, d2, -89, d3, shift, vl);
}

XL_VECTOR(void, dct8x8_i16)
(const int16_t *a, ptrdiff_t stride, int16_t *r, size_t n, size_t rows)
{
    uint32_t even[32], odd[32];
    int32_t tile[64];
    (void)rows;
    for (size_t x = 0, vl; x < n; x += vl) {
        vl = xl_i32_vl(n - x);
        const int16_t *p = a + x;
        xl_i32 v0 = xl_i32_load_widen_i16(p, vl), v1 = xl_i32_load_widen_i16(p + stride, vl);
        xl_i32 v2 = xl_i32_load_widen_i16(p + 2 * stride, vl);
        xl_i32 v3 = xl_i32_load_widen_i16(p + 3 * stride, vl);
        xl_i32 v4 = xl_i32_load_widen_i16(p + 4 * stride, vl);
        xl_i32 v5 = xl_i32_load_widen_i16(p + 5 * stride, vl);
        xl_i32 v6 = xl_i32_load_widen_i16(p + 6 * stride, vl);
        xl_i32 v7 = xl_i32_load_widen_i16(p + 7 * stride, vl);
        xl_dct8x8_transform(&v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, 2, vl);
        xl_block_put32(even + 4 * x, odd + 4 * x, v0, v1, v2, v3, v4, v5, v6, v7, vl);
    }
    xl_block_join32(tile, even, odd);
    for (size_t y = 0, vl; y < 8; y += vl) {
        vl = xl_i32_vl(8 - y);
        const int32_t *p = tile + y;
        xl_i32 v0 = xl_i32_load(p, vl), v1 = xl_i32_load(p + 8, vl);
        xl_i32 v2 = xl_i32_load(p + 16, vl), v3 = xl_i32_load(p + 24, vl);
        xl_i32 v4 = xl_i32_load(p + 32, vl), v5 = xl_i32_load(p + 40, vl);
        xl_i32 v6 = xl_i32_load(p + 48, vl), v7 = xl_i32_load(p + 56, vl);
        xl_dct8x8_transform(&v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, 9, vl);
        xl_block_put32(even + 4 * y, odd + 4 * y, v0, v1, v2, v3, v4, v5, v6, v7, vl);
    }
    xl_block_join32(tile, even, odd);
    for (size_t i = 0, vl; i < 64; i += vl) {
        vl = xl_i32_vl(64 - i);
        xl_i32_store_narrow_i16(r + i, xl_i32_load(tile + i, vl), vl);
    }
}
