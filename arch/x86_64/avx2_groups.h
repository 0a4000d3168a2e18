/* AVX2's own instructions for groups of arch/generic.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_AVX2_GROUPS_H
#define XL_ARCH_X86_64_AVX2_GROUPS_H

#define XL_AVX2_UNARY(T, NAME, EXPR) XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, size_t vl) { (void)vl; return EXPR; }
#define XL_AVX2_BINARY(T, NAME, EXPR)                                                                                  \
    XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, xl_##T b, size_t vl) { (void)vl; return EXPR; }

#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
XL_AVX2_UNARY(f32, floor, _mm256_round_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
XL_AVX2_UNARY(f32, ceil, _mm256_round_ps(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
XL_AVX2_UNARY(f32, trunc, _mm256_round_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))
XL_AVX2_UNARY(f64, floor, _mm256_round_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
XL_AVX2_UNARY(f64, ceil, _mm256_round_pd(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
XL_AVX2_UNARY(f64, trunc, _mm256_round_pd(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC))

#define XL_HAS_AVERAGE
XL_AVX2_BINARY(u8, avg, _mm256_avg_epu8(a, b))
XL_AVX2_BINARY(u16, avg, _mm256_avg_epu16(a, b))

/* One of the differences is below zero and so is 0. */
#define XL_HAS_ABSDIFF
XL_AVX2_BINARY(u8, absdiff, _mm256_or_si256(_mm256_subs_epu8(a, b), _mm256_subs_epu8(b, a)))
XL_AVX2_BINARY(u16, absdiff, _mm256_or_si256(_mm256_subs_epu16(a, b), _mm256_subs_epu16(b, a)))

/* VPMULUDQ and VPMULDQ multiply even lanes. Odd ones are moved there, and their products have the high half there. */
#define XL_HAS_MULHI32
XL_VEC __m256i xl_avx2_high_halves(__m256i even, __m256i odd)
{
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
}
XL_AVX2_BINARY(u32, mulhi, xl_avx2_high_halves(_mm256_mul_epu32(a, b), _mm256_mul_epu32(_mm256_srli_epi64(a, 32),
                                                                                        _mm256_srli_epi64(b, 32))))
XL_AVX2_BINARY(i32, mulhi, xl_avx2_high_halves(_mm256_mul_epi32(a, b), _mm256_mul_epi32(_mm256_srli_epi64(a, 32),
                                                                                        _mm256_srli_epi64(b, 32))))

/* The first `bytes` bytes (1 to 16) from p on, and to it. */
XL_VEC __m128i xl_avx2_load_half(const void *p, size_t bytes)
{
    uint8_t buffer[16] = {0};
    if (bytes == 16)
        return _mm_loadu_si128((const __m128i *)p);
    memcpy(buffer, p, bytes);
    return _mm_loadu_si128((const __m128i *)buffer);
}

XL_VEC void xl_avx2_store_half(void *p, __m128i v, size_t bytes)
{
    uint8_t buffer[16];
    if (bytes == 16) {
        _mm_storeu_si128((__m128i *)p, v);
    } else {
        _mm_storeu_si128((__m128i *)buffer, v);
        memcpy(p, buffer, bytes);
    }
}

#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return _mm256_cvtepi8_epi16(xl_avx2_load_half(p, vl)); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return _mm256_cvtepu8_epi16(xl_avx2_load_half(p, vl)); }
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return _mm256_cvtepi32_epi64(xl_avx2_load_half(p, 4 * vl));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return _mm256_cvtepu32_epi64(xl_avx2_load_half(p, 4 * vl));
}

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    /* Packing saturates: take the low bits first. */
    v = _mm256_and_si256(v, _mm256_set1_epi16(0xff));
    __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    xl_avx2_store_half(p, bytes, vl);
}
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    v = _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    xl_avx2_store_half(p, _mm256_castsi256_si128(v), 4 * vl);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return _mm256_cvtps_pd(_mm_castsi128_ps(xl_avx2_load_half(p, 4 * vl)));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return _mm256_cvtepi32_pd(xl_avx2_load_half(p, 4 * vl)); }
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_avx2_store_half(p, _mm_castps_si128(_mm256_cvtpd_ps(v)), 4 * vl);
}

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), index);
}

typedef __m256i xl_x86;
#define XL_X86_BITS 256
#define XL_X86(OP) _mm256_##OP
#define XL_X86_ORDER(LANES) (LANES)
#define XL_X86_FROM(T) xl_avx2_plain_##T
#define XL_X86_TO(T) xl_avx2_##T##_plain
XL_VEC xl_x86 xl_x86_load(const uint8_t *p, size_t stride)
{
    return _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(p + stride)), _mm_loadu_si128((const __m128i *)p));
}
XL_VEC void xl_x86_store(uint8_t *p, xl_x86 v, size_t stride)
{
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(v));
    _mm_storeu_si128((__m128i *)(p + stride), _mm256_extracti128_si256(v, 1));
}
XL_VEC xl_x86 xl_x86_each(__m128i v) { return _mm256_broadcastsi128_si256(v); }
XL_VEC xl_x86 xl_x86_turned(xl_x86 v) { return _mm256_permute4x64_epi64(v, 0x4e); }
#include "permute.h"

#endif
