/* VSX's own instructions for groups of arch/generic.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_PPC64EL_VSX_GROUPS_H
#define XL_ARCH_PPC64EL_VSX_GROUPS_H

#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return vec_unpackh((xl_i8)xl_vsx_load(p, vl, 1)); }
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl) { return vec_unpackh((xl_i32)xl_vsx_load(p, 4 * vl, 4)); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u16)vec_mergeh(xl_vsx_load(p, vl, 1), vec_splats((unsigned char)0));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return (xl_u64)vec_mergeh((xl_u32)xl_vsx_load(p, 4 * vl, 4), vec_splats(0u));
}

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_vsx_store(p, vec_pack(v, v), vl, 1); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl) { xl_vsx_store(p, (xl_u8)vec_pack(v, v), 4 * vl, 4); }

/* Conversions work on the even lanes of f32. */
#define XL_HAS_F64_F32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    xl_f32 v = (xl_f32)xl_vsx_load(p, 4 * vl, 4);
    return vec_doublee(vec_mergeh(v, v));
}
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_u64 even = (xl_u64)vec_floate(v);
    xl_vsx_store(p, (xl_u8)vec_pack(even, even), 4 * vl, 4);
}

#ifdef _ARCH_PWR9
/* f16 is in the halfwords that xvcvhpsp and xvcvsphp take: the low one of each word. */
#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    xl_u32 half = xl_u32_load_widen_u16(p, vl);
    xl_f32 r;
    __asm__("xvcvhpsp %x0,%x1" : "=wa"(r) : "wa"(half));
    return r;
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_u32 half;
    __asm__("xvcvsphp %x0,%x1" : "=wa"(half) : "wa"(v));
    xl_u32_store_narrow_u16(p, half, vl);
}
#endif

/* vbpermq numbers bits from the register's left: the lane lowest in memory has its sign at bit 96. */
XL_VEC size_t xl_perm_mask_bits(xl_m32 m)
{
#ifdef _ARCH_PWR10
    return vec_extractm((xl_u32)m);
#else
    xl_u8 signs = {96, 64, 32, 0, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128};
    return (size_t)vec_extract((xl_u64)vec_vbpermq((xl_u8)m, signs), 1);
#endif
}

#include "../vec_perm.h"

#endif
