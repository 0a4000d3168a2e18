/* dct4x4_i16: the forward core transform of H.264 on n blocks of 4 x 4, wrapping.
 * SPDX-License-Identifier: MIT
 *
 * Columns come apart by an interleaved load: a lane is a row of a block. They are transformed, come
 * apart again, so that a lane is a block, are transformed, and are put together twice.
 */
#include "kernel.h"

XL_KERNEL(dct4x4_i16, .summary = "block i of r = C A C', A block i of a, 4 x 4, wrapping",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .in_place = 1,
          .args = {XL_IN(i16, a, 16), XL_OUT(i16, r, 16), XL_COUNT})

XL_REFERENCE(dct4x4_i16)(const int16_t *a, int16_t *r, size_t n)
{
    static const int c[4][4] = {{1, 1, 1, 1}, {2, 1, -1, -2}, {1, -1, -1, 1}, {1, -2, 2, -1}};
    for (; n; n--, a += 16, r += 16)
        for (size_t k = 0; k < 16; k++) {
            int sum = 0;
            for (size_t from = 0; from < 16; from++)
                sum += c[k / 4][from / 4] * c[k % 4][from % 4] * a[from];
            r[k] = (int16_t)(uint16_t)sum;
        }
}

enum { XL_DCT4X4_BLOCKS = 64 };

/* The transform of four numbers of each lane. */
XL_VEC void xl_dct4x4_transform(xl_u16 *v0, xl_u16 *v1, xl_u16 *v2, xl_u16 *v3, size_t vl)
{
    xl_u16 sum03 = xl_u16_add(*v0, *v3, vl), difference03 = xl_u16_sub(*v0, *v3, vl);
    xl_u16 sum12 = xl_u16_add(*v1, *v2, vl), difference12 = xl_u16_sub(*v1, *v2, vl);
    *v0 = xl_u16_add(sum03, sum12, vl);
    *v1 = xl_u16_add(xl_u16_shl(difference03, 1, vl), difference12, vl);
    *v2 = xl_u16_sub(sum03, sum12, vl);
    *v3 = xl_u16_sub(difference03, xl_u16_shl(difference12, 1, vl), vl);
}

XL_VECTOR(void, dct4x4_i16)(const int16_t *a, int16_t *r, size_t n)
{
    uint16_t columns[4][4 * XL_DCT4X4_BLOCKS];
    for (size_t done = 0, blocks; done < n; done += blocks) {
        const uint16_t *from = (const uint16_t *)a + 16 * done;
        uint16_t *to = (uint16_t *)r + 16 * done;
        blocks = n - done < XL_DCT4X4_BLOCKS ? n - done : XL_DCT4X4_BLOCKS;
        for (size_t i = 0, vl; i < 4 * blocks; i += vl) {
            vl = xl_u16_vl(4 * blocks - i);
            xl_u16 v0, v1, v2, v3;
            xl_u16_load4(from + 4 * i, &v0, &v1, &v2, &v3, vl);
            xl_dct4x4_transform(&v0, &v1, &v2, &v3, vl);
            xl_u16_store(columns[0] + i, v0, vl);
            xl_u16_store(columns[1] + i, v1, vl);
            xl_u16_store(columns[2] + i, v2, vl);
            xl_u16_store(columns[3] + i, v3, vl);
        }
        for (size_t u = 0; u < 4; u++)
            for (size_t i = 0, vl; i < blocks; i += vl) {
                vl = xl_u16_vl(blocks - i);
                xl_u16 v0, v1, v2, v3;
                xl_u16_load4(columns[u] + 4 * i, &v0, &v1, &v2, &v3, vl);
                xl_dct4x4_transform(&v0, &v1, &v2, &v3, vl);
                xl_u16_store4(columns[u] + 4 * i, v0, v1, v2, v3, vl);
            }
        for (size_t i = 0, vl; i < 4 * blocks; i += vl) {
            vl = xl_u16_vl(4 * blocks - i);
            xl_u16_store4(to + 4 * i, xl_u16_load(columns[0] + i, vl),
                          xl_u16_load(columns[1] + i, vl), xl_u16_load(columns[2] + i, vl),
                          xl_u16_load(columns[3] + i, vl), vl);
        }
    }
}
