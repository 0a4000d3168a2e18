/* The vector vocabulary on RVV 1.0, for every VLEN: one register a vector (LMUL 1), vl as the hardware's own.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_RISCV64_RVV_H
#define XL_ARCH_RISCV64_RVV_H

#include <riscv_vector.h>

/* In XL_STRIPS a loop over full strips has one vl, so that compilers hoist vsetvli and what depends on vl alone, such as
 * the splats of constants. With a vl of its own for each strip neither gcc 14 nor clang 19 does. */

/* Each intrinsic is given the caller's vl and is tail-agnostic, so lanes from vl on may become all ones; merge alone
 * keeps them. Only xl_T_vl asks vsetvl how many lanes n elements get: for n between lanes and 2 * lanes the answer is
 * the CPU's choice. */

/* Masks of SEW W at LMUL 1 have the type named by the ratio, which is W. */
typedef vbool8_t xl_m8;
typedef vbool16_t xl_m16;
typedef vbool32_t xl_m32;
typedef vbool64_t xl_m64;

typedef vfloat32m1_t xl_f32;
typedef vfloat64m1_t xl_f64;
typedef vint8m1_t xl_i8;
typedef vint16m1_t xl_i16;
typedef vint32m1_t xl_i32;
typedef vint64m1_t xl_i64;
typedef vuint8m1_t xl_u8;
typedef vuint16m1_t xl_u16;
typedef vuint32m1_t xl_u32;
typedef vuint64m1_t xl_u64;

#define XL_RVV(I) XL_JOIN(XL_JOIN(__riscv_, I, _), XL_T, m1)        /* on vectors of XL_T: __riscv_vadd_vv_i32m1 */
#define XL_RVV_I(I) XL_JOIN(XL_JOIN(__riscv_, I, _i), XL_W, m1)     /* on the signed integers of the same width */
#define XL_RVV_B(I) XL_JOIN(XL_RVV(I), _b, XL_W)                    /* with a mask as the result: __riscv_vmseq_vv_i32m1_b32 */
#define XL_RVV_M(I) XL_JOIN(XL_JOIN(__riscv_, I, _b), XL_W, )       /* on masks: __riscv_vmand_mm_b32 */
#define XL_RVV_E(I) XL_JOIN(XL_RVV(I), _, XL_T)                     /* with a lane as the result: __riscv_vmv_x_s_i32m1_i32 */
#define XL_RVV_FOLD(I) XL_JOIN(XL_RVV(I), _, XL_JOIN(XL_T, m1, ))   /* reductions: __riscv_vredsum_vs_i32m1_i32m1 */
#define XL_RVV_MEMORY(I, FORM) XL_RVV(XL_JOIN(I, XL_W, FORM))       /* loads and stores: __riscv_vle32_v_i32m1 */

#define XL_W 8
#include "rvv_mask.h"
#define XL_W 16
#include "rvv_mask.h"
#define XL_W 32
#include "rvv_mask.h"
#define XL_W 64
#include "rvv_mask.h"

/* The vectors of 16-bit indices that go with lanes of W bits. 8-bit indices are too short for the 8-bit lanes of a vector of more than
 * 2048 bits. */
#define XL_RVV_INDEX_8 u16m2
#define XL_RVV_INDEX_16 u16m1
#define XL_RVV_INDEX_32 u16mf2
#define XL_RVV_INDEX_64 u16mf4
#define XL_RVV_INDEX(I) XL_JOIN(XL_JOIN(__riscv_, I, _), XL_JOIN(XL_RVV_INDEX_, XL_W, ), )

#define XL_HAS_REVERSE
#define XL_HAS_SLIDE
#define XL_HAS_KEEP
#define XL_HAS_COPYSIGN
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_HAS_CLAMP
#define XL_HAS_GATHER64
#define XL_T f32
#define XL_W 32
#include "rvv_float.h"
#define XL_T f64
#define XL_W 64
#include "rvv_float.h"

#define XL_HAS_MULHI32
#define XL_RVV_UNSIGNED 0
#define XL_T i8
#define XL_W 8
#include "rvv_int.h"
#define XL_T i16
#define XL_W 16
#include "rvv_int.h"
#define XL_T i32
#define XL_W 32
#include "rvv_int.h"
#define XL_T i64
#define XL_W 64
#include "rvv_int.h"
#undef XL_RVV_UNSIGNED
#define XL_RVV_UNSIGNED 1
#define XL_T u8
#define XL_W 8
#include "rvv_int.h"
#define XL_T u16
#define XL_W 16
#include "rvv_int.h"
#define XL_T u32
#define XL_W 32
#include "rvv_int.h"
#define XL_T u64
#define XL_W 64
#include "rvv_int.h"
#undef XL_RVV_UNSIGNED

XL_VEC xl_f32 xl_f32_bitcast_i32(xl_i32 v) { return __riscv_vreinterpret_v_i32m1_f32m1(v); }
XL_VEC xl_f32 xl_f32_bitcast_u32(xl_u32 v) { return __riscv_vreinterpret_v_u32m1_f32m1(v); }
XL_VEC xl_i32 xl_i32_bitcast_f32(xl_f32 v) { return __riscv_vreinterpret_v_f32m1_i32m1(v); }
XL_VEC xl_i32 xl_i32_bitcast_u32(xl_u32 v) { return __riscv_vreinterpret_v_u32m1_i32m1(v); }
XL_VEC xl_u32 xl_u32_bitcast_f32(xl_f32 v) { return __riscv_vreinterpret_v_f32m1_u32m1(v); }
XL_VEC xl_u32 xl_u32_bitcast_i32(xl_i32 v) { return __riscv_vreinterpret_v_i32m1_u32m1(v); }
XL_VEC xl_f64 xl_f64_bitcast_i64(xl_i64 v) { return __riscv_vreinterpret_v_i64m1_f64m1(v); }
XL_VEC xl_f64 xl_f64_bitcast_u64(xl_u64 v) { return __riscv_vreinterpret_v_u64m1_f64m1(v); }
XL_VEC xl_i64 xl_i64_bitcast_f64(xl_f64 v) { return __riscv_vreinterpret_v_f64m1_i64m1(v); }
XL_VEC xl_i64 xl_i64_bitcast_u64(xl_u64 v) { return __riscv_vreinterpret_v_u64m1_i64m1(v); }
XL_VEC xl_u64 xl_u64_bitcast_f64(xl_f64 v) { return __riscv_vreinterpret_v_f64m1_u64m1(v); }
XL_VEC xl_u64 xl_u64_bitcast_i64(xl_i64 v) { return __riscv_vreinterpret_v_i64m1_u64m1(v); }
XL_VEC xl_i16 xl_i16_bitcast_u16(xl_u16 v) { return __riscv_vreinterpret_v_u16m1_i16m1(v); }
XL_VEC xl_u16 xl_u16_bitcast_i16(xl_i16 v) { return __riscv_vreinterpret_v_i16m1_u16m1(v); }
XL_VEC xl_i8 xl_i8_bitcast_u8(xl_u8 v) { return __riscv_vreinterpret_v_u8m1_i8m1(v); }
XL_VEC xl_u8 xl_u8_bitcast_i8(xl_i8 v) { return __riscv_vreinterpret_v_i8m1_u8m1(v); }

XL_VEC xl_u32 xl_u32_iota(uint32_t start, size_t vl)
{
    return __riscv_vadd_vx_u32m1(__riscv_vid_v_u32m1(vl), start, vl);
}

XL_VEC xl_i32 xl_i32_iota(int32_t start, size_t vl) { return xl_i32_bitcast_u32(xl_u32_iota((uint32_t)start, vl)); }

/* A quarter or half of a register in memory's width holds as many lanes as a whole one of 32 bits. */
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return __riscv_vsext_vf4_i32m1(__riscv_vle8_v_i8mf4(p, vl), vl);
}

XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return __riscv_vsext_vf2_i32m1(__riscv_vle16_v_i16mf2(p, vl), vl);
}

XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return __riscv_vzext_vf4_u32m1(__riscv_vle8_v_u8mf4(p, vl), vl);
}

XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return __riscv_vzext_vf2_u32m1(__riscv_vle16_v_u16mf2(p, vl), vl);
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    __riscv_vse8_v_u8mf4(p, __riscv_vncvt_x_x_w_u8mf4(__riscv_vncvt_x_x_w_u16mf2(v, vl), vl), vl);
}

XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    __riscv_vse16_v_u16mf2(p, __riscv_vncvt_x_x_w_u16mf2(v, vl), vl);
}

/* vfcvt saturates, but gives INT32_MAX for a NaN: numbers only, over zeros. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    return __riscv_vfcvt_rtz_x_f_v_i32m1_mu(xl_f32_eq(v, v, vl), xl_i32_set1(0, vl), v, vl);
}

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl)
{
    return __riscv_vfcvt_x_f_v_i32m1_mu(xl_f32_eq(v, v, vl), xl_i32_set1(0, vl), v, vl);
}

/* Numbers within the range need no mask. */
#define XL_HAS_IN_RANGE_F32
XL_VEC xl_i32 xl_i32_from_f32_in_range(xl_f32 v, size_t vl) { return __riscv_vfcvt_rtz_x_f_v_i32m1(v, vl); }

XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { return __riscv_vfcvt_f_x_v_f32m1(v, vl); }

#include "rvv_groups.h"

#define XL_HAS_SCALAR
#define XL_TEMPLATE "riscv64/rvv_scalar.h"
#include "../each_float.h"
#define XL_TEMPLATE "riscv64/rvv_scalar.h"
#include "../each_int.h"

#endif
