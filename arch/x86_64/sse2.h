/* The vector vocabulary in SSE2, and in SSE4.2 where the compiler may use it (sse4.h): 128-bit registers.
 * SPDX-License-Identifier: MIT
 *
 * What is not here is in all_types.h.
 */
#ifndef XL_ARCH_X86_64_SSE2_H
#define XL_ARCH_X86_64_SSE2_H

#include <math.h>

#ifdef __SSE4_2__
#include <nmmintrin.h>
#else
#include <emmintrin.h>
#endif

typedef __m128i xl_x86;
#define XL_X86_BITS 128
#define XL_X86(OP) _mm_##OP
#define XL_X86_ORDER(LANES) (LANES)
#include "types.h"

#include "partial.h"

XL_VEC xl_x86 xl_x86_set8(char x) { return _mm_set1_epi8(x); }
XL_VEC xl_x86 xl_x86_set16(short x) { return _mm_set1_epi16(x); }
XL_VEC xl_x86 xl_x86_set32(int x) { return _mm_set1_epi32(x); }
XL_VEC xl_x86 xl_x86_set64(long long x) { return _mm_set1_epi64x(x); }
XL_VEC xl_x86 xl_x86_eq8(xl_x86 a, xl_x86 b) { return _mm_cmpeq_epi8(a, b); }
XL_VEC xl_x86 xl_x86_eq16(xl_x86 a, xl_x86 b) { return _mm_cmpeq_epi16(a, b); }
XL_VEC xl_x86 xl_x86_eq32(xl_x86 a, xl_x86 b) { return _mm_cmpeq_epi32(a, b); }
XL_VEC xl_x86 xl_x86_gt8(xl_x86 a, xl_x86 b) { return _mm_cmpgt_epi8(a, b); }
XL_VEC xl_x86 xl_x86_gt16(xl_x86 a, xl_x86 b) { return _mm_cmpgt_epi16(a, b); }
XL_VEC xl_x86 xl_x86_gt32(xl_x86 a, xl_x86 b) { return _mm_cmpgt_epi32(a, b); }
XL_VEC uint64_t xl_x86_low_bits(size_t n) { return (UINT64_C(1) << n) - 1; }

XL_VEC xl_x86 xl_x86_iota8(void) { return _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }
XL_VEC xl_x86 xl_x86_iota16(void) { return _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7); }
XL_VEC xl_x86 xl_x86_iota32(void) { return _mm_setr_epi32(0, 1, 2, 3); }

XL_VEC xl_x86 xl_x86_load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
XL_VEC void xl_x86_store(void *p, xl_x86 v) { _mm_storeu_si128((__m128i *)p, v); }

/* vl elements of `size` bytes, fewer than a full vector has. */
XL_VEC xl_x86 xl_x86_load_part(const void *p, size_t vl, size_t size) { return xl_x86_load_below16(p, vl * size, size); }
XL_VEC void xl_x86_store_part(void *p, xl_x86 v, size_t vl, size_t size) { xl_x86_store_below16(p, v, vl * size, size); }

#ifdef __SSE4_2__

XL_VEC xl_x86 xl_x86_pick(xl_x86 m, xl_x86 a, xl_x86 b) { return _mm_blendv_epi8(b, a, m); }
XL_VEC xl_x86 xl_x86_eq64(xl_x86 a, xl_x86 b) { return _mm_cmpeq_epi64(a, b); }
XL_VEC xl_x86 xl_x86_gt64(xl_x86 a, xl_x86 b) { return _mm_cmpgt_epi64(a, b); }
XL_VEC xl_x86 xl_x86_mul32(xl_x86 a, xl_x86 b) { return _mm_mullo_epi32(a, b); }

/* Lane i is lane index[i] of v. */
XL_VEC xl_x86 xl_x86_permute8(xl_x86 v, xl_x86 index) { return _mm_shuffle_epi8(v, index); }

/* Lanes of 32 bits: even ones from `even`, odd ones from `odd`. */
XL_VEC xl_x86 xl_x86_odd_from(xl_x86 even, xl_x86 odd) { return _mm_blend_epi16(even, odd, 0xcc); }

/* Four lanes from the first four of a narrower type. */
XL_VEC xl_x86 xl_sse2_widen_i8(xl_x86 a) { return _mm_cvtepi8_epi32(a); }
XL_VEC xl_x86 xl_sse2_widen_i16(xl_x86 a) { return _mm_cvtepi16_epi32(a); }
XL_VEC xl_x86 xl_sse2_widen_u8(xl_x86 a) { return _mm_cvtepu8_epi32(a); }
XL_VEC xl_x86 xl_sse2_widen_u16(xl_x86 a) { return _mm_cvtepu16_epi32(a); }

#else

XL_VEC xl_x86 xl_x86_pick(xl_x86 m, xl_x86 a, xl_x86 b) { return _mm_or_si128(_mm_and_si128(m, a), _mm_andnot_si128(m, b)); }

XL_VEC xl_x86 xl_x86_eq64(xl_x86 a, xl_x86 b)
{
    xl_x86 e = _mm_cmpeq_epi32(a, b);
    return _mm_and_si128(e, _mm_shuffle_epi32(e, _MM_SHUFFLE(2, 3, 0, 1)));
}

XL_VEC xl_x86 xl_x86_gt64(xl_x86 a, xl_x86 b)
{
    /* Where the high halves are equal, the high half of b - a is the borrow: -1 if a's low half is above b's. */
    xl_x86 r = _mm_and_si128(_mm_cmpeq_epi32(a, b), _mm_sub_epi64(b, a));
    r = _mm_or_si128(r, _mm_cmpgt_epi32(a, b));
    return _mm_shuffle_epi32(r, _MM_SHUFFLE(3, 3, 1, 1));
}

XL_VEC xl_x86 xl_x86_mul32(xl_x86 a, xl_x86 b)
{
    xl_x86 even = _mm_mul_epu32(a, b);
    xl_x86 odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, _MM_SHUFFLE(3, 1, 2, 0)),
                              _mm_shuffle_epi32(odd, _MM_SHUFFLE(3, 1, 2, 0)));
}

/* Four lanes from the first four of a narrower type. */
XL_VEC xl_x86 xl_sse2_widen_i8(xl_x86 a)
{
    a = _mm_unpacklo_epi8(a, a);
    return _mm_srai_epi32(_mm_unpacklo_epi16(a, a), 24);
}

XL_VEC xl_x86 xl_sse2_widen_u8(xl_x86 a)
{
    xl_x86 zero = _mm_setzero_si128();
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(a, zero), zero);
}

XL_VEC xl_x86 xl_sse2_widen_i16(xl_x86 a) { return _mm_srai_epi32(_mm_unpacklo_epi16(a, a), 16); }
XL_VEC xl_x86 xl_sse2_widen_u16(xl_x86 a) { return _mm_unpacklo_epi16(a, _mm_setzero_si128()); }

/* All lanes in reverse. */
XL_VEC xl_x86 xl_x86_reversed64(xl_x86 v) { return _mm_shuffle_epi32(v, 0x4e); }
XL_VEC xl_x86 xl_x86_reversed32(xl_x86 v) { return _mm_shuffle_epi32(v, 0x1b); }
XL_VEC xl_x86 xl_x86_reversed16(xl_x86 v) { return xl_x86_reversed64(_mm_shufflehi_epi16(_mm_shufflelo_epi16(v, 0x1b), 0x1b)); }
XL_VEC xl_x86 xl_x86_reversed8(xl_x86 v)
{
    v = xl_x86_reversed16(v);
    return _mm_or_si128(_mm_slli_epi16(v, 8), _mm_srli_epi16(v, 8));
}

/* Byte i is byte i + k of v, and unspecified where there is none. k is 0 to 16. Byte shifts take constants only. Others are
 * shifts of each half and of the half that moves into the other: by too many bits, also by a number below 0, these give 0. */
XL_VEC xl_x86 xl_x86_bytes_down(xl_x86 v, size_t k)
{
    if (__builtin_constant_p(k))
        switch (k) {
        case 0: return v;
        case 1: return _mm_srli_si128(v, 1);
        case 2: return _mm_srli_si128(v, 2);
        case 3: return _mm_srli_si128(v, 3);
        case 4: return _mm_srli_si128(v, 4);
        case 5: return _mm_srli_si128(v, 5);
        case 6: return _mm_srli_si128(v, 6);
        case 7: return _mm_srli_si128(v, 7);
        case 8: return _mm_srli_si128(v, 8);
        case 9: return _mm_srli_si128(v, 9);
        case 10: return _mm_srli_si128(v, 10);
        case 11: return _mm_srli_si128(v, 11);
        case 12: return _mm_srli_si128(v, 12);
        case 13: return _mm_srli_si128(v, 13);
        case 14: return _mm_srli_si128(v, 14);
        case 15: return _mm_srli_si128(v, 15);
        }
    long long bits = 8 * (long long)k;
    xl_x86 half = _mm_srli_si128(v, 8), r = _mm_srl_epi64(v, _mm_cvtsi64_si128(bits));
    r = _mm_or_si128(r, _mm_sll_epi64(half, _mm_cvtsi64_si128(64 - bits)));
    return _mm_or_si128(r, _mm_srl_epi64(half, _mm_cvtsi64_si128(bits - 64)));
}

/* Byte i is byte i - k of v, and unspecified where there is none. */
XL_VEC xl_x86 xl_x86_bytes_up(xl_x86 v, size_t k)
{
    if (__builtin_constant_p(k))
        switch (k) {
        case 0: return v;
        case 1: return _mm_slli_si128(v, 1);
        case 2: return _mm_slli_si128(v, 2);
        case 3: return _mm_slli_si128(v, 3);
        case 4: return _mm_slli_si128(v, 4);
        case 5: return _mm_slli_si128(v, 5);
        case 6: return _mm_slli_si128(v, 6);
        case 7: return _mm_slli_si128(v, 7);
        case 8: return _mm_slli_si128(v, 8);
        case 9: return _mm_slli_si128(v, 9);
        case 10: return _mm_slli_si128(v, 10);
        case 11: return _mm_slli_si128(v, 11);
        case 12: return _mm_slli_si128(v, 12);
        case 13: return _mm_slli_si128(v, 13);
        case 14: return _mm_slli_si128(v, 14);
        case 15: return _mm_slli_si128(v, 15);
        }
    long long bits = 8 * (long long)k;
    xl_x86 half = _mm_slli_si128(v, 8), r = _mm_sll_epi64(v, _mm_cvtsi64_si128(bits));
    r = _mm_or_si128(r, _mm_srl_epi64(half, _mm_cvtsi64_si128(64 - bits)));
    return _mm_or_si128(r, _mm_sll_epi64(half, _mm_cvtsi64_si128(bits - 64)));
}

#endif

/* a * b modulo 2^64, from 32-bit halves. */
XL_VEC xl_x86 xl_x86_mul64(xl_x86 a, xl_x86 b)
{
    xl_x86 cross = _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(a, 32), b), _mm_mul_epu32(a, _mm_srli_epi64(b, 32)));
    return _mm_add_epi64(_mm_mul_epu32(a, b), _mm_slli_epi64(cross, 32));
}

XL_VEC xl_x86 xl_x86_scan32(xl_x86 v)
{
    v = _mm_add_epi32(v, _mm_slli_si128(v, 4));
    return _mm_add_epi32(v, _mm_slli_si128(v, 8));
}

/* Lane by lane: SSE has no gather. */
XL_VEC xl_x86 xl_x86_gather32(const void *from, xl_u32 index, size_t vl)
{
    const int32_t *p = (const int32_t *)from;
    if (vl == 4)
        return _mm_setr_epi32(p[index[0]], p[index[1]], p[index[2]], p[index[3]]);
    return _mm_setr_epi32(p[index[0]], vl > 1 ? p[index[1]] : 0, vl > 2 ? p[index[2]] : 0, 0);
}

#include "all_types.h"

#ifndef __SSE4_2__
/* Adding the power of two from which on every float is an integer rounds; larger ones and NaN stay as they are. */
XL_VEC xl_f32 xl_f32_roundeven(xl_f32 a, size_t vl)
{
    (void)vl;
    __m128 sign = _mm_and_ps(a, _mm_set1_ps(-0.0f)), x = _mm_xor_ps(a, sign), big = _mm_set1_ps(0x1p23f);
    __m128 r = _mm_or_ps(_mm_sub_ps(_mm_add_ps(x, big), big), sign), small = _mm_cmplt_ps(x, big);
    return _mm_or_ps(_mm_and_ps(small, r), _mm_andnot_ps(small, a));
}

XL_VEC xl_f64 xl_f64_roundeven(xl_f64 a, size_t vl)
{
    (void)vl;
    __m128d sign = _mm_and_pd(a, _mm_set1_pd(-0.0)), x = _mm_xor_pd(a, sign), big = _mm_set1_pd(0x1p52);
    __m128d r = _mm_or_pd(_mm_sub_pd(_mm_add_pd(x, big), big), sign), small = _mm_cmplt_pd(x, big);
    return _mm_or_pd(_mm_and_pd(small, r), _mm_andnot_pd(small, a));
}
#endif

#define XL_FMA_IS_EMULATED

/* a * b + c of floats held in doubles, rounded to odd: cut towards zero, last bit set if anything was cut off. The
 * product is exact, the sum's error is another double (Knuth's two-sum), and odd rounding to 53 bits leaves what it
 * takes to round to 24, or fewer for a subnormal, as if from the exact value (Boldo and Melquiond, 2008). */
XL_VEC __m128d xl_sse2_fma_odd(__m128d a, __m128d b, __m128d c)
{
    __m128d p = _mm_mul_pd(a, b), s = _mm_add_pd(p, c), t = _mm_sub_pd(s, p), zero = _mm_setzero_pd();
    __m128d e = _mm_add_pd(_mm_sub_pd(p, _mm_sub_pd(s, t)), _mm_sub_pd(c, t));
    /* Where s is infinite or NaN so is e a NaN, neither below nor above zero, and s stays. */
    __m128i cut = _mm_castpd_si128(_mm_or_pd(_mm_cmplt_pd(e, zero), _mm_cmplt_pd(zero, e)));
    __m128i away = _mm_srai_epi32(_mm_castpd_si128(_mm_xor_pd(s, e)), 31);
    away = _mm_and_si128(_mm_shuffle_epi32(away, _MM_SHUFFLE(3, 3, 1, 1)), cut);
    /* The bits of a double order its magnitude: -1 is one step towards zero. */
    __m128i r = _mm_add_epi64(_mm_castpd_si128(s), away);
    return _mm_castsi128_pd(_mm_or_si128(r, _mm_srli_epi64(cut, 63)));
}

XL_VEC xl_f32 xl_f32_fma(xl_f32 a, xl_f32 b, xl_f32 c, size_t vl)
{
    (void)vl;
    __m128d lo = xl_sse2_fma_odd(_mm_cvtps_pd(a), _mm_cvtps_pd(b), _mm_cvtps_pd(c));
    __m128d hi = xl_sse2_fma_odd(_mm_cvtps_pd(_mm_movehl_ps(a, a)), _mm_cvtps_pd(_mm_movehl_ps(b, b)),
                                 _mm_cvtps_pd(_mm_movehl_ps(c, c)));
    return _mm_movelh_ps(_mm_cvtpd_ps(lo), _mm_cvtpd_ps(hi));
}

/* Lane by lane: SSE has nothing wider than double to hold the product in. */
XL_VEC xl_f64 xl_f64_fma(xl_f64 a, xl_f64 b, xl_f64 c, size_t vl)
{
    double lo = fma(_mm_cvtsd_f64(a), _mm_cvtsd_f64(b), _mm_cvtsd_f64(c));
    if (vl == 1)
        return _mm_set_sd(lo);
    return _mm_setr_pd(lo, fma(_mm_cvtsd_f64(_mm_unpackhi_pd(a, a)), _mm_cvtsd_f64(_mm_unpackhi_pd(b, b)),
                               _mm_cvtsd_f64(_mm_unpackhi_pd(c, c))));
}

/* Loads and stores of another width. */
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { return (xl_i32)xl_sse2_widen_i8(xl_x86_load128(p, vl, 4, 1)); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return (xl_u32)xl_sse2_widen_u8(xl_x86_load128(p, vl, 4, 1)); }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return (xl_i32)xl_sse2_widen_i16(xl_x86_load128(p, 2 * vl, 8, 2)); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return (xl_u32)xl_sse2_widen_u16(xl_x86_load128(p, 2 * vl, 8, 2)); }

#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl)
{
    xl_x86 v = xl_x86_load128(p, vl, 8, 1);
    return (xl_i16)_mm_srai_epi16(_mm_unpacklo_epi8(v, v), 8);
}
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u16)_mm_unpacklo_epi8(xl_x86_load128(p, vl, 8, 1), _mm_setzero_si128());
}
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    xl_x86 v = xl_x86_load128(p, 4 * vl, 8, 4);
    return (xl_i64)_mm_unpacklo_epi32(v, _mm_srai_epi32(v, 31));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return (xl_u64)_mm_unpacklo_epi32(xl_x86_load128(p, 4 * vl, 8, 4), _mm_setzero_si128());
}

/* Packs saturate, so the low bits are taken first. */
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    xl_x86 low = (xl_x86)v & _mm_set1_epi32(0xff);
    low = _mm_packs_epi32(low, low);
    xl_x86_store128(p, _mm_packus_epi16(low, low), vl, 4, 1);
}

XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    /* Only the signed pack is in SSE2. Sign-extended low halves pass through it unchanged. */
    xl_x86 low = _mm_srai_epi32(_mm_slli_epi32((xl_x86)v, 16), 16);
    xl_x86_store128(p, _mm_packs_epi32(low, low), 2 * vl, 8, 2);
}

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    xl_x86 low = (xl_x86)v & _mm_set1_epi16(0xff);
    xl_x86_store128(p, _mm_packus_epi16(low, low), vl, 8, 1);
}

XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_x86_store128(p, _mm_shuffle_epi32((xl_x86)v, _MM_SHUFFLE(3, 1, 2, 0)), 4 * vl, 8, 4);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return _mm_cvtps_pd(_mm_castsi128_ps(xl_x86_load128(p, 4 * vl, 8, 4)));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return _mm_cvtepi32_pd(xl_x86_load128(p, 4 * vl, 8, 4)); }
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_x86_store128(p, _mm_castps_si128(_mm_cvtpd_ps(v)), 4 * vl, 8, 4);
}

/* The conversions give INT32_MIN for all that does not fit, but gcc 14 takes CVTTPS2DQ of a constant to saturate, and
 * to give 0 for a NaN, and equates what it has in registers: neither NaNs nor what is too great may get there. */
XL_VEC xl_f32 xl_sse2_convertible(xl_f32 v) { return _mm_and_ps(v, _mm_cmplt_ps(v, _mm_set1_ps(0x1p31f))); }

/* What became 0 for being too great is INT32_MAX. */
XL_VEC xl_i32 xl_sse2_clamped(xl_x86 r, xl_f32 v)
{
    xl_x86 above = _mm_castps_si128(_mm_cmple_ps(_mm_set1_ps(0x1p31f), v));
    return (xl_i32)_mm_or_si128(r, _mm_srli_epi32(above, 1));
}

XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    return xl_sse2_clamped(_mm_cvttps_epi32(xl_sse2_convertible(v)), v);
}

XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl)
{
    (void)vl;
    return xl_sse2_clamped(_mm_cvtps_epi32(xl_sse2_convertible(v)), v);
}

XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return _mm_cvtepi32_ps((xl_x86)v); }

#ifdef __SSE4_2__
#include "../compress16.h"

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return (xl_u8)_mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)table), (xl_x86)index);
}

#define XL_HAS_COMPRESS
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl)
{
    (void)vl;
    return (xl_u32)_mm_shuffle_epi8((xl_x86)v, xl_x86_load(xl_compress16[xl_m32_bits(m)]));
}
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { return (xl_i32)xl_u32_compress((xl_u32)v, m, vl); }
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { return (xl_f32)xl_u32_compress((xl_u32)v, m, vl); }
#endif

/* For interleave.h. */
XL_VEC xl_x86 xl_x86_load_apart(const uint8_t *p, size_t stride) { (void)stride; return xl_x86_load(p); }
XL_VEC void xl_x86_store_apart(uint8_t *p, xl_x86 v, size_t stride) { (void)stride; xl_x86_store(p, v); }
XL_VEC xl_x86 xl_x86_each(__m128i v) { return v; }
#include "interleave.h"

#endif
