/* The vector vocabulary on LASX: 256 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_LASX_H
#define XL_ARCH_LOONG64_LASX_H

#include <lasxintrin.h>
#include <lsxintrin.h>

typedef __m256i xl_lx;
typedef __m256 xl_f32;
typedef __m256d xl_f64;

#define XL_LX_BITS 256
#define XL_LX(OP) __lasx_xv##OP

/* vmskltz leaves 16 bits in each half. */
XL_VEC uint32_t xl_lx_bytes_set(xl_lx m)
{
    m = __lasx_xvmskltz_b(m);
    return __lasx_xvpickve2gr_wu(m, 0) | __lasx_xvpickve2gr_wu(m, 4) << 16;
}
XL_VEC xl_lx xl_lx_swap_halves(xl_lx v) { return __lasx_xvpermi_d(v, 0x4e); }
XL_VEC xl_lx xl_lx_first(xl_lx v, xl_lx w) { return __lasx_xvpermi_q(w, v, 0x20); }
XL_VEC xl_lx xl_lx_second(xl_lx v, xl_lx w) { return __lasx_xvpermi_q(w, v, 0x31); }
XL_VEC xl_lx xl_lasx_of_halves(__m128i low, __m128i high) { return __builtin_shufflevector(low, high, 0, 1, 2, 3); }
XL_VEC xl_lx xl_lx_load_each(const uint8_t *p, size_t stride)
{
    return xl_lasx_of_halves(__lsx_vld(p, 0), __lsx_vld(p + stride, 0));
}
XL_VEC void xl_lx_store_each(uint8_t *p, xl_lx v, size_t stride)
{
    __lsx_vst(__builtin_shufflevector(v, v, 0, 1), p, 0);
    __lsx_vst(__builtin_shufflevector(v, v, 2, 3), p + stride, 0);
}

/* Within each half; then the last sum of the low one is added to all of the high one. */
XL_VEC xl_lx xl_u32_scan_add(xl_lx v, size_t vl)
{
    (void)vl;
    v = __lasx_xvadd_w(v, __lasx_xvbsll_v(v, 4));
    v = __lasx_xvadd_w(v, __lasx_xvbsll_v(v, 8));
    xl_lx last = __lasx_xvshuf4i_w(v, 0xff);
    return __lasx_xvadd_w(v, __lasx_xvpermi_q(__lasx_xvrepli_b(0), last, 0x02));
}

XL_VEC xl_lx xl_u32_gather(const uint32_t *p, xl_lx index, size_t vl)
{
    xl_lx v = __lasx_xvldrepl_w(p + __lasx_xvpickve2gr_wu(index, 0), 0);
    if (vl > 1)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 1)], 1);
    if (vl > 2)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 2)], 2);
    if (vl > 3)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 3)], 3);
    if (vl > 4)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 4)], 4);
    if (vl > 5)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 5)], 5);
    if (vl > 6)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 6)], 6);
    if (vl > 7)
        v = __lasx_xvinsgr2vr_w(v, (int)p[__lasx_xvpickve2gr_wu(index, 7)], 7);
    return v;
}

#include "lanes.h"

#include "groups.h"

/* Each half looks up in a copy of its own. */
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    xl_lx t = xl_lx_load_each(table, 0);
    (void)vl;
    return __lasx_xvshuf_b(t, t, __lasx_xvandi_b(index, 15));
}
#define XL_HAS_LOOKUP16

/* vl lanes of M from memory, widened from the low part of v. */
#define XL_LASX_LOAD(T, M, OP)                                                                                         \
    XL_VEC xl_##T xl_##T##_load_widen_##M(const xl_e_##M *p, size_t vl)                                                      \
    {                                                                                                                  \
        return OP(xl_lasx_load_low(p, vl * sizeof *p, 256 / 8 / sizeof(xl_e_##T) * sizeof *p));                        \
    }

/* The low `full` bytes, 8 or 16, of a vector, of which `bytes` are in memory. */
XL_VEC xl_lx xl_lasx_load_low(const void *p, size_t bytes, size_t full)
{
    uint64_t bits[2] = {0, 0};
    if (bytes == full)
        memcpy(bits, p, full);
    else
        memcpy(bits, p, bytes);
    __m128i v = full == 8 ? __lsx_vreplgr2vr_d((long)bits[0]) : __lsx_vld(bits, 0);
    return xl_lasx_of_halves(v, v);
}
XL_LASX_LOAD(i16, i8, __lasx_vext2xv_h_b)
XL_LASX_LOAD(u16, u8, __lasx_vext2xv_hu_bu)
XL_LASX_LOAD(i64, i32, __lasx_vext2xv_d_w)
XL_LASX_LOAD(u64, u32, __lasx_vext2xv_du_wu)
#define XL_HAS_WIDEN
XL_LASX_LOAD(i32, i8, __lasx_vext2xv_w_b)
XL_LASX_LOAD(u32, u8, __lasx_vext2xv_wu_bu)
XL_LASX_LOAD(i32, i16, __lasx_vext2xv_w_h)
XL_LASX_LOAD(u32, u16, __lasx_vext2xv_wu_hu)

/* vfcvtl widens the low part of each half: 0x50 puts the low 64 bits into the low half, the next into the high one. */
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return __lasx_xvfcvtl_s_h(__lasx_xvpermi_d(xl_lasx_load_low(p, 2 * vl, 16), 0x50));
}
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return __lasx_xvfcvtl_d_s((xl_f32)__lasx_xvpermi_d(xl_lasx_load_low(p, 4 * vl, 16), 0x50));
}

/* What is narrowed is in the low 64 bits of each half: 0x08 brings them together. Of these, `bytes` go to memory. */
XL_VEC void xl_lasx_store_low(void *p, xl_lx v, size_t bytes, size_t full)
{
    v = __lasx_xvpermi_d(v, 0x08);
    long bits[2] = {__lasx_xvpickve2gr_d(v, 0), __lasx_xvpickve2gr_d(v, 1)};
    if (bytes == full)
        memcpy(p, bits, full);
    else
        memcpy(p, bits, bytes);
}
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_lasx_store_low(p, __lasx_xvpickev_b(v, v), vl, 16); }
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvpickev_w(v, v), 4 * vl, 16);
}
#define XL_HAS_NARROW
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    v = __lasx_xvpermi_d(__lasx_xvpickev_h(v, v), 0x08);
    xl_lasx_store_low(p, __lasx_xvpickev_b(v, v), vl, 8);
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvpickev_h(v, v), 2 * vl, 16);
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvfcvt_h_s(v, v), 2 * vl, 16);
}
#define XL_HAS_F16
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_lasx_store_low(p, (xl_lx)__lasx_xvfcvt_s_d(v, v), 4 * vl, 16);
}
#define XL_HAS_F64_F32

#endif
