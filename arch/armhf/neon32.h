/* The vector vocabulary in ARMv7 Advanced SIMD with VFPv4: 128 bits; f64 through VFP.
 * SPDX-License-Identifier: MIT
 *
 * Advanced SIMD takes f32 subnormals as zero, operands and results. What passes through VFP here does the same.
 */
#ifndef XL_ARCH_ARMHF_NEON32_H
#define XL_ARCH_ARMHF_NEON32_H

#include <arm_neon.h>

XL_VEC uint8x16_t xl_neon_lookup(uint8x16_t table, uint8x16_t index)
{
    uint8x8x2_t t = {{vget_low_u8(table), vget_high_u8(table)}};
    return vcombine_u8(vtbl2_u8(t, vget_low_u8(index)), vtbl2_u8(t, vget_high_u8(index)));
}

XL_VEC uint8x8_t xl_neon_lookup_half(uint8x16_t table, uint8x8_t index)
{
    return vtbl2_u8((uint8x8x2_t){{vget_low_u8(table), vget_high_u8(table)}}, index);
}

XL_VEC uint8x16_t xl_neon_lookup_over(uint8x16_t over, uint8x16_t table, uint8x16_t index)
{
    uint8x8x2_t t = {{vget_low_u8(table), vget_high_u8(table)}};
    return vcombine_u8(vtbx2_u8(vget_low_u8(over), t, vget_low_u8(index)), vtbx2_u8(vget_high_u8(over), t, vget_high_u8(index)));
}

#include "../neon_lanes.h"

/* There are no f64 lanes: vectors of f64 hold their bits. */
typedef struct {
    uint64x2_t v;
} xl_f64;

#define XL_T i8
#define XL_W 8
#include "neon32_int.h"
#define XL_T i16
#define XL_W 16
#include "neon32_int.h"
#define XL_T i32
#define XL_W 32
#include "neon32_int.h"
#define XL_T i64
#define XL_W 64
#include "neon32_int.h"
#define XL_T u8
#define XL_W 8
#include "neon32_int.h"
#define XL_T u16
#define XL_W 16
#include "neon32_int.h"
#define XL_T u32
#define XL_W 32
#include "neon32_int.h"
#define XL_T u64
#define XL_W 64
#include "neon32_int.h"

#define XL_T f32
#include "neon32_reduce.h"
#define XL_T i32
#include "neon32_reduce.h"
#define XL_T u32
#include "neon32_reduce.h"

#define XL_W 8
#include "neon32_mask.h"
#define XL_W 16
#include "neon32_mask.h"
#define XL_W 32
#include "neon32_mask.h"
#define XL_W 64
#include "neon32_mask.h"

/* Of vcltq_f32 and vcleq_f32 gcc 14 makes VFP comparisons, lane by lane, that honour subnormals. */
XL_VEC xl_m32 xl_f32_lt(xl_f32 a, xl_f32 b, size_t vl)
{
    xl_m32 m;
    (void)vl;
    __asm__("vcgt.f32 %q0, %q1, %q2" : "=w"(m.v) : "w"(b), "w"(a));
    return m;
}

XL_VEC xl_m32 xl_f32_le(xl_f32 a, xl_f32 b, size_t vl)
{
    xl_m32 m;
    (void)vl;
    __asm__("vcge.f32 %q0, %q1, %q2" : "=w"(m.v) : "w"(b), "w"(a));
    return m;
}

#define XL_T f32
#define XL_W 32
#include "../neon_float_lane.h"
#undef XL_T
#undef XL_W

XL_VEC xl_f32 xl_f32_neg(xl_f32 a, size_t vl) {
    (void)vl; /* gcc 14 makes four scalar instructions of vnegq_f32 */
    return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a), vdupq_n_u32(UINT32_C(1) << 31)));
}

/* Subnormals become zeros of their sign. */
XL_VEC xl_f32 xl_neon_flushed(xl_f32 v)
{
    uint32x4_t bits = vreinterpretq_u32_f32(v);
    uint32x4_t normal = vtstq_u32(bits, vdupq_n_u32(0x7f800000));
    return vreinterpretq_f32_u32(vandq_u32(bits, vorrq_u32(normal, vdupq_n_u32(0x80000000))));
}

/* Advanced SIMD has but estimates of 1 / b and 1 / sqrt(a): VFP divides and takes roots, lane by lane. What
 * VFP rounds up to the least normal number may have been tiny before, where NEON would flush it: either will do. */
XL_VEC xl_f32 xl_f32_div(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    a = xl_neon_flushed(a);
    b = xl_neon_flushed(b);
    xl_f32 q = vdupq_n_f32(vgetq_lane_f32(a, 0) / vgetq_lane_f32(b, 0));
    q = vsetq_lane_f32(vgetq_lane_f32(a, 1) / vgetq_lane_f32(b, 1), q, 1);
    q = vsetq_lane_f32(vgetq_lane_f32(a, 2) / vgetq_lane_f32(b, 2), q, 2);
    q = vsetq_lane_f32(vgetq_lane_f32(a, 3) / vgetq_lane_f32(b, 3), q, 3);
    return xl_neon_flushed(q);
}

/* sqrtf() and sqrt() would also call the C library, for errno. */
XL_VEC float xl_neon_sqrtf(float x)
{
    float root;
    __asm__("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
}

XL_VEC double xl_neon_sqrt(double x)
{
    double root;
    __asm__("vsqrt.f64 %P0, %P1" : "=w"(root) : "w"(x));
    return root;
}

XL_VEC xl_f32 xl_f32_sqrt(xl_f32 a, size_t vl)
{
    (void)vl;
    a = xl_neon_flushed(a);
    xl_f32 root = vdupq_n_f32(xl_neon_sqrtf(vgetq_lane_f32(a, 0)));
    root = vsetq_lane_f32(xl_neon_sqrtf(vgetq_lane_f32(a, 1)), root, 1);
    root = vsetq_lane_f32(xl_neon_sqrtf(vgetq_lane_f32(a, 2)), root, 2);
    return vsetq_lane_f32(xl_neon_sqrtf(vgetq_lane_f32(a, 3)), root, 3);
}

/* VRINTN is ARMv8's. Adding 2^23 leaves no bits for a fraction; from there on every float is an integer, or NaN. */
XL_VEC xl_f32 xl_f32_roundeven(xl_f32 a, size_t vl)
{
    xl_f32 magic = vdupq_n_f32(0x1p23f);
    xl_f32 whole = vsubq_f32(vaddq_f32(vabsq_f32(a), magic), magic);
    (void)vl;
    whole = vbslq_f32(vdupq_n_u32(0x80000000), a, whole);
    return vbslq_f32(vcagtq_f32(magic, a), whole, a);
}

XL_VEC double xl_neon_double(uint64x1_t bits)
{
    uint64_t integer = vget_lane_u64(bits, 0);
    double x;
    memcpy(&x, &integer, sizeof x);
    return x;
}

XL_VEC double xl_neon_low(xl_f64 v) { return xl_neon_double(vget_low_u64(v.v)); }
XL_VEC double xl_neon_high(xl_f64 v) { return xl_neon_double(vget_high_u64(v.v)); }

XL_VEC xl_f64 xl_neon_f64(double low, double high)
{
    uint64_t low_bits, high_bits;
    memcpy(&low_bits, &low, sizeof low);
    memcpy(&high_bits, &high, sizeof high);
    return (xl_f64){vcombine_u64(vcreate_u64(low_bits), vcreate_u64(high_bits))};
}

XL_VEC double xl_f64_get(xl_f64 v, size_t i, size_t vl)
{
    (void)vl;
    return xl_neon_double(i ? vget_high_u64(v.v) : vget_low_u64(v.v));
}

XL_VEC xl_f64 xl_f64_set1(double x, size_t vl) { (void)vl; return xl_neon_f64(x, x); }
XL_VEC xl_f64 xl_f64_select(xl_m64 m, xl_f64 a, xl_f64 b, size_t vl) { (void)vl; return (xl_f64){vbslq_u64(m.v, a.v, b.v)}; }
XL_VEC uint8x16_t xl_neon_bytes_f64(xl_f64 v) { return vreinterpretq_u8_u64(v.v); }
XL_VEC xl_f64 xl_neon_f64_of_bytes(uint8x16_t v) { return (xl_f64){vreinterpretq_u64_u8(v)}; }

#define XL_NEON_OWN
#define XL_T f64
#define XL_W 64
#include "../neon_lane.h"
#undef XL_NEON_OWN

XL_VEC xl_f64 xl_f64_bitcast_i64(xl_i64 v) { return (xl_f64){vreinterpretq_u64_s64(v)}; }
XL_VEC xl_f64 xl_f64_bitcast_u64(xl_u64 v) { return (xl_f64){v}; }
XL_VEC xl_i64 xl_i64_bitcast_f64(xl_f64 v) { return vreinterpretq_s64_u64(v.v); }
XL_VEC xl_u64 xl_u64_bitcast_f64(xl_f64 v) { return v.v; }

/* Lane i is word number index[i] of p. An address has 32 bits: gcc moves lanes of 64 through memory. */
XL_VEC uint64x2_t xl_neon_gather64(const void *p, uint64x2_t index, size_t vl)
{
    uint32x4_t at = vreinterpretq_u32_u64(index);
    uint64x1_t low, high;
    memcpy(&low, (const char *)p + 8 * vgetq_lane_u32(at, 0), 8);
    high = low;
    if (vl > 1)
        memcpy(&high, (const char *)p + 8 * vgetq_lane_u32(at, 2), 8);
    return vcombine_u64(low, high);
}
XL_VEC xl_u64 xl_u64_gather(const uint64_t *p, xl_u64 index, size_t vl) { return xl_neon_gather64(p, index, vl); }
XL_VEC xl_i64 xl_i64_gather(const int64_t *p, xl_u64 index, size_t vl) { return vreinterpretq_s64_u64(xl_neon_gather64(p, index, vl)); }
XL_VEC xl_f64 xl_f64_gather(const double *p, xl_u64 index, size_t vl) { return (xl_f64){xl_neon_gather64(p, index, vl)}; }
#define XL_HAS_GATHER64

XL_VEC double xl_neon_min(double a, double b)
{
    if (a != a || b != b)
        return a + b;
    return a < b || (a == b && __builtin_signbit(a)) ? a : b;
}

XL_VEC double xl_neon_max(double a, double b)
{
    if (a != a || b != b)
        return a + b;
    return a > b || (a == b && !__builtin_signbit(a)) ? a : b;
}

/* As xl_f32_roundeven. */
XL_VEC double xl_neon_rint(double x)
{
    double size = __builtin_fabs(x);
    return size < 0x1p52 ? __builtin_copysign(size + 0x1p52 - 0x1p52, x) : x;
}

/* F64 arithmetic is VFP's, lane by lane. */
XL_VEC xl_f64 xl_f64_add(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_low(a) + xl_neon_low(b), xl_neon_high(a) + xl_neon_high(b));
}

XL_VEC xl_f64 xl_f64_sub(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_low(a) - xl_neon_low(b), xl_neon_high(a) - xl_neon_high(b));
}

XL_VEC xl_f64 xl_f64_mul(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_low(a) * xl_neon_low(b), xl_neon_high(a) * xl_neon_high(b));
}

XL_VEC xl_f64 xl_f64_div(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_low(a) / xl_neon_low(b), xl_neon_high(a) / xl_neon_high(b));
}

XL_VEC xl_f64 xl_f64_sqrt(xl_f64 a, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_sqrt(xl_neon_low(a)), xl_neon_sqrt(xl_neon_high(a)));
}

XL_VEC xl_f64 xl_f64_roundeven(xl_f64 a, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_rint(xl_neon_low(a)), xl_neon_rint(xl_neon_high(a)));
}

XL_VEC xl_f64 xl_f64_min(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_min(xl_neon_low(a), xl_neon_low(b)), xl_neon_min(xl_neon_high(a), xl_neon_high(b)));
}

XL_VEC xl_f64 xl_f64_max(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_max(xl_neon_low(a), xl_neon_low(b)), xl_neon_max(xl_neon_high(a), xl_neon_high(b)));
}

XL_VEC double xl_f64_reduce_min(xl_f64 v, size_t vl)
{
    return vl > 1 ? xl_neon_min(xl_neon_low(v), xl_neon_high(v)) : xl_neon_low(v);
}

XL_VEC double xl_f64_reduce_max(xl_f64 v, size_t vl)
{
    return vl > 1 ? xl_neon_max(xl_neon_low(v), xl_neon_high(v)) : xl_neon_low(v);
}

XL_VEC xl_m64 xl_neon_mask_of(bool low, bool high)
{
    return (xl_m64){vcombine_u64(vcreate_u64(-(uint64_t)low), vcreate_u64(-(uint64_t)high))};
}

XL_VEC xl_m64 xl_f64_eq(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_mask_of(xl_neon_low(a) == xl_neon_low(b), xl_neon_high(a) == xl_neon_high(b));
}

XL_VEC xl_m64 xl_f64_lt(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_mask_of(xl_neon_low(a) < xl_neon_low(b), xl_neon_high(a) < xl_neon_high(b));
}

XL_VEC xl_m64 xl_f64_le(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return xl_neon_mask_of(xl_neon_low(a) <= xl_neon_low(b), xl_neon_high(a) <= xl_neon_high(b));
}

XL_VEC xl_f64 xl_f64_abs(xl_f64 a, size_t vl) { (void)vl; return (xl_f64){vandq_u64(a.v, vdupq_n_u64(INT64_MAX))}; }
XL_VEC xl_f64 xl_f64_neg(xl_f64 a, size_t vl) { (void)vl; return (xl_f64){veorq_u64(a.v, vdupq_n_u64(UINT64_C(1) << 63))}; }

XL_VEC xl_f64 xl_f64_fma(xl_f64 a, xl_f64 b, xl_f64 c, size_t vl)
{
    (void)vl;
    return xl_neon_f64(__builtin_fma(xl_neon_low(a), xl_neon_low(b), xl_neon_low(c)),
                       __builtin_fma(xl_neon_high(a), xl_neon_high(b), xl_neon_high(c)));
}

XL_VEC double xl_f64_reduce_add(xl_f64 v, size_t vl)
{
    return vl > 1 ? xl_neon_low(v) + xl_neon_high(v) : xl_neon_low(v);
}

/* VCVT saturates, and makes a NaN 0. Clang takes the intrinsic for C's cast, undefined there, so it must not see v. */
XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
#ifdef __clang__
    __asm__("" : "+w"(v));
#endif
    return vcvtq_s32_f32(v);
}

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl) { return xl_i32_from_f32(xl_f32_roundeven(v, vl), vl); }
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return vcvtq_f32_s32(v); }

#include "neon32_groups.h"

#endif
