/* What kernels on pictures share: sums of bytes by signed weights, and clamping.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_PIXEL_PIXEL_H
#define XL_KERNELS_PIXEL_PIXEL_H

#include "kernel.h"

static inline uint8_t xl_pixel_clamp(int32_t x)
{
    return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

XL_VEC xl_i32 xl_pixel_load(const uint8_t *p, size_t vl)
{
    return xl_i32_bitcast_u32(xl_u32_load_widen_u8(p, vl));
}

/* sum + weight * sample. */
XL_VEC xl_i32 xl_pixel_add(xl_i32 sum, int32_t weight, xl_i32 sample, size_t vl)
{
    return xl_i32_add(sum, xl_i32_mul(xl_i32_set1(weight, vl), sample, vl), vl);
}

/* offset + x a + y b + z c */
XL_VEC xl_i32 xl_pixel_mix(int32_t offset, int32_t x, xl_i32 a, int32_t y, xl_i32 b, int32_t z,
                           xl_i32 c, size_t vl)
{
    xl_i32 sum = xl_pixel_add(xl_i32_set1(offset, vl), x, a, vl);
    return xl_pixel_add(xl_pixel_add(sum, y, b, vl), z, c, vl);
}

/* v / 2^shift rounded down, within 0 and 255. */
XL_VEC void xl_pixel_store(uint8_t *p, xl_i32 v, unsigned shift, size_t vl)
{
    v = xl_i32_shr(v, shift, vl);
    v = xl_i32_min(xl_i32_max(v, xl_i32_set1(0, vl), vl), xl_i32_set1(255, vl), vl);
    xl_u32_store_narrow_u8(p, xl_u32_bitcast_i32(v), vl);
}

#endif
