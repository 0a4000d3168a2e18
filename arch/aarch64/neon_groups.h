/* Advanced SIMD's own instructions for groups of arch/generic.h, on AArch64.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_AARCH64_NEON_GROUPS_H
#define XL_ARCH_AARCH64_NEON_GROUPS_H

#define XL_NEON_UNARY(T, S, OP, I)                                                                                     \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, size_t vl) { (void)vl; return I##_##S(a); }
#define XL_NEON_BINARY(T, S, OP, I)                                                                                    \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl) { (void)vl; return I##_##S(a, b); }

#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
XL_NEON_UNARY(f32, f32, floor, vrndmq)
XL_NEON_UNARY(f32, f32, ceil, vrndpq)
XL_NEON_UNARY(f32, f32, trunc, vrndq)
XL_NEON_UNARY(f64, f64, floor, vrndmq)
XL_NEON_UNARY(f64, f64, ceil, vrndpq)
XL_NEON_UNARY(f64, f64, trunc, vrndq)

#define XL_HAS_COPYSIGN
XL_VEC xl_f32 xl_f32_copysign(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return vbslq_f32(vdupq_n_u32(UINT32_C(1) << 31), b, a);
}

XL_VEC xl_f64 xl_f64_copysign(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return vbslq_f64(vdupq_n_u64(UINT64_C(1) << 63), b, a);
}

#define XL_HAS_AVERAGE
#define XL_HAS_ABSDIFF
XL_NEON_BINARY(u8, u8, avg, vrhaddq)
XL_NEON_BINARY(u16, u16, avg, vrhaddq)
XL_NEON_BINARY(u8, u8, absdiff, vabdq)
XL_NEON_BINARY(u16, u16, absdiff, vabdq)

#define XL_HAS_MULHI32
#define XL_NEON_MULHI32(T, S, WIDE)                                                                                    \
    XL_VEC xl_##T xl_##T##_mulhi(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        xl_##T low = vreinterpretq_##S##_##WIDE(vmull_##S(vget_low_##S(a), vget_low_##S(b)));                          \
        xl_##T high = vreinterpretq_##S##_##WIDE(vmull_high_##S(a, b));                                                \
        (void)vl;                                                                                                      \
        return vuzp2q_##S(low, high);                                                                                  \
    }
XL_NEON_MULHI32(i32, s32, s64)
XL_NEON_MULHI32(u32, u32, u64)

/* FCVTZU and FCVTZS clamp, and turn a NaN into 0. */
#define XL_HAS_U32_F32
#define XL_HAS_I64_F64
#define XL_HAS_F64_I32
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl) { (void)vl; return vcvtq_u32_f32(v); }
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return vcvtq_f32_u32(v); }
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl) { (void)vl; return vcvtq_s64_f64(v); }
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return vcvtq_f64_s64(v); }
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return vcvtq_f64_s64(xl_i64_load_widen_i32(p, vl)); }

#define XL_HAS_F64_F32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return vcvt_f64_f32(vreinterpret_f32_u8(xl_neon_load_half(p, 4 * vl)));
}

XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_f32(vcvt_f32_f64(v)), 4 * vl);
}

#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return vcvt_f32_f16(vreinterpret_f16_u8(xl_neon_load_half(p, 2 * vl)));
}

XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_neon_store_half(p, vreinterpret_u8_f16(vcvt_f16_f32(v)), 2 * vl);
}

XL_VEC uint8x16_t xl_neon_lookup(uint8x16_t table, uint8x16_t index) { return vqtbl1q_u8(table, index); }

#include "../neon_interleave.h"
#include "../neon_lookup.h"

#endif
