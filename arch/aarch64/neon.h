/* The vector vocabulary in AArch64 Advanced SIMD: 128 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_NEON_H
#define XL_ARCH_AARCH64_NEON_H

#include <arm_neon.h>

typedef float64x2_t xl_f64;

XL_VEC uint8x16_t xl_neon_lookup(uint8x16_t table, uint8x16_t index) { return vqtbl1q_u8(table, index); }
XL_VEC uint8x8_t xl_neon_lookup_half(uint8x16_t table, uint8x8_t index) { return vqtbl1_u8(table, index); }
XL_VEC uint8x16_t xl_neon_lookup_over(uint8x16_t over, uint8x16_t table, uint8x16_t index)
{
    return vqtbx1q_u8(over, table, index);
}

#include "../neon_lanes.h"

#define XL_T f64
#define XL_W 64
#include "../neon_lane.h"

/* clang 19 turns a < b || c < b into FMINNM(a, c) < b, also when it is written with intrinsics: false where a or c is a
 * signalling NaN. So it must not see where the mask comes from. */
#ifdef __clang__
#define XL_NEON_HIDE(m) __asm__("" : "+w"(m))
#else
#define XL_NEON_HIDE(m) (void)(m)
#endif

#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_HAS_COPYSIGN
#define XL_HAS_CLAMP
#define XL_T f32
#define XL_W 32
#include "neon_float.h"
#define XL_T f64
#define XL_W 64
#include "neon_float.h"

#define XL_HAS_AVERAGE
#define XL_HAS_ABSDIFF
#define XL_HAS_MULHI32
#define XL_T i8
#define XL_W 8
#include "neon_int.h"
#define XL_T i16
#define XL_W 16
#include "neon_int.h"
#define XL_T i32
#define XL_W 32
#include "neon_int.h"
#define XL_T i64
#define XL_W 64
#include "neon_int.h"
#define XL_T u8
#define XL_W 8
#include "neon_int.h"
#define XL_T u16
#define XL_W 16
#include "neon_int.h"
#define XL_T u32
#define XL_W 32
#include "neon_int.h"
#define XL_T u64
#define XL_W 64
#include "neon_int.h"

#define XL_W 8
#include "neon_mask.h"
#define XL_W 16
#include "neon_mask.h"
#define XL_W 32
#include "neon_mask.h"
#define XL_W 64
#include "neon_mask.h"

XL_VEC xl_f64 xl_f64_bitcast_i64(xl_i64 v) { return vreinterpretq_f64_s64(v); }
XL_VEC xl_f64 xl_f64_bitcast_u64(xl_u64 v) { return vreinterpretq_f64_u64(v); }
XL_VEC xl_i64 xl_i64_bitcast_f64(xl_f64 v) { return vreinterpretq_s64_f64(v); }
XL_VEC xl_u64 xl_u64_bitcast_f64(xl_f64 v) { return vreinterpretq_u64_f64(v); }

XL_VEC xl_u8 xl_u8_avg(xl_u8 a, xl_u8 b, size_t vl) { (void)vl; return vrhaddq_u8(a, b); }
XL_VEC xl_u16 xl_u16_avg(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return vrhaddq_u16(a, b); }
XL_VEC xl_u8 xl_u8_absdiff(xl_u8 a, xl_u8 b, size_t vl) { (void)vl; return vabdq_u8(a, b); }
XL_VEC xl_u16 xl_u16_absdiff(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return vabdq_u16(a, b); }

#include "neon_groups.h"

#endif
