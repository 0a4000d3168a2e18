/* The lanes of Advanced SIMD and their way to memory and back, the same on AArch64 and ARMv7.
 * SPDX-License-Identifier: MIT
 *
 * Who includes this has xl_neon_lookup and xl_neon_lookup_over, which look 16 bytes up in 16, and xl_neon_lookup_half for 8. Where an index is out of range, the first gives
 * 0, the second the byte of its first argument. xl_f64 is left to the ISA's header.
 */
#ifndef XL_ARCH_NEON_LANES_H
#define XL_ARCH_NEON_LANES_H

typedef float32x4_t xl_f32;
typedef int8x16_t xl_i8;
typedef int16x8_t xl_i16;
typedef int32x4_t xl_i32;
typedef int64x2_t xl_i64;
typedef uint8x16_t xl_u8;
typedef uint16x8_t xl_u16;
typedef uint32x4_t xl_u32;
typedef uint64x2_t xl_u64;

/* A mask holds all ones or zeros in a lane, so in each of its bytes. It is a structure, so that it is no vector of integers. */
typedef struct {
    uint8x16_t v;
} xl_m8;
typedef struct {
    uint16x8_t v;
} xl_m16;
typedef struct {
    uint32x4_t v;
} xl_m32;
typedef struct {
    uint64x2_t v;
} xl_m64;

/* The lane types' names in intrinsics. */
#define XL_NEON_NAME_f32 f32
#define XL_NEON_NAME_f64 f64
#define XL_NEON_NAME_i8 s8
#define XL_NEON_NAME_i16 s16
#define XL_NEON_NAME_i32 s32
#define XL_NEON_NAME_i64 s64
#define XL_NEON_NAME_u8 u8
#define XL_NEON_NAME_u16 u16
#define XL_NEON_NAME_u32 u32
#define XL_NEON_NAME_u64 u64

#define XL_NEON(I) XL_JOIN(I, _, XL_JOIN(XL_NEON_NAME_, XL_T, ))    /* on lanes of XL_T: vaddq_s32 */
#define XL_NEON_I(I) XL_JOIN(I, _s, XL_W)                           /* on the signed integers of the same width */
#define XL_NEON_U(I) XL_JOIN(I, _u, XL_W)                           /* on the unsigned ones, and in masks */

#define XL_NEON_TO_BYTES XL_JOIN(xl_neon_bytes_, XL_T, )            /* the function from a vector to its bytes */
#define XL_NEON_OF_BYTES XL_JOIN(xl_neon_, XL_T, _of_bytes)         /* and back */

/* 64 bits from general registers, and back. On ARMv7 gcc 14 would take their way through memory. clang names the registers of VMOV otherwise. */
#if defined __aarch64__ || defined __clang__
XL_VEC uint64x1_t xl_neon_half_of_u64(uint64_t x) { return vcreate_u64(x); }
XL_VEC uint64_t xl_neon_u64_of_half(uint64x1_t v) { return vget_lane_u64(v, 0); }
#else
XL_VEC uint64x1_t xl_neon_half_of_u64(uint64_t x)
{
    uint64x1_t v;
    __asm__("vmov %P0, %Q1, %R1" : "=w"(v) : "r"(x));
    return v;
}
XL_VEC uint64_t xl_neon_u64_of_half(uint64x1_t v)
{
    uint64_t x;
    __asm__("vmov %Q0, %R0, %P1" : "=r"(x) : "w"(v));
    return x;
}
#endif

/* The number of each byte. */
XL_VEC uint8x16_t xl_neon_iota(void)
{
    return (uint8x16_t){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}

/* All ones in the bytes below n. */
XL_VEC uint8x16_t xl_neon_below(size_t n) { return vcltq_u8(xl_neon_iota(), vdupq_n_u8((uint8_t)n)); }

/* The eight bytes of v moved by n bytes towards the last lane (n < 0: the first); zeros come in. */
XL_VEC uint8x8_t xl_neon_move(uint8x8_t v, int n)
{
    return vreinterpret_u8_u64(vshl_u64(vreinterpret_u64_u8(v), vdup_n_s64(8 * n)));
}

/* The n bytes from p on, 1 <= n <= 4, then zeros. Reads that overlap touch just those bytes; a byte read twice lands in
 * the same place both times. */
XL_VEC uint8x8_t xl_neon_load_quarter(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    uint32_t bits;
    if (n == 4)
        memcpy(&bits, p, 4);
    else
        bits = p[0] | (uint32_t)p[n / 2] << n / 2 * 8 | (uint32_t)p[n - 1] << (n - 1) * 8;
    return vcreate_u8(bits);
}

XL_VEC void xl_neon_store_quarter(void *to, uint8x8_t v, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    if (n == 4) {
        uint32_t bits = vget_lane_u32(vreinterpret_u32_u8(v), 0);
        memcpy(p, &bits, 4);
        return;
    }
    vst1_lane_u8(p, v, 0);
    vst1_lane_u8(p + n / 2, xl_neon_move(v, -(int)(n / 2)), 0);
    vst1_lane_u8(p + n - 1, xl_neon_move(v, 1 - (int)n), 0);
}

/* The same for 1 <= n <= 8, and for 1 <= n <= 16. */
XL_VEC uint8x8_t xl_neon_load_half(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    if (n == 8)
        return vld1_u8(p);
    if (n <= 4)
        return xl_neon_load_quarter(p, n);
    return vorr_u8(xl_neon_load_quarter(p, 4), xl_neon_move(xl_neon_load_quarter(p + n - 4, 4), (int)n - 4));
}

XL_VEC void xl_neon_store_half(void *to, uint8x8_t v, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    if (n == 8) {
        vst1_u8(p, v);
        return;
    }
    xl_neon_store_quarter(p, v, n < 4 ? n : 4);
    if (n > 4)
        xl_neon_store_quarter(p + n - 4, xl_neon_move(v, 4 - (int)n), 4);
}

XL_VEC uint8x16_t xl_neon_load(const void *from, size_t n)
{
    const uint8_t *p = (const uint8_t *)from;
    if (n == 16)
        return vld1q_u8(p);
    if (n <= 8)
        return vcombine_u8(xl_neon_load_half(p, n), vdup_n_u8(0));
    return vcombine_u8(vld1_u8(p), xl_neon_move(vld1_u8(p + n - 8), (int)n - 16));
}

XL_VEC void xl_neon_store(void *to, uint8x16_t v, size_t n)
{
    uint8_t *p = (uint8_t *)to;
    if (n == 16) {
        vst1q_u8(p, v);
        return;
    }
    xl_neon_store_half(p, vget_low_u8(v), n < 8 ? n : 8);
    if (n > 8) {
        uint8x8_t from_low = xl_neon_move(vget_low_u8(v), 8 - (int)n);
        vst1_u8(p + n - 8, vorr_u8(from_low, xl_neon_move(vget_high_u8(v), 16 - (int)n)));
    }
}

/* Byte i is byte i - n of v. The bytes below n stay. */
XL_VEC uint8x16_t xl_neon_slide_up(uint8x16_t v, size_t n)
{
    return xl_neon_lookup_over(v, v, vsubq_u8(xl_neon_iota(), vdupq_n_u8((uint8_t)n)));
}

/* Byte i is byte i + n of v, modulo 16 or 0 where that is too many. EXT wants a constant, and needs no vector of indices. */
XL_VEC uint8x16_t xl_neon_slide_down(uint8x16_t v, size_t n)
{
    if (__builtin_constant_p(n)) {
        switch (n) {
        case 1:
            return vextq_u8(v, v, 1);
        case 2:
            return vextq_u8(v, v, 2);
        case 3:
            return vextq_u8(v, v, 3);
        case 4:
            return vextq_u8(v, v, 4);
        case 8:
            return vextq_u8(v, v, 8);
        case 12:
            return vextq_u8(v, v, 12);
        }
    }
    return xl_neon_lookup(v, vaddq_u8(xl_neon_iota(), vdupq_n_u8((uint8_t)n)));
}

#define XL_HAS_LOOKUP16
#define XL_HAS_REVERSE
#define XL_HAS_SLIDE
#define XL_T f32
#define XL_W 32
#include "neon_lane.h"
#define XL_T i8
#define XL_W 8
#include "neon_lane.h"
#define XL_T i16
#define XL_W 16
#include "neon_lane.h"
#define XL_T i32
#define XL_W 32
#include "neon_lane.h"
#define XL_T i64
#define XL_W 64
#include "neon_lane.h"
#define XL_T u8
#define XL_W 8
#include "neon_lane.h"
#define XL_T u16
#define XL_W 16
#include "neon_lane.h"
#define XL_T u32
#define XL_W 32
#include "neon_lane.h"
#define XL_T u64
#define XL_W 64
#include "neon_lane.h"

XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return xl_neon_lookup(vld1q_u8(table), index);
}

XL_VEC xl_f32 xl_f32_bitcast_i32(xl_i32 v) { return vreinterpretq_f32_s32(v); }
XL_VEC xl_f32 xl_f32_bitcast_u32(xl_u32 v) { return vreinterpretq_f32_u32(v); }
XL_VEC xl_i32 xl_i32_bitcast_f32(xl_f32 v) { return vreinterpretq_s32_f32(v); }
XL_VEC xl_i32 xl_i32_bitcast_u32(xl_u32 v) { return vreinterpretq_s32_u32(v); }
XL_VEC xl_u32 xl_u32_bitcast_f32(xl_f32 v) { return vreinterpretq_u32_f32(v); }
XL_VEC xl_u32 xl_u32_bitcast_i32(xl_i32 v) { return vreinterpretq_u32_s32(v); }
XL_VEC xl_i64 xl_i64_bitcast_u64(xl_u64 v) { return vreinterpretq_s64_u64(v); }
XL_VEC xl_u64 xl_u64_bitcast_i64(xl_i64 v) { return vreinterpretq_u64_s64(v); }
XL_VEC xl_i16 xl_i16_bitcast_u16(xl_u16 v) { return vreinterpretq_s16_u16(v); }
XL_VEC xl_u16 xl_u16_bitcast_i16(xl_i16 v) { return vreinterpretq_u16_s16(v); }
XL_VEC xl_i8 xl_i8_bitcast_u8(xl_u8 v) { return vreinterpretq_s8_u8(v); }
XL_VEC xl_u8 xl_u8_bitcast_i8(xl_i8 v) { return vreinterpretq_u8_s8(v); }

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u8(xl_neon_load_quarter(p, vl)))));
}

XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return vmovl_s16(vreinterpret_s16_u8(xl_neon_load_half(p, 2 * vl)));
}

XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return vmovl_u16(vget_low_u16(vmovl_u8(xl_neon_load_quarter(p, vl))));
}

XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return vmovl_u16(vreinterpret_u16_u8(xl_neon_load_half(p, 2 * vl)));
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_neon_store_quarter(p, vmovn_u16(vcombine_u16(vmovn_u32(v), vdup_n_u16(0))), vl);
}

XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_u16(vmovn_u32(v)), 2 * vl);
}

#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return vmovl_s8(vreinterpret_s8_u8(xl_neon_load_half(p, vl))); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return vmovl_u8(xl_neon_load_half(p, vl)); }
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return vmovl_s32(vreinterpret_s32_u8(xl_neon_load_half(p, 4 * vl)));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return vmovl_u32(vreinterpret_u32_u8(xl_neon_load_half(p, 4 * vl)));
}

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_neon_store_half(p, vmovn_u16(v), vl); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_u32(vmovn_u64(v)), 4 * vl);
}

#endif
