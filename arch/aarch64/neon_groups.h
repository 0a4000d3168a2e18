/* Advanced SIMD's own instructions for groups of arch/generic.h, on AArch64.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_NEON_GROUPS_H
#define XL_ARCH_AARCH64_NEON_GROUPS_H

/* FCVTZU and FCVTZS saturate, and make a NaN 0. */
#define XL_HAS_U32_F32
#define XL_HAS_I64_F64
#define XL_HAS_F64_I32
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vcvtq_s32_f32(v); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { (void)vl; return vcvtnq_s32_f32(v); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vcvtq_f32_s32(v); }
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vcvtq_u32_f32(v); }
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return vcvtq_f32_u32(v); }
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl) { (void)vl; return vcvtq_s64_f64(v); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return vcvtq_f64_s64(v); }
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return vcvtq_f64_s64(xl_i64_load_widen_i32(p, vl)); }

#define XL_HAS_F64_F32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return vcvt_f64_f32(vreinterpret_f32_u8(xl_neon_load_half(p, 4 * vl)));
}

XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_f32(vcvt_f32_f64(v)), 4 * vl);
}

#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return vcvt_f32_f16(vreinterpret_f16_u8(xl_neon_load_half(p, 2 * vl)));
}

XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_f16(vcvt_f16_f32(v)), 2 * vl);
}

XL_VEC uint32_t xl_neon_mask_number(xl_m32 m) { return vaddvq_u32(vandq_u32(m.v, (uint32x4_t){1, 2, 4, 8})); }

#include "../neon_compress.h"
#include "../neon_interleave.h"

#endif
