/* The vector vocabulary in plain C, one lane: what every other ISA's header is held against.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_SCALAR_SCALAR_H
#define XL_ARCH_SCALAR_SCALAR_H

#include <math.h>

#include "../template.h"

/* clang 19 on AArch64 turns (a < b) | (c < b) into min(a, c) < b with an fminnm that quietens a signalling NaN, and
 * then the wrong side may win (https://github.com/llvm/llvm-project/issues/223089): it must not see both at once. */
#if defined(__clang__) && defined(__aarch64__)
#define XL_SCALAR_OPAQUE(MASK) __asm__("" : "+r"(MASK))
#else
#define XL_SCALAR_OPAQUE(MASK) ((void)0)
#endif
#define XL_TEMPLATE "scalar/scalar_mask.h"
#include "../each_mask.h"

#define XL_SCALAR_LIBM_f32(NAME) NAME##f
#define XL_SCALAR_LIBM_f64(NAME) NAME
#define XL_TEMPLATE "scalar/scalar_float.h"
#include "../each_float.h"

#define XL_SCALAR_WRAP_8 unsigned
#define XL_SCALAR_WRAP_16 unsigned
#define XL_SCALAR_WRAP_32 uint32_t
#define XL_SCALAR_WRAP_64 uint64_t
#define XL_TEMPLATE "scalar/scalar_int.h"
#include "../each_int.h"
#define XL_HAS_REVERSE
#define XL_HAS_SLIDE

/* Integers of one width: C converts them without a change of bits. Floats are copied. */
XL_VEC xl_i8 xl_i8_bitcast_u8(xl_u8 v) { return (xl_i8){(int8_t)v.v}; }
XL_VEC xl_u8 xl_u8_bitcast_i8(xl_i8 v) { return (xl_u8){(uint8_t)v.v}; }
XL_VEC xl_i16 xl_i16_bitcast_u16(xl_u16 v) { return (xl_i16){(int16_t)v.v}; }
XL_VEC xl_u16 xl_u16_bitcast_i16(xl_i16 v) { return (xl_u16){(uint16_t)v.v}; }
XL_VEC xl_i32 xl_i32_bitcast_u32(xl_u32 v) { return (xl_i32){(int32_t)v.v}; }
XL_VEC xl_u32 xl_u32_bitcast_i32(xl_i32 v) { return (xl_u32){(uint32_t)v.v}; }
XL_VEC xl_i64 xl_i64_bitcast_u64(xl_u64 v) { return (xl_i64){(int64_t)v.v}; }
XL_VEC xl_u64 xl_u64_bitcast_i64(xl_i64 v) { return (xl_u64){(uint64_t)v.v}; }
XL_VEC xl_f32 xl_f32_bitcast_u32(xl_u32 v)
{
    xl_f32 r;
    memcpy(&r, &v, sizeof r);
    return r;
}
XL_VEC xl_u32 xl_u32_bitcast_f32(xl_f32 v)
{
    xl_u32 r;
    memcpy(&r, &v, sizeof r);
    return r;
}
XL_VEC xl_f64 xl_f64_bitcast_u64(xl_u64 v)
{
    xl_f64 r;
    memcpy(&r, &v, sizeof r);
    return r;
}
XL_VEC xl_u64 xl_u64_bitcast_f64(xl_f64 v)
{
    xl_u64 r;
    memcpy(&r, &v, sizeof r);
    return r;
}
XL_VEC xl_f32 xl_f32_bitcast_i32(xl_i32 v) { return xl_f32_bitcast_u32(xl_u32_bitcast_i32(v)); }
XL_VEC xl_i32 xl_i32_bitcast_f32(xl_f32 v) { return xl_i32_bitcast_u32(xl_u32_bitcast_f32(v)); }
XL_VEC xl_f64 xl_f64_bitcast_i64(xl_i64 v) { return xl_f64_bitcast_u64(xl_u64_bitcast_i64(v)); }
XL_VEC xl_i64 xl_i64_bitcast_f64(xl_f64 v) { return xl_i64_bitcast_u64(xl_u64_bitcast_f64(v)); }

XL_VEC xl_i32 xl_i32_gather(const int32_t *p, xl_u32 index, size_t vl) { (void)vl; return (xl_i32){p[index.v]}; }
XL_VEC xl_u32 xl_u32_gather(const uint32_t *p, xl_u32 index, size_t vl) { (void)vl; return (xl_u32){p[index.v]}; }

XL_VEC void xl_u8_load3(const uint8_t *p, xl_u8 *a, xl_u8 *b, xl_u8 *c, size_t vl)
{
    (void)vl;
    a->v = p[0];
    b->v = p[1];
    c->v = p[2];
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { (void)vl; return (xl_i32){*p}; }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { (void)vl; return (xl_i32){*p}; }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { (void)vl; return (xl_u32){*p}; }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { (void)vl; return (xl_u32){*p}; }
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl) { (void)vl; *p = (uint8_t)v.v; }
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl) { (void)vl; *p = (uint16_t)v.v; }

XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    if (v.v != v.v)
        return (xl_i32){0};
    /* 2^31 is a float, INT32_MAX is not. */
    return (xl_i32){v.v >= 0x1p31f ? INT32_MAX : v.v < -0x1p31f ? INT32_MIN : (int32_t)v.v};
}

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(xl_f32_roundeven(v, vl), vl); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return (xl_f32){(float)v.v}; }

#endif
