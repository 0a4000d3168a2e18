/* The vector vocabulary in AVX-512 F, BW, DQ and VL: 512 bits.
 * SPDX-License-Identifier: MIT
 *
 * Byte shift and byte shuffle work within each 128-bit quarter.
 */
#ifndef XL_ARCH_X86_64_AVX512_H
#define XL_ARCH_X86_64_AVX512_H

#include <immintrin.h>

typedef __m512 xl_f32;
typedef __m512d xl_f64;
typedef __m512i xl_i8;
typedef __m512i xl_i16;
typedef __m512i xl_i32;
typedef __m512i xl_i64;
typedef __m512i xl_u8;
typedef __m512i xl_u16;
typedef __m512i xl_u32;
typedef __m512i xl_u64;
typedef __mmask64 xl_m8;
typedef __mmask32 xl_m16;
typedef __mmask16 xl_m32;
typedef __mmask8 xl_m64;

/* A vector of T as plain bits and back. */
#define XL_AVX512_INT_PLAIN(T)                                                                                         \
    XL_VEC __m512i xl_avx512_plain_##T(xl_##T v) { return v; }                                                         \
    XL_VEC xl_##T xl_avx512_##T##_plain(__m512i v) { return v; }

XL_VEC __m512i xl_avx512_plain_f32(xl_f32 v) { return _mm512_castps_si512(v); }
XL_VEC __m512i xl_avx512_plain_f64(xl_f64 v) { return _mm512_castpd_si512(v); }
XL_VEC xl_f32 xl_avx512_f32_plain(__m512i v) { return _mm512_castsi512_ps(v); }
XL_VEC xl_f64 xl_avx512_f64_plain(__m512i v) { return _mm512_castsi512_pd(v); }
XL_AVX512_INT_PLAIN(i8)
XL_AVX512_INT_PLAIN(i16)
XL_AVX512_INT_PLAIN(i32)
XL_AVX512_INT_PLAIN(i64)
XL_AVX512_INT_PLAIN(u8)
XL_AVX512_INT_PLAIN(u16)
XL_AVX512_INT_PLAIN(u32)
XL_AVX512_INT_PLAIN(u64)

/* Bits 0 to n - 1, of 64. */
XL_VEC uint64_t xl_avx512_below(size_t n) { return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX; }

/* What all ten lane types share: W the width. No instruction takes a lane number from a register for every width, hence
 * the memory in get.
 */
#define XL_AVX512_COMMON(T, W)                                                                                         \
    XL_VEC size_t xl_##T##_lanes(void) { return 512 / W; }                                                             \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < 512 / W ? n : 512 / W; }                                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl == 512 / W)                                                                                             \
            return xl_avx512_##T##_plain(_mm512_loadu_si512(p));                                                       \
        return xl_avx512_##T##_plain(_mm512_maskz_loadu_epi##W((xl_m##W)xl_avx512_below(vl), p));                      \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl)                                                       \
    {                                                                                                                  \
        if (vl == 512 / W)                                                                                             \
            _mm512_storeu_si512(p, xl_avx512_plain_##T(v));                                                            \
        else                                                                                                           \
            _mm512_mask_storeu_epi##W(p, (xl_m##W)xl_avx512_below(vl), xl_avx512_plain_##T(v));                        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_avx512_##T##_plain(_mm512_mask_blend_epi##W(m, xl_avx512_plain_##T(b), xl_avx512_plain_##T(a)));     \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        return xl_##T##_select((xl_m##W)xl_avx512_below(vl), b, a, 512 / W);                                           \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        xl_e_##T lanes[512 / W];                                                                                       \
        (void)vl;                                                                                                      \
        _mm512_storeu_si512(lanes, xl_avx512_plain_##T(v));                                                            \
        return lanes[i];                                                                                               \
    }

/* The compares of floats are the quiet ones. VMINPS and VMAXPS give the second operand for two zeros or a NaN, so both
 * orders are tried: of zeros, OR finds the sign and AND the lack of one; OR keeps a NaN, AND may not.
 */
#define XL_AVX512_FLOAT(T, W, S)                                                                                       \
    XL_AVX512_COMMON(T, W)                                                                                             \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return _mm512_set1_##S(x); }                        \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_add_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_sub_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_mul_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_div_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return _mm512_sqrt_##S(a); }                          \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl)                                                \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_fmadd_##S(a, b, c);                                                                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return _mm512_andnot_##S(_mm512_set1_##S(-0.0f), a); } \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return _mm512_xor_##S(_mm512_set1_##S(-0.0f), a); }    \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl)                                                                   \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_roundscale_##S(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);                                \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_cmp_##S##_mask(a, b, _CMP_EQ_OQ);                                                                \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_cmp_##S##_mask(a, b, _CMP_LT_OQ);                                                                \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_cmp_##S##_mask(a, b, _CMP_LE_OQ);                                                                \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_or_##S(_mm512_min_##S(a, b), _mm512_min_##S(b, a));                                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        xl_##T r = _mm512_and_##S(_mm512_max_##S(a, b), _mm512_max_##S(b, a));                                         \
        (void)vl;                                                                                                      \
        return _mm512_mask_add_##S(r, _mm512_cmp_##S##_mask(a, b, _CMP_UNORD_Q), a, b);                                \
    }

/* Integers: N the intrinsics' name for T, E the parameter type of set1. */
#define XL_AVX512_INT(T, W, N, E)                                                                                      \
    XL_AVX512_COMMON(T, W)                                                                                             \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return _mm512_set1_epi##W((E)x); }                  \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_add_epi##W(a, b); }            \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_sub_epi##W(a, b); }            \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_min_##N(a, b); }               \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_max_##N(a, b); }               \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_cmpeq_##N##_mask(a, b); }      \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_cmplt_##N##_mask(a, b); }      \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_cmple_##N##_mask(a, b); }      \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_and_si512(a, b); }             \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_or_si512(a, b); }               \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_xor_si512(a, b); }             \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl) { (void)vl; return _mm512_xor_si512(a, _mm512_set1_epi32(-1)); }

/* All but 8-bit lanes. R: the right shift. Shifts by a register clear the lane from W on, or fill it with the sign. */
#define XL_AVX512_WIDE(T, W, R)                                                                                        \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_mullo_epi##W(a, b); }          \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_sll_epi##W(a, _mm_cvtsi32_si128((int)k));                                                        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm512_##R##_epi##W(a, _mm_cvtsi32_si128((int)k));                                                      \
    }

#define XL_AVX512_SATURATING(T, N)                                                                                     \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_adds_##N(a, b); }             \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm512_subs_##N(a, b); }

/* A fold of the halves, quarters and so on; the operation's NEUTRAL stands in for the lanes from vl on. The sums of
 * immintrin.h start from 0, which turns a sum of -0 into 0.
 */
#define XL_AVX512_REDUCE(T, W, OP, NEUTRAL)                                                                            \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl != 512 / W)                                                                                             \
            v = xl_##T##_merge(xl_##T##_set1(NEUTRAL, 512 / W), v, vl);                                                \
        __m512i x = xl_avx512_plain_##T(v);                                                                            \
        v = xl_##T##_##OP(v, xl_avx512_##T##_plain(_mm512_shuffle_i64x2(x, x, 0x4e)), 512 / W);                        \
        x = xl_avx512_plain_##T(v);                                                                                    \
        v = xl_##T##_##OP(v, xl_avx512_##T##_plain(_mm512_shuffle_i64x2(x, x, 0xb1)), 512 / W);                        \
        x = _mm512_shuffle_epi32(xl_avx512_plain_##T(v), (_MM_PERM_ENUM)0x4e);                                         \
        v = xl_##T##_##OP(v, xl_avx512_##T##_plain(x), 512 / W);                                                       \
        if (W == 64)                                                                                                   \
            return xl_##T##_get(v, 0, 512 / W);                                                                        \
        x = _mm512_shuffle_epi32(xl_avx512_plain_##T(v), (_MM_PERM_ENUM)0xb1);                                         \
        return xl_##T##_get(xl_##T##_##OP(v, xl_avx512_##T##_plain(x), 512 / W), 0, 512 / W);                          \
    }

#define XL_AVX512_REDUCE_ALL(T, W, ZERO, LEAST, GREATEST)                                                              \
    XL_AVX512_REDUCE(T, W, add, ZERO)                                                                                  \
    XL_AVX512_REDUCE(T, W, min, GREATEST)                                                                              \
    XL_AVX512_REDUCE(T, W, max, LEAST)

/* Gathers take indices as signed: widened to 64 bits they are what they were. */
#define XL_AVX512_INDEXED(T)                                                                                           \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl)                                                             \
    {                                                                                                                  \
        __m512i iota = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                        \
        (void)vl;                                                                                                      \
        return _mm512_add_epi32(_mm512_set1_epi32((int)start), iota);                                                  \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        __m512i zero = _mm512_setzero_si512();                                                                         \
        (void)vl;                                                                                                      \
        v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 15));                                                     \
        v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 14));                                                     \
        v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 12));                                                     \
        return _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 8));                                                   \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, xl_u32 index, size_t vl)                                          \
    {                                                                                                                  \
        uint64_t m = xl_avx512_below(vl);                                                                              \
        __m512i low = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(index));                                            \
        __m512i high = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(index, 1));                                     \
        __m256i zero = _mm256_setzero_si256(), r = _mm512_mask_i64gather_epi32(zero, (__mmask8)m, low, p, 4);          \
        __m256i of_high = _mm512_mask_i64gather_epi32(zero, (__mmask8)(m >> 8), high, p, 4);                           \
        return _mm512_inserti64x4(_mm512_castsi256_si512(r), of_high, 1);                                              \
    }

#define XL_AVX512_BITS(TO, FROM)                                                                                       \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return xl_avx512_##TO##_plain(xl_avx512_plain_##FROM(v)); }

/* A mask is an integer, a bit for each lane. */
#define XL_AVX512_MASK(W, LANES)                                                                                       \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return _kand_mask##LANES(a, b); }        \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return _kor_mask##LANES(a, b); }          \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return _knot_mask##LANES(a); }                      \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return (m & xl_avx512_below(vl)) != 0; }                         \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        uint64_t bits = m & xl_avx512_below(vl);                                                                       \
        return bits ? (size_t)__builtin_ctzll(bits) : vl;                                                              \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        return (size_t)__builtin_popcountll(m & xl_avx512_below(vl));                                                  \
    }

XL_AVX512_FLOAT(f32, 32, ps)
XL_AVX512_FLOAT(f64, 64, pd)
XL_AVX512_INT(i8, 8, epi8, char)
XL_AVX512_INT(i16, 16, epi16, short)
XL_AVX512_INT(i32, 32, epi32, int)
XL_AVX512_INT(i64, 64, epi64, long long)
XL_AVX512_INT(u8, 8, epu8, char)
XL_AVX512_INT(u16, 16, epu16, short)
XL_AVX512_INT(u32, 32, epu32, int)
XL_AVX512_INT(u64, 64, epu64, long long)
XL_AVX512_WIDE(i16, 16, sra)
XL_AVX512_WIDE(i32, 32, sra)
XL_AVX512_WIDE(i64, 64, sra)
XL_AVX512_WIDE(u16, 16, srl)
XL_AVX512_WIDE(u32, 32, srl)
XL_AVX512_WIDE(u64, 64, srl)
XL_AVX512_SATURATING(i8, epi8)
XL_AVX512_SATURATING(i16, epi16)
XL_AVX512_SATURATING(u8, epu8)
XL_AVX512_SATURATING(u16, epu16)
/* The neutral lane of a float sum is -0, of an integer one 0. */
XL_AVX512_REDUCE_ALL(f32, 32, -0.0f, -__builtin_inff(), __builtin_inff())
XL_AVX512_REDUCE_ALL(f64, 64, -0.0, -__builtin_inf(), __builtin_inf())
XL_AVX512_REDUCE_ALL(i32, 32, 0, INT32_MIN, INT32_MAX)
XL_AVX512_REDUCE_ALL(i64, 64, 0, INT64_MIN, INT64_MAX)
XL_AVX512_REDUCE_ALL(u32, 32, 0, 0, UINT32_MAX)
XL_AVX512_REDUCE_ALL(u64, 64, 0, 0, UINT64_MAX)
XL_AVX512_INDEXED(i32)
XL_AVX512_INDEXED(u32)
XL_AVX512_BITS(f32, i32)
XL_AVX512_BITS(f32, u32)
XL_AVX512_BITS(i32, f32)
XL_AVX512_BITS(i32, u32)
XL_AVX512_BITS(u32, f32)
XL_AVX512_BITS(u32, i32)
XL_AVX512_BITS(f64, i64)
XL_AVX512_BITS(f64, u64)
XL_AVX512_BITS(i64, f64)
XL_AVX512_BITS(i64, u64)
XL_AVX512_BITS(u64, f64)
XL_AVX512_BITS(u64, i64)
XL_AVX512_BITS(i16, u16)
XL_AVX512_BITS(u16, i16)
XL_AVX512_BITS(i8, u8)
XL_AVX512_BITS(u8, i8)
XL_AVX512_MASK(8, 64)
XL_AVX512_MASK(16, 32)
XL_AVX512_MASK(32, 16)
XL_AVX512_MASK(64, 8)

/* There are no shifts of 8-bit lanes: those of 16, less the bits that crossed over. */
XL_VEC xl_u8 xl_u8_shl(xl_u8 a, unsigned k, size_t vl)
{
    (void)vl;
    return _mm512_and_si512(_mm512_sll_epi16(a, _mm_cvtsi32_si128((int)k)),
                            _mm512_set1_epi8((char)(k < 8 ? 0xff << k : 0)));
}
XL_VEC xl_u8 xl_u8_shr(xl_u8 a, unsigned k, size_t vl)
{
    (void)vl;
    return _mm512_and_si512(_mm512_srl_epi16(a, _mm_cvtsi32_si128((int)k)),
                            _mm512_set1_epi8((char)(k < 8 ? 0xff >> k : 0)));
}
XL_VEC xl_i8 xl_i8_shl(xl_i8 a, unsigned k, size_t vl) { return xl_u8_shl(a, k, vl); }

/* (x ^ s) - s extends x from its bit s upwards. */
XL_VEC xl_i8 xl_i8_shr(xl_i8 a, unsigned k, size_t vl)
{
    k = k < 8 ? k : 7;
    __m512i s = _mm512_set1_epi8((char)(0x80 >> k));
    return _mm512_sub_epi8(_mm512_xor_si512(xl_u8_shr(a, k, vl), s), s);
}

XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl) { (void)vl; return _mm512_mulhi_epi16(a, b); }
XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return _mm512_mulhi_epu16(a, b); }

XL_VEC __m128i xl_avx512_load_bytes(const void *p, size_t vl)
{
    return vl == 16 ? _mm_loadu_si128((const __m128i *)p) : _mm_maskz_loadu_epi8((__mmask16)xl_avx512_below(vl), p);
}
XL_VEC __m256i xl_avx512_load_pairs(const void *p, size_t vl)
{
    return vl == 16 ? _mm256_loadu_si256((const __m256i *)p)
                    : _mm256_maskz_loadu_epi16((__mmask16)xl_avx512_below(vl), p);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { return _mm512_cvtepi8_epi32(xl_avx512_load_bytes(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return _mm512_cvtepu8_epi32(xl_avx512_load_bytes(p, vl)); }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl)
{
    return _mm512_cvtepi16_epi32(xl_avx512_load_pairs(p, vl));
}
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl)
{
    return _mm512_cvtepu16_epi32(xl_avx512_load_pairs(p, vl));
}

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    __m128i bytes = _mm512_cvtepi32_epi8(v);
    if (vl == 16)
        _mm_storeu_si128((__m128i *)p, bytes);
    else
        _mm_mask_storeu_epi8(p, (__mmask16)xl_avx512_below(vl), bytes);
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    __m256i pairs = _mm512_cvtepi32_epi16(v);
    if (vl == 16)
        _mm256_storeu_si256((__m256i *)p, pairs);
    else
        _mm256_mask_storeu_epi16(p, (__mmask16)xl_avx512_below(vl), pairs);
}

/* The conversions give INT32_MIN for all that does not fit, but gcc 14 folds VCVTTPS2DQ of constants to what saturates
 * (0 for a NaN), and takes a register with the one for the other: NaNs and what is too great are cleared before.
 */
XL_VEC xl_f32 xl_avx512_convertible(xl_f32 v)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(v, _mm512_set1_ps(0x1p31f), _CMP_LT_OQ), v);
}

/* What became 0 for being too great is INT32_MAX. */
XL_VEC xl_i32 xl_avx512_clamped(__m512i r, xl_f32 v)
{
    __mmask16 above = _mm512_cmp_ps_mask(v, _mm512_set1_ps(0x1p31f), _CMP_GE_OQ);
    return _mm512_mask_mov_epi32(r, above, _mm512_set1_epi32(INT32_MAX));
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
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return _mm512_cvtepi32_ps(v); }

#include "avx512_groups.h"

#endif
