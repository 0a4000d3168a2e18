/* The vector vocabulary on VSX: POWER8, and what POWER9 and POWER10 do better when the compiler may use them.
 * SPDX-License-Identifier: MIT
 *
 * Little-endian only. Lane 0 is the lowest in memory for vec_xl, vec_perm, vec_merge, vec_pack, vec_unpack, vec_mule,
 * vec_mulo and vec_extract alike; only vec_sld and vbpermq count from the register's other end.
 */
#ifndef XL_ARCH_PPC64EL_VSX_H
#define XL_ARCH_PPC64EL_VSX_H

#include <altivec.h>
/* In strict C modes altivec.h makes these keywords of its own; vec.h's bool is the one of stdbool.h. */
#undef vector
#undef pixel
#undef bool
#define bool _Bool

#include "../template.h"

typedef __vector float xl_f32;
typedef __vector double xl_f64;
typedef __vector signed char xl_i8;
typedef __vector signed short xl_i16;
typedef __vector signed int xl_i32;
typedef __vector signed long long xl_i64;
typedef __vector unsigned char xl_u8;
typedef __vector unsigned short xl_u16;
typedef __vector unsigned int xl_u32;
typedef __vector unsigned long long xl_u64;
typedef __vector __bool char xl_m8;
typedef __vector __bool short xl_m16;
typedef __vector __bool int xl_m32;
typedef __vector __bool long long xl_m64;

/* The lanes as altivec.h has them. */
#define XL_VSX_E_i8 signed char
#define XL_VSX_E_i16 signed short
#define XL_VSX_E_i32 signed int
#define XL_VSX_E_i64 signed long long
#define XL_VSX_E_u8 unsigned char
#define XL_VSX_E_u16 unsigned short
#define XL_VSX_E_u32 unsigned int
#define XL_VSX_E_u64 unsigned long long

/* The lane numbers. */
XL_VEC xl_u8 xl_vsx_numbers8(void) { return (xl_u8){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
XL_VEC xl_u16 xl_vsx_numbers16(void) { return (xl_u16){0, 1, 2, 3, 4, 5, 6, 7}; }
XL_VEC xl_u32 xl_vsx_numbers32(void) { return (xl_u32){0, 1, 2, 3}; }
XL_VEC xl_u64 xl_vsx_numbers64(void) { return (xl_u64){0, 1}; }

/* The first n bytes (1 to 15) of a vector, from and to memory. On POWER8 two scalar accesses overlap. `unit` is the number of bytes
 * of a lane: the compiler knows it, and drops what lanes of that size do not need. */
#ifdef _ARCH_PWR9
XL_VEC xl_u8 xl_vsx_load_part(const unsigned char *p, size_t n, size_t unit) { (void)unit; return vec_xl_len((unsigned char *)p, n); }
XL_VEC void xl_vsx_store_part(unsigned char *p, xl_u8 v, size_t n, size_t unit) { (void)unit; vec_xst_len(v, p, n); }
#else
XL_VEC xl_u8 xl_vsx_load_part(const unsigned char *p, size_t n, size_t unit)
{
    uint64_t low, high = 0;
    if (unit == 8 || n >= 8) {
        memcpy(&low, p, 8);
        if (unit < 8) {
            memcpy(&high, p + n - 8, 8);
            high = high >> 1 >> (127 - 8 * n); /* 16 - n bytes, which can be 8 */
        }
    } else if (unit == 4 || n >= 4) {
        uint32_t first, last;
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        low = first | (unit < 4 ? (uint64_t)last << 8 * (n - 4) : 0);
    } else {
        low = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return (xl_u8)(xl_u64){low, high};
}

XL_VEC void xl_vsx_store_part(unsigned char *p, xl_u8 v, size_t n, size_t unit)
{
    uint64_t low = vec_extract((xl_u64)v, 0), high = vec_extract((xl_u64)v, 1);
    if (unit == 8 || n >= 8) {
        memcpy(p, &low, 8);
        if (unit < 8) {
            uint64_t last = low >> 8 * (n - 8) | high << 1 << (127 - 8 * n);
            memcpy(p + n - 8, &last, 8);
        }
    } else if (unit == 4 || n >= 4) {
        uint32_t first = (uint32_t)low, last = (uint32_t)(low >> 8 * (n - 4));
        memcpy(p, &first, 4);
        if (unit < 4)
            memcpy(p + n - 4, &last, 4);
    } else {
        p[0] = (unsigned char)low;
        p[n / 2] = (unsigned char)(low >> 8 * (n / 2));
        p[n - 1] = (unsigned char)(low >> 8 * (n - 1));
    }
}
#endif

/* The first `bytes` (1 to 16). */
XL_VEC xl_u8 xl_vsx_load(const void *p, size_t bytes, size_t unit)
{
    return bytes == 16 ? vec_xl(0, (const unsigned char *)p) : xl_vsx_load_part((const unsigned char *)p, bytes, unit);
}
XL_VEC void xl_vsx_store(void *p, xl_u8 v, size_t bytes, size_t unit)
{
    if (bytes == 16)
        vec_xst(v, 0, (unsigned char *)p);
    else
        xl_vsx_store_part((unsigned char *)p, v, bytes, unit);
}

/* One bit for each byte of a mask, bit 0 for the lowest in memory. */
XL_VEC unsigned xl_vsx_byte_bits(xl_u8 m)
{
#ifdef _ARCH_PWR10
    return vec_extractm(m);
#else
    /* vbpermq numbers bits from the register's left: the byte lowest in memory has its sign at bit 120. */
    xl_u8 signs = {120, 112, 104, 96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16, 8, 0};
    return (unsigned)vec_extract((xl_u64)vec_vbpermq(m, signs), 1);
#endif
}

#define XL_TEMPLATE "ppc64el/vsx_mask.h"
#include "../each_mask.h"
#define XL_TEMPLATE "ppc64el/vsx_float.h"
#include "../each_float.h"
#define XL_HAS_COPYSIGN
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_TEMPLATE "ppc64el/vsx_int.h"
#include "../each_int.h"
#define XL_HAS_AVERAGE
#define XL_HAS_MULHI32
#ifdef _ARCH_PWR9
#define XL_HAS_ABSDIFF
#endif

#include "../bitcast.h"

/* Gathers have no instruction: four scalar loads. Lanes from vl on repeat lane 0, so that they read nothing else. */
XL_VEC xl_u32 xl_u32_gather(const uint32_t *p, xl_u32 index, size_t vl)
{
    index = xl_u32_merge(vec_splats(vec_extract(index, 0)), index, vl);
    return (xl_u32){p[vec_extract(index, 0)], p[vec_extract(index, 1)], p[vec_extract(index, 2)], p[vec_extract(index, 3)]};
}
XL_VEC xl_i32 xl_i32_gather(const int32_t *p, xl_u32 index, size_t vl)
{
    return (xl_i32)xl_u32_gather((const uint32_t *)p, index, vl);
}

/* As bits: gcc extracts a float by a conversion to double, which would make a signalling NaN quiet. */
XL_VEC float xl_f32_get(xl_f32 v, size_t i, size_t vl)
{
    uint32_t bits = xl_u32_get((xl_u32)v, i, vl);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
/* The same would befall a float that gcc takes from the stored vector, not from memory: the asm hides its value. */
XL_VEC void xl_f32_store(float *p, xl_f32 v, size_t vl)
{
    xl_vsx_store(p, (xl_u8)v, vl * sizeof *p, sizeof *p);
#ifndef __clang__
    __asm__("" : "+m"(*(float(*)[])p));
#endif
}
XL_VEC void xl_f64_store(double *p, xl_f64 v, size_t vl) { xl_vsx_store(p, (xl_u8)v, vl * sizeof *p, sizeof *p); }
XL_VEC double xl_f64_get(xl_f64 v, size_t i, size_t vl) { (void)vl; return vec_extract(v, (int)i); }

XL_VEC xl_u16 xl_u16_mul(xl_u16 a, xl_u16 b, size_t vl)
{
    (void)vl;
    return vec_mladd(a, b, vec_splats((unsigned short)0));
}

XL_VEC xl_u64 xl_u64_mul(xl_u64 a, xl_u64 b, size_t vl)
{
    (void)vl;
#ifdef _ARCH_PWR10
    return vec_mul(a, b);
#else
    /* The even 32-bit lanes are the low halves: low * low + ((low * high + high * low) << 32). */
    xl_u64 k = vec_splats(32ull);
    xl_u32 cross = vec_mul((xl_u32)a, (xl_u32)vec_rl(b, k));
    xl_u64 high = vec_add((xl_u64)cross, vec_sr((xl_u64)cross, k));
    return vec_add(vec_mule((xl_u32)a, (xl_u32)b), vec_sl(high, k));
#endif
}

XL_VEC xl_i16 xl_i16_mul(xl_i16 a, xl_i16 b, size_t vl) { return (xl_i16)xl_u16_mul((xl_u16)a, (xl_u16)b, vl); }
XL_VEC xl_i64 xl_i64_mul(xl_i64 a, xl_i64 b, size_t vl) { return (xl_i64)xl_u64_mul((xl_u64)a, (xl_u64)b, vl); }

/* Four bytes, or four halfwords, from and to memory: a scalar access when all are wanted. */
XL_VEC xl_u8 xl_vsx_load4(const void *p, size_t vl)
{
    uint32_t x;
    if (vl != 4)
        return xl_vsx_load(p, vl, 1);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}
XL_VEC xl_u8 xl_vsx_load8(const void *p, size_t vl)
{
    unsigned long long x;
    if (vl != 4)
        return xl_vsx_load(p, 2 * vl, 2);
    memcpy(&x, p, sizeof x);
    return (xl_u8)vec_splats(x);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return vec_unpackh(vec_unpackh((xl_i8)xl_vsx_load4(p, vl)));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return vec_unpackh((xl_i16)xl_vsx_load8(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return (xl_u32)vec_mergeh((xl_u16)xl_vsx_load8(p, vl), vec_splats((unsigned short)0));
}
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    xl_u16 v = (xl_u16)vec_mergeh(xl_vsx_load4(p, vl), vec_splats((unsigned char)0));
    return (xl_u32)vec_mergeh(v, vec_splats((unsigned short)0));
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    xl_u8 bytes = vec_pack(half, half);
    if (vl == 4) {
        uint32_t x = vec_extract((xl_u32)bytes, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vsx_store(p, bytes, vl, 1);
    }
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_u16 half = vec_pack(v, v);
    if (vl == 4) {
        unsigned long long x = vec_extract((xl_u64)half, 0);
        memcpy(p, &x, sizeof x);
    } else {
        xl_vsx_store(p, (xl_u8)half, 2 * vl, 2);
    }
}

/* vctsxs and vctuxs saturate and turn NaN into 0; xvcvspsxws would make it INT32_MIN. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vec_cts(v, 0); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { (void)vl; return vec_cts(vec_rint(v), 0); }
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vec_ctu(v, 0); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vec_ctf(v, 0); }
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return vec_ctf(v, 0); }
#define XL_HAS_U32_F32

/* xvcvdpsxds saturates, and makes the least integer of a NaN. asm, because a value that does not fit is undefined to compilers. */
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl)
{
    xl_i64 r;
    (void)vl;
    __asm__("xvcvdpsxds %x0,%x1" : "=wa"(r) : "wa"(v));
    return (xl_i64)vec_and((xl_u64)r, (xl_u64)vec_cmpeq(v, v));
}
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return vec_double(v); }
#define XL_HAS_I64_F64

#include "vsx_groups.h"

#endif
