/* Advanced SIMD's own instructions for groups of arch/generic.h, on ARMv7.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_ARMHF_NEON32_GROUPS_H
#define XL_ARCH_ARMHF_NEON32_GROUPS_H

#define XL_NEON_BINARY(T, OP, I)                                                                                       \
    XL_VEC xl_##T xl_##T##_##OP(xl_##T a, xl_##T b, size_t vl) { (void)vl; return I##_##T(a, b); }

#define XL_HAS_AVERAGE
#define XL_HAS_ABSDIFF
XL_NEON_BINARY(u8, avg, vrhaddq)
XL_NEON_BINARY(u16, avg, vrhaddq)
XL_NEON_BINARY(u8, absdiff, vabdq)
XL_NEON_BINARY(u16, absdiff, vabdq)

#define XL_HAS_COPYSIGN
XL_VEC xl_f32 xl_f32_copysign(xl_f32 a, xl_f32 b, size_t vl)
{
    (void)vl;
    return vbslq_f32(vdupq_n_u32(UINT32_C(1) << 31), b, a);
}

XL_VEC xl_f64 xl_f64_copysign(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return vbslq_u64(vdupq_n_u64(UINT64_C(1) << 63), b, a);
}

#define XL_HAS_MULHI32
#define XL_NEON_MULHI32(T, S, WIDE)                                                                                    \
    XL_VEC xl_##T xl_##T##_mulhi(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return vcombine_##S(vshrn_n_##WIDE(vmull_##S(vget_low_##S(a), vget_low_##S(b)), 32),                           \
                            vshrn_n_##WIDE(vmull_##S(vget_high_##S(a), vget_high_##S(b)), 32));                        \
    }
XL_NEON_MULHI32(i32, s32, s64)
XL_NEON_MULHI32(u32, u32, u64)

XL_VEC uint8x16_t xl_neon_lookup(uint8x16_t table, uint8x16_t index)
{
    uint8x8x2_t t = {{vget_low_u8(table), vget_high_u8(table)}};
    return vcombine_u8(vtbl2_u8(t, vget_low_u8(index)), vtbl2_u8(t, vget_high_u8(index)));
}

#include "../neon_interleave.h"
#include "../neon_lookup.h"

#endif
