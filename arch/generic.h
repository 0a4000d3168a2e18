/* The part of the vocabulary that an ISA's header may leave out, in terms of the part that it must define.
 * SPDX-License-Identifier: MIT
 *
 * vec.h includes this after the ISA's header. A header that has its own instructions for a group below defines the
 * whole group, and the macro XL_HAS_<group>. What each operation promises is in vec.h.
 *
 * Where lanes move, they go through memory, in a buffer of a vector's size. Sizeless vectors have none: SVE and RVV
 * define every group that needs a buffer, or would not compile.
 */
#ifndef XL_ARCH_GENERIC_H
#define XL_ARCH_GENERIC_H

#include "template.h"

/* Zeros, because gcc 14 warns of lanes from vl on that nobody reads. */
#define XL_GENERIC_BUFFER(T, NAME) xl_e_##T NAME[sizeof(xl_##T) / sizeof(xl_e_##T)] = {0}

/* COPYSIGN, ROUND_F32, ROUND_F64 */
#define XL_TEMPLATE "generic_float.h"
#include "each_float.h"

/* AVERAGE, ABSDIFF */
#define XL_TEMPLATE "generic_int.h"
#include "each_int.h"

/* MULHI32: from products of 16-bit halves. As signed numbers, a and b are less by 2^32 where they are negative. */
#ifndef XL_HAS_MULHI32
XL_VEC xl_u32 xl_u32_mulhi(xl_u32 a, xl_u32 b, size_t vl)
{
    xl_u32 half = xl_u32_set1(0xffff, vl);
    xl_u32 a0 = xl_u32_and(a, half, vl), a1 = xl_u32_shr(a, 16, vl);
    xl_u32 b0 = xl_u32_and(b, half, vl), b1 = xl_u32_shr(b, 16, vl);
    xl_u32 mid = xl_u32_add(xl_u32_mul(a1, b0, vl), xl_u32_shr(xl_u32_mul(a0, b0, vl), 16, vl), vl);
    xl_u32 low = xl_u32_add(xl_u32_mul(a0, b1, vl), xl_u32_and(mid, half, vl), vl);
    xl_u32 high = xl_u32_add(xl_u32_mul(a1, b1, vl), xl_u32_shr(mid, 16, vl), vl);
    return xl_u32_add(high, xl_u32_shr(low, 16, vl), vl);
}

XL_VEC xl_i32 xl_i32_mulhi(xl_i32 a, xl_i32 b, size_t vl)
{
    xl_i32 high = xl_i32_bitcast_u32(xl_u32_mulhi(xl_u32_bitcast_i32(a), xl_u32_bitcast_i32(b), vl));
    high = xl_i32_sub(high, xl_i32_and(xl_i32_shr(a, 31, vl), b, vl), vl);
    return xl_i32_sub(high, xl_i32_and(xl_i32_shr(b, 31, vl), a, vl), vl);
}
#endif

/* WIDEN, NARROW */
#ifndef XL_HAS_WIDEN
#define XL_T i16
#define XL_MEMORY i8
#include "generic_widen.h"
#define XL_T u16
#define XL_MEMORY u8
#include "generic_widen.h"
#define XL_T i64
#define XL_MEMORY i32
#include "generic_widen.h"
#define XL_T u64
#define XL_MEMORY u32
#include "generic_widen.h"
#endif
#ifndef XL_HAS_NARROW
#define XL_T u16
#define XL_MEMORY u8
#include "generic_narrow.h"
#define XL_T u64
#define XL_MEMORY u32
#include "generic_narrow.h"
#endif

/* Low bits are low bits: the signed stores are the unsigned ones. */
XL_VEC void xl_i16_store_narrow_i8(int8_t *p, xl_i16 v, size_t vl)
{
    xl_u16_store_narrow_u8((uint8_t *)p, xl_u16_bitcast_i16(v), vl);
}
XL_VEC void xl_i32_store_narrow_i8(int8_t *p, xl_i32 v, size_t vl)
{
    xl_u32_store_narrow_u8((uint8_t *)p, xl_u32_bitcast_i32(v), vl);
}
XL_VEC void xl_i32_store_narrow_i16(int16_t *p, xl_i32 v, size_t vl)
{
    xl_u32_store_narrow_u16((uint16_t *)p, xl_u32_bitcast_i32(v), vl);
}
XL_VEC void xl_i64_store_narrow_i32(int32_t *p, xl_i64 v, size_t vl)
{
    xl_u64_store_narrow_u32((uint32_t *)p, xl_u64_bitcast_i64(v), vl);
}

/* U32_F32: the halves are exact as floats, and their sum is rounded once. Back, what is 2^31 or more is brought in the
 * range of i32, whose clamping then serves. */
#ifndef XL_HAS_U32_F32
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl)
{
    xl_f32 high = xl_f32_from_i32(xl_i32_bitcast_u32(xl_u32_shr(v, 16, vl)), vl);
    xl_f32 low = xl_f32_from_i32(xl_i32_bitcast_u32(xl_u32_and(v, xl_u32_set1(0xffff, vl), vl)), vl);
    return xl_f32_add(xl_f32_mul(high, xl_f32_set1(0x1p16f, vl), vl), low, vl);
}

XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl)
{
    xl_f32 half = xl_f32_set1(0x1p31f, vl);
    xl_m32 big = xl_f32_le(half, v, vl);
    xl_i32 low = xl_i32_from_f32(xl_f32_select(big, xl_f32_sub(v, half, vl), v, vl), vl);
    xl_u32 bits = xl_u32_bitcast_i32(xl_i32_max(low, xl_i32_set1(0, vl), vl));
    return xl_u32_select(big, xl_u32_add(bits, xl_u32_set1(UINT32_C(1) << 31, vl), vl), bits, vl);
}
#endif

/* F64_F32 */
#ifndef XL_HAS_F64_F32
#define XL_T f64
#define XL_MEMORY f32
#include "generic_widen.h"
#define XL_T f64
#define XL_MEMORY f32
#include "generic_narrow.h"
#endif

/* I64_F64. The low half v0 as 2^52 + v0 and the high one v1 as 2^84 + 2^32 (v1 + 2^31) are made from their bits;
 * all but the last sum is exact. */
#ifndef XL_HAS_I64_F64
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl)
{
    xl_u64 bits = xl_u64_bitcast_i64(v);
    xl_u64 low = xl_u64_or(xl_u64_and(bits, xl_u64_set1(UINT32_MAX, vl), vl), xl_u64_set1(0x4330000000000000, vl), vl);
    xl_u64 high = xl_u64_xor(xl_u64_shr(bits, 32, vl), xl_u64_set1(0x4530000080000000, vl), vl);
    xl_f64 offset = xl_f64_set1(0x1p84 + 0x1p63 + 0x1p52, vl);
    return xl_f64_add(xl_f64_sub(xl_f64_bitcast_u64(high), offset, vl), xl_f64_bitcast_u64(low), vl);
}

/* Halves again: adding 2^52 puts the low one in the low bits, 2^52 + 2^51 a high one that may be negative. */
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl)
{
    xl_f64 whole = xl_f64_trunc(v, vl);
    xl_f64 high = xl_f64_floor(xl_f64_mul(whole, xl_f64_set1(0x1p-32, vl), vl), vl);
    xl_f64 low = xl_f64_sub(whole, xl_f64_mul(high, xl_f64_set1(0x1p32, vl), vl), vl);
    xl_i64 high_bits = xl_i64_bitcast_f64(xl_f64_add(high, xl_f64_set1(0x1p52 + 0x1p51, vl), vl));
    xl_i64 low_bits = xl_i64_bitcast_f64(xl_f64_add(low, xl_f64_set1(0x1p52, vl), vl));
    low_bits = xl_i64_and(low_bits, xl_i64_set1(UINT32_MAX, vl), vl);
    xl_i64 r = xl_i64_or(xl_i64_shl(high_bits, 32, vl), low_bits, vl);
    r = xl_i64_select(xl_f64_le(xl_f64_set1(0x1p63, vl), v, vl), xl_i64_set1(INT64_MAX, vl), r, vl);
    r = xl_i64_select(xl_f64_lt(v, xl_f64_set1(-0x1p63, vl), vl), xl_i64_set1(INT64_MIN, vl), r, vl);
    return xl_i64_select(xl_f64_eq(v, v, vl), r, xl_i64_set1(0, vl), vl);
}
#endif

/* F64_I32 */
#ifndef XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return xl_f64_from_i64(xl_i64_load_widen_i32(p, vl), vl); }
#endif

/* F16: in the bits of f32, which has 13 bits more of fraction and an exponent that is greater by 112. */
#ifndef XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    xl_u32 half = xl_u32_load_widen_u16(p, vl);
    xl_u32 size = xl_u32_and(half, xl_u32_set1(0x7fff, vl), vl);
    xl_u32 sign = xl_u32_shl(xl_u32_xor(half, size, vl), 16, vl);
    xl_u32 bits = xl_u32_add(xl_u32_shl(size, 13, vl), xl_u32_set1(112u << 23, vl), vl);
    /* Infinities and NaNs have the greatest exponent of either format. */
    xl_m32 special = xl_u32_le(xl_u32_set1(0x7c00, vl), size, vl);
    bits = xl_u32_select(special, xl_u32_add(bits, xl_u32_set1(112u << 23, vl), vl), bits, vl);
    /* Zeros and subnormals count units of 2^-24. */
    xl_f32 units = xl_f32_from_i32(xl_i32_bitcast_u32(size), vl);
    xl_u32 small = xl_u32_bitcast_f32(xl_f32_mul(units, xl_f32_set1(0x1p-24f, vl), vl));
    bits = xl_u32_select(xl_u32_lt(size, xl_u32_set1(0x400, vl), vl), small, bits, vl);
    return xl_f32_bitcast_u32(xl_u32_or(bits, sign, vl));
}

XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_u32 size = xl_u32_and(xl_u32_bitcast_f32(v), xl_u32_set1(INT32_MAX, vl), vl);
    xl_u32 sign = xl_u32_shr(xl_u32_xor(xl_u32_bitcast_f32(v), size, vl), 16, vl);
    /* Not quite half a unit, and a little more where the last bit that stays is odd: ties to even. */
    xl_u32 odd = xl_u32_and(xl_u32_shr(size, 13, vl), xl_u32_set1(1, vl), vl);
    xl_u32 bits = xl_u32_add(xl_u32_add(size, odd, vl), xl_u32_set1(0xfff - (112u << 23), vl), vl);
    bits = xl_u32_shr(bits, 13, vl);
    /* From 2^16 on the exponent is too great; from 65520 on the carry has made it that of infinity. */
    bits = xl_u32_select(xl_u32_lt(size, xl_u32_set1(0x47800000, vl), vl), bits, xl_u32_set1(0x7c00, vl), vl);
    bits = xl_u32_select(xl_u32_lt(xl_u32_set1(0x7f800000, vl), size, vl), xl_u32_set1(0x7e00, vl), bits, vl);
    /* Below 2^-14 the result is a count of 2^-24, which is what the last bit of a number from 1/2 to 1 stands for. */
    xl_f32 counted = xl_f32_add(xl_f32_bitcast_u32(size), xl_f32_set1(0.5f, vl), vl);
    xl_u32 small = xl_u32_sub(xl_u32_bitcast_f32(counted), xl_u32_set1(0x3f000000, vl), vl);
    bits = xl_u32_select(xl_u32_lt(size, xl_u32_set1(0x38800000, vl), vl), small, bits, vl);
    xl_u32_store_narrow_u16(p, xl_u32_or(bits, sign, vl), vl);
}
#endif

/* SCALAR */
#define XL_TEMPLATE "generic_scalar.h"
#include "each_float.h"
#define XL_TEMPLATE "generic_scalar.h"
#include "each_int.h"

/* REVERSE, SLIDE, GATHER64 */
#define XL_TEMPLATE "generic_move.h"
#include "each_float.h"
#define XL_TEMPLATE "generic_move.h"
#include "each_int.h"

/* COMPRESS: in place, since no lane moves up. */
#ifndef XL_HAS_COMPRESS
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl)
{
    XL_GENERIC_BUFFER(u32, lanes);
    XL_GENERIC_BUFFER(u32, set);
    xl_u32_store(lanes, v, vl);
    xl_u32_store(set, xl_u32_select(m, xl_u32_set1(1, vl), xl_u32_set1(0, vl), vl), vl);
    for (size_t i = 0, n = 0; i < vl; i++) {
        lanes[n] = lanes[i];
        n += set[i];
    }
    return xl_u32_load(lanes, vl);
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

/* LOOKUP16 */
#ifndef XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    XL_GENERIC_BUFFER(u8, lanes);
    xl_u8_store(lanes, index, vl);
    for (size_t i = 0; i < vl; i++)
        lanes[i] = table[lanes[i] & 15];
    return xl_u8_load(lanes, vl);
}
#endif

/* INTERLEAVE2, INTERLEAVE3, INTERLEAVE4 */
#if !defined(XL_HAS_INTERLEAVE2) || !defined(XL_HAS_INTERLEAVE3) || !defined(XL_HAS_INTERLEAVE4)
#define XL_TEMPLATE "generic_interleave.h"
#include "each_int.h"
#endif

/* CLAMP: a NaN compares false and stays. */
#ifndef XL_HAS_CLAMP
#define XL_W 32
#include "generic_clamp.h"
#define XL_W 64
#include "generic_clamp.h"
#endif

/* IN_RANGE_F32: the saturating conversion is as good. */
#ifndef XL_HAS_IN_RANGE_F32
XL_VEC xl_i32 xl_i32_from_f32_in_range(xl_f32 v, size_t vl) { return xl_i32_from_f32(v, vl); }
#endif

/* IN_RANGE_F64: without an instruction, 2^52 + 2^51 brings the integer into the low bits. */
#ifndef XL_HAS_IN_RANGE_F64
XL_VEC xl_i64 xl_i64_from_f64_in_range(xl_f64 v, size_t vl)
{
#ifdef XL_HAS_I64_F64
    return xl_i64_from_f64(v, vl);
#else
    xl_f64 shift = xl_f64_set1(0x1p52 + 0x1p51, vl);
    return xl_i64_sub(xl_i64_bitcast_f64(xl_f64_add(v, shift, vl)), xl_i64_bitcast_f64(shift), vl);
#endif
}
#endif

/* KEEP */
#ifndef XL_HAS_KEEP
#define XL_IS_FLOAT 1
#define XL_T f32
#include "generic_keep.h"
#define XL_T f64
#include "generic_keep.h"
#undef XL_IS_FLOAT
#define XL_IS_FLOAT 0
#define XL_T i32
#include "generic_keep.h"
#define XL_T i64
#include "generic_keep.h"
#define XL_T u32
#include "generic_keep.h"
#define XL_T u64
#include "generic_keep.h"
#undef XL_IS_FLOAT
#endif

/* MUL_ADD_KEEP */
#ifdef XL_FMA_IS_EMULATED
XL_VEC xl_f32 xl_f32_mul_add_keep(xl_f32 a, xl_f32 b, xl_f32 c, size_t vl)
{
    return xl_f32_merge(c, xl_f32_mul_add(a, b, c, vl), vl);
}
XL_VEC xl_f64 xl_f64_mul_add_keep(xl_f64 a, xl_f64 b, xl_f64 c, size_t vl)
{
    return xl_f64_merge(c, xl_f64_mul_add(a, b, c, vl), vl);
}
#else
XL_VEC xl_f32 xl_f32_mul_add_keep(xl_f32 a, xl_f32 b, xl_f32 c, size_t vl) { return xl_f32_fma_keep(a, b, c, vl); }
XL_VEC xl_f64 xl_f64_mul_add_keep(xl_f64 a, xl_f64 b, xl_f64 c, size_t vl) { return xl_f64_fma_keep(a, b, c, vl); }
#endif

#endif
