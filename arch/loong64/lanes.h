/* The vector vocabulary of LSX and LASX, as far as they differ by the width alone.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header defines XL_LX_BITS, the width; XL_LX(op), the intrinsic of an operation; XL_LX_ANY_BIT; xl_lx, xl_lx_f32 and
 * xl_lx_f64, the vectors that intrinsics take; and the functions whose names begin with xl_lx_ and that are not below. What moves
 * lanes works within each 128 bits of a LASX register.
 */
#ifndef XL_ARCH_LOONG64_LANES_H
#define XL_ARCH_LOONG64_LANES_H

#include "../template.h"

/* The intrinsic of an operation, its suffix by the width of XL_T, or by its sign and kind too. */
#define XL_LX_NAMED(OP) XL_LX(OP)
#define XL_LX_S(OP) XL_LX_NAMED(XL_JOIN(OP, _, XL_JOIN(XL_LX_WIDTH_, XL_W, )))
#define XL_LX_T(OP) XL_LX_NAMED(XL_JOIN(OP, _, XL_JOIN(XL_LX_LANE_, XL_T, )))
#define XL_LX_WIDTH_8 b
#define XL_LX_WIDTH_16 h
#define XL_LX_WIDTH_32 w
#define XL_LX_WIDTH_64 d
#define XL_LX_LANE_f32 s
#define XL_LX_LANE_f64 d
#define XL_LX_LANE_i8 b
#define XL_LX_LANE_i16 h
#define XL_LX_LANE_i32 w
#define XL_LX_LANE_i64 d
#define XL_LX_LANE_u8 bu
#define XL_LX_LANE_u16 hu
#define XL_LX_LANE_u32 wu
#define XL_LX_LANE_u64 du

/* A partial strip; the lanes that are not read are zero. `unit` is the number of bytes of a lane. */
XL_VEC xl_lx xl_lx_load(const void *p, size_t bytes, size_t unit)
{
    return bytes == XL_LX_BYTES ? XL_LX(ld)(p, 0) : xl_lx_load_part((const uint8_t *)p, bytes, unit);
}
XL_VEC void xl_lx_store(void *p, xl_lx v, size_t bytes, size_t unit)
{
    if (bytes == XL_LX_BYTES)
        XL_LX(st)(v, p, 0);
    else
        xl_lx_store_part((uint8_t *)p, v, bytes, unit);
}

/* The lanes of each 128 bits in reverse order. */
XL_VEC xl_lx xl_lx_reverse8(xl_lx v) { return XL_LX(shuf4i_w)(XL_LX(shuf4i_b)(v, 0x1b), 0x1b); }
XL_VEC xl_lx xl_lx_reverse16(xl_lx v) { return XL_LX(shuf4i_w)(XL_LX(shuf4i_h)(v, 0x1b), 0x4e); }
XL_VEC xl_lx xl_lx_reverse32(xl_lx v) { return XL_LX(shuf4i_w)(v, 0x1b); }
XL_VEC xl_lx xl_lx_reverse64(xl_lx v) { return XL_LX(shuf4i_w)(v, 0x4e); }

#define XL_TEMPLATE "loong64/lx_mask.h"
#include "../each_mask.h"
#define XL_TEMPLATE "loong64/lx_float.h"
#include "../each_float.h"
#define XL_TEMPLATE "loong64/lx_int.h"
#include "../each_int.h"
#define XL_HAS_COPYSIGN
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_HAS_MULHI32
#define XL_HAS_AVERAGE
#define XL_HAS_ABSDIFF
#define XL_HAS_REVERSE
#define XL_HAS_SLIDE

#include "../bitcast.h"

XL_VEC xl_u32 xl_u32_gather(const uint32_t *p, xl_u32 index, size_t vl) { return (xl_u32)xl_lx_gather(p, (xl_lx)index, vl); }
XL_VEC xl_i32 xl_i32_gather(const int32_t *p, xl_u32 index, size_t vl)
{
    return (xl_i32)xl_lx_gather((const uint32_t *)p, (xl_lx)index, vl);
}
XL_VEC xl_u64 xl_u64_gather(const uint64_t *p, xl_u64 index, size_t vl) { return (xl_u64)xl_lx_gather64(p, (xl_lx)index, vl); }
XL_VEC xl_i64 xl_i64_gather(const int64_t *p, xl_u64 index, size_t vl) { return (xl_i64)xl_lx_gather64(p, (xl_lx)index, vl); }
XL_VEC xl_f64 xl_f64_gather(const double *p, xl_u64 index, size_t vl) { return (xl_f64)xl_lx_gather64(p, (xl_lx)index, vl); }
#define XL_HAS_GATHER64

XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_u32)xl_lx_compress((xl_lx)v, m.v); }
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_i32)xl_lx_compress((xl_lx)v, m.v); }
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_f32)xl_lx_compress((xl_lx)v, m.v); }
#define XL_HAS_COMPRESS

/* The conversions saturate, and give 0 for a NaN. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return (xl_i32)XL_LX(ftintrz_w_s)((xl_lx_f32)v); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { (void)vl; return (xl_i32)XL_LX(ftintrne_w_s)((xl_lx_f32)v); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return (xl_f32)XL_LX(ffint_s_w)((xl_lx)v); }
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl) { (void)vl; return (xl_u32)XL_LX(ftintrz_wu_s)((xl_lx_f32)v); }
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return (xl_f32)XL_LX(ffint_s_wu)((xl_lx)v); }
#define XL_HAS_U32_F32
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl) { (void)vl; return (xl_i64)XL_LX(ftintrz_l_d)((xl_lx_f64)v); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return (xl_f64)XL_LX(ffint_d_l)((xl_lx)v); }
#define XL_HAS_I64_F64

#endif
