/* The vector vocabulary on SVE, for every vector length: vl is a predicate.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_SVE_H
#define XL_ARCH_AARCH64_SVE_H

#include <arm_sve.h>

/* Lanes from vl on are unspecified, so arithmetic runs under an all-true predicate in its `_x` form, which compilers
 * turn into the unpredicated instruction where there is one. What touches memory or folds lanes takes the vl predicate,
 * and costs the same for a partial strip as for a full one. */

/* The lane types' names in intrinsics. */
#define XL_SVE_NAME_f32 f32
#define XL_SVE_NAME_f64 f64
#define XL_SVE_NAME_i8 s8
#define XL_SVE_NAME_i16 s16
#define XL_SVE_NAME_i32 s32
#define XL_SVE_NAME_i64 s64
#define XL_SVE_NAME_u8 u8
#define XL_SVE_NAME_u16 u16
#define XL_SVE_NAME_u32 u32
#define XL_SVE_NAME_u64 u64

#define XL_SVE(I) XL_JOIN(I, _, XL_JOIN(XL_SVE_NAME_, XL_T, ))      /* on lanes of XL_T: svdup_n_s32 */
#define XL_SVE_X(I) XL_JOIN(XL_SVE(I), _x, )                        /* where lanes outside the predicate do not count: svadd_s32_x */
#define XL_SVE_U(I) XL_JOIN(I, _u, XL_W)                            /* on the unsigned integers of the same width */
#define XL_SVE_ALL() XL_JOIN(svptrue_b, XL_W, )()                   /* the predicate of all lanes of XL_W bits */
#define XL_SVE_BELOW(VL) XL_JOIN(xl_sve_below_, XL_W, )(VL)         /* that of the lanes below VL */

/* A predicate has a bit for each byte of a vector, so masks of every width are the same type: compilers do not tell them apart, and C
 * allows no structure around a sizeless type. Bits between lanes do not count. */
#define XL_W 8
#include "sve_mask.h"
#define XL_W 16
#include "sve_mask.h"
#define XL_W 32
#include "sve_mask.h"
#define XL_W 64
#include "sve_mask.h"

typedef svfloat32_t xl_f32;
typedef svfloat64_t xl_f64;
typedef svint8_t xl_i8;
typedef svint16_t xl_i16;
typedef svint32_t xl_i32;
typedef svint64_t xl_i64;
typedef svuint8_t xl_u8;
typedef svuint16_t xl_u16;
typedef svuint32_t xl_u32;
typedef svuint64_t xl_u64;

XL_VEC xl_f32 xl_f32_bitcast_i32(xl_i32 v) { return svreinterpret_f32_s32(v); }
XL_VEC xl_f32 xl_f32_bitcast_u32(xl_u32 v) { return svreinterpret_f32_u32(v); }
XL_VEC xl_i32 xl_i32_bitcast_f32(xl_f32 v) { return svreinterpret_s32_f32(v); }
XL_VEC xl_i32 xl_i32_bitcast_u32(xl_u32 v) { return svreinterpret_s32_u32(v); }
XL_VEC xl_u32 xl_u32_bitcast_f32(xl_f32 v) { return svreinterpret_u32_f32(v); }
XL_VEC xl_u32 xl_u32_bitcast_i32(xl_i32 v) { return svreinterpret_u32_s32(v); }
XL_VEC xl_f64 xl_f64_bitcast_i64(xl_i64 v) { return svreinterpret_f64_s64(v); }
XL_VEC xl_f64 xl_f64_bitcast_u64(xl_u64 v) { return svreinterpret_f64_u64(v); }
XL_VEC xl_i64 xl_i64_bitcast_f64(xl_f64 v) { return svreinterpret_s64_f64(v); }
XL_VEC xl_i64 xl_i64_bitcast_u64(xl_u64 v) { return svreinterpret_s64_u64(v); }
XL_VEC xl_u64 xl_u64_bitcast_f64(xl_f64 v) { return svreinterpret_u64_f64(v); }
XL_VEC xl_u64 xl_u64_bitcast_i64(xl_i64 v) { return svreinterpret_u64_s64(v); }
XL_VEC xl_i16 xl_i16_bitcast_u16(xl_u16 v) { return svreinterpret_s16_u16(v); }
XL_VEC xl_u16 xl_u16_bitcast_i16(xl_i16 v) { return svreinterpret_u16_s16(v); }
XL_VEC xl_i8 xl_i8_bitcast_u8(xl_u8 v) { return svreinterpret_s8_u8(v); }
XL_VEC xl_u8 xl_u8_bitcast_i8(xl_i8 v) { return svreinterpret_u8_s8(v); }

#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_HAS_REVERSE
#define XL_HAS_SLIDE
#define XL_HAS_KEEP
#define XL_HAS_CLAMP
#define XL_HAS_GATHER64
#define XL_T f32
#define XL_W 32
#include "sve_float.h"
#define XL_T f64
#define XL_W 64
#include "sve_float.h"

#define XL_HAS_MULHI32
#define XL_SVE_SHR svasr_n
#define XL_T i8
#define XL_W 8
#include "sve_int.h"
#define XL_T i16
#define XL_W 16
#include "sve_int.h"
#define XL_T i32
#define XL_W 32
#include "sve_int.h"
#define XL_T i64
#define XL_W 64
#include "sve_int.h"
#undef XL_SVE_SHR
#define XL_SVE_SHR svlsr_n
#define XL_T u8
#define XL_W 8
#include "sve_int.h"
#define XL_T u16
#define XL_W 16
#include "sve_int.h"
#define XL_T u32
#define XL_W 32
#include "sve_int.h"
#define XL_T u64
#define XL_W 64
#include "sve_int.h"

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { return svld1sb_s32(xl_sve_below_32(vl), p); }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return svld1sh_s32(xl_sve_below_32(vl), p); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return svld1ub_u32(xl_sve_below_32(vl), p); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return svld1uh_u32(xl_sve_below_32(vl), p); }
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl) { svst1b_u32(xl_sve_below_32(vl), p, v); }
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl) { svst1h_u32(xl_sve_below_32(vl), p, v); }

#include "sve_groups.h"

#define XL_HAS_SCALAR
#define XL_SVE_N(I) XL_JOIN(XL_JOIN(I, _n_, XL_JOIN(XL_SVE_NAME_, XL_T, )), _x, )   /* with a scalar: svadd_n_s32_x */
#define XL_TEMPLATE "aarch64/sve_scalar.h"
#include "../each_float.h"
#define XL_TEMPLATE "aarch64/sve_scalar.h"
#include "../each_int.h"

#endif
