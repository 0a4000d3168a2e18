/* The vector vocabulary on VX: z13, and what z14 and z15 do better when the compiler may use them.
 * SPDX-License-Identifier: MIT
 *
 * Big-endian: lane 0 is the lowest in memory, the leftmost in the register and an even one.
 * The vector language of -mzvector has no vec_add: its operators + - * / & | ^ ~ << >> are the intrinsics.
 */
#ifndef XL_ARCH_S390X_VX_H
#define XL_ARCH_S390X_VX_H

/* Not vecintrin.h, which in clang has no include guard: a library may include this too. sleef.h would include that one. */
#include <s390intrin.h>
#ifndef SLEEF_VECINTRIN_H_INCLUDED
#define SLEEF_VECINTRIN_H_INCLUDED
#endif

#include "../template.h"

#if __ARCH__ >= 12
typedef __vector float xl_f32;
#else
/* clang takes no `__vector float` before z14. */
typedef float xl_f32 __attribute__((vector_size(16)));
#endif
typedef __vector double xl_f64;
typedef __vector signed char xl_i8;
typedef __vector signed short xl_i16;
typedef __vector signed int xl_i32;
typedef __vector signed long long xl_i64;
typedef __vector unsigned char xl_u8;
typedef __vector unsigned short xl_u16;
typedef __vector unsigned int xl_u32;
typedef __vector unsigned long long xl_u64;
typedef __vector __bool char xl_vx_bool8;
typedef __vector __bool short xl_vx_bool16;
typedef __vector __bool int xl_vx_bool32;
typedef __vector __bool long long xl_vx_bool64;

/* The lanes as vecintrin.h has them. */
#define XL_VX_E_i8 signed char
#define XL_VX_E_i16 signed short
#define XL_VX_E_i32 signed int
#define XL_VX_E_i64 signed long long
#define XL_VX_E_u8 unsigned char
#define XL_VX_E_u16 unsigned short
#define XL_VX_E_u32 unsigned int
#define XL_VX_E_u64 unsigned long long

/* The lane numbers. */
XL_VEC xl_u8 xl_vx_numbers8(void) { return (xl_u8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
XL_VEC xl_u16 xl_vx_numbers16(void) { return (xl_u16){0, 1, 2, 3, 4, 5, 6, 7}; }
XL_VEC xl_u32 xl_vx_numbers32(void) { return (xl_u32){0, 1, 2, 3}; }
XL_VEC xl_u64 xl_vx_numbers64(void) { return (xl_u64){0, 1}; }

/* The first `bytes` (1 to 16) of a vector, from and to memory; vll and vstl take the number of the last byte. */
XL_VEC xl_u8 xl_vx_load(const void *p, size_t bytes)
{
    const unsigned char *from = (const unsigned char *)p;
    return bytes == 16 ? vec_xl(0, from) : vec_load_len(from, (unsigned)bytes - 1);
}
XL_VEC void xl_vx_store(void *p, xl_u8 v, size_t bytes)
{
    if (bytes == 16)
        vec_xst(v, 0, (unsigned char *)p);
    else
        vec_store_len(v, (unsigned char *)p, (unsigned)bytes - 1);
}

#define XL_TEMPLATE "s390x/vx_mask.h"
#include "../each_mask.h"
#define XL_TEMPLATE "s390x/vx_int.h"
#include "../each_int.h"
#define XL_HAS_AVERAGE
#define XL_HAS_MULHI32

#define XL_TEMPLATE "s390x/vx_float.h"
#include "../each_float.h"
#define XL_HAS_COPYSIGN
#define XL_HAS_ROUND_F64
#if __ARCH__ >= 12
#define XL_HAS_ROUND_F32
#endif

#include "../bitcast.h"

/* Between the f32 of the even lanes and two f64. */
XL_VEC xl_f64 xl_vx_widen(xl_f32 v)
{
#ifdef __clang__
    /* A convertvector would let LLVM turn the arithmetic between two of them into scalar f32. */
    xl_f64 r;
    __asm__("vldeb %0,%1" : "=v"(r) : "v"(v));
    return r;
#else
    return __builtin_s390_vflls(v);
#endif
}
XL_VEC xl_f32 xl_vx_narrow(xl_f64 v)
{
#ifdef __clang__
    xl_f32 r;
    __asm__("vledb %0,%1,0,0" : "=v"(r) : "v"(v));
    return r;
#else
    return __builtin_s390_vflrd(v, 0, 0);
#endif
}

/* The odd lanes, moved onto the even ones. */
XL_VEC xl_f64 xl_vx_widen_odd(xl_f32 v) { return xl_vx_widen((xl_f32)((xl_u64)v << vec_splats(32ull))); }

XL_VEC xl_f32 xl_vx_narrow_both(xl_f64 even, xl_f64 odd)
{
    xl_u8 alternate = {0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27};
    return (xl_f32)vec_perm((xl_u8)xl_vx_narrow(even), (xl_u8)xl_vx_narrow(odd), alternate);
}

#if __ARCH__ < 12
/* z13 has no arithmetic on f32. Of f32 operands, + - * / and the square root can be had in f64: 53 bits are more than
 * twice 24 and two, so that the second rounding does no harm.
 */
XL_VEC xl_f32 xl_f32_add(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(xl_vx_widen(a) + xl_vx_widen(b), xl_vx_widen_odd(a) + xl_vx_widen_odd(b));
}
XL_VEC xl_f32 xl_f32_sub(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(xl_vx_widen(a) - xl_vx_widen(b), xl_vx_widen_odd(a) - xl_vx_widen_odd(b));
}
XL_VEC xl_f32 xl_f32_mul(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(xl_vx_widen(a) * xl_vx_widen(b), xl_vx_widen_odd(a) * xl_vx_widen_odd(b));
}
XL_VEC xl_f32 xl_f32_div(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(xl_vx_widen(a) / xl_vx_widen(b), xl_vx_widen_odd(a) / xl_vx_widen_odd(b));
}
XL_VEC xl_f32 xl_f32_sqrt(xl_f32 a, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(vec_sqrt(xl_vx_widen(a)), vec_sqrt(xl_vx_widen_odd(a)));
}
XL_VEC xl_f32 xl_f32_roundeven(xl_f32 a, size_t vl)
{
    (void)vl;
    return xl_vx_narrow_both(vec_rint(xl_vx_widen(a)), vec_rint(xl_vx_widen_odd(a)));
}

/* Lane by lane: in f64 the sum of the product and c would be rounded twice, which does harm. */
XL_VEC xl_f32 xl_f32_fma(xl_f32 a, xl_f32 b, xl_f32 c, size_t vl)
{
    (void)vl;
    return (xl_f32){__builtin_fmaf(a[0], b[0], c[0]), __builtin_fmaf(a[1], b[1], c[1]),
                    __builtin_fmaf(a[2], b[2], c[2]), __builtin_fmaf(a[3], b[3], c[3])};
}

XL_VEC xl_f32 xl_f32_set1(float x, size_t vl) { (void)vl; return (xl_f32){x, x, x, x}; }
XL_VEC float xl_f32_get(xl_f32 v, size_t i, size_t vl)
{
    uint64_t bits = (uint64_t)xl_u32_get((xl_u32)v, i, vl) << 32; /* a float is in the left half of its register */
    float x;
    __asm__("ldgr %0,%1" : "=f"(x) : "d"(bits));
    return x;
}

XL_VEC xl_u32 xl_vx_f32_magnitude(xl_f32 v) { return (xl_u32)v & vec_splats(0x7fffffffu); }
XL_VEC xl_f32 xl_f32_abs(xl_f32 a, size_t vl) { (void)vl; return (xl_f32)xl_vx_f32_magnitude(a); }
XL_VEC xl_f32 xl_f32_neg(xl_f32 a, size_t vl) { (void)vl; return (xl_f32)((xl_u32)a ^ vec_splats(0x80000000u)); }

/* Compared as integers that order as the floats do, both zeros 0, where no operand is a NaN. */
XL_VEC xl_i32 xl_vx_f32_value(xl_f32 v)
{
    xl_u32 sign = (xl_u32)((xl_i32)v >> vec_splats(31));
    return (xl_i32)((xl_vx_f32_magnitude(v) ^ sign) - sign);
}
XL_VEC xl_vx_bool32 xl_vx_f32_ordered(xl_f32 a, xl_f32 b)
{
    return vec_cmpge(vec_splats(0x7f800000u), vec_max(xl_vx_f32_magnitude(a), xl_vx_f32_magnitude(b)));
}
XL_VEC xl_m32 xl_f32_eq(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return (xl_m32){vec_cmpeq(xl_vx_f32_value(a), xl_vx_f32_value(b)) & xl_vx_f32_ordered(a, b)};
}
XL_VEC xl_m32 xl_f32_lt(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return (xl_m32){vec_cmpgt(xl_vx_f32_value(b), xl_vx_f32_value(a)) & xl_vx_f32_ordered(a, b)};
}
XL_VEC xl_m32 xl_f32_le(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return (xl_m32){vec_cmpge(xl_vx_f32_value(b), xl_vx_f32_value(a)) & xl_vx_f32_ordered(a, b)};
}
#endif
#define XL_VX_MIN_f32 __builtin_s390_vfminsb
#define XL_VX_MIN_f64 __builtin_s390_vfmindb
#define XL_VX_MAX_f32 __builtin_s390_vfmaxsb
#define XL_VX_MAX_f64 __builtin_s390_vfmaxdb
#define XL_TEMPLATE "s390x/vx_float_fold.h"
#include "../each_float.h"

/* vgef adds a 32-bit byte offset, so indices from 2^30 on are left to scalar loads. Lanes from vl on repeat lane 0, so that they
 * read nothing else. */
XL_VEC xl_u32 xl_u32_gather(const uint32_t *p, xl_u32 index, size_t vl)
{
    index = xl_u32_merge(vec_splats(vec_extract(index, 0)), index, vl);
    if (vec_any_gt(index, vec_splats(0x3fffffffu)))
        return (xl_u32){p[vec_extract(index, 0)], p[vec_extract(index, 1)], p[vec_extract(index, 2)], p[vec_extract(index, 3)]};
    xl_u32 offset = index << vec_splats(2u), r = offset;
    r = vec_gather_element(r, offset, p, 0);
    r = vec_gather_element(r, offset, p, 1);
    r = vec_gather_element(r, offset, p, 2);
    return vec_gather_element(r, offset, p, 3);
}
XL_VEC xl_i32 xl_i32_gather(const int32_t *p, xl_u32 index, size_t vl)
{
    return (xl_i32)xl_u32_gather((const uint32_t *)p, index, vl);
}

/* The odd 32-bit lanes are the low halves: low * low + ((low * high + high * low) << 32). The middle sum is made in
 * 32-bit lanes, for LLVM would make one in 64-bit lanes a scalar multiplication by 2^32 + 1.
 */
XL_VEC xl_u64 xl_u64_mul(xl_u64 a, xl_u64 b, size_t vl)
{
    (void)vl;
    xl_u64 k = vec_splats(32ull);
    xl_u32 cross = (xl_u32)a * (xl_u32)vec_rl(b, k);
    xl_u32 sum = cross + (xl_u32)vec_rl((xl_u64)cross, k);
    return vec_mulo((xl_u32)a, (xl_u32)b) + ((xl_u64)sum << k);
}

XL_VEC xl_i64 xl_i64_mul(xl_i64 a, xl_i64 b, size_t vl) { return (xl_i64)xl_u64_mul((xl_u64)a, (xl_u64)b, vl); }

/* Four bytes, or four halfwords, from memory: a scalar access when all are wanted. */
XL_VEC xl_u8 xl_vx_load4(const void *p, size_t vl)
{
    uint32_t x;
    if (vl != 4)
        return xl_vx_load(p, vl);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}
XL_VEC xl_u8 xl_vx_load8(const void *p, size_t vl)
{
    unsigned long long x;
    if (vl != 4)
        return xl_vx_load(p, 2 * vl);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return vec_unpackh(vec_unpackh((xl_i8)xl_vx_load4(p, vl)));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return vec_unpackh((xl_i16)xl_vx_load8(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return vec_unpackh(vec_unpackh(xl_vx_load4(p, vl))); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return vec_unpackh((xl_u16)xl_vx_load8(p, vl)); }

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    xl_u8 bytes = vec_pack(half, half);
    if (vl == 4) {
        uint32_t x = vec_extract((xl_u32)bytes, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vx_store(p, bytes, vl);
    }
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    if (vl == 4) {
        unsigned long long x = vec_extract((xl_u64)half, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vx_store(p, (xl_u8)half, 2 * vl);
    }
}

/* The hardware saturates, but vec_signed of a value that does not fit is undefined to LLVM. Of a NaN the hardware makes the least
 * integer. Mode 5 rounds toward zero. */
#if __ARCH__ >= 13
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    xl_i32 r;
    (void)vl;
    v = (xl_f32)((xl_u32)v & (xl_u32)vec_cmpeq(v, v));
    __asm__("vcfeb %0,%1,0,5" : "=v"(r) : "v"(v));
    return r;
}
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl)
{
    xl_u32 r;
    (void)vl;
    __asm__("vclfeb %0,%1,0,5" : "=v"(r) : "v"(v));
    return r;
}
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return vec_float(v); }
#define XL_HAS_U32_F32
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vec_float(v); }
#else
XL_VEC xl_u8 xl_vx_f64_to_i32(xl_f64 v)
{
    xl_f64 least = vec_splats(-0x1p31), greatest = vec_splats(0x1p31 - 1);
    v = (xl_f64)((xl_u64)v & (xl_u64)vec_cmpeq(v, v));
    v = vec_sel(v, least, vec_cmpgt(least, v));
    return (xl_u8)vec_signed(vec_sel(v, greatest, vec_cmpgt(v, greatest)));
}
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    xl_u8 low_words = {4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31};
    return (xl_i32)vec_perm(xl_vx_f64_to_i32(xl_vx_widen(v)), xl_vx_f64_to_i32(xl_vx_widen_odd(v)), low_words);
}
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl)
{
    (void)vl;
    xl_i64 k = vec_splats(32ll), odd = (xl_i64)((xl_u64)v << (xl_u64)k);
    return xl_vx_narrow_both(vec_double((xl_i64)v >> k), vec_double(odd >> k));
}
#endif

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(xl_f32_roundeven(v, vl), vl); }

XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl)
{
    xl_i64 r;
    (void)vl;
    v = (xl_f64)((xl_u64)v & (xl_u64)vec_cmpeq(v, v));
    __asm__("vcgdb %0,%1,0,5" : "=v"(r) : "v"(v));
    return r;
}
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return vec_double(v); }
#define XL_HAS_I64_F64

#include "vx_groups.h"

#endif
