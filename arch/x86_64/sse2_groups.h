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
        return _mm_loadl_epi64(p);
    memcpy(&bits, p, bytes);
    return _mm_cvtsi64_si128((long long)bits);
}

XL_VEC void xl_sse2_store_half(void *p, __m128i v, size_t bytes)
{
    uint64_t bits = (uint64_t)_mm_cvtsi128_si64(v);
    if (bytes == 8)
        _mm_storel_epi64(p, v);
    else
        memcpy(p, &bits, bytes);
}

#define XL_HAS_F64_F32
#define XL_HAS_F64_I32
XL_VEC xl_f64 xl_f64_load_f32(const float *p, size_t vl)
{
    return _mm_cvtps_pd(_mm_castsi128_ps(xl_sse2_load_half(p, 4 * vl)));
}

XL_VEC xl_f64 xl_f64_load_i32(const int32_t *p, size_t vl) { return _mm_cvtepi32_pd(xl_sse2_load_half(p, 4 * vl)); }
XL_VEC void xl_f64_store_f32(float *p, xl_f64 v, size_t vl)
{
    xl_sse2_store_half(p, _mm_castps_si128(_mm_cvtpd_ps(v)), 4 * vl);
}

#define XL_HAS_WIDEN
#define XL_SSE2_WIDEN(T, M, EXPR)                                                                                      \
    XL_VEC xl_##T xl_##T##_load_##M(const xl_e_##M *p, size_t vl)                                                      \
    {                                                                                                                  \
        __m128i v = xl_sse2_load_half(p, vl * sizeof *p);                                                              \
        return EXPR;                                                                                                   \
    }
XL_SSE2_WIDEN(i16, i8, _mm_srai_epi16(_mm_unpacklo_epi8(v, v), 8))
XL_SSE2_WIDEN(u16, u8, _mm_unpacklo_epi8(v, _mm_setzero_si128()))
XL_SSE2_WIDEN(i64, i32, _mm_unpacklo_epi32(v, _mm_srai_epi32(v, 31)))
XL_SSE2_WIDEN(u64, u32, _mm_unpacklo_epi32(v, _mm_setzero_si128()))

#define XL_HAS_NARROW
XL_VEC void xl_u16_store_u8(uint8_t *p, xl_u16 v, size_t vl)
{
    /* Packing saturates: take the low bits first. */
    v = _mm_and_si128(v, _mm_set1_epi16(0xff));
    xl_sse2_store_half(p, _mm_packus_epi16(v, v), vl);
}

XL_VEC void xl_u64_store_u32(uint32_t *p, xl_u64 v, size_t vl)
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
    return _mm_shuffle_epi8(_mm_loadu_si128((const void *)table), index);
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

/* Of lanes of two vectors, those with even numbers and those with odd ones. Packs saturate, which what has been shifted
 * down or masked is safe from. */
#define XL_HAS_INTERLEAVE2
#define XL_HAS_INTERLEAVE4
XL_VEC __m128i xl_sse2_even8(__m128i v, __m128i w)
{
    __m128i low = _mm_set1_epi16(0xff);
    return _mm_packus_epi16(_mm_and_si128(v, low), _mm_and_si128(w, low));
}

XL_VEC __m128i xl_sse2_odd8(__m128i v, __m128i w)
{
    return _mm_packus_epi16(_mm_srli_epi16(v, 8), _mm_srli_epi16(w, 8));
}

XL_VEC __m128i xl_sse2_odd16(__m128i v, __m128i w)
{
    return _mm_packs_epi32(_mm_srai_epi32(v, 16), _mm_srai_epi32(w, 16));
}

XL_VEC __m128i xl_sse2_even16(__m128i v, __m128i w)
{
    return xl_sse2_odd16(_mm_slli_epi32(v, 16), _mm_slli_epi32(w, 16));
}

XL_VEC __m128i xl_sse2_even32(__m128i v, __m128i w)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(v), _mm_castsi128_ps(w), _MM_SHUFFLE(2, 0, 2, 0)));
}

XL_VEC __m128i xl_sse2_odd32(__m128i v, __m128i w)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(v), _mm_castsi128_ps(w), _MM_SHUFFLE(3, 1, 3, 1)));
}

#define XL_SSE2_LOADU(K) _mm_loadu_si128((const void *)(from + 16 * (K)))
#define XL_SSE2_STOREU(K, V) _mm_storeu_si128((void *)(to + 16 * (K)), V)

/* A partial strip takes its way through a buffer. */
#define XL_SSE2_INTERLEAVED(T, W)                                                                                      \
    XL_VEC void xl_##T##_load2(const xl_e_##T *p, xl_##T *a, xl_##T *b, size_t vl)                                     \
    {                                                                                                                  \
        uint8_t buf[32] = {0};                                                                                         \
        const uint8_t *from = vl == 128 / W ? (const uint8_t *)p : memcpy(buf, p, 2 * vl * sizeof *p);                 \
        __m128i v0 = XL_SSE2_LOADU(0), v1 = XL_SSE2_LOADU(1);                                                          \
        *a = xl_sse2_even##W(v0, v1);                                                                                  \
        *b = xl_sse2_odd##W(v0, v1);                                                                                   \
    }                                                                                                                  \
    XL_VEC void xl_##T##_load4(const xl_e_##T *p, xl_##T *a, xl_##T *b, xl_##T *c, xl_##T *d, size_t vl)               \
    {                                                                                                                  \
        uint8_t buf[64] = {0};                                                                                         \
        const uint8_t *from = vl == 128 / W ? (const uint8_t *)p : memcpy(buf, p, 4 * vl * sizeof *p);                 \
        __m128i v0 = XL_SSE2_LOADU(0), v1 = XL_SSE2_LOADU(1), v2 = XL_SSE2_LOADU(2), v3 = XL_SSE2_LOADU(3);            \
        __m128i ac0 = xl_sse2_even##W(v0, v1), ac1 = xl_sse2_even##W(v2, v3);                                          \
        __m128i bd0 = xl_sse2_odd##W(v0, v1), bd1 = xl_sse2_odd##W(v2, v3);                                            \
        *a = xl_sse2_even##W(ac0, ac1), *c = xl_sse2_odd##W(ac0, ac1);                                                 \
        *b = xl_sse2_even##W(bd0, bd1), *d = xl_sse2_odd##W(bd0, bd1);                                                 \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store2(xl_e_##T *p, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        uint8_t buf[32], *to = vl == 128 / W ? (uint8_t *)p : buf;                                                     \
        XL_SSE2_STOREU(0, _mm_unpacklo_epi##W(a, b));                                                                  \
        XL_SSE2_STOREU(1, _mm_unpackhi_epi##W(a, b));                                                                  \
        if (vl < 128 / W)                                                                                              \
            memcpy(p, buf, 2 * vl * sizeof *p);                                                                        \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store4(xl_e_##T *p, xl_##T a, xl_##T b, xl_##T c, xl_##T d, size_t vl)                        \
    {                                                                                                                  \
        uint8_t buf[64], *to = vl == 128 / W ? (uint8_t *)p : buf;                                                     \
        __m128i ac0 = _mm_unpacklo_epi##W(a, c), ac1 = _mm_unpackhi_epi##W(a, c);                                      \
        __m128i bd0 = _mm_unpacklo_epi##W(b, d), bd1 = _mm_unpackhi_epi##W(b, d);                                      \
        XL_SSE2_STOREU(0, _mm_unpacklo_epi##W(ac0, bd0));                                                              \
        XL_SSE2_STOREU(1, _mm_unpackhi_epi##W(ac0, bd0));                                                              \
        XL_SSE2_STOREU(2, _mm_unpacklo_epi##W(ac1, bd1));                                                              \
        XL_SSE2_STOREU(3, _mm_unpackhi_epi##W(ac1, bd1));                                                              \
        if (vl < 128 / W)                                                                                              \
            memcpy(p, buf, 4 * vl * sizeof *p);                                                                        \
    }
XL_SSE2_INTERLEAVED(u8, 8)
XL_SSE2_INTERLEAVED(u16, 16)
XL_SSE2_INTERLEAVED(u32, 32)

#endif
