/* What kernels on blocks of 8 x 8 samples share: the transpose of a tile, through memory.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_VIDEO_BLOCK_H
#define XL_KERNELS_VIDEO_BLOCK_H

#include "kernel.h"

/* A tile of eight columns is stored in two passes: each fourth, then each second row together.
 * After the first, element 4 x + k of `even` is row 2 k of column x. */
XL_VEC void xl_block_put16(uint16_t *even, uint16_t *odd, xl_i16 v0, xl_i16 v1, xl_i16 v2,
                           xl_i16 v3, xl_i16 v4, xl_i16 v5, xl_i16 v6, xl_i16 v7, size_t vl)
{
    xl_u16_store4(even, xl_u16_bitcast_i16(v0), xl_u16_bitcast_i16(v2), xl_u16_bitcast_i16(v4),
                  xl_u16_bitcast_i16(v6), vl);
    xl_u16_store4(odd, xl_u16_bitcast_i16(v1), xl_u16_bitcast_i16(v3), xl_u16_bitcast_i16(v5),
                  xl_u16_bitcast_i16(v7), vl);
}

/* The second: element 8 x + y of the tile is row y of column x. */
XL_VEC void xl_block_join16(int16_t tile[64], const uint16_t even[32], const uint16_t odd[32])
{
    for (size_t i = 0, vl; i < 32; i += vl) {
        vl = xl_u16_vl(32 - i);
        xl_u16_store2((uint16_t *)tile + 2 * i, xl_u16_load(even + i, vl), xl_u16_load(odd + i, vl),
                      vl);
    }
}

/* The same in 32 bits. */
XL_VEC void xl_block_put32(uint32_t *even, uint32_t *odd, xl_i32 v0, xl_i32 v1, xl_i32 v2,
                           xl_i32 v3, xl_i32 v4, xl_i32 v5, xl_i32 v6, xl_i32 v7, size_t vl)
{
    xl_u32_store4(even, xl_u32_bitcast_i32(v0), xl_u32_bitcast_i32(v2), xl_u32_bitcast_i32(v4),
                  xl_u32_bitcast_i32(v6), vl);
    xl_u32_store4(odd, xl_u32_bitcast_i32(v1), xl_u32_bitcast_i32(v3), xl_u32_bitcast_i32(v5),
                  xl_u32_bitcast_i32(v7), vl);
}

XL_VEC void xl_block_join32(int32_t tile[64], const uint32_t even[32], const uint32_t odd[32])
{
    for (size_t i = 0, vl; i < 32; i += vl) {
        vl = xl_u32_vl(32 - i);
        xl_u32_store2((uint32_t *)tile + 2 * i, xl_u32_load(even + i, vl), xl_u32_load(odd + i, vl),
                      vl);
    }
}

/* a row of samples in 16-bit lanes */
XL_VEC xl_i16 xl_block_load(const uint8_t *p, size_t vl)
{
    return xl_i16_bitcast_u16(xl_u16_load_widen_u8(p, vl));
}

#endif
