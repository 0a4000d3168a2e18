/* The vector vocabulary on LSX: 128 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_LSX_H
#define XL_ARCH_LOONG64_LSX_H

#include <lsxintrin.h>

#include "../compress16.h"
#include "partial.h"

typedef __m128i xl_lx;
typedef __m128 xl_lx_f32;
typedef __m128d xl_lx_f64;

#define XL_LX_BITS 128
enum { XL_LX_BYTES = XL_LX_BITS / 8 };
#define XL_LX(OP) __lsx_v##OP
#define XL_LX_ANY_BIT(V) __lsx_bnz_v(V)

#include "numbers.h"

XL_VEC xl_lx xl_lx_load_part(const uint8_t *p, size_t bytes, size_t unit) { return xl_lsx_load_part(p, bytes, unit); }
XL_VEC void xl_lx_store_part(uint8_t *p, xl_lx v, size_t bytes, size_t unit) { xl_lsx_store_part(p, v, bytes, unit); }

XL_VEC uint32_t xl_lx_bytes_set(xl_lx m) { return (uint16_t)__lsx_vpickve2gr_h(__lsx_vmskltz_b(m), 0); }
XL_VEC xl_lx xl_lx_swap_halves(xl_lx v) { return v; } /* there is one */
XL_VEC xl_lx xl_lx_half_of(xl_lx v, size_t half) { (void)half; return v; }
XL_VEC xl_lx xl_lx_first(xl_lx v, xl_lx w) { (void)w; return v; }
XL_VEC xl_lx xl_lx_second(xl_lx v, xl_lx w) { (void)v; return w; }
XL_VEC xl_lx xl_lx_load_each(const uint8_t *p, size_t stride) { (void)stride; return __lsx_vld(p, 0); }
XL_VEC void xl_lx_store_each(uint8_t *p, xl_lx v, size_t stride) { (void)stride; __lsx_vst(v, p, 0); }

/* Byte i is byte i + n of v; n is below 16. Bytes from 16 - n on are unspecified. */
XL_VEC xl_lx xl_lx_bytes_down(xl_lx v, size_t n, size_t unit)
{
    (void)unit;
    return __lsx_vshuf_b(v, v, __lsx_vadd_b(xl_lx_iota8(), __lsx_vreplgr2vr_b((int)n)));
}
/* Byte i is byte i - n of v; n is below 16. Bytes below n are those of v. */
XL_VEC xl_lx xl_lx_bytes_up(xl_lx v, size_t n, size_t unit)
{
    xl_lx iota = xl_lx_iota8(), count = __lsx_vreplgr2vr_b((int)n);
    (void)unit;
    return __lsx_vshuf_b(v, v, __lsx_vsub_b(iota, __lsx_vand_v(count, __lsx_vsle_b(count, iota))));
}

XL_VEC xl_lx xl_lx_compress(xl_lx v, xl_lx m)
{
    return __lsx_vshuf_b(v, v, __lsx_vld(xl_compress16[__lsx_vpickve2gr_h(__lsx_vmskltz_w(m), 0)], 0));
}

XL_VEC xl_lx xl_lx_scan_add(xl_lx v)
{
    v = __lsx_vadd_w(v, __lsx_vbsll_v(v, 4));
    return __lsx_vadd_w(v, __lsx_vbsll_v(v, 8));
}

XL_VEC xl_lx xl_lx_gather(const uint32_t *p, xl_lx index, size_t vl)
{
    xl_lx v = __lsx_vldrepl_w(p + (uint32_t)__lsx_vpickve2gr_w(index, 0), 0);
    if (vl > 1)
        v = __lsx_vinsgr2vr_w(v, (int)p[(uint32_t)__lsx_vpickve2gr_w(index, 1)], 1);
    if (vl > 2)
        v = __lsx_vinsgr2vr_w(v, (int)p[(uint32_t)__lsx_vpickve2gr_w(index, 2)], 2);
    if (vl > 3)
        v = __lsx_vinsgr2vr_w(v, (int)p[(uint32_t)__lsx_vpickve2gr_w(index, 3)], 3);
    return v;
}

XL_VEC xl_lx xl_lx_gather64(const void *p, xl_lx index, size_t vl)
{
    xl_lx v = __lsx_vldrepl_d(xl_lx_word64(p, __lsx_vpickve2gr_d(index, 0)), 0);
    if (vl > 1)
        v = __lsx_vinsgr2vr_d(v, *xl_lx_word64(p, __lsx_vpickve2gr_d(index, 1)), 1);
    return v;
}

#include "lanes.h"

#include "groups.h"

XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    xl_lx t = __lsx_vld(table, 0);
    (void)vl;
    return (xl_u8)__lsx_vshuf_b(t, t, __lsx_vandi_b((xl_lx)index, 15));
}
#define XL_HAS_LOOKUP16

/* vl lanes from memory, of `unit` bytes each, in the low part of a vector, which has room for `lanes` of them. */
XL_VEC xl_lx xl_lsx_load_low(const void *p, size_t vl, size_t lanes, size_t unit)
{
    uint64_t word[2];
    uint32_t half;
    if (vl != lanes) {
        xl_lsx_read_part((const uint8_t *)p, vl * unit, unit, word);
    } else if (lanes * unit == 8) {
        memcpy(word, p, 8);
    } else {
        memcpy(&half, p, 4);
        word[0] = half;
    }
    return __lsx_vreplgr2vr_d((long)word[0]);
}

XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl)
{
    return (xl_i16)__lsx_vsllwil_h_b(xl_lsx_load_low(p, vl, 8, 1), 0);
}
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u16)__lsx_vsllwil_hu_bu(xl_lsx_load_low(p, vl, 8, 1), 0);
}
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return (xl_i64)__lsx_vsllwil_d_w(xl_lsx_load_low(p, vl, 2, 4), 0);
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return (xl_u64)__lsx_vsllwil_du_wu(xl_lsx_load_low(p, vl, 2, 4), 0);
}
#define XL_HAS_WIDEN
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return (xl_i32)__lsx_vsllwil_w_h(__lsx_vsllwil_h_b(xl_lsx_load_low(p, vl, 4, 1), 0), 0);
}
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u32)__lsx_vsllwil_wu_hu(__lsx_vsllwil_hu_bu(xl_lsx_load_low(p, vl, 4, 1), 0), 0);
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return (xl_i32)__lsx_vsllwil_w_h(xl_lsx_load_low(p, vl, 4, 2), 0);
}
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return (xl_u32)__lsx_vsllwil_wu_hu(xl_lsx_load_low(p, vl, 4, 2), 0);
}
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return (xl_f32)__lsx_vfcvtl_s_h(xl_lsx_load_low(p, vl, 4, 2));
}
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return (xl_f64)__lsx_vfcvtl_d_s((xl_lx_f32)xl_lsx_load_low(p, vl, 2, 4));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl)
{
    return (xl_f64)__lsx_vffintl_d_w(xl_lsx_load_low(p, vl, 2, 4));
}
#define XL_HAS_F64_I32

/* The other way: vl lanes of `unit` bytes each, from the low part of a vector, which has `lanes` of them. */
XL_VEC void xl_lsx_store_low(void *p, xl_lx v, size_t vl, size_t lanes, size_t unit)
{
    if (vl != lanes)
        xl_lsx_write_part((uint8_t *)p, (uint64_t)__lsx_vpickve2gr_d(v, 0), 0, vl * unit, unit);
    else if (lanes * unit == 8)
        __lsx_vstelm_d(v, p, 0, 0);
    else
        __lsx_vstelm_w(v, p, 0, 0);
}
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vpickev_b((xl_lx)v, (xl_lx)v), vl, 8, 1);
}
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vpickev_w((xl_lx)v, (xl_lx)v), vl, 2, 4);
}
#define XL_HAS_NARROW
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_lx half = __lsx_vpickev_h((xl_lx)v, (xl_lx)v);
    xl_lsx_store_low(p, __lsx_vpickev_b(half, half), vl, 4, 1);
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vpickev_h((xl_lx)v, (xl_lx)v), vl, 4, 2);
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vfcvt_h_s((xl_lx_f32)v, (xl_lx_f32)v), vl, 4, 2);
}
#define XL_HAS_F16
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_lsx_store_low(p, (xl_lx)__lsx_vfcvt_s_d((xl_lx_f64)v, (xl_lx_f64)v), vl, 2, 4);
}
#define XL_HAS_F64_F32

#endif
