/* Advanced SIMD's own instructions for groups of arch/generic.h, on ARMv7.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_ARMHF_NEON32_GROUPS_H
#define XL_ARCH_ARMHF_NEON32_GROUPS_H

#define XL_HAS_AVERAGE
#define XL_HAS_ABSDIFF
#define XL_HAS_MULHI32
XL_VEC xl_u8 xl_u8_avg(xl_u8 a, xl_u8 b, size_t vl) { (void)vl; return vrhaddq_u8(a, b); }
XL_VEC xl_u16 xl_u16_avg(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return vrhaddq_u16(a, b); }
XL_VEC xl_u8 xl_u8_absdiff(xl_u8 a, xl_u8 b, size_t vl) { (void)vl; return vabdq_u8(a, b); }
XL_VEC xl_u16 xl_u16_absdiff(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return vabdq_u16(a, b); }

#define XL_HAS_F64_F32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl) { return xl_neon_f64(p[0], vl > 1 ? p[1] : 0); }
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    p[0] = (float)xl_neon_low(v);
    if (vl > 1)
        p[1] = (float)xl_neon_high(v);
}

#define XL_HAS_COPYSIGN
XL_VEC xl_f64 xl_f64_copysign(xl_f64 a, xl_f64 b, size_t vl)
{
    (void)vl;
    return (xl_f64){vbslq_u64(vdupq_n_u64(UINT64_C(1) << 63), b.v, a.v)};
}

#define XL_HAS_CLAMP
XL_VEC double xl_neon_clamp(double x, double least, double most) { return x < least ? least : x > most ? most : x; }
XL_VEC xl_f64 xl_f64_clamp(xl_f64 x, double least, double most, size_t vl)
{
    (void)vl;
    return xl_neon_f64(xl_neon_clamp(xl_neon_low(x), least, most), xl_neon_clamp(xl_neon_high(x), least, most));
}

XL_VEC uint32_t xl_neon_mask_number(xl_m32 m)
{
    uint32x4_t bits = vandq_u32(m.v, (uint32x4_t){1, 2, 4, 8});
    uint32x2_t pair = vadd_u32(vget_low_u32(bits), vget_high_u32(bits));
    return vget_lane_u32(vpadd_u32(pair, pair), 0);
}

#include "../neon_compress.h"
#include "../neon_interleave.h"

#endif
