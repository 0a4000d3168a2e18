/* AVX-512's own instructions for groups of arch/generic.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_AVX512_GROUPS_H
#define XL_ARCH_X86_64_AVX512_GROUPS_H

#define XL_AVX512_UNARY(T, NAME, EXPR) XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, size_t vl) { (void)vl; return EXPR; }
#define XL_AVX512_BINARY(T, NAME, EXPR)                                                                                \
    XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, xl_##T b, size_t vl) { (void)vl; return EXPR; }

#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
XL_AVX512_UNARY(f32, floor, _mm512_roundscale_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
XL_AVX512_UNARY(f32, ceil, _mm512_roundscale_ps(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
XL_AVX512_UNARY(f32, trunc, _mm512_roundscale_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))
XL_AVX512_UNARY(f64, floor, _mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
XL_AVX512_UNARY(f64, ceil, _mm512_roundscale_pd(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
XL_AVX512_UNARY(f64, trunc, _mm512_roundscale_pd(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))

#define XL_HAS_AVERAGE
XL_AVX512_BINARY(u8, avg, _mm512_avg_epu8(a, b))
XL_AVX512_BINARY(u16, avg, _mm512_avg_epu16(a, b))

/* VPMULUDQ and VPMULDQ multiply even lanes. Odd ones are moved there, and their products have the high half there. */
#define XL_HAS_MULHI32
XL_VEC __m512i xl_avx512_high_halves(__m512i even, __m512i odd)
{
    return _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
}
XL_AVX512_BINARY(u32, mulhi, xl_avx512_high_halves(_mm512_mul_epu32(a, b), _mm512_mul_epu32(_mm512_srli_epi64(a, 32),
                                                                                            _mm512_srli_epi64(b, 32))))
XL_AVX512_BINARY(i32, mulhi, xl_avx512_high_halves(_mm512_mul_epi32(a, b), _mm512_mul_epi32(_mm512_srli_epi64(a, 32),
                                                                                            _mm512_srli_epi64(b, 32))))

#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl)
{
    return _mm512_cvtepi8_epi16(_mm256_maskz_loadu_epi8((__mmask32)xl_avx512_below(vl), p));
}
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl)
{
    return _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8((__mmask32)xl_avx512_below(vl), p));
}
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return _mm512_cvtepi32_epi64(_mm256_maskz_loadu_epi32((__mmask8)xl_avx512_below(vl), p));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32((__mmask8)xl_avx512_below(vl), p));
}

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    _mm256_mask_storeu_epi8(p, (__mmask32)xl_avx512_below(vl), _mm512_cvtepi16_epi8(v));
}
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    _mm256_mask_storeu_epi32(p, (__mmask8)xl_avx512_below(vl), _mm512_cvtepi64_epi32(v));
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return _mm512_cvtps_pd(_mm256_maskz_loadu_ps((__mmask8)xl_avx512_below(vl), p));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl)
{
    return _mm512_cvtepi32_pd(_mm256_maskz_loadu_epi32((__mmask8)xl_avx512_below(vl), p));
}
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    _mm256_mask_storeu_ps(p, (__mmask8)xl_avx512_below(vl), _mm512_cvtpd_ps(v));
}

#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16((__mmask16)xl_avx512_below(vl), p));
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    __m256i half = _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm256_mask_storeu_epi16(p, (__mmask16)xl_avx512_below(vl), half);
}

#define XL_HAS_COMPRESS
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { (void)vl; return _mm512_maskz_compress_ps(m, v); }
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { (void)vl; return _mm512_maskz_compress_epi32(m, v); }
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl) { (void)vl; return _mm512_maskz_compress_epi32(m, v); }

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table)), index);
}

typedef __m512i xl_x86;
#define XL_X86_BITS 512
#define XL_X86(OP) _mm512_##OP
#define XL_X86_ORDER(LANES) ((_MM_PERM_ENUM)(LANES))
#define XL_X86_FROM(T) xl_avx512_plain_##T
#define XL_X86_TO(T) xl_avx512_##T##_plain
XL_VEC xl_x86 xl_x86_load(const uint8_t *p, size_t stride)
{
    __m512i v = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p));
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + stride)), 1);
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 2 * stride)), 2);
    return _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 3 * stride)), 3);
}
XL_VEC void xl_x86_store(uint8_t *p, xl_x86 v, size_t stride)
{
    _mm_storeu_si128((__m128i *)p, _mm512_castsi512_si128(v));
    _mm_storeu_si128((__m128i *)(p + stride), _mm512_extracti32x4_epi32(v, 1));
    _mm_storeu_si128((__m128i *)(p + 2 * stride), _mm512_extracti32x4_epi32(v, 2));
    _mm_storeu_si128((__m128i *)(p + 3 * stride), _mm512_extracti32x4_epi32(v, 3));
}
XL_VEC xl_x86 xl_x86_each(__m128i v) { return _mm512_broadcast_i32x4(v); }
XL_VEC xl_x86 xl_x86_turned(xl_x86 v) { return _mm512_shuffle_i64x2(v, v, 0x1b); }
#include "permute.h"

#endif
