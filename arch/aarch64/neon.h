/* The vector vocabulary in AArch64 Advanced SIMD: 128 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_NEON_H
#define XL_ARCH_AARCH64_NEON_H

#include <arm_neon.h>

#define XL_NEON_F64 f64
typedef float64x2_t xl_f64;

#include "../neon_lanes.h"

#define XL_NEON_EQ(T, S, W)                                                                                            \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vceqq_##S(a, b); }

/* Where one instruction compares and picks: all but 64-bit integers. FMIN and FMAX are IEEE's minimum and maximum. */
#define XL_NEON_MINMAX(T, S)                                                                                           \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vminq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vmaxq_##S(a, b); }

/* Where one instruction reduces a vector to its least or greatest lane. The first lane, which always counts, stands in
 * for those from vl on. */
#define XL_NEON_REDUCE_MINMAX(T, S)                                                                                    \
    XL_VEC xl_##T xl_neon_##T##_filled(xl_##T v, size_t vl)                                                            \
    {                                                                                                                  \
        return xl_##T##_merge(vdupq_laneq_##S(v, 0), v, vl);                                                           \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_min(xl_##T v, size_t vl) { return vminvq_##S(xl_neon_##T##_filled(v, vl)); }       \
    XL_VEC xl_e_##T xl_##T##_reduce_max(xl_##T v, size_t vl) { return vmaxvq_##S(xl_neon_##T##_filled(v, vl)); }

/* The neutral lane of a float sum is -0, of an integer one 0. */
#define XL_NEON_REDUCE_ADD(T, S, NEUTRAL)                                                                              \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        return vaddvq_##S(xl_##T##_merge(vdupq_n_##S(NEUTRAL), v, vl));                                                \
    }

/* clang 19 turns a < b || c < b into FMINNM(a, c) < b, also when it is written with intrinsics: false where a or c is a
 * signalling NaN. So it must not see where the mask comes from. */
#ifdef __clang__
#define XL_NEON_HIDE(m) __asm__("" : "+w"(m))
#else
#define XL_NEON_HIDE(m) (void)(m)
#endif

#define XL_NEON_FLOAT(T, S, W)                                                                                         \
    XL_NEON_BASIC(T, S, W)                                                                                             \
    XL_NEON_EQ(T, S, W)                                                                                                \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        xl_m##W m = vcltq_##S(a, b);                                                                                   \
        (void)vl;                                                                                                      \
        XL_NEON_HIDE(m);                                                                                               \
        return m;                                                                                                      \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        xl_m##W m = vcleq_##S(a, b);                                                                                   \
        (void)vl;                                                                                                      \
        XL_NEON_HIDE(m);                                                                                               \
        return m;                                                                                                      \
    }                                                                                                                  \
    XL_NEON_MUL(T, S)                                                                                                  \
    XL_NEON_MINMAX(T, S)                                                                                               \
    XL_NEON_REDUCE_ADD(T, S, -0.0f)                                                                                    \
    XL_NEON_REDUCE_MINMAX(T, S)                                                                                        \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vdivq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return vsqrtq_##S(a); }                               \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl) { (void)vl; return vfmaq_##S(c, a, b); }       \
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return vabsq_##S(a); }                                 \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return vnegq_##S(a); }                                 \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl) { (void)vl; return vrndnq_##S(a); }

#define XL_NEON_INT_COMPARED(T, S, W, N)                                                                               \
    XL_NEON_INT(T, S, W, N)                                                                                            \
    XL_NEON_EQ(T, S, W)                                                                                                \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vcltq_##S(a, b); }                    \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vcleq_##S(a, b); }

#define XL_NEON_INT_NARROW(T, S, W, N)                                                                                 \
    XL_NEON_INT_COMPARED(T, S, W, N)                                                                                   \
    XL_NEON_MINMAX(T, S)                                                                                               \
    XL_NEON_SATURATING(T, S)

#define XL_NEON_INT_32(T, S)                                                                                           \
    XL_NEON_INT_COMPARED(T, S, 32, s32)                                                                                \
    XL_NEON_MUL(T, S)                                                                                                  \
    XL_NEON_MINMAX(T, S)                                                                                               \
    XL_NEON_REDUCE_ADD(T, S, 0)                                                                                        \
    XL_NEON_REDUCE_MINMAX(T, S)                                                                                        \
    XL_NEON_LANES_32(T, S)

/* No 64-bit lanes in SMIN and SMINV. */
#define XL_NEON_INT_64(T, S)                                                                                           \
    XL_NEON_INT_COMPARED(T, S, 64, s64)                                                                                \
    XL_NEON_REDUCE_ADD(T, S, 0)                                                                                        \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vbslq_##S(vcltq_##S(a, b), a, b); }   \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vbslq_##S(vcgtq_##S(a, b), a, b); }   \
    XL_NEON_LANES_64(T, S)

/* Narrowing by 4 bits leaves 4 bits of each byte. */
#define XL_NEON_MASK(W)                                                                                                \
    XL_NEON_MASK_BITS(W)                                                                                               \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return vmaxvq_u8(xl_neon_m##W##_below(m, vl)) != 0; }            \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        uint16x8_t pairs = vreinterpretq_u16_u8(xl_neon_m##W##_below(m, vl));                                          \
        uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(pairs, 4)), 0);                                  \
        return bits ? (size_t)__builtin_ctzll(bits) / (W / 2) : vl;                                                    \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        return vaddvq_u8(vshrq_n_u8(xl_neon_m##W##_below(m, vl), 7)) / (W / 8);                                        \
    }

XL_NEON_FLOAT(f32, f32, 32)
XL_NEON_FLOAT(f64, f64, 64)
XL_NEON_INT_NARROW(i8, s8, 8, s8)
XL_NEON_INT_NARROW(i16, s16, 16, s16)
XL_NEON_INT_32(i32, s32)
XL_NEON_INT_64(i64, s64)
XL_NEON_INT_NARROW(u8, u8, 8, s8)
XL_NEON_INT_NARROW(u16, u16, 16, s16)
XL_NEON_INT_32(u32, u32)
XL_NEON_INT_64(u64, u64)
XL_NEON_MUL(i16, s16)
XL_NEON_MUL(u16, u16)
XL_NEON_MASK(8)
XL_NEON_MASK(16)
XL_NEON_MASK(32)
XL_NEON_MASK(64)

XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl)
{
    (void)vl;
    int32x4_t low = vmull_s16(vget_low_s16(a), vget_low_s16(b));
    return vuzp2q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(vmull_high_s16(a, b)));
}

XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl)
{
    (void)vl;
    uint32x4_t low = vmull_u16(vget_low_u16(a), vget_low_u16(b));
    return vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(vmull_high_u16(a, b)));
}

/* The conversions clamp, and turn NaN into 0. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vcvtq_s32_f32(v); }
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { (void)vl; return vcvtnq_s32_f32(v); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vcvtq_f32_s32(v); }

#include "neon_groups.h"

#endif
