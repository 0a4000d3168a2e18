/* The vector vocabulary on LASX: 256 bits.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_LASX_H
#define XL_ARCH_LOONG64_LASX_H

#include <lasxintrin.h>
#include <lsxintrin.h>

#include "../compress8.h"
#include "partial.h"

typedef __m256i xl_lx;
typedef __m256 xl_lx_f32;
typedef __m256d xl_lx_f64;

#define XL_LX_BITS 256
enum { XL_LX_BYTES = XL_LX_BITS / 8 };
#define XL_LX(OP) __lasx_xv##OP
#define XL_LX_ANY_BIT(V) __lasx_xbnz_v(V)

#include "numbers.h"

/* Halves. gcc 14 makes a vector of two halves by tables, and clang 19 takes halves apart through memory. */
XL_VEC xl_lx xl_lasx_of_halves(__m128i low, __m128i high)
{
#ifdef __clang__
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#else
    xl_lx v, w;
    __asm__("" : "=f"(v) : "0"(low));
    __asm__("" : "=f"(w) : "0"(high));
    return __lasx_xvpermi_q(w, v, 0x20);
#endif
}
XL_VEC __m128i xl_lasx_low_half(xl_lx v) { return __builtin_shufflevector(v, v, 0, 1); }
XL_VEC void xl_lasx_store_half(uint8_t *p, xl_lx v)
{
#ifdef __clang__
    __lasx_xvstelm_d(v, p, 0, 0);
    __lasx_xvstelm_d(v, p, 8, 1);
#else
    __lsx_vst(__builtin_shufflevector(v, v, 0, 1), p, 0);
#endif
}
XL_VEC xl_lx xl_lx_swap_halves(xl_lx v) { return __lasx_xvpermi_d(v, 0x4e); }
XL_VEC xl_lx xl_lx_first(xl_lx v, xl_lx w) { return __lasx_xvpermi_q(w, v, 0x20); }
XL_VEC xl_lx xl_lx_second(xl_lx v, xl_lx w) { return __lasx_xvpermi_q(w, v, 0x31); }
/* The low half (0) or the high one (1), as both halves. */
XL_VEC xl_lx xl_lx_half_of(xl_lx v, size_t half) { return half ? __lasx_xvpermi_d(v, 0xee) : __lasx_xvpermi_d(v, 0x44); }
XL_VEC xl_lx xl_lx_load_each(const uint8_t *p, size_t stride)
{
    return xl_lasx_of_halves(__lsx_vld(p, 0), __lsx_vld(p + stride, 0));
}
XL_VEC void xl_lx_store_each(uint8_t *p, xl_lx v, size_t stride)
{
    xl_lasx_store_half(p, v);
    xl_lasx_store_half(p + stride, __lasx_xvpermi_d(v, 0xee));
}

/* 1 to 15 bytes. Bytes that are not loaded are zero. */
XL_VEC xl_lx xl_lasx_load_words(const uint8_t *p, size_t bytes, size_t unit)
{
    uint64_t word[2];
    xl_lsx_read_part(p, bytes, unit, word);
    return __lasx_xvinsgr2vr_d(__lasx_xvinsgr2vr_d(__lasx_xvldi(0), (long)word[0], 0), (long)word[1], 1);
}

typedef __m128i xl_half;
XL_VEC xl_half xl_half_zero(void) { return __lsx_vldi(0); }
XL_VEC xl_half xl_half_load(const uint8_t *p) { return __lsx_vld(p, 0); }
XL_VEC xl_half xl_half_load8(const uint8_t *p) { return xl_lsx_load_part(p, 8, 8); }
XL_VEC void xl_half_store(uint8_t *p, xl_half v) { __lsx_vst(v, p, 0); }
/* At -O0 gcc warns of copies of 32 bytes, in code that is not reached. */
XL_VEC xl_half xl_half_load_below16(const uint8_t *p, size_t bytes, size_t size)
{
    return xl_lsx_load_part(p, bytes < 16 ? bytes : 0, size);
}
XL_VEC void xl_half_store_below16(uint8_t *p, xl_half v, size_t bytes, size_t size)
{
    xl_lsx_store_part(p, v, bytes < 16 ? bytes : 0, size);
}
XL_VEC xl_half xl_half_pick(xl_half v, xl_half order) { return __lsx_vshuf_b(xl_half_zero(), v, order); }
XL_VEC xl_half xl_half_or(xl_half v, xl_half w) { return __lsx_vor_v(v, w); }
XL_VEC xl_lx xl_of_halves(xl_half low, xl_half high) { return xl_lasx_of_halves(low, high); }
#include "../partial256.h"

XL_VEC xl_lx xl_lx_load_part(const uint8_t *p, size_t bytes, size_t unit) { return xl_halves_load(p, bytes, unit); }
XL_VEC void xl_lx_store_part(uint8_t *p, xl_lx v, size_t bytes, size_t unit)
{
    if (unit == 8) {
        __lasx_xvstelm_d(v, p, 0, 0);
        if (bytes > 8)
            __lasx_xvstelm_d(v, p, 8, 1);
        if (bytes > 16)
            __lasx_xvstelm_d(v, p, 16, 2);
        return;
    }
    xl_halves_store(p, xl_lasx_low_half(v), xl_lasx_low_half(__lasx_xvpermi_d(v, 0xee)), bytes, unit);
}

/* vmskltz leaves 16 bits in each half. */
XL_VEC uint32_t xl_lx_bytes_set(xl_lx m)
{
    m = __lasx_xvmskltz_b(m);
    return (uint32_t)__lasx_xvpickve2gr_w(m, 0) | (uint32_t)__lasx_xvpickve2gr_w(m, 4) << 16;
}

/* Byte i is byte i + n of v; n is below 32. Bytes from 32 - n on are unspecified. vperm.w takes its indices modulo 8. */
XL_VEC xl_lx xl_lx_bytes_down(xl_lx v, size_t n, size_t unit)
{
    if (unit >= 4)
        return __lasx_xvperm_w(v, __lasx_xvadd_w(xl_lx_iota32(), __lasx_xvreplgr2vr_w((int)(n / 4))));
    xl_lx high = __lasx_xvpermi_d(v, 0xee);
    xl_lx from = __lasx_xvadd_b(xl_lasx_iota_each(), __lasx_xvreplgr2vr_b((int)(n % 16)));
    return __lasx_xvshuf_b(high, n < 16 ? v : high, from);
}
/* Byte i is byte i - n of v; n is below 32. Bytes below n are those of v. */
XL_VEC xl_lx xl_lx_bytes_up(xl_lx v, size_t n, size_t unit)
{
    if (unit >= 4) {
        xl_lx iota = xl_lx_iota32(), count = __lasx_xvreplgr2vr_w((int)(n / 4));
        return __lasx_xvperm_w(v, __lasx_xvsub_w(iota, __lasx_xvand_v(count, __lasx_xvsle_w(count, iota))));
    }
    xl_lx low = __lasx_xvpermi_d(v, 0x44);
    xl_lx from = __lasx_xvadd_b(xl_lasx_iota_each(), __lasx_xvreplgr2vr_b((int)(16 - n % 16)));
    xl_lx moved = __lasx_xvshuf_b(n < 16 ? v : low, low, from);
    return __lasx_xvbitsel_v(moved, v, __lasx_xvslt_b(xl_lx_iota8(), __lasx_xvreplgr2vr_b((int)n)));
}

XL_VEC xl_lx xl_lx_compress(xl_lx v, xl_lx m)
{
    m = __lasx_xvmskltz_w(m);
    const uint64_t *order = &xl_compress8[(uint32_t)__lasx_xvpickve2gr_w(m, 0) | (uint32_t)__lasx_xvpickve2gr_w(m, 4) << 4];
    return __lasx_xvperm_w(v, __lasx_vext2xv_wu_bu(__lasx_xvldrepl_d(order, 0)));
}

/* Within each half; then the last sum of the low one is added to all of the high one. */
XL_VEC xl_lx xl_lx_scan_add(xl_lx v)
{
    v = __lasx_xvadd_w(v, __lasx_xvbsll_v(v, 4));
    v = __lasx_xvadd_w(v, __lasx_xvbsll_v(v, 8));
    xl_lx last = __lasx_xvshuf4i_w(v, 0xff);
    return __lasx_xvadd_w(v, __lasx_xvpermi_q(__lasx_xvrepli_b(0), last, 0x02));
}

XL_VEC xl_lx xl_lx_gather(const uint32_t *p, xl_lx index, size_t vl)
{
    xl_lx v = __lasx_xvldrepl_w(p + (uint32_t)__lasx_xvpickve2gr_w(index, 0), 0);
    if (vl > 1)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 1)], 1);
    if (vl > 2)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 2)], 2);
    if (vl > 3)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 3)], 3);
    if (vl > 4)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 4)], 4);
    if (vl > 5)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 5)], 5);
    if (vl > 6)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 6)], 6);
    if (vl > 7)
        v = __lasx_xvinsgr2vr_w(v, (int)p[(uint32_t)__lasx_xvpickve2gr_w(index, 7)], 7);
    return v;
}

XL_VEC xl_lx xl_lx_gather64(const void *p, xl_lx index, size_t vl)
{
    xl_lx v = __lasx_xvldrepl_d(xl_lx_word64(p, __lasx_xvpickve2gr_d(index, 0)), 0);
    if (vl > 1)
        v = __lasx_xvinsgr2vr_d(v, *xl_lx_word64(p, __lasx_xvpickve2gr_d(index, 1)), 1);
    if (vl > 2)
        v = __lasx_xvinsgr2vr_d(v, *xl_lx_word64(p, __lasx_xvpickve2gr_d(index, 2)), 2);
    if (vl > 3)
        v = __lasx_xvinsgr2vr_d(v, *xl_lx_word64(p, __lasx_xvpickve2gr_d(index, 3)), 3);
    return v;
}

#include "lanes.h"

#include "groups.h"

/* Each half looks up in a copy of its own. */
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    xl_lx t = xl_lx_load_each(table, 0);
    (void)vl;
    return (xl_u8)__lasx_xvshuf_b(t, t, __lasx_xvandi_b((xl_lx)index, 15));
}
#define XL_HAS_LOOKUP16

/* vl lanes from memory, of `unit` bytes each, in the low part of a vector, which has room for `lanes` of them. */
XL_VEC xl_lx xl_lasx_load_low(const void *p, size_t vl, size_t lanes, size_t unit)
{
    if (vl != lanes)
        return xl_lasx_load_words((const uint8_t *)p, vl * unit, unit);
    if (lanes * unit == 8)
        return __lasx_xvldrepl_d(p, 0);
    return xl_lasx_of_halves(__lsx_vld(p, 0), __lsx_vldi(0));
}
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl)
{
    return (xl_i16)__lasx_vext2xv_h_b(xl_lasx_load_low(p, vl, 16, 1));
}
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u16)__lasx_vext2xv_hu_bu(xl_lasx_load_low(p, vl, 16, 1));
}
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return (xl_i64)__lasx_vext2xv_d_w(xl_lasx_load_low(p, vl, 4, 4));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return (xl_u64)__lasx_vext2xv_du_wu(xl_lasx_load_low(p, vl, 4, 4));
}
#define XL_HAS_WIDEN
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return (xl_i32)__lasx_vext2xv_w_b(xl_lasx_load_low(p, vl, 8, 1));
}
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u32)__lasx_vext2xv_wu_bu(xl_lasx_load_low(p, vl, 8, 1));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return (xl_i32)__lasx_vext2xv_w_h(xl_lasx_load_low(p, vl, 8, 2));
}
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return (xl_u32)__lasx_vext2xv_wu_hu(xl_lasx_load_low(p, vl, 8, 2));
}

/* vfcvtl and vffintl widen the low part of each half: 0x50 puts the low 64 bits into the low half, the next into the high one. */
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return (xl_f32)__lasx_xvfcvtl_s_h(__lasx_xvpermi_d(xl_lasx_load_low(p, vl, 8, 2), 0x50));
}
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return (xl_f64)__lasx_xvfcvtl_d_s((xl_lx_f32)__lasx_xvpermi_d(xl_lasx_load_low(p, vl, 4, 4), 0x50));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl)
{
    return (xl_f64)__lasx_xvffintl_d_w(__lasx_xvpermi_d(xl_lasx_load_low(p, vl, 4, 4), 0x50));
}
#define XL_HAS_F64_I32

/* What is narrowed is in the low 64 bits of each half: 0x08 brings them together. Of these `lanes` of `unit` bytes each, vl go to
 * memory. */
XL_VEC void xl_lasx_store_low(void *p, xl_lx v, size_t vl, size_t lanes, size_t unit)
{
    v = __lasx_xvpermi_d(v, 0x08);
    if (vl != lanes)
        xl_lsx_write_part((uint8_t *)p, (uint64_t)__lasx_xvpickve2gr_d(v, 0), (uint64_t)__lasx_xvpickve2gr_d(v, 1), vl * unit, unit);
    else if (lanes * unit == 8)
        __lasx_xvstelm_d(v, p, 0, 0);
    else
        xl_lasx_store_half((uint8_t *)p, v);
}
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvpickev_b((xl_lx)v, (xl_lx)v), vl, 16, 1);
}
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvpickev_w((xl_lx)v, (xl_lx)v), vl, 4, 4);
}
#define XL_HAS_NARROW
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_lx half = __lasx_xvpermi_d(__lasx_xvpickev_h((xl_lx)v, (xl_lx)v), 0x08);
    xl_lasx_store_low(p, __lasx_xvpickev_b(half, half), vl, 8, 1);
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvpickev_h((xl_lx)v, (xl_lx)v), vl, 8, 2);
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_lasx_store_low(p, __lasx_xvfcvt_h_s((xl_lx_f32)v, (xl_lx_f32)v), vl, 8, 2);
}
#define XL_HAS_F16
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_lasx_store_low(p, (xl_lx)__lasx_xvfcvt_s_d((xl_lx_f64)v, (xl_lx_f64)v), vl, 4, 4);
}
#define XL_HAS_F64_F32

#endif
