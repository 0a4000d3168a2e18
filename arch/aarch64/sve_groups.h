/* SVE's and SVE2's own instructions for groups of arch/generic.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_SVE_GROUPS_H
#define XL_ARCH_AARCH64_SVE_GROUPS_H

#ifdef __ARM_FEATURE_SVE2
#define XL_HAS_AVERAGE
XL_VEC xl_u8 xl_u8_avg(xl_u8 a, xl_u8 b, size_t vl) { (void)vl; return svrhadd_u8_x(svptrue_b8(), a, b); }
XL_VEC xl_u16 xl_u16_avg(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return svrhadd_u16_x(svptrue_b16(), a, b); }
#endif

#define XL_HAS_ABSDIFF
XL_VEC xl_u8 xl_u8_absdiff(xl_u8 a, xl_u8 b, size_t vl) { (void)vl; return svabd_u8_x(svptrue_b8(), a, b); }
XL_VEC xl_u16 xl_u16_absdiff(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return svabd_u16_x(svptrue_b16(), a, b); }

#define XL_HAS_WIDEN
#define XL_HAS_NARROW
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return svld1sb_s16(xl_sve_below_16(vl), p); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return svld1ub_u16(xl_sve_below_16(vl), p); }
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl) { return svld1sw_s64(xl_sve_below_64(vl), p); }
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl) { return svld1uw_u64(xl_sve_below_64(vl), p); }
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { svst1b_u16(xl_sve_below_16(vl), p, v); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl) { svst1w_u64(xl_sve_below_64(vl), p, v); }

/* FCVTZU and FCVTZS saturate, and make a NaN 0. */
#define XL_HAS_U32_F32
#define XL_HAS_I64_F64
#define XL_HAS_F64_I32
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return svcvt_s32_f32_x(svptrue_b32(), v); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(xl_f32_roundeven(v, vl), vl); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return svcvt_f32_s32_x(svptrue_b32(), v); }
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl) { (void)vl; return svcvt_u32_f32_x(svptrue_b32(), v); }
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return svcvt_f32_u32_x(svptrue_b32(), v); }
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl) { (void)vl; return svcvt_s64_f64_x(svptrue_b64(), v); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return svcvt_f64_s64_x(svptrue_b64(), v); }
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return xl_f64_from_i64(xl_i64_load_widen_i32(p, vl), vl); }

/* The narrower float is in the low half of each wider lane. */
#define XL_HAS_F64_F32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    svuint64_t apart = svunpklo_u64(svreinterpret_u32_f32(svld1_f32(xl_sve_below_32(vl), p)));
    return svcvt_f64_f32_x(svptrue_b64(), svreinterpret_f32_u64(apart));
}

XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    svfloat32_t apart = svcvt_f32_f64_x(svptrue_b64(), v);
    svst1_f32(xl_sve_below_32(vl), p, svuzp1_f32(apart, apart));
}

#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return svcvt_f32_f16_x(svptrue_b32(), svreinterpret_f16_u32(xl_u32_load_widen_u16(p, vl)));
}

XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_u32_store_narrow_u16(p, svreinterpret_u32_f16(svcvt_f16_f32_x(svptrue_b32(), v)), vl);
}

#define XL_HAS_COMPRESS
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { (void)vl; return svcompact_f32(m, v); }
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { (void)vl; return svcompact_s32(m, v); }
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl) { (void)vl; return svcompact_u32(m, v); }

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return svtbl_u8(svld1rq_u8(svptrue_b8(), table), index);
}

#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE3
#define XL_HAS_INTERLEAVE4
#define XL_T u8
#define XL_W 8
#include "sve_interleave.h"
#define XL_T u16
#define XL_W 16
#include "sve_interleave.h"
#define XL_T u32
#define XL_W 32
#include "sve_interleave.h"

#endif
