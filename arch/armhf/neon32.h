/* The vector vocabulary in ARMv7 Advanced SIMD with VFPv4: 128 bits; f64 through VFP.
 * SPDX-License-Identifier: MIT
 *
 * Advanced SIMD takes f32 subnormals as zero, operands and results. What passes through VFP here does the same.
 */
#ifndef XL_ARCH_ARMHF_NEON32_H
#define XL_ARCH_ARMHF_NEON32_H

#include <arm_neon.h>

/* There are no f64 lanes: vectors of f64 hold their bits. */
#define XL_NEON_F64 u64
typedef uint64x2_t xl_f64;

#include "../neon_lanes.h"

/* Where one instruction compares: lanes of up to 32 bits. VMIN and VMAX are IEEE's minimum and maximum. */
#define XL_NEON_COMPARE(T, S, W)                                                                                       \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vceqq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vminq_##S(a, b); }                    \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vmaxq_##S(a, b); }

#define XL_NEON_ORDER(T, S, W)                                                                                         \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vcltq_##S(a, b); }                    \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return vcleq_##S(a, b); }

/* Four lanes to one, in pairs. From vl on stands a neutral lane: -0 in a float sum, 0 in one of integers; for the
 * least and the greatest the first lane, which always counts. */
#define XL_NEON_REDUCE_32(T, S, NEUTRAL)                                                                               \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        v = xl_##T##_merge(vdupq_n_##S(NEUTRAL), v, vl);                                                               \
        xl_neon_pair_##T pair = vadd_##S(vget_low_##S(v), vget_high_##S(v));                                           \
        return vget_lane_##S(vpadd_##S(pair, pair), 0);                                                                \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_min(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        v = xl_##T##_merge(vdupq_lane_##S(vget_low_##S(v), 0), v, vl);                                                 \
        xl_neon_pair_##T pair = vpmin_##S(vget_low_##S(v), vget_high_##S(v));                                          \
        return vget_lane_##S(vpmin_##S(pair, pair), 0);                                                                \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_reduce_max(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        v = xl_##T##_merge(vdupq_lane_##S(vget_low_##S(v), 0), v, vl);                                                 \
        xl_neon_pair_##T pair = vpmax_##S(vget_low_##S(v), vget_high_##S(v));                                          \
        return vget_lane_##S(vpmax_##S(pair, pair), 0);                                                                \
    }

typedef float32x2_t xl_neon_pair_f32;
typedef int32x2_t xl_neon_pair_i32;
typedef uint32x2_t xl_neon_pair_u32;

#define XL_NEON_INT_NARROW(T, S, W, N)                                                                                 \
    XL_NEON_INT(T, S, W, N)                                                                                            \
    XL_NEON_COMPARE(T, S, W)                                                                                           \
    XL_NEON_ORDER(T, S, W)                                                                                             \
    XL_NEON_SATURATING(T, S)

#define XL_NEON_INT_32(T, S)                                                                                           \
    XL_NEON_INT(T, S, 32, s32)                                                                                         \
    XL_NEON_MUL(T, S)                                                                                                  \
    XL_NEON_COMPARE(T, S, 32)                                                                                          \
    XL_NEON_ORDER(T, S, 32)                                                                                            \
    XL_NEON_REDUCE_32(T, S, 0)                                                                                         \
    XL_NEON_LANES_32(T, S)

/* Comparisons know no 64-bit lanes. a < b where the saturated difference is negative; unsigned, both lose 2^63 first
 * (FLIP). A lane equals where both halves do. */
#define XL_NEON_INT_64(T, S, FLIP)                                                                                     \
    XL_NEON_INT(T, S, 64, s64)                                                                                         \
    XL_VEC int64x2_t xl_neon_##T##_signed(xl_##T v)                                                                    \
    {                                                                                                                  \
        return veorq_s64(vreinterpretq_s64_u8(xl_neon_bytes_##T(v)), vdupq_n_s64(FLIP));                               \
    }                                                                                                                  \
    XL_VEC xl_m64 xl_##T##_eq(xl_##T a, xl_##T b, size_t vl)                                                           \
    {                                                                                                                  \
        uint8x16_t from_a = xl_neon_bytes_##T(a), from_b = xl_neon_bytes_##T(b);                                       \
        uint32x4_t halves = vceqq_u32(vreinterpretq_u32_u8(from_a), vreinterpretq_u32_u8(from_b));                     \
        (void)vl;                                                                                                      \
        return vreinterpretq_u64_u32(vandq_u32(halves, vrev64q_u32(halves)));                                          \
    }                                                                                                                  \
    XL_VEC xl_m64 xl_##T##_lt(xl_##T a, xl_##T b, size_t vl)                                                           \
    {                                                                                                                  \
        int64x2_t difference = vqsubq_s64(xl_neon_##T##_signed(a), xl_neon_##T##_signed(b));                           \
        (void)vl;                                                                                                      \
        return vreinterpretq_u64_s64(vshrq_n_s64(difference, 63));                                                     \
    }                                                                                                                  \
    XL_VEC xl_m64 xl_##T##_le(xl_##T a, xl_##T b, size_t vl)                                                           \
    {                                                                                                                  \
        return vreinterpretq_u64_u8(vmvnq_u8(vreinterpretq_u8_u64(xl_##T##_lt(b, a, vl))));                            \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { return vbslq_##S(xl_##T##_lt(a, b, vl), a, b); }       \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { return vbslq_##S(xl_##T##_lt(a, b, vl), b, a); }       \
    XL_VEC xl_e_##T xl_##T##_reduce_add(xl_##T v, size_t vl)                                                           \
    {                                                                                                                  \
        v = xl_##T##_merge(vdupq_n_##S(0), v, vl);                                                                     \
        return vget_lane_##S(vadd_##S(vget_low_##S(v), vget_high_##S(v)), 0);                                          \
    }                                                                                                                  \
    XL_NEON_LANES_64(T, S)

/* Narrowing by 4 bits leaves 4 bits of each byte. */
#define XL_NEON_MASK(W)                                                                                                \
    XL_NEON_MASK_BITS(W)                                                                                               \
    XL_VEC uint64_t xl_neon_m##W##_nibbles(xl_m##W m, size_t vl)                                                       \
    {                                                                                                                  \
        uint16x8_t pairs = vreinterpretq_u16_u8(xl_neon_m##W##_below(m, vl));                                          \
        return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(pairs, 4)), 0);                                           \
    }                                                                                                                  \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return xl_neon_m##W##_nibbles(m, vl) != 0; }                     \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        uint64_t bits = xl_neon_m##W##_nibbles(m, vl);                                                                 \
        return bits ? (size_t)__builtin_ctzll(bits) / (W / 2) : vl;                                                    \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        uint32x4_t sums = vpaddlq_u16(vpaddlq_u8(vshrq_n_u8(xl_neon_m##W##_below(m, vl), 7)));                         \
        uint32x2_t pair = vadd_u32(vget_low_u32(sums), vget_high_u32(sums));                                           \
        return vget_lane_u32(vpadd_u32(pair, pair), 0) / (W / 8);                                                      \
    }

XL_NEON_BASIC(f32, f32, 32)
XL_NEON_COMPARE(f32, f32, 32)
XL_NEON_MUL(f32, f32)
XL_NEON_REDUCE_32(f32, f32, -0.0f)
XL_NEON_MEMORY(f64, u64, 64)
XL_NEON_INT_NARROW(i8, s8, 8, s8)
XL_NEON_INT_NARROW(i16, s16, 16, s16)
XL_NEON_INT_32(i32, s32)
XL_NEON_INT_64(i64, s64, 0)
XL_NEON_INT_NARROW(u8, u8, 8, s8)
XL_NEON_INT_NARROW(u16, u16, 16, s16)
XL_NEON_INT_32(u32, u32)
XL_NEON_INT_64(u64, u64, INT64_MIN)
XL_NEON_MUL(i16, s16)
XL_NEON_MUL(u16, u16)
XL_NEON_MASK(8)
XL_NEON_MASK(16)
XL_NEON_MASK(32)
XL_NEON_MASK(64)

/* Of vcltq_f32 and vcleq_f32 gcc 14 makes VFP comparisons, lane by lane, that honour subnormals. */
XL_VEC xl_m32 xl_f32_lt(xl_f32 a, xl_f32 b, size_t vl)
{
    xl_m32 m;
    (void)vl;
    __asm__("vcgt.f32 %q0, %q1, %q2" : "=w"(m) : "w"(b), "w"(a));
    return m;
}

XL_VEC xl_m32 xl_f32_le(xl_f32 a, xl_f32 b, size_t vl)
{
    xl_m32 m;
    (void)vl;
    __asm__("vcge.f32 %q0, %q1, %q2" : "=w"(m) : "w"(b), "w"(a));
    return m;
}

XL_VEC xl_f32 xl_f32_fma(xl_f32 a, xl_f32 b, xl_f32 c, size_t vl) { (void)vl; return vfmaq_f32(c, a, b); }
XL_VEC xl_f32 xl_f32_abs(xl_f32 a, size_t vl) { (void)vl; return vabsq_f32(a); }
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

XL_VEC double xl_neon_low(xl_f64 v) { return xl_neon_double(vget_low_u64(v)); }
XL_VEC double xl_neon_high(xl_f64 v) { return xl_neon_double(vget_high_u64(v)); }

XL_VEC xl_f64 xl_neon_f64(double low, double high)
{
    uint64_t low_bits, high_bits;
    memcpy(&low_bits, &low, sizeof low);
    memcpy(&high_bits, &high, sizeof high);
    return vcombine_u64(vcreate_u64(low_bits), vcreate_u64(high_bits));
}

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

/* F64 arithmetic is VFP's, lane by lane: F computes one lane, C compares. */
#define XL_NEON_F64_OPERATOR(NAME, C)                                                                                  \
    XL_VEC xl_f64 xl_f64_##NAME(xl_f64 a, xl_f64 b, size_t vl)                                                         \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_neon_f64(xl_neon_low(a) C xl_neon_low(b), xl_neon_high(a) C xl_neon_high(b));                        \
    }
#define XL_NEON_F64_COMPARE(NAME, C)                                                                                   \
    XL_VEC xl_m64 xl_f64_##NAME(xl_f64 a, xl_f64 b, size_t vl)                                                         \
    {                                                                                                                  \
        uint64_t low = xl_neon_low(a) C xl_neon_low(b), high = xl_neon_high(a) C xl_neon_high(b);                      \
        (void)vl;                                                                                                      \
        return vcombine_u64(vcreate_u64(-low), vcreate_u64(-high));                                                    \
    }
#define XL_NEON_F64_UNARY(NAME, F)                                                                                     \
    XL_VEC xl_f64 xl_f64_##NAME(xl_f64 a, size_t vl)                                                                   \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_neon_f64(F(xl_neon_low(a)), F(xl_neon_high(a)));                                                     \
    }
#define XL_NEON_F64_MINMAX(NAME)                                                                                       \
    XL_VEC xl_f64 xl_f64_##NAME(xl_f64 a, xl_f64 b, size_t vl)                                                         \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_neon_f64(xl_neon_##NAME(xl_neon_low(a), xl_neon_low(b)),                                             \
                           xl_neon_##NAME(xl_neon_high(a), xl_neon_high(b)));                                          \
    }                                                                                                                  \
    XL_VEC double xl_f64_reduce_##NAME(xl_f64 v, size_t vl)                                                            \
    {                                                                                                                  \
        return vl > 1 ? xl_neon_##NAME(xl_neon_low(v), xl_neon_high(v)) : xl_neon_low(v);                              \
    }

XL_NEON_F64_OPERATOR(add, +)
XL_NEON_F64_OPERATOR(sub, -)
XL_NEON_F64_OPERATOR(mul, *)
XL_NEON_F64_OPERATOR(div, /)
XL_NEON_F64_COMPARE(eq, ==)
XL_NEON_F64_COMPARE(lt, <)
XL_NEON_F64_COMPARE(le, <=)
XL_NEON_F64_UNARY(sqrt, xl_neon_sqrt)
XL_NEON_F64_UNARY(roundeven, xl_neon_rint)
XL_NEON_F64_MINMAX(min)
XL_NEON_F64_MINMAX(max)

XL_VEC xl_f64 xl_f64_set1(double x, size_t vl) { (void)vl; return xl_neon_f64(x, x); }
XL_VEC xl_f64 xl_f64_abs(xl_f64 a, size_t vl) { (void)vl; return vandq_u64(a, vdupq_n_u64(INT64_MAX)); }
XL_VEC xl_f64 xl_f64_neg(xl_f64 a, size_t vl) { (void)vl; return veorq_u64(a, vdupq_n_u64((uint64_t)1 << 63)); }

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

XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl)
{
    (void)vl;
    int32x4_t low = vmull_s16(vget_low_s16(a), vget_low_s16(b)), high = vmull_s16(vget_high_s16(a), vget_high_s16(b));
    return vcombine_s16(vshrn_n_s32(low, 16), vshrn_n_s32(high, 16));
}

XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl)
{
    (void)vl;
    uint32x4_t low = vmull_u16(vget_low_u16(a), vget_low_u16(b)), high = vmull_u16(vget_high_u16(a), vget_high_u16(b));
    return vcombine_u16(vshrn_n_u32(low, 16), vshrn_n_u32(high, 16));
}

/* VCVT clamps, and turns NaN into 0. Clang takes the intrinsic for C's cast, undefined there, so it must not see v. */
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
