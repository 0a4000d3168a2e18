/* The vector vocabulary on LSX: 128 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_LSX_H
#define XL_ARCH_LOONG64_LSX_H

#include <lsxintrin.h>

typedef __m128i xl_lx;
typedef __m128 xl_f32;
typedef __m128d xl_f64;

#define XL_LX_BITS 128
#define XL_LX(OP) __lsx_v##OP

XL_VEC uint32_t xl_lx_bytes_set(xl_lx m) { return __lsx_vpickve2gr_hu(__lsx_vmskltz_b(m), 0); }
XL_VEC xl_lx xl_lx_swap_halves(xl_lx v) { return v; } /* there is one */
XL_VEC xl_lx xl_lx_first(xl_lx v, xl_lx w) { (void)w; return v; }
XL_VEC xl_lx xl_lx_second(xl_lx v, xl_lx w) { (void)v; return w; }
XL_VEC xl_lx xl_lx_load_each(const uint8_t *p, size_t stride) { (void)stride; return __lsx_vld(p, 0); }
XL_VEC void xl_lx_store_each(uint8_t *p, xl_lx v, size_t stride) { (void)stride; __lsx_vst(v, p, 0); }

XL_VEC xl_lx xl_u32_scan_add(xl_lx v, size_t vl)
{
    (void)vl;
    v = __lsx_vadd_w(v, __lsx_vbsll_v(v, 4));
    return __lsx_vadd_w(v, __lsx_vbsll_v(v, 8));
}

XL_VEC xl_lx xl_u32_gather(const uint32_t *p, xl_lx index, size_t vl)
{
    xl_lx v = __lsx_vldrepl_w(p + __lsx_vpickve2gr_wu(index, 0), 0);
    if (vl > 1)
        v = __lsx_vinsgr2vr_w(v, (int)p[__lsx_vpickve2gr_wu(index, 1)], 1);
    if (vl > 2)
        v = __lsx_vinsgr2vr_w(v, (int)p[__lsx_vpickve2gr_wu(index, 2)], 2);
    if (vl > 3)
        v = __lsx_vinsgr2vr_w(v, (int)p[__lsx_vpickve2gr_wu(index, 3)], 3);
    return v;
}

#include "lanes.h"

#include "groups.h"

XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    xl_lx t = __lsx_vld(table, 0);
    (void)vl;
    return __lsx_vshuf_b(t, t, __lsx_vandi_b(index, 15));
}
#define XL_HAS_LOOKUP16

/* The low `full` bytes of a vector, of which `bytes` are in memory. */
XL_VEC xl_lx xl_lsx_load_low(const void *p, size_t bytes, size_t full)
{
    uint64_t bits = 0;
    if (bytes == full)
        memcpy(&bits, p, full);
    else
        memcpy(&bits, p, bytes);
    return __lsx_vreplgr2vr_d((long)bits);
}

/* vl lanes of M from memory; v has them in its low part. */
#define XL_LSX_LOAD(T, M, WIDENED)                                                                                     \
    XL_VEC xl_##T xl_##T##_load_widen_##M(const xl_e_##M *p, size_t vl)                                                      \
    {                                                                                                                  \
        xl_lx v = xl_lsx_load_low(p, vl * sizeof *p, 128 / 8 / sizeof(xl_e_##T) * sizeof *p);                          \
        return WIDENED;                                                                                                \
    }
XL_LSX_LOAD(i16, i8, __lsx_vsllwil_h_b(v, 0))
XL_LSX_LOAD(u16, u8, __lsx_vsllwil_hu_bu(v, 0))
XL_LSX_LOAD(i64, i32, __lsx_vsllwil_d_w(v, 0))
XL_LSX_LOAD(u64, u32, __lsx_vsllwil_du_wu(v, 0))
#define XL_HAS_WIDEN
XL_LSX_LOAD(i32, i8, __lsx_vsllwil_w_h(__lsx_vsllwil_h_b(v, 0), 0))
XL_LSX_LOAD(u32, u8, __lsx_vsllwil_wu_hu(__lsx_vsllwil_hu_bu(v, 0), 0))
XL_LSX_LOAD(i32, i16, __lsx_vsllwil_w_h(v, 0))
XL_LSX_LOAD(u32, u16, __lsx_vsllwil_wu_hu(v, 0))

XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl) { return __lsx_vfcvtl_s_h(xl_lsx_load_low(p, 2 * vl, 8)); }
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return __lsx_vfcvtl_d_s((__m128)xl_lsx_load_low(p, 4 * vl, 8));
}

/* The other way: the low `full` bytes of v, of which `bytes` go to memory. */
XL_VEC void xl_lsx_store_low(void *p, xl_lx v, size_t bytes, size_t full)
{
    long bits = __lsx_vpickve2gr_d(v, 0);
    if (bytes == full)
        memcpy(p, &bits, full);
    else
        memcpy(p, &bits, bytes);
}
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_lsx_store_low(p, __lsx_vpickev_b(v, v), vl, 8); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vpickev_w(v, v), 4 * vl, 8);
}
#define XL_HAS_NARROW
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    v = __lsx_vpickev_h(v, v);
    xl_lsx_store_low(p, __lsx_vpickev_b(v, v), vl, 4);
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vpickev_h(v, v), 2 * vl, 8);
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_lsx_store_low(p, __lsx_vfcvt_h_s(v, v), 2 * vl, 8);
}
#define XL_HAS_F16
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_lsx_store_low(p, (xl_lx)__lsx_vfcvt_s_d(v, v), 4 * vl, 8);
}
#define XL_HAS_F64_F32

#endif
