/* VX's own instructions for groups of arch/generic.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_S390X_VX_GROUPS_H
#define XL_ARCH_S390X_VX_GROUPS_H

#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return vec_unpackh((xl_i8)xl_vx_load(p, vl)); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return vec_unpackh(xl_vx_load(p, vl)); }
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl) { return vec_unpackh((xl_i32)xl_vx_load(p, 4 * vl)); }
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl) { return vec_unpackh((xl_u32)xl_vx_load(p, 4 * vl)); }

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_vx_store(p, vec_pack(v, v), vl); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl) { xl_vx_store(p, (xl_u8)vec_pack(v, v), 4 * vl); }

/* The f32 of each f64 is in an even lane. */
#define XL_HAS_F64_F32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    xl_u32 v = (xl_u32)xl_vx_load(p, 4 * vl);
    return xl_vx_widen((xl_f32)vec_mergeh(v, v));
}
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_u8 even = {0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11}, r = (xl_u8)xl_vx_narrow(v);
    xl_vx_store(p, vec_perm(r, r, even), 4 * vl);
}

XL_VEC size_t xl_perm_mask_bits(xl_m32 m)
{
    return vec_extract((xl_u32)vec_sum_u128((xl_u32)m.v & (xl_u32){1, 2, 4, 8}, vec_splats(0u)), 3);
}

#include "../vec_perm.h"

#endif
