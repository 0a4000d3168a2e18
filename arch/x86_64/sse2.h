/* The vector vocabulary in SSE2, and in SSE4.2 where the compiler may use it (sse4.h): 128-bit registers.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_SSE2_H
#define XL_ARCH_X86_64_SSE2_H

#include <math.h>

#ifdef __SSE4_2__
#include <nmmintrin.h>
#else
#include <emmintrin.h>
#endif

typedef __m128 xl_f32;
typedef __m128d xl_f64;
typedef __m128i xl_i8;
typedef __m128i xl_i16;
typedef __m128i xl_i32;
typedef __m128i xl_i64;
typedef __m128i xl_u8;
typedef __m128i xl_u16;
typedef __m128i xl_u32;
typedef __m128i xl_u64;

/* Masks: all bits of a lane, or none. */
typedef __m128i xl_m8;
typedef __m128i xl_m16;
typedef __m128i xl_m32;
typedef __m128i xl_m64;

XL_VEC __m128i xl_sse2_from_f32(xl_f32 v) { return _mm_castps_si128(v); }
XL_VEC __m128i xl_sse2_from_f64(xl_f64 v) { return _mm_castpd_si128(v); }
XL_VEC xl_f32 xl_sse2_to_f32(__m128i v) { return _mm_castsi128_ps(v); }
XL_VEC xl_f64 xl_sse2_to_f64(__m128i v) { return _mm_castsi128_pd(v); }

/* TO from FROM, two names of one register type: the bits operations, and what lets a macro over T name its bits. */
#define XL_SSE2_BITS(TO, FROM)                                                                                         \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return xl_sse2_to_##TO(xl_sse2_from_##FROM(v)); }

/* The integer types are their own bits. */
#define XL_SSE2_INT_BITS(T)                                                                                            \
    XL_VEC __m128i xl_sse2_from_##T(xl_##T v) { return v; }                                                            \
    XL_VEC xl_##T xl_sse2_to_##T(__m128i v) { return v; }

XL_SSE2_INT_BITS(i8)
XL_SSE2_INT_BITS(i16)
XL_SSE2_INT_BITS(i32)
XL_SSE2_INT_BITS(i64)
XL_SSE2_INT_BITS(u8)
XL_SSE2_INT_BITS(u16)
XL_SSE2_INT_BITS(u32)
XL_SSE2_INT_BITS(u64)
XL_SSE2_BITS(f32, i32)
XL_SSE2_BITS(f32, u32)
XL_SSE2_BITS(i32, f32)
XL_SSE2_BITS(i32, u32)
XL_SSE2_BITS(u32, f32)
XL_SSE2_BITS(u32, i32)
XL_SSE2_BITS(f64, i64)
XL_SSE2_BITS(f64, u64)
XL_SSE2_BITS(i64, f64)
XL_SSE2_BITS(i64, u64)
XL_SSE2_BITS(u64, f64)
XL_SSE2_BITS(u64, i64)
XL_SSE2_BITS(i16, u16)
XL_SSE2_BITS(u16, i16)
XL_SSE2_BITS(i8, u8)
XL_SSE2_BITS(u8, i8)

/* An operation of one, two operands; a comparison. EXPR says it of a and b. */
#define XL_SSE2_UNARY(T, NAME, EXPR) XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, size_t vl) { (void)vl; return EXPR; }
#define XL_SSE2_BINARY(T, NAME, EXPR)                                                                                  \
    XL_VEC xl_##T xl_##T##_##NAME(xl_##T a, xl_##T b, size_t vl) { (void)vl; return EXPR; }
#define XL_SSE2_COMPARE(T, W, NAME, EXPR)                                                                              \
    XL_VEC xl_m##W xl_##T##_##NAME(xl_##T a, xl_##T b, size_t vl) { (void)vl; return EXPR; }

XL_VEC __m128i xl_sse2_ones(void) { return _mm_set1_epi32(-1); }
XL_VEC __m128i xl_sse2_not(__m128i a) { return _mm_xor_si128(a, xl_sse2_ones()); }

/* All ones in the first `bytes` bytes, of 16. */
XL_VEC __m128i xl_sse2_below(size_t bytes)
{
    return _mm_cmpgt_epi8(_mm_set1_epi8((char)bytes),
                          _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

/* SSE has no masked load, and its masked store (maskmovdqu) goes round the caches: short strips pass through memory. */
XL_VEC __m128i xl_sse2_load(const void *p, size_t bytes)
{
    if (bytes == 16)
        return _mm_loadu_si128((const __m128i *)p);
    uint8_t buf[16] = {0};
    memcpy(buf, p, bytes);
    return _mm_loadu_si128((const __m128i *)buf);
}

XL_VEC void xl_sse2_store(void *p, __m128i v, size_t bytes)
{
    if (bytes == 16) {
        _mm_storeu_si128((__m128i *)p, v);
        return;
    }
    uint8_t buf[16];
    _mm_storeu_si128((__m128i *)buf, v);
    memcpy(p, buf, bytes);
}

/* Sign bits flipped: turns the order of unsigned lanes into that of signed ones and back. */
XL_VEC __m128i xl_sse2_flip8(__m128i a) { return _mm_xor_si128(a, _mm_set1_epi8(INT8_MIN)); }
XL_VEC __m128i xl_sse2_flip16(__m128i a) { return _mm_xor_si128(a, _mm_set1_epi16(INT16_MIN)); }
XL_VEC __m128i xl_sse2_flip32(__m128i a) { return _mm_xor_si128(a, _mm_set1_epi32(INT32_MIN)); }
XL_VEC __m128i xl_sse2_flip64(__m128i a) { return _mm_xor_si128(a, _mm_set1_epi64x(INT64_MIN)); }

XL_VEC __m128i xl_sse2_eq8(__m128i a, __m128i b) { return _mm_cmpeq_epi8(a, b); }
XL_VEC __m128i xl_sse2_eq16(__m128i a, __m128i b) { return _mm_cmpeq_epi16(a, b); }
XL_VEC __m128i xl_sse2_eq32(__m128i a, __m128i b) { return _mm_cmpeq_epi32(a, b); }
XL_VEC __m128i xl_sse2_gt8(__m128i a, __m128i b) { return _mm_cmpgt_epi8(a, b); }
XL_VEC __m128i xl_sse2_gt16(__m128i a, __m128i b) { return _mm_cmpgt_epi16(a, b); }
XL_VEC __m128i xl_sse2_gt32(__m128i a, __m128i b) { return _mm_cmpgt_epi32(a, b); }

#ifdef __SSE4_2__

XL_VEC __m128i xl_sse2_pick(__m128i m, __m128i a, __m128i b) { return _mm_blendv_epi8(b, a, m); }
XL_VEC __m128i xl_sse2_eq64(__m128i a, __m128i b) { return _mm_cmpeq_epi64(a, b); }
XL_VEC __m128i xl_sse2_gt64(__m128i a, __m128i b) { return _mm_cmpgt_epi64(a, b); }
XL_VEC __m128i xl_sse2_mul32(__m128i a, __m128i b) { return _mm_mullo_epi32(a, b); }

XL_SSE2_BINARY(i8, min, _mm_min_epi8(a, b))
XL_SSE2_BINARY(i8, max, _mm_max_epi8(a, b))
XL_SSE2_BINARY(u16, min, _mm_min_epu16(a, b))
XL_SSE2_BINARY(u16, max, _mm_max_epu16(a, b))
XL_SSE2_BINARY(i32, min, _mm_min_epi32(a, b))
XL_SSE2_BINARY(i32, max, _mm_max_epi32(a, b))
XL_SSE2_BINARY(u32, min, _mm_min_epu32(a, b))
XL_SSE2_BINARY(u32, max, _mm_max_epu32(a, b))
XL_SSE2_UNARY(f32, roundeven, _mm_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))
XL_SSE2_UNARY(f64, roundeven, _mm_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC))

/* Four lanes of i32 or u32 from the first four of a narrower type. */
XL_VEC __m128i xl_sse2_widen_i8(__m128i a) { return _mm_cvtepi8_epi32(a); }
XL_VEC __m128i xl_sse2_widen_i16(__m128i a) { return _mm_cvtepi16_epi32(a); }
XL_VEC __m128i xl_sse2_widen_u8(__m128i a) { return _mm_cvtepu8_epi32(a); }
XL_VEC __m128i xl_sse2_widen_u16(__m128i a) { return _mm_cvtepu16_epi32(a); }


#else

XL_VEC __m128i xl_sse2_pick(__m128i m, __m128i a, __m128i b)
{
    return _mm_or_si128(_mm_and_si128(m, a), _mm_andnot_si128(m, b));
}

XL_VEC __m128i xl_sse2_eq64(__m128i a, __m128i b)
{
    __m128i e = _mm_cmpeq_epi32(a, b);
    return _mm_and_si128(e, _mm_shuffle_epi32(e, _MM_SHUFFLE(2, 3, 0, 1)));
}

XL_VEC __m128i xl_sse2_gt64(__m128i a, __m128i b)
{
    /* Where the high halves are equal, the high half of b - a is the borrow: -1 if a's low half is above b's. */
    __m128i r = _mm_and_si128(_mm_cmpeq_epi32(a, b), _mm_sub_epi64(b, a));
    r = _mm_or_si128(r, _mm_cmpgt_epi32(a, b));
    return _mm_shuffle_epi32(r, _MM_SHUFFLE(3, 3, 1, 1));
}

XL_VEC __m128i xl_sse2_mul32(__m128i a, __m128i b)
{
    __m128i even = _mm_mul_epu32(a, b);
    __m128i odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, _MM_SHUFFLE(3, 1, 2, 0)),
                              _mm_shuffle_epi32(odd, _MM_SHUFFLE(3, 1, 2, 0)));
}

XL_SSE2_BINARY(i8, min, xl_sse2_flip8(_mm_min_epu8(xl_sse2_flip8(a), xl_sse2_flip8(b))))
XL_SSE2_BINARY(i8, max, xl_sse2_flip8(_mm_max_epu8(xl_sse2_flip8(a), xl_sse2_flip8(b))))
XL_SSE2_BINARY(u16, min, xl_sse2_flip16(_mm_min_epi16(xl_sse2_flip16(a), xl_sse2_flip16(b))))
XL_SSE2_BINARY(u16, max, xl_sse2_flip16(_mm_max_epi16(xl_sse2_flip16(a), xl_sse2_flip16(b))))
XL_SSE2_BINARY(i32, min, xl_sse2_pick(_mm_cmpgt_epi32(b, a), a, b))
XL_SSE2_BINARY(i32, max, xl_sse2_pick(_mm_cmpgt_epi32(a, b), a, b))
XL_SSE2_BINARY(u32, min, xl_sse2_pick(_mm_cmpgt_epi32(xl_sse2_flip32(b), xl_sse2_flip32(a)), a, b))
XL_SSE2_BINARY(u32, max, xl_sse2_pick(_mm_cmpgt_epi32(xl_sse2_flip32(a), xl_sse2_flip32(b)), a, b))

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

/* Four lanes of i32 or u32 from the first four of a narrower type. */
XL_VEC __m128i xl_sse2_widen_i8(__m128i a)
{
    a = _mm_unpacklo_epi8(a, a);
    return _mm_srai_epi32(_mm_unpacklo_epi16(a, a), 24);
}

XL_VEC __m128i xl_sse2_widen_u8(__m128i a)
{
    __m128i zero = _mm_setzero_si128();
    return _mm_unpacklo_epi16(_mm_unpacklo_epi8(a, zero), zero);
}

XL_VEC __m128i xl_sse2_widen_i16(__m128i a) { return _mm_srai_epi32(_mm_unpacklo_epi16(a, a), 16); }
XL_VEC __m128i xl_sse2_widen_u16(__m128i a) { return _mm_unpacklo_epi16(a, _mm_setzero_si128()); }


#endif

/* What all ten lane types share. A run-time lane number is a matter for memory: SSE extracts constant ones only. */
#define XL_SSE2_COMMON(T, W)                                                                                           \
    XL_VEC size_t xl_##T##_lanes(void) { return 128 / W; }                                                             \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < 128 / W ? n : 128 / W; }                                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl)                                                          \
    {                                                                                                                  \
        return xl_sse2_to_##T(xl_sse2_load(p, vl * (W / 8)));                                                          \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl)                                                       \
    {                                                                                                                  \
        xl_sse2_store(p, xl_sse2_from_##T(v), vl * (W / 8));                                                           \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_sse2_to_##T(xl_sse2_pick(m, xl_sse2_from_##T(a), xl_sse2_from_##T(b)));                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        return xl_##T##_select(xl_sse2_below(vl * (W / 8)), b, a, vl);                                                 \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        xl_e_##T buf[128 / W];                                                                                         \
        _mm_storeu_si128((__m128i *)buf, xl_sse2_from_##T(v));                                                         \
        return buf[i];                                                                                                 \
    }

/* Floats: S the suffix of the intrinsics. min and max take the second operand where one is NaN or both are zeros, so
 * both orders together hold the NaN, or both zeros: the minimum is their "or", the maximum their "and", but for NaN. */
#define XL_SSE2_FLOAT(T, W, S, SIGN)                                                                                   \
    XL_SSE2_COMMON(T, W)                                                                                               \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return _mm_set1_##S(x); }                           \
    XL_SSE2_BINARY(T, add, _mm_add_##S(a, b))                                                                          \
    XL_SSE2_BINARY(T, sub, _mm_sub_##S(a, b))                                                                          \
    XL_SSE2_BINARY(T, mul, _mm_mul_##S(a, b))                                                                          \
    XL_SSE2_BINARY(T, div, _mm_div_##S(a, b))                                                                          \
    XL_SSE2_BINARY(T, min, _mm_or_##S(_mm_min_##S(a, b), _mm_min_##S(b, a)))                                           \
    XL_SSE2_BINARY(T, max,                                                                                             \
                   _mm_or_##S(_mm_and_##S(_mm_max_##S(a, b), _mm_max_##S(b, a)), _mm_cmpunord_##S(a, b)))              \
    XL_SSE2_UNARY(T, sqrt, _mm_sqrt_##S(a))                                                                            \
    XL_SSE2_UNARY(T, abs, _mm_andnot_##S(_mm_set1_##S(SIGN), a))                                                       \
    XL_SSE2_UNARY(T, neg, _mm_xor_##S(_mm_set1_##S(SIGN), a))                                                          \
    XL_SSE2_COMPARE(T, W, eq, xl_sse2_from_##T(_mm_cmpeq_##S(a, b)))                                                   \
    XL_SSE2_COMPARE(T, W, lt, xl_sse2_from_##T(_mm_cmplt_##S(a, b)))                                                   \
    XL_SSE2_COMPARE(T, W, le, xl_sse2_from_##T(_mm_cmple_##S(a, b)))

/* Integers: SET1 the intrinsic, taking a C. */
#define XL_SSE2_INT(T, W, SET1, C)                                                                                     \
    XL_SSE2_COMMON(T, W)                                                                                               \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return SET1((C)x); }                                \
    XL_SSE2_BINARY(T, add, _mm_add_epi##W(a, b))                                                                       \
    XL_SSE2_BINARY(T, sub, _mm_sub_epi##W(a, b))                                                                       \
    XL_SSE2_BINARY(T, and, _mm_and_si128(a, b))                                                                        \
    XL_SSE2_BINARY(T, or, _mm_or_si128(a, b))                                                                          \
    XL_SSE2_BINARY(T, xor, _mm_xor_si128(a, b))                                                                        \
    XL_SSE2_UNARY(T, not, xl_sse2_not(a))                                                                              \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl) { (void)vl; return xl_sse2_shl##W(a, k); }             \
    XL_SSE2_COMPARE(T, W, eq, xl_sse2_eq##W(a, b))

#define XL_SSE2_SIGNED(T, W, SET1, C)                                                                                  \
    XL_SSE2_INT(T, W, SET1, C)                                                                                         \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl) { (void)vl; return xl_sse2_sra##W(a, k); }             \
    XL_SSE2_COMPARE(T, W, lt, xl_sse2_gt##W(b, a))                                                                     \
    XL_SSE2_COMPARE(T, W, le, xl_sse2_not(xl_sse2_gt##W(a, b)))

#define XL_SSE2_UNSIGNED(T, W, SET1, C)                                                                                \
    XL_SSE2_INT(T, W, SET1, C)                                                                                         \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl) { (void)vl; return xl_sse2_srl##W(a, k); }             \
    XL_SSE2_COMPARE(T, W, lt, xl_sse2_gt##W(xl_sse2_flip##W(b), xl_sse2_flip##W(a)))                                   \
    XL_SSE2_COMPARE(T, W, le, xl_sse2_not(xl_sse2_gt##W(xl_sse2_flip##W(a), xl_sse2_flip##W(b))))

/* The hardware's count is a whole register, and one past the width already gives 0 or the sign. */
XL_VEC __m128i xl_sse2_count(unsigned k) { return _mm_cvtsi32_si128((int)k); }
XL_VEC __m128i xl_sse2_shl16(__m128i a, unsigned k) { return _mm_sll_epi16(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_shl32(__m128i a, unsigned k) { return _mm_sll_epi32(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_shl64(__m128i a, unsigned k) { return _mm_sll_epi64(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_srl16(__m128i a, unsigned k) { return _mm_srl_epi16(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_srl32(__m128i a, unsigned k) { return _mm_srl_epi32(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_srl64(__m128i a, unsigned k) { return _mm_srl_epi64(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_sra16(__m128i a, unsigned k) { return _mm_sra_epi16(a, xl_sse2_count(k)); }
XL_VEC __m128i xl_sse2_sra32(__m128i a, unsigned k) { return _mm_sra_epi32(a, xl_sse2_count(k)); }

/* Bytes shift as halves of 16 bits, less the bits that came from the neighbour. */
XL_VEC __m128i xl_sse2_shl8(__m128i a, unsigned k)
{
    return _mm_and_si128(xl_sse2_shl16(a, k), _mm_set1_epi8((char)(k < 8 ? 0xff << k : 0)));
}

XL_VEC __m128i xl_sse2_srl8(__m128i a, unsigned k)
{
    return _mm_and_si128(xl_sse2_srl16(a, k), _mm_set1_epi8((char)(k < 8 ? 0xff >> k : 0)));
}

XL_VEC __m128i xl_sse2_sra8(__m128i a, unsigned k)
{
    k = k < 8 ? k + 8 : 15;
    return _mm_packs_epi16(xl_sse2_sra16(_mm_unpacklo_epi8(a, a), k), xl_sse2_sra16(_mm_unpackhi_epi8(a, a), k));
}

/* Only AVX-512 has it: a negative lane is shifted as its complement. */
XL_VEC __m128i xl_sse2_sra64(__m128i a, unsigned k)
{
    __m128i sign = _mm_shuffle_epi32(_mm_srai_epi32(a, 31), _MM_SHUFFLE(3, 3, 1, 1));
    return _mm_xor_si128(xl_sse2_srl64(_mm_xor_si128(a, sign), k), sign);
}

XL_SSE2_FLOAT(f32, 32, ps, -0.0f)
XL_SSE2_FLOAT(f64, 64, pd, -0.0)
XL_SSE2_SIGNED(i8, 8, _mm_set1_epi8, char)
XL_SSE2_SIGNED(i16, 16, _mm_set1_epi16, short)
XL_SSE2_SIGNED(i32, 32, _mm_set1_epi32, int)
XL_SSE2_SIGNED(i64, 64, _mm_set1_epi64x, long long)
XL_SSE2_UNSIGNED(u8, 8, _mm_set1_epi8, char)
XL_SSE2_UNSIGNED(u16, 16, _mm_set1_epi16, short)
XL_SSE2_UNSIGNED(u32, 32, _mm_set1_epi32, int)
XL_SSE2_UNSIGNED(u64, 64, _mm_set1_epi64x, long long)

XL_SSE2_BINARY(u8, min, _mm_min_epu8(a, b))
XL_SSE2_BINARY(u8, max, _mm_max_epu8(a, b))
XL_SSE2_BINARY(i16, min, _mm_min_epi16(a, b))
XL_SSE2_BINARY(i16, max, _mm_max_epi16(a, b))
XL_SSE2_BINARY(i64, min, xl_sse2_pick(xl_i64_lt(a, b, vl), a, b))
XL_SSE2_BINARY(i64, max, xl_sse2_pick(xl_i64_lt(a, b, vl), b, a))
XL_SSE2_BINARY(u64, min, xl_sse2_pick(xl_u64_lt(a, b, vl), a, b))
XL_SSE2_BINARY(u64, max, xl_sse2_pick(xl_u64_lt(a, b, vl), b, a))

XL_SSE2_BINARY(i8, add_sat, _mm_adds_epi8(a, b))
XL_SSE2_BINARY(i8, sub_sat, _mm_subs_epi8(a, b))
XL_SSE2_BINARY(u8, add_sat, _mm_adds_epu8(a, b))
XL_SSE2_BINARY(u8, sub_sat, _mm_subs_epu8(a, b))
XL_SSE2_BINARY(i16, add_sat, _mm_adds_epi16(a, b))
XL_SSE2_BINARY(i16, sub_sat, _mm_subs_epi16(a, b))
XL_SSE2_BINARY(u16, add_sat, _mm_adds_epu16(a, b))
XL_SSE2_BINARY(u16, sub_sat, _mm_subs_epu16(a, b))

/* a * b modulo 2^64, from 32-bit halves. */
XL_VEC __m128i xl_sse2_mul64(__m128i a, __m128i b)
{
    __m128i cross = _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(a, 32), b), _mm_mul_epu32(a, _mm_srli_epi64(b, 32)));
    return _mm_add_epi64(_mm_mul_epu32(a, b), _mm_slli_epi64(cross, 32));
}

XL_SSE2_BINARY(i16, mul, _mm_mullo_epi16(a, b))
XL_SSE2_BINARY(u16, mul, _mm_mullo_epi16(a, b))
XL_SSE2_BINARY(i32, mul, xl_sse2_mul32(a, b))
XL_SSE2_BINARY(u32, mul, xl_sse2_mul32(a, b))
XL_SSE2_BINARY(i64, mul, xl_sse2_mul64(a, b))
XL_SSE2_BINARY(u64, mul, xl_sse2_mul64(a, b))
XL_SSE2_BINARY(i16, mulhi, _mm_mulhi_epi16(a, b))
XL_SSE2_BINARY(u16, mulhi, _mm_mulhi_epu16(a, b))

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

/* Folds halves, then quarters. START fills lanes from vl on: what changes nothing, for min and max lane 0 again. */
#define XL_SSE2_REDUCE(T, W, NAME, START)                                                                              \
    XL_VEC xl_e_##T xl_##T##_reduce_##NAME(xl_##T v, size_t vl)                                                        \
    {                                                                                                                  \
        if (vl < 128 / W)                                                                                              \
            v = xl_##T##_merge(START, v, vl);                                                                          \
        __m128i moved = _mm_shuffle_epi32(xl_sse2_from_##T(v), _MM_SHUFFLE(1, 0, 3, 2));                               \
        v = xl_##T##_##NAME(v, xl_sse2_to_##T(moved), vl);                                                             \
        moved = _mm_shuffle_epi32(xl_sse2_from_##T(v), _MM_SHUFFLE(2, 3, 0, 1));                                       \
        if (W == 32)                                                                                                   \
            v = xl_##T##_##NAME(v, xl_sse2_to_##T(moved), vl);                                                         \
        return xl_##T##_get(v, 0, vl);                                                                                 \
    }

#define XL_SSE2_REDUCE_ALL(T, W, ZERO, LANE0)                                                                          \
    XL_SSE2_REDUCE(T, W, add, xl_##T##_set1(ZERO, vl))                                                                 \
    XL_SSE2_REDUCE(T, W, min, xl_sse2_to_##T(_mm_shuffle_epi32(xl_sse2_from_##T(v), LANE0)))                           \
    XL_SSE2_REDUCE(T, W, max, xl_sse2_to_##T(_mm_shuffle_epi32(xl_sse2_from_##T(v), LANE0)))

/* Of floats, -0 is what changes no sum: +0 would make -0 + -0 positive. */
XL_SSE2_REDUCE_ALL(f32, 32, -0.0f, _MM_SHUFFLE(0, 0, 0, 0))
XL_SSE2_REDUCE_ALL(f64, 64, -0.0, _MM_SHUFFLE(1, 0, 1, 0))
XL_SSE2_REDUCE_ALL(i32, 32, 0, _MM_SHUFFLE(0, 0, 0, 0))
XL_SSE2_REDUCE_ALL(u32, 32, 0, _MM_SHUFFLE(0, 0, 0, 0))
XL_SSE2_REDUCE_ALL(i64, 64, 0, _MM_SHUFFLE(1, 0, 1, 0))
XL_SSE2_REDUCE_ALL(u64, 64, 0, _MM_SHUFFLE(1, 0, 1, 0))

/* gather is lane by lane: SSE has none. */
#define XL_SSE2_INDEXED(T)                                                                                             \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl)                                                             \
    {                                                                                                                  \
        return _mm_add_epi32(xl_##T##_set1(start, vl), _mm_setr_epi32(0, 1, 2, 3));                                    \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        v = _mm_add_epi32(v, _mm_slli_si128(v, 4));                                                                    \
        return _mm_add_epi32(v, _mm_slli_si128(v, 8));                                                                 \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, xl_u32 index, size_t vl)                                          \
    {                                                                                                                  \
        uint32_t at[4];                                                                                                \
        xl_e_##T buf[4] = {0};                                                                                         \
        _mm_storeu_si128((__m128i *)at, index);                                                                        \
        if (vl == 4)                                                                                                   \
            return _mm_setr_epi32((int)p[at[0]], (int)p[at[1]], (int)p[at[2]], (int)p[at[3]]);                         \
        for (size_t i = 0; i < vl; i++)                                                                                \
            buf[i] = p[at[i]];                                                                                         \
        return _mm_loadu_si128((const __m128i *)buf);                                                                  \
    }

XL_SSE2_INDEXED(i32)
XL_SSE2_INDEXED(u32)

/* vl (up to four) elements of N bytes, in the low 4 * N of a register. */
#define XL_SSE2_LOAD_PART(N, E, MOVE)                                                                                  \
    XL_VEC __m128i xl_sse2_load4x##N(const void *p, size_t vl)                                                         \
    {                                                                                                                  \
        E bits = 0;                                                                                                    \
        if (vl == 4)                                                                                                   \
            memcpy(&bits, p, sizeof bits);                                                                             \
        else                                                                                                           \
            memcpy(&bits, p, vl * N);                                                                                  \
        return MOVE(bits);                                                                                             \
    }                                                                                                                  \
    XL_VEC void xl_sse2_store4x##N(void *p, E bits, size_t vl)                                                         \
    {                                                                                                                  \
        if (vl == 4)                                                                                                   \
            memcpy(p, &bits, sizeof bits);                                                                             \
        else                                                                                                           \
            memcpy(p, &bits, vl * N);                                                                                  \
    }

XL_SSE2_LOAD_PART(1, int32_t, _mm_cvtsi32_si128)
XL_SSE2_LOAD_PART(2, int64_t, _mm_cvtsi64_si128)

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl) { return xl_sse2_widen_i8(xl_sse2_load4x1(p, vl)); }
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return xl_sse2_widen_i16(xl_sse2_load4x2(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl) { return xl_sse2_widen_u8(xl_sse2_load4x1(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return xl_sse2_widen_u16(xl_sse2_load4x2(p, vl)); }

XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    /* Packing saturates: take the low bits first. */
    v = _mm_and_si128(v, _mm_set1_epi32(0xff));
    v = _mm_packs_epi32(v, v);
    xl_sse2_store4x1(p, _mm_cvtsi128_si32(_mm_packus_epi16(v, v)), vl);
}

XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    /* Only the signed pack is in SSE2: sign-extended low halves pass through it unchanged. */
    v = _mm_srai_epi32(_mm_slli_epi32(v, 16), 16);
    xl_sse2_store4x2(p, _mm_cvtsi128_si64(_mm_packs_epi32(v, v)), vl);
}

/* The conversions give INT32_MIN for all that does not fit, but gcc 14 takes CVTTPS2DQ of a constant to saturate, and
 * to give 0 for a NaN, and equates what it has in registers: neither NaNs nor what is too great may get there. */
XL_VEC xl_f32 xl_sse2_convertible(xl_f32 v) { return _mm_and_ps(v, _mm_cmplt_ps(v, _mm_set1_ps(0x1p31f))); }

/* What became 0 for being too great is INT32_MAX. */
XL_VEC xl_i32 xl_sse2_clamped(__m128i r, xl_f32 v)
{
    __m128i above = _mm_castps_si128(_mm_cmple_ps(_mm_set1_ps(0x1p31f), v));
    return _mm_or_si128(r, _mm_srli_epi32(above, 1));
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

XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return _mm_cvtepi32_ps(v); }

/* One bit a lane. */
XL_VEC unsigned xl_sse2_mask8(__m128i m) { return (unsigned)_mm_movemask_epi8(m); }
XL_VEC unsigned xl_sse2_mask16(__m128i m) { return xl_sse2_mask8(_mm_packs_epi16(m, _mm_setzero_si128())); }
XL_VEC unsigned xl_sse2_mask32(__m128i m) { return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(m)); }
XL_VEC unsigned xl_sse2_mask64(__m128i m) { return (unsigned)_mm_movemask_pd(_mm_castsi128_pd(m)); }

#define XL_SSE2_MASK(W)                                                                                                \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return _mm_and_si128(a, b); }            \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return _mm_or_si128(a, b); }              \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return xl_sse2_not(a); }                            \
    XL_VEC unsigned xl_sse2_set##W(xl_m##W m, size_t vl) { return xl_sse2_mask##W(m) & ((1u << vl) - 1); }             \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return xl_sse2_set##W(m, vl) != 0; }                             \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        unsigned set = xl_sse2_set##W(m, vl);                                                                          \
        return set ? (size_t)__builtin_ctz(set) : vl;                                                                  \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl) { return (size_t)__builtin_popcount(xl_sse2_set##W(m, vl)); }

XL_SSE2_MASK(8)
XL_SSE2_MASK(16)
XL_SSE2_MASK(32)
XL_SSE2_MASK(64)

#include "sse2_groups.h"

#endif
