/* The vector vocabulary in AVX-512 F, BW, DQ and VL: 512 bits.
 * SPDX-License-Identifier: MIT
 *
 * Byte shift and byte shuffle work within each 128-bit quarter. What is not here is in all_types.h.
 */
#ifndef XL_ARCH_X86_64_AVX512_H
#define XL_ARCH_X86_64_AVX512_H

#include <immintrin.h>

typedef __m512i xl_x86;
#define XL_X86_BITS 512
#define XL_X86(OP) _mm512_##OP
#define XL_X86_ORDER(LANES) ((_MM_PERM_ENUM)(LANES))
#define XL_X86_LOW128(V) _mm512_castsi512_si128(V)
#define XL_X86_OF128(V) _mm512_castsi128_si512(V)
#include "types.h"

#include "partial.h"

XL_VEC xl_x86 xl_x86_set8(char x) { return _mm512_set1_epi8(x); }
XL_VEC xl_x86 xl_x86_set16(short x) { return _mm512_set1_epi16(x); }
XL_VEC xl_x86 xl_x86_set32(int x) { return _mm512_set1_epi32(x); }
XL_VEC xl_x86 xl_x86_set64(long long x) { return _mm512_set1_epi64(x); }
XL_VEC xl_x86 xl_x86_swapped256(xl_x86 v) { return _mm512_shuffle_i64x2(v, v, 0x4e); }
XL_VEC xl_x86 xl_x86_swapped128(xl_x86 v) { return _mm512_shuffle_i64x2(v, v, 0xb1); }
XL_VEC xl_x86 xl_x86_reversed128(xl_x86 v) { return _mm512_shuffle_i64x2(v, v, 0x1b); }

/* Bits 0 to n - 1, of 64. */
XL_VEC uint64_t xl_x86_low_bits(size_t n) { return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX; }

XL_VEC xl_x86 xl_x86_iota8(void)
{
    return _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39,
                           38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                           13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
XL_VEC xl_x86 xl_x86_iota16(void)
{
    return _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7,
                            6, 5, 4, 3, 2, 1, 0);
}
XL_VEC xl_x86 xl_x86_iota32(void) { return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }

/* Lane i is lane index[i] of v. */
XL_VEC xl_x86 xl_x86_permute32(xl_x86 v, xl_x86 index) { return _mm512_permutexvar_epi32(index, v); }

XL_VEC xl_x86 xl_x86_permute16(xl_x86 v, xl_x86 index) { return _mm512_permutexvar_epi16(index, v); }

/* The same for bytes: VPERMB is not in BW. VPERMW finds the pair that has the byte, once for even bytes and once for odd
 * ones, and a shift the byte in the pair. */
XL_VEC xl_x86 xl_x86_permute8(xl_x86 v, xl_x86 index)
{
    xl_x86 one = _mm512_set1_epi16(1), odd_index = _mm512_srli_epi16(index, 8);
    xl_x86 even = _mm512_permutexvar_epi16(_mm512_srli_epi16(index, 1), v);
    xl_x86 odd = _mm512_permutexvar_epi16(_mm512_srli_epi16(odd_index, 1), v);
    even = _mm512_srlv_epi16(even, _mm512_slli_epi16(_mm512_and_si512(index, one), 3));
    odd = _mm512_srlv_epi16(odd, _mm512_slli_epi16(_mm512_and_si512(odd_index, one), 3));
    return _mm512_mask_blend_epi8(0xaaaaaaaaaaaaaaaa, even, _mm512_slli_epi16(odd, 8));
}

XL_VEC xl_x86 xl_x86_load(const void *p) { return _mm512_loadu_si512(p); }
XL_VEC void xl_x86_store(void *p, xl_x86 v) { _mm512_storeu_si512(p, v); }

/* vl elements of `size` bytes, fewer than a full vector has. */
XL_VEC xl_x86 xl_x86_load_part(const void *p, size_t vl, size_t size)
{
    return _mm512_maskz_loadu_epi8((UINT64_C(1) << vl * size) - 1, p);
}
XL_VEC void xl_x86_store_part(void *p, xl_x86 v, size_t vl, size_t size)
{
    _mm512_mask_storeu_epi8(p, (UINT64_C(1) << vl * size) - 1, v);
}

/* The first `bytes` bytes from p on, of 16 and of 32, and to it. */
XL_VEC __m128i xl_avx512_load128(const void *p, size_t bytes)
{
    return bytes == 16 ? _mm_loadu_si128((const __m128i *)p) : _mm_maskz_loadu_epi8((__mmask16)xl_x86_low_bits(bytes), p);
}
XL_VEC __m256i xl_avx512_load256(const void *p, size_t bytes)
{
    return bytes == 32 ? _mm256_loadu_si256((const __m256i *)p)
                       : _mm256_maskz_loadu_epi8((__mmask32)xl_x86_low_bits(bytes), p);
}
XL_VEC void xl_avx512_store128(void *p, __m128i v, size_t bytes)
{
    if (bytes == 16)
        _mm_storeu_si128((__m128i *)p, v);
    else
        _mm_mask_storeu_epi8(p, (__mmask16)xl_x86_low_bits(bytes), v);
}
XL_VEC void xl_avx512_store256(void *p, __m256i v, size_t bytes)
{
    if (bytes == 32)
        _mm256_storeu_si256((__m256i *)p, v);
    else
        _mm256_mask_storeu_epi8(p, (__mmask32)xl_x86_low_bits(bytes), v);
}

XL_VEC xl_x86 xl_x86_mul32(xl_x86 a, xl_x86 b) { return _mm512_mullo_epi32(a, b); }
XL_VEC xl_x86 xl_x86_mul64(xl_x86 a, xl_x86 b) { return _mm512_mullo_epi64(a, b); }

/* Lanes of 32 bits: even ones from `even`, odd ones from `odd`. */
XL_VEC xl_x86 xl_x86_odd_from(xl_x86 even, xl_x86 odd) { return _mm512_mask_blend_epi32(0xaaaa, even, odd); }

XL_VEC xl_x86 xl_x86_scan32(xl_x86 v)
{
    xl_x86 zero = _mm512_setzero_si512();
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 15));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 14));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 12));
    return _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 8));
}

/* Gathers take indices as signed. Widened to 64 bits they are what they were. */
XL_VEC xl_x86 xl_x86_gather32(const void *p, xl_u32 index, size_t vl)
{
    uint64_t m = xl_x86_low_bits(vl);
    xl_x86 low = _mm512_cvtepu32_epi64(_mm512_castsi512_si256((xl_x86)index));
    xl_x86 high = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64((xl_x86)index, 1));
    __m256i zero = _mm256_setzero_si256(), r = _mm512_mask_i64gather_epi32(zero, (__mmask8)m, low, p, 4);
    __m256i of_high = _mm512_mask_i64gather_epi32(zero, (__mmask8)(m >> 8), high, p, 4);
    return _mm512_inserti64x4(_mm512_castsi256_si512(r), of_high, 1);
}

#include "all_types.h"

/* Loads and stores of another width. */
#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl) { return (xl_i16)_mm512_cvtepi8_epi16(xl_avx512_load256(p, vl)); }
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl) { return (xl_u16)_mm512_cvtepu8_epi16(xl_avx512_load256(p, vl)); }
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { return (xl_i32)_mm512_cvtepi8_epi32(xl_avx512_load128(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return (xl_u32)_mm512_cvtepu8_epi32(xl_avx512_load128(p, vl)); }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return (xl_i32)_mm512_cvtepi16_epi32(xl_avx512_load256(p, 2 * vl));
}
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return (xl_u32)_mm512_cvtepu16_epi32(xl_avx512_load256(p, 2 * vl));
}
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return (xl_i64)_mm512_cvtepi32_epi64(xl_avx512_load256(p, 4 * vl));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return (xl_u64)_mm512_cvtepu32_epi64(xl_avx512_load256(p, 4 * vl));
}

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl) { xl_avx512_store256(p, _mm512_cvtepi16_epi8((xl_x86)v), vl); }
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl) { xl_avx512_store128(p, _mm512_cvtepi32_epi8((xl_x86)v), vl); }
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    xl_avx512_store256(p, _mm512_cvtepi32_epi16((xl_x86)v), 2 * vl);
}
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_avx512_store256(p, _mm512_cvtepi64_epi32((xl_x86)v), 4 * vl);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return _mm512_cvtps_pd(_mm256_castsi256_ps(xl_avx512_load256(p, 4 * vl)));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl) { return _mm512_cvtepi32_pd(xl_avx512_load256(p, 4 * vl)); }
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_avx512_store256(p, _mm256_castps_si256(_mm512_cvtpd_ps(v)), 4 * vl);
}

#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl) { return _mm512_cvtph_ps(xl_avx512_load256(p, 2 * vl)); }
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_avx512_store256(p, _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC), 2 * vl);
}

/* Conversions to signed integers give the least for all that does not fit, but gcc 14 folds those of constants to what
 * saturates (0 for a NaN), and takes a register with the one for the other. So NaNs and what is too great are cleared
 * before, and what became 0 for being too great is the greatest. */
XL_VEC xl_f32 xl_avx512_convertible(xl_f32 v)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(v, _mm512_set1_ps(0x1p31f), _CMP_LT_OQ), v);
}
XL_VEC xl_i32 xl_avx512_clamped(xl_x86 r, xl_f32 v)
{
    __mmask16 above = _mm512_cmp_ps_mask(v, _mm512_set1_ps(0x1p31f), _CMP_GE_OQ);
    return (xl_i32)_mm512_mask_mov_epi32(r, above, _mm512_set1_epi32(INT32_MAX));
}

XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    return xl_avx512_clamped(_mm512_cvttps_epi32(xl_avx512_convertible(v)), v);
}
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl)
{
    (void)vl;
    return xl_avx512_clamped(_mm512_cvtps_epi32(xl_avx512_convertible(v)), v);
}
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return _mm512_cvtepi32_ps((xl_x86)v); }

#define XL_HAS_I64_F64
XL_VEC xl_f64 xl_f64_from_i64(xl_i64 v, size_t vl) { (void)vl; return _mm512_cvtepi64_pd((xl_x86)v); }
XL_VEC xl_i64 xl_i64_from_f64(xl_f64 v, size_t vl)
{
    (void)vl;
    xl_f64 limit = _mm512_set1_pd(0x1p63);
    xl_x86 r = _mm512_cvttpd_epi64(_mm512_maskz_mov_pd(_mm512_cmp_pd_mask(v, limit, _CMP_LT_OQ), v));
    return (xl_i64)_mm512_mask_mov_epi64(r, _mm512_cmp_pd_mask(v, limit, _CMP_GE_OQ), _mm512_set1_epi64(INT64_MAX));
}

/* To unsigned integers, what is too great gives the greatest, but so do NaNs and what is below 0. */
#define XL_HAS_U32_F32
XL_VEC xl_f32 xl_f32_from_u32(xl_u32 v, size_t vl) { (void)vl; return _mm512_cvtepu32_ps((xl_x86)v); }
XL_VEC xl_u32 xl_u32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    __mmask16 above = _mm512_cmp_ps_mask(v, _mm512_setzero_ps(), _CMP_GT_OQ);
    return (xl_u32)_mm512_cvttps_epu32(_mm512_maskz_mov_ps(above, v));
}

#define XL_HAS_COMPRESS
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { (void)vl; return _mm512_maskz_compress_ps(m.v, v); }
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_i32)_mm512_maskz_compress_epi32(m.v, (xl_x86)v); }
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl) { (void)vl; return (xl_u32)_mm512_maskz_compress_epi32(m.v, (xl_x86)v); }

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    __m128i bytes = _mm_loadu_si128((const __m128i *)table);
    return (xl_u8)_mm512_shuffle_epi8(_mm512_broadcast_i32x4(bytes), (xl_x86)index);
}

/* For interleave.h. */
XL_VEC xl_x86 xl_x86_load_apart(const uint8_t *p, size_t stride)
{
    xl_x86 v = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p));
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + stride)), 1);
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 2 * stride)), 2);
    return _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 3 * stride)), 3);
}
XL_VEC void xl_x86_store_apart(uint8_t *p, xl_x86 v, size_t stride)
{
    _mm_storeu_si128((__m128i *)p, _mm512_castsi512_si128(v));
    _mm_storeu_si128((__m128i *)(p + stride), _mm512_extracti32x4_epi32(v, 1));
    _mm_storeu_si128((__m128i *)(p + 2 * stride), _mm512_extracti32x4_epi32(v, 2));
    _mm_storeu_si128((__m128i *)(p + 3 * stride), _mm512_extracti32x4_epi32(v, 3));
}
XL_VEC xl_x86 xl_x86_each(__m128i v) { return _mm512_broadcast_i32x4(v); }
#include "interleave.h"

#endif
