/* Set lanes moved to the front by a table of 16 orders of bytes, one for each mask of four lanes; the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * Who includes this has xl_neon_mask_number: bit i is lane i of a mask. Lanes from vl on stay behind the others in any order of them, so it
 * does not matter whether they are set.
 */
#ifndef XL_ARCH_NEON_COMPRESS_H
#define XL_ARCH_NEON_COMPRESS_H

#include "compress16.h"

#define XL_HAS_COMPRESS
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl)
{
    (void)vl;
    uint8x16_t order = vld1q_u8(xl_compress16[xl_neon_mask_number(m)]);
    return vreinterpretq_u32_u8(xl_neon_lookup(vreinterpretq_u8_u32(v), order));
}

XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl)
{
    return xl_i32_bitcast_u32(xl_u32_compress(xl_u32_bitcast_i32(v), m, vl));
}

XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl)
{
    return xl_f32_bitcast_u32(xl_u32_compress(xl_u32_bitcast_f32(v), m, vl));
}

#endif
