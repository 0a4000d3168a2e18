/* The own instructions of SSE2, and of SSE4.2 where the compiler may use it, for groups of arch/generic.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_SSE2_GROUPS_H
#define XL_ARCH_X86_64_SSE2_GROUPS_H

#define XL_HAS_AVERAGE
XL_SSE2_BINARY(u8, avg, _mm_avg_epu8(a, b))
XL_SSE2_BINARY(u16, avg, _mm_avg_epu16(a, b))

/* One of the differences is below zero and so is 0. */
#define XL_HAS_ABSDIFF
XL_SSE2_BINARY(u8, absdiff, _mm_or_si128(_mm_subs_epu8(a, b), _mm_subs_epu8(b, a)))
XL_SSE2_BINARY(u16, absdiff, _mm_or_si128(_mm_subs_epu16(a, b), _mm_subs_epu16(b, a)))

/* The first `bytes` bytes (1 to 8) from p on, and to it. */
XL_VEC __m128i xl_sse2_load_half(const void *p, size_t bytes)
{
    uint64_t bits = 0;
    if (bytes == 8)
        return _mm_loadl_epi64((const __m128i *)p);
    memcpy(&bits, p, bytes);
    return _mm_cvtsi64_si128((long long)bits);
}

XL_VEC void xl_sse2_store_half(void *p, __m128i v, size_t bytes)
{
    uint64_t bits = (uint64_t)_mm_cvtsi128_si64(v);
    if (bytes == 8)
        _mm_storel_epi64((__m128i *)p, v);
    else
        memcpy(p, &bits, bytes);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return _mm_cvtps_pd(_mm_castsi128_ps(xl_sse2_load_half(p, 4 * vl)));
}

XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return _mm_cvtepi32_pd(xl_sse2_load_half(p, 4 * vl)); }
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_sse2_store_half(p, _mm_castps_si128(_mm_cvtpd_ps(v)), 4 * vl);
}

#define XL_HAS_WIDEN
#define XL_SSE2_WIDEN(T, M, EXPR)                                                                                      \
    XL_VEC xl_##T xl_##T##_load_widen_##M(const xl_e_##M *p, size_t vl)                                                      \
    {                                                                                                                  \
        __m128i v = xl_sse2_load_half(p, vl * sizeof *p);                                                              \
        return EXPR;                                                                                                   \
    }
XL_SSE2_WIDEN(i16, i8, _mm_srai_epi16(_mm_unpacklo_epi8(v, v), 8))
XL_SSE2_WIDEN(u16, u8, _mm_unpacklo_epi8(v, _mm_setzero_si128()))
XL_SSE2_WIDEN(i64, i32, _mm_unpacklo_epi32(v, _mm_srai_epi32(v, 31)))
XL_SSE2_WIDEN(u64, u32, _mm_unpacklo_epi32(v, _mm_setzero_si128()))

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    /* Packing saturates: take the low bits first. */
    v = _mm_and_si128(v, _mm_set1_epi16(0xff));
    xl_sse2_store_half(p, _mm_packus_epi16(v, v), vl);
}

XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_sse2_store_half(p, _mm_shuffle_epi32(v, _MM_SHUFFLE(3, 1, 2, 0)), 4 * vl);
}

#ifdef __SSE4_2__
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
XL_SSE2_UNARY(f32, floor, _mm_round_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
XL_SSE2_UNARY(f32, ceil, _mm_round_ps(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
XL_SSE2_UNARY(f32, trunc, _mm_round_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))
XL_SSE2_UNARY(f64, floor, _mm_round_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
XL_SSE2_UNARY(f64, ceil, _mm_round_pd(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
XL_SSE2_UNARY(f64, trunc, _mm_round_pd(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))

#define XL_HAS_MULHI32
/* PMULUDQ and PMULDQ multiply even lanes. Odd ones are moved there, and their products have the high half there. */
XL_VEC __m128i xl_sse2_high_halves(__m128i even, __m128i odd)
{
    __m128i high = _mm_set1_epi64x(INT64_C(0xffffffff) << 32);
    return _mm_or_si128(_mm_srli_epi64(even, 32), _mm_and_si128(odd, high));
}
XL_SSE2_BINARY(u32, mulhi, xl_sse2_high_halves(_mm_mul_epu32(a, b),
                                               _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32))))
XL_SSE2_BINARY(i32, mulhi, xl_sse2_high_halves(_mm_mul_epi32(a, b),
                                               _mm_mul_epi32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32))))

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)table), index);
}

/* PSHUFB gives 0 for an index below 0. LAST: the indices for lanes of W bits, less the bytes below vl, from the last
 * byte on. */
#define XL_HAS_REVERSE
#define XL_SSE2_REVERSE(T, W, ...)                                                                                     \
    XL_VEC xl_##T xl_##T##_reverse(xl_##T v, size_t vl)                                                                \
    {                                                                                                                  \
        __m128i index = _mm_add_epi8(_mm_set_epi8(__VA_ARGS__), _mm_set1_epi8((char)(vl * (W / 8))));                  \
        return xl_sse2_to_##T(_mm_shuffle_epi8(xl_sse2_from_##T(v), index));                                           \
    }
#define XL_SSE2_LAST8 -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1
#define XL_SSE2_LAST16 -15, -16, -13, -14, -11, -12, -9, -10, -7, -8, -5, -6, -3, -4, -1, -2
#define XL_SSE2_LAST32 -13, -14, -15, -16, -9, -10, -11, -12, -5, -6, -7, -8, -1, -2, -3, -4
#define XL_SSE2_LAST64 -9, -10, -11, -12, -13, -14, -15, -16, -1, -2, -3, -4, -5, -6, -7, -8
XL_SSE2_REVERSE(f32, 32, XL_SSE2_LAST32)
XL_SSE2_REVERSE(f64, 64, XL_SSE2_LAST64)
XL_SSE2_REVERSE(i8, 8, XL_SSE2_LAST8)
XL_SSE2_REVERSE(i16, 16, XL_SSE2_LAST16)
XL_SSE2_REVERSE(i32, 32, XL_SSE2_LAST32)
XL_SSE2_REVERSE(i64, 64, XL_SSE2_LAST64)
XL_SSE2_REVERSE(u8, 8, XL_SSE2_LAST8)
XL_SSE2_REVERSE(u16, 16, XL_SSE2_LAST16)
XL_SSE2_REVERSE(u32, 32, XL_SSE2_LAST32)
XL_SSE2_REVERSE(u64, 64, XL_SSE2_LAST64)
#endif

typedef __m128i xl_x86;
#define XL_X86_BITS 128
#define XL_X86(OP) _mm_##OP
#define XL_X86_ORDER(LANES) (LANES)
#define XL_X86_FROM(T) xl_sse2_from_##T
#define XL_X86_TO(T) xl_sse2_to_##T
XL_VEC xl_x86 xl_x86_load(const uint8_t *p, size_t stride) { (void)stride; return _mm_loadu_si128((const __m128i *)p); }
XL_VEC void xl_x86_store(uint8_t *p, xl_x86 v, size_t stride) { (void)stride; _mm_storeu_si128((__m128i *)p, v); }
XL_VEC xl_x86 xl_x86_each(__m128i v) { return v; }
XL_VEC xl_x86 xl_x86_turned(xl_x86 v) { return v; } /* there is one */
#include "permute.h"

#endif
