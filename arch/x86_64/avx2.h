/* The vector vocabulary in AVX2 with FMA and F16C: 256 bits.
 * SPDX-License-Identifier: MIT
 *
 * Unpack, pack, byte shift and byte shuffle work within each 128-bit half. What is not here is in all_types.h.
 */
#ifndef XL_ARCH_X86_64_AVX2_H
#define XL_ARCH_X86_64_AVX2_H

#include <immintrin.h>

typedef __m256i xl_x86;
#define XL_X86_BITS 256
#define XL_X86(OP) _mm256_##OP
#define XL_X86_ORDER(LANES) (LANES)
#define XL_X86_LOW128(V) _mm256_castsi256_si128(V)
#define XL_X86_OF128(V) _mm256_castsi128_si256(V)
#include "types.h"

#include "../compress8.h"
#include "partial.h"

XL_VEC xl_x86 xl_x86_set8(char x) { return _mm256_set1_epi8(x); }
XL_VEC xl_x86 xl_x86_set16(short x) { return _mm256_set1_epi16(x); }
XL_VEC xl_x86 xl_x86_set32(int x) { return _mm256_set1_epi32(x); }
XL_VEC xl_x86 xl_x86_set64(long long x) { return _mm256_set1_epi64x(x); }
XL_VEC xl_x86 xl_x86_eq8(xl_x86 a, xl_x86 b) { return _mm256_cmpeq_epi8(a, b); }
XL_VEC xl_x86 xl_x86_eq16(xl_x86 a, xl_x86 b) { return _mm256_cmpeq_epi16(a, b); }
XL_VEC xl_x86 xl_x86_eq32(xl_x86 a, xl_x86 b) { return _mm256_cmpeq_epi32(a, b); }
XL_VEC xl_x86 xl_x86_eq64(xl_x86 a, xl_x86 b) { return _mm256_cmpeq_epi64(a, b); }
XL_VEC xl_x86 xl_x86_gt8(xl_x86 a, xl_x86 b) { return _mm256_cmpgt_epi8(a, b); }
XL_VEC xl_x86 xl_x86_gt16(xl_x86 a, xl_x86 b) { return _mm256_cmpgt_epi16(a, b); }
XL_VEC xl_x86 xl_x86_gt32(xl_x86 a, xl_x86 b) { return _mm256_cmpgt_epi32(a, b); }
XL_VEC xl_x86 xl_x86_gt64(xl_x86 a, xl_x86 b) { return _mm256_cmpgt_epi64(a, b); }
XL_VEC xl_x86 xl_x86_pick(xl_x86 m, xl_x86 a, xl_x86 b) { return _mm256_blendv_epi8(b, a, m); }
XL_VEC xl_x86 xl_x86_swapped128(xl_x86 v) { return _mm256_permute2x128_si256(v, v, 0x01); }
XL_VEC xl_x86 xl_x86_reversed128(xl_x86 v) { return xl_x86_swapped128(v); }
XL_VEC uint64_t xl_x86_low_bits(size_t n) { return (UINT64_C(1) << n) - 1; }

XL_VEC xl_x86 xl_x86_iota8(void)
{
    return _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                            27, 28, 29, 30, 31);
}
XL_VEC xl_x86 xl_x86_iota16(void) { return _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }
XL_VEC xl_x86 xl_x86_iota32(void) { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }

/* Lane i is lane index[i] of v. */
XL_VEC xl_x86 xl_x86_permute32(xl_x86 v, xl_x86 index) { return _mm256_permutevar8x32_epi32(v, index); }

/* The same for bytes: from either half of v, chosen by bit 4 of the index. */
XL_VEC xl_x86 xl_x86_permute8(xl_x86 v, xl_x86 index)
{
    xl_x86 low = _mm256_shuffle_epi8(_mm256_permute2x128_si256(v, v, 0x00), index);
    xl_x86 high = _mm256_shuffle_epi8(_mm256_permute2x128_si256(v, v, 0x11), index);
    return _mm256_blendv_epi8(low, high, _mm256_slli_epi16(index, 3));
}

XL_VEC xl_x86 xl_x86_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
XL_VEC void xl_x86_store(void *p, xl_x86 v) { _mm256_storeu_si256((__m256i *)p, v); }

typedef __m128i xl_half;
XL_VEC xl_half xl_half_zero(void) { return _mm_setzero_si128(); }
XL_VEC xl_half xl_half_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
XL_VEC xl_half xl_half_load8(const uint8_t *p) { return _mm_loadl_epi64((const __m128i *)p); }
XL_VEC void xl_half_store(uint8_t *p, xl_half v) { _mm_storeu_si128((__m128i *)p, v); }
XL_VEC xl_half xl_half_load_below16(const uint8_t *p, size_t bytes, size_t size) { return xl_x86_load_below16(p, bytes, size); }
XL_VEC void xl_half_store_below16(uint8_t *p, xl_half v, size_t bytes, size_t size) { xl_x86_store_below16(p, v, bytes, size); }
XL_VEC xl_half xl_half_pick(xl_half v, xl_half order) { return _mm_shuffle_epi8(v, order); }
XL_VEC xl_half xl_half_or(xl_half v, xl_half w) { return _mm_or_si128(v, w); }
XL_VEC xl_x86 xl_of_halves(xl_half low, xl_half high) { return _mm256_set_m128i(high, low); }
#include "../partial256.h"

/* vl elements of `size` bytes, fewer than a full vector has.
 * No VPMASKMOV: QEMU 10.0 also reads the lanes that are masked out, and faults (matrix/known-emulator-bugs.yml). Listed
 * as a known bug, it would excuse every kernel with a tail, so that the rows of AVX2 would no longer test tails. */
XL_VEC xl_x86 xl_x86_load_part(const void *from, size_t vl, size_t size)
{
    return xl_halves_load((const uint8_t *)from, vl * size, size);
}

/* QEMU's VPMASKMOV stores right. */
XL_VEC void xl_x86_store_part(void *to, xl_x86 v, size_t vl, size_t size)
{
    uint8_t *p = (uint8_t *)to;
    size_t bytes = vl * size;
    if (size >= 4) {
        xl_x86 stored = xl_x86_gt32(xl_x86_set32((int)(bytes / 4)), xl_x86_iota32());
        if (size == 8)
            _mm256_maskstore_epi64((long long *)to, stored, v); /* on Zen 4 in half the time */
        else
            _mm256_maskstore_epi32((int *)to, stored, v);
    } else {
        xl_halves_store(p, _mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1), bytes, size);
    }
}

XL_VEC xl_x86 xl_x86_mul32(xl_x86 a, xl_x86 b) { return _mm256_mullo_epi32(a, b); }

/* No 64-bit lanes in VPMULL: low * low, to which both cross products come, shifted. */
XL_VEC xl_x86 xl_x86_mul64(xl_x86 a, xl_x86 b)
{
    xl_x86 cross = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(b, 0xb1));
    xl_x86 high = _mm256_slli_epi64(_mm256_add_epi32(cross, _mm256_srli_epi64(cross, 32)), 32);
    return _mm256_add_epi64(_mm256_mul_epu32(a, b), high);
}

/* Lanes of 32 bits: even ones from `even`, odd ones from `odd`. */
XL_VEC xl_x86 xl_x86_odd_from(xl_x86 even, xl_x86 odd) { return _mm256_blend_epi32(even, odd, 0xaa); }

XL_VEC xl_x86 xl_x86_scan32(xl_x86 v)
{
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    xl_x86 low_half_above = _mm256_permute2x128_si256(v, v, 0x08);
    return _mm256_add_epi32(v, _mm256_shuffle_epi32(low_half_above, 0xff));
}

/* Gathers take indices as signed. Widened to 64 bits they are what they were. */
XL_VEC xl_x86 xl_x86_gather32(const void *p, xl_u32 index, size_t vl)
{
    xl_x86 m = xl_x86_gt32(xl_x86_set32((int)vl), xl_x86_iota32());
    xl_x86 low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128((xl_x86)index));
    xl_x86 high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256((xl_x86)index, 1));
    __m128i zero = _mm_setzero_si128(), m_low = _mm256_castsi256_si128(m), m_high = _mm256_extracti128_si256(m, 1);
    __m128i r = _mm256_mask_i64gather_epi32(zero, (const int *)p, low, m_low, 4);
    return _mm256_set_m128i(_mm256_mask_i64gather_epi32(zero, (const int *)p, high, m_high, 4), r);
}

#include "all_types.h"

/* Loads and stores of another width. */
#define XL_HAS_WIDEN
XL_VEC xl_i16 xl_i16_load_widen_i8(const int8_t *p, size_t vl)
{
    return (xl_i16)_mm256_cvtepi8_epi16(xl_x86_load128(p, vl, 16, 1));
}
XL_VEC xl_u16 xl_u16_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u16)_mm256_cvtepu8_epi16(xl_x86_load128(p, vl, 16, 1));
}
XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return (xl_i32)_mm256_cvtepi8_epi32(xl_x86_load128(p, vl, 8, 1));
}
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return (xl_u32)_mm256_cvtepu8_epi32(xl_x86_load128(p, vl, 8, 1));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return (xl_i32)_mm256_cvtepi16_epi32(xl_x86_load128(p, 2 * vl, 16, 2));
}
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return (xl_u32)_mm256_cvtepu16_epi32(xl_x86_load128(p, 2 * vl, 16, 2));
}
XL_VEC xl_i64 xl_i64_load_widen_i32(const int32_t *p, size_t vl)
{
    return (xl_i64)_mm256_cvtepi32_epi64(xl_x86_load128(p, 4 * vl, 16, 4));
}
XL_VEC xl_u64 xl_u64_load_widen_u32(const uint32_t *p, size_t vl)
{
    return (xl_u64)_mm256_cvtepu32_epi64(xl_x86_load128(p, 4 * vl, 16, 4));
}

/* Packs would saturate, and work within each half. */
#define XL_HAS_NARROW
XL_VEC void xl_u16_store_narrow_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    xl_x86 low = (xl_x86)v & _mm256_set1_epi16(0xff);
    xl_x86_store128(p, _mm_packus_epi16(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1)), vl, 16, 1);
}
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    __m128i low = _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    xl_x86 bytes = _mm256_shuffle_epi8((xl_x86)v, _mm256_broadcastsi128_si256(low));
    __m128i r = _mm_unpacklo_epi32(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    xl_x86_store128(p, r, vl, 8, 1);
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    __m128i low = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
    xl_x86 pairs = _mm256_shuffle_epi8((xl_x86)v, _mm256_broadcastsi128_si256(low));
    __m128i r = _mm_unpacklo_epi64(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    xl_x86_store128(p, r, 2 * vl, 16, 2);
}
XL_VEC void xl_u64_store_narrow_u32(uint32_t *p, xl_u64 v, size_t vl)
{
    xl_x86 low = xl_x86_permute32((xl_x86)v, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    xl_x86_store128(p, _mm256_castsi256_si128(low), 4 * vl, 16, 4);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_widen_f32(const float *p, size_t vl)
{
    return _mm256_cvtps_pd(_mm_castsi128_ps(xl_x86_load128(p, 4 * vl, 16, 4)));
}
XL_VEC xl_f64 xl_f64_load_widen_i32(const int32_t *p, size_t vl)
{
    return _mm256_cvtepi32_pd(xl_x86_load128(p, 4 * vl, 16, 4));
}
XL_VEC void xl_f64_store_narrow_f32(float *p, xl_f64 v, size_t vl)
{
    xl_x86_store128(p, _mm_castps_si128(_mm256_cvtpd_ps(v)), 4 * vl, 16, 4);
}

/* The conversions give INT32_MIN for all that does not fit, but gcc 14 folds VCVTTPS2DQ of constants to what saturates
 * (0 for a NaN), and takes a register with the one for the other: NaNs and what is too great are cleared before.
 */
XL_VEC xl_f32 xl_avx2_convertible(xl_f32 v)
{
    return _mm256_and_ps(v, _mm256_cmp_ps(v, _mm256_set1_ps(0x1p31f), _CMP_LT_OQ));
}

/* What became 0 for being too great is INT32_MAX. */
XL_VEC xl_i32 xl_avx2_clamped(xl_x86 r, xl_f32 v)
{
    xl_x86 above = _mm256_castps_si256(_mm256_cmp_ps(v, _mm256_set1_ps(0x1p31f), _CMP_GE_OQ));
    return (xl_i32)_mm256_or_si256(r, _mm256_srli_epi32(above, 1));
}

XL_VEC xl_i32 xl_i32_from_f32(xl_f32 v, size_t vl)
{
    (void)vl;
    return xl_avx2_clamped(_mm256_cvttps_epi32(xl_avx2_convertible(v)), v);
}
XL_VEC xl_i32 xl_i32_from_f32_roundeven(xl_f32 v, size_t vl)
{
    (void)vl;
    return xl_avx2_clamped(_mm256_cvtps_epi32(xl_avx2_convertible(v)), v);
}
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return _mm256_cvtepi32_ps((xl_x86)v); }

#define XL_HAS_LOOKUP16
XL_VEC xl_u8 xl_u8_lookup16(const uint8_t *table, xl_u8 index, size_t vl)
{
    (void)vl;
    __m128i bytes = _mm_loadu_si128((const __m128i *)table);
    return (xl_u8)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), (xl_x86)index);
}

#define XL_HAS_COMPRESS
XL_VEC xl_u32 xl_u32_compress(xl_u32 v, xl_m32 m, size_t vl)
{
    __m128i lanes = _mm_loadl_epi64((const __m128i *)(xl_compress8 + xl_m32_bits(m)));
    (void)vl;
    return (xl_u32)xl_x86_permute32((xl_x86)v, _mm256_cvtepu8_epi32(lanes));
}
XL_VEC xl_i32 xl_i32_compress(xl_i32 v, xl_m32 m, size_t vl) { return (xl_i32)xl_u32_compress((xl_u32)v, m, vl); }
XL_VEC xl_f32 xl_f32_compress(xl_f32 v, xl_m32 m, size_t vl) { return (xl_f32)xl_u32_compress((xl_u32)v, m, vl); }

#define XL_HAS_F16
XL_VEC xl_f32 xl_f32_load_widen_f16(const uint16_t *p, size_t vl)
{
    return _mm256_cvtph_ps(xl_x86_load128(p, 2 * vl, 16, 2));
}
XL_VEC void xl_f32_store_narrow_f16(uint16_t *p, xl_f32 v, size_t vl)
{
    xl_x86_store128(p, _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT), 2 * vl, 16, 2);
}

/* For interleave.h. */
XL_VEC xl_x86 xl_x86_load_apart(const uint8_t *p, size_t stride)
{
    return _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(p + stride)), _mm_loadu_si128((const __m128i *)p));
}
XL_VEC void xl_x86_store_apart(uint8_t *p, xl_x86 v, size_t stride)
{
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(v));
    _mm_storeu_si128((__m128i *)(p + stride), _mm256_extracti128_si256(v, 1));
}
XL_VEC xl_x86 xl_x86_each(__m128i v) { return _mm256_broadcastsi128_si256(v); }
#include "interleave.h"

#endif
