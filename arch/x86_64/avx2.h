/* The vector vocabulary in AVX2 with FMA: 256 bits.
 * SPDX-License-Identifier: MIT
 *
 * Unpack, pack, byte shift and byte shuffle work within each 128-bit half.
 */
#ifndef XL_ARCH_X86_64_AVX2_H
#define XL_ARCH_X86_64_AVX2_H

#include <immintrin.h>

typedef __m256 xl_f32;
typedef __m256d xl_f64;
typedef __m256i xl_i8;
typedef __m256i xl_i16;
typedef __m256i xl_i32;
typedef __m256i xl_i64;
typedef __m256i xl_u8;
typedef __m256i xl_u16;
typedef __m256i xl_u32;
typedef __m256i xl_u64;
typedef __m256i xl_m8;
typedef __m256i xl_m16;
typedef __m256i xl_m32;
typedef __m256i xl_m64;

/* A vector of T as plain bits and back. */
#define XL_AVX2_INT_PLAIN(T)                                                                                           \
    XL_VEC __m256i xl_avx2_plain_##T(xl_##T v) { return v; }                                                           \
    XL_VEC xl_##T xl_avx2_##T##_plain(__m256i v) { return v; }

XL_VEC __m256i xl_avx2_plain_f32(xl_f32 v) { return _mm256_castps_si256(v); }
XL_VEC __m256i xl_avx2_plain_f64(xl_f64 v) { return _mm256_castpd_si256(v); }
XL_VEC xl_f32 xl_avx2_f32_plain(__m256i v) { return _mm256_castsi256_ps(v); }
XL_VEC xl_f64 xl_avx2_f64_plain(__m256i v) { return _mm256_castsi256_pd(v); }
XL_AVX2_INT_PLAIN(i8)
XL_AVX2_INT_PLAIN(i16)
XL_AVX2_INT_PLAIN(i32)
XL_AVX2_INT_PLAIN(i64)
XL_AVX2_INT_PLAIN(u8)
XL_AVX2_INT_PLAIN(u16)
XL_AVX2_INT_PLAIN(u32)
XL_AVX2_INT_PLAIN(u64)

XL_VEC __m256i xl_avx2_not(__m256i v) { return _mm256_xor_si256(v, _mm256_set1_epi32(-1)); }

/* All ones in the lanes below n, else zeros. */
XL_VEC __m256i xl_avx2_below8(size_t n)
{
    __m256i iota = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                    23, 24, 25, 26, 27, 28, 29, 30, 31);
    return _mm256_cmpgt_epi8(_mm256_set1_epi8((char)n), iota);
}

XL_VEC __m256i xl_avx2_below16(size_t n)
{
    __m256i iota = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm256_cmpgt_epi16(_mm256_set1_epi16((short)n), iota);
}

XL_VEC __m256i xl_avx2_below32(size_t n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

XL_VEC __m256i xl_avx2_below64(size_t n)
{
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)n), _mm256_setr_epi64x(0, 1, 2, 3));
}

/* Up to three 32-bit lanes from p on, then zeros. */
XL_VEC __m128i xl_avx2_load_few(const uint8_t *p, size_t n)
{
    uint32_t last = 0;
    uint64_t pair;
    if (n & 1)
        memcpy(&last, p + 4 * (n - 1), sizeof last);
    if (n < 2)
        return _mm_cvtsi32_si128((int)last);
    memcpy(&pair, p, sizeof pair);
    return _mm_set_epi64x(last, (long long)pair);
}

/* Partial strips: masked moves have 32-bit and 64-bit lanes only, so that narrower ones go through the stack. */
#define XL_AVX2_PARTIAL_STACK(W)                                                                                       \
    XL_VEC __m256i xl_avx2_load_part##W(const void *p, size_t vl)                                                      \
    {                                                                                                                  \
        uint8_t buffer[32] = {0};                                                                                      \
        memcpy(buffer, p, vl * (W / 8));                                                                               \
        return _mm256_loadu_si256((const __m256i *)buffer);                                                            \
    }                                                                                                                  \
    XL_VEC void xl_avx2_store_part##W(void *p, __m256i v, size_t vl)                                                   \
    {                                                                                                                  \
        uint8_t buffer[32];                                                                                            \
        _mm256_storeu_si256((__m256i *)buffer, v);                                                                     \
        memcpy(p, buffer, vl * (W / 8));                                                                               \
    }

XL_AVX2_PARTIAL_STACK(8)
XL_AVX2_PARTIAL_STACK(16)

/* No VPMASKMOV: qemu 10.0 reads the lanes that are masked out, too, and faults. Its stores are right. */
XL_VEC __m256i xl_avx2_load_part32(const void *from, size_t vl)
{
    const uint8_t *p = (const uint8_t *)from;
    if (vl < 4)
        return _mm256_set_m128i(_mm_setzero_si128(), xl_avx2_load_few(p, vl));
    return _mm256_set_m128i(xl_avx2_load_few(p + 16, vl - 4), _mm_loadu_si128((const __m128i *)p));
}
XL_VEC __m256i xl_avx2_load_part64(const void *p, size_t vl) { return xl_avx2_load_part32(p, 2 * vl); }

XL_VEC void xl_avx2_store_part32(void *p, __m256i v, size_t vl)
{
    _mm256_maskstore_epi32((int *)p, xl_avx2_below32(vl), v);
}
XL_VEC void xl_avx2_store_part64(void *p, __m256i v, size_t vl)
{
    _mm256_maskstore_epi64((long long *)p, xl_avx2_below64(vl), v);
}

/* What all ten lane types share: W the width. No instruction takes a lane number from a register for every width, hence
 * the memory in get.
 */
#define XL_AVX2_COMMON(T, W)                                                                                           \
    XL_VEC size_t xl_##T##_lanes(void) { return 256 / W; }                                                             \
    XL_VEC size_t xl_##T##_vl(size_t n) { return n < 256 / W ? n : 256 / W; }                                          \
    XL_VEC xl_##T xl_##T##_load(const xl_e_##T *p, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl == 256 / W)                                                                                             \
            return xl_avx2_##T##_plain(_mm256_loadu_si256((const __m256i *)p));                                        \
        return xl_avx2_##T##_plain(xl_avx2_load_part##W(p, vl));                                                       \
    }                                                                                                                  \
    XL_VEC void xl_##T##_store(xl_e_##T *p, xl_##T v, size_t vl)                                                       \
    {                                                                                                                  \
        if (vl == 256 / W)                                                                                             \
            _mm256_storeu_si256((__m256i *)p, xl_avx2_plain_##T(v));                                                   \
        else                                                                                                           \
            xl_avx2_store_part##W(p, xl_avx2_plain_##T(v), vl);                                                        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_select(xl_m##W m, xl_##T a, xl_##T b, size_t vl)                                            \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_avx2_##T##_plain(_mm256_blendv_epi8(xl_avx2_plain_##T(b), xl_avx2_plain_##T(a), m));                 \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_merge(xl_##T a, xl_##T b, size_t vl)                                                        \
    {                                                                                                                  \
        return xl_##T##_select(xl_avx2_below##W(vl), b, a, 256 / W);                                                   \
    }                                                                                                                  \
    XL_VEC xl_e_##T xl_##T##_get(xl_##T v, size_t i, size_t vl)                                                        \
    {                                                                                                                  \
        xl_e_##T lanes[256 / W];                                                                                       \
        (void)vl;                                                                                                      \
        _mm256_storeu_si256((__m256i *)lanes, xl_avx2_plain_##T(v));                                                   \
        return lanes[i];                                                                                               \
    }

/* The compares of floats are the quiet ones. VMINPS and VMAXPS give the second operand for two zeros or a NaN, so both
 * orders are tried: of zeros, OR finds the sign and AND the lack of one; OR keeps a NaN, AND may not.
 */
#define XL_AVX2_FLOAT(T, W, S)                                                                                         \
    XL_AVX2_COMMON(T, W)                                                                                               \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return _mm256_set1_##S(x); }                        \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_add_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_sub_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_mul_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_div(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_div_##S(a, b); }               \
    XL_VEC xl_##T xl_##T##_sqrt(xl_##T a, size_t vl) { (void)vl; return _mm256_sqrt_##S(a); }                          \
    XL_VEC xl_##T xl_##T##_fma(xl_##T a, xl_##T b, xl_##T c, size_t vl)                                                \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_fmadd_##S(a, b, c);                                                                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_abs(xl_##T a, size_t vl) { (void)vl; return _mm256_andnot_##S(_mm256_set1_##S(-0.0f), a); } \
    XL_VEC xl_##T xl_##T##_neg(xl_##T a, size_t vl) { (void)vl; return _mm256_xor_##S(_mm256_set1_##S(-0.0f), a); }    \
    XL_VEC xl_##T xl_##T##_roundeven(xl_##T a, size_t vl)                                                                   \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_round_##S(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);                                     \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_avx2_plain_##T(_mm256_cmp_##S(a, b, _CMP_EQ_OQ));                                                    \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_avx2_plain_##T(_mm256_cmp_##S(a, b, _CMP_LT_OQ));                                                    \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return xl_avx2_plain_##T(_mm256_cmp_##S(a, b, _CMP_LE_OQ));                                                    \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_or_##S(_mm256_min_##S(a, b), _mm256_min_##S(b, a));                                              \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        xl_##T r = _mm256_and_##S(_mm256_max_##S(a, b), _mm256_max_##S(b, a));                                         \
        (void)vl;                                                                                                      \
        return _mm256_or_##S(r, _mm256_cmp_##S(a, b, _CMP_UNORD_Q));                                                   \
    }

/* Integers: S the width as set1's name has it, E its parameter's type. */
#define XL_AVX2_INT(T, W, S, E)                                                                                        \
    XL_AVX2_COMMON(T, W)                                                                                               \
    XL_VEC xl_##T xl_##T##_set1(xl_e_##T x, size_t vl) { (void)vl; return _mm256_set1_##S((E)x); }                     \
    XL_VEC xl_##T xl_##T##_add(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_add_epi##W(a, b); }            \
    XL_VEC xl_##T xl_##T##_sub(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_sub_epi##W(a, b); }            \
    XL_VEC xl_m##W xl_##T##_eq(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_cmpeq_epi##W(a, b); }          \
    XL_VEC xl_##T xl_##T##_and(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_and_si256(a, b); }             \
    XL_VEC xl_##T xl_##T##_or(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_or_si256(a, b); }               \
    XL_VEC xl_##T xl_##T##_xor(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_xor_si256(a, b); }             \
    XL_VEC xl_##T xl_##T##_not(xl_##T a, size_t vl) { (void)vl; return xl_avx2_not(a); }

/* N: the intrinsics' name for T. */
#define XL_AVX2_MINMAX(T, N)                                                                                           \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_min_##N(a, b); }               \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_max_##N(a, b); }

#define XL_AVX2_ORDER_SIGNED(T, W)                                                                                     \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_cmpgt_epi##W(b, a); }          \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl) { return xl_avx2_not(xl_##T##_lt(b, a, vl)); }

/* There are no unsigned compares: a <= b where a is the minimum. */
#define XL_AVX2_ORDER_UNSIGNED(T, W)                                                                                   \
    XL_VEC xl_m##W xl_##T##_le(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_cmpeq_epi##W(_mm256_min_epu##W(a, b), a);                                                        \
    }                                                                                                                  \
    XL_VEC xl_m##W xl_##T##_lt(xl_##T a, xl_##T b, size_t vl) { return xl_avx2_not(xl_##T##_le(b, a, vl)); }

/* Shifts whose count is a register clear the lane from W on, or fill it with the sign. R: the right shift. */
#define XL_AVX2_SHIFT(T, W, R)                                                                                         \
    XL_VEC xl_##T xl_##T##_shl(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_sll_epi##W(a, _mm_cvtsi32_si128((int)k));                                                        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_shr(xl_##T a, unsigned k, size_t vl)                                                        \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_##R##_epi##W(a, _mm_cvtsi32_si128((int)k));                                                      \
    }

#define XL_AVX2_SATURATING(T, N)                                                                                       \
    XL_VEC xl_##T xl_##T##_add_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_adds_##N(a, b); }             \
    XL_VEC xl_##T xl_##T##_sub_sat(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_subs_##N(a, b); }

#define XL_AVX2_MUL(T, W)                                                                                              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl) { (void)vl; return _mm256_mullo_epi##W(a, b); }

/* No 64-bit lanes in VPMULL: low * low, to which both cross products come, shifted. Nor in VPMIN and VPMAX. */
#define XL_AVX2_INT_64(T)                                                                                              \
    XL_AVX2_INT(T, 64, epi64x, long long)                                                                              \
    XL_VEC xl_##T xl_##T##_mul(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        __m256i cross = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(b, 0xb1));                                          \
        __m256i high = _mm256_slli_epi64(_mm256_add_epi32(cross, _mm256_srli_epi64(cross, 32)), 32);                   \
        (void)vl;                                                                                                      \
        return _mm256_add_epi64(_mm256_mul_epu32(a, b), high);                                                         \
    }                                                                                                                  \
    XL_VEC xl_m64 xl_##T##_lt(xl_##T a, xl_##T b, size_t vl);                                                          \
    XL_VEC xl_##T xl_##T##_min(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        return xl_##T##_select(xl_##T##_lt(a, b, vl), a, b, vl);                                                       \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_max(xl_##T a, xl_##T b, size_t vl)                                                          \
    {                                                                                                                  \
        return xl_##T##_select(xl_##T##_lt(a, b, vl), b, a, vl);                                                       \
    }

/* A fold of the halves, quarters and so on; the operation's NEUTRAL stands in for the lanes from vl on. */
#define XL_AVX2_REDUCE(T, W, OP, NEUTRAL)                                                                              \
    XL_VEC xl_e_##T xl_##T##_reduce_##OP(xl_##T v, size_t vl)                                                          \
    {                                                                                                                  \
        if (vl != 256 / W)                                                                                             \
            v = xl_##T##_merge(xl_##T##_set1(NEUTRAL, 256 / W), v, vl);                                                \
        __m256i x = xl_avx2_plain_##T(v);                                                                              \
        v = xl_##T##_##OP(v, xl_avx2_##T##_plain(_mm256_permute2x128_si256(x, x, 0x01)), 256 / W);                     \
        x = _mm256_shuffle_epi32(xl_avx2_plain_##T(v), 0x4e);                                                          \
        v = xl_##T##_##OP(v, xl_avx2_##T##_plain(x), 256 / W);                                                         \
        if (W == 64)                                                                                                   \
            return xl_##T##_get(v, 0, 256 / W);                                                                        \
        x = _mm256_shuffle_epi32(xl_avx2_plain_##T(v), 0xb1);                                                          \
        return xl_##T##_get(xl_##T##_##OP(v, xl_avx2_##T##_plain(x), 256 / W), 0, 256 / W);                            \
    }

#define XL_AVX2_REDUCE_ALL(T, W, ZERO, LEAST, GREATEST)                                                                \
    XL_AVX2_REDUCE(T, W, add, ZERO)                                                                                    \
    XL_AVX2_REDUCE(T, W, min, GREATEST)                                                                                \
    XL_AVX2_REDUCE(T, W, max, LEAST)

/* Gathers take indices as signed: widened to 64 bits they are what they were. */
#define XL_AVX2_INDEXED(T)                                                                                             \
    XL_VEC xl_##T xl_##T##_iota(xl_e_##T start, size_t vl)                                                             \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        return _mm256_add_epi32(_mm256_set1_epi32((int)start), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));             \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_scan_add(xl_##T v, size_t vl)                                                               \
    {                                                                                                                  \
        (void)vl;                                                                                                      \
        v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));                                                              \
        v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));                                                              \
        __m256i low_half_above = _mm256_permute2x128_si256(v, v, 0x08);                                                \
        return _mm256_add_epi32(v, _mm256_shuffle_epi32(low_half_above, 0xff));                                        \
    }                                                                                                                  \
    XL_VEC xl_##T xl_##T##_gather(const xl_e_##T *p, xl_u32 index, size_t vl)                                          \
    {                                                                                                                  \
        __m256i m = xl_avx2_below32(vl), low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(index));                   \
        __m256i high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256(index, 1));                                      \
        __m128i zero = _mm_setzero_si128(), m_low = _mm256_castsi256_si128(m), m_high = _mm256_extracti128_si256(m, 1);\
        __m128i r = _mm256_mask_i64gather_epi32(zero, (const int *)p, low, m_low, 4);                                  \
        return _mm256_set_m128i(_mm256_mask_i64gather_epi32(zero, (const int *)p, high, m_high, 4), r);                \
    }

#define XL_AVX2_BITS(TO, FROM)                                                                                         \
    XL_VEC xl_##TO xl_##TO##_bitcast_##FROM(xl_##FROM v) { return xl_avx2_##TO##_plain(xl_avx2_plain_##FROM(v)); }

/* Masks hold all ones or zeros in a lane, so in each of its bytes, from which VPMOVMSKB takes a bit. */
#define XL_AVX2_MASK(W)                                                                                                \
    XL_VEC xl_m##W xl_m##W##_and(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return _mm256_and_si256(a, b); }         \
    XL_VEC xl_m##W xl_m##W##_or(xl_m##W a, xl_m##W b, size_t vl) { (void)vl; return _mm256_or_si256(a, b); }           \
    XL_VEC xl_m##W xl_m##W##_not(xl_m##W a, size_t vl) { (void)vl; return xl_avx2_not(a); }                            \
    XL_VEC uint32_t xl_avx2_m##W##_bits(xl_m##W m, size_t vl)                                                          \
    {                                                                                                                  \
        return (uint32_t)_mm256_movemask_epi8(m) & (uint32_t)((UINT64_C(1) << vl * (W / 8)) - 1);                      \
    }                                                                                                                  \
    XL_VEC bool xl_m##W##_any(xl_m##W m, size_t vl) { return xl_avx2_m##W##_bits(m, vl) != 0; }                        \
    XL_VEC size_t xl_m##W##_first(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        uint32_t bits = xl_avx2_m##W##_bits(m, vl);                                                                    \
        return bits ? (size_t)__builtin_ctz(bits) / (W / 8) : vl;                                                      \
    }                                                                                                                  \
    XL_VEC size_t xl_m##W##_count(xl_m##W m, size_t vl)                                                                \
    {                                                                                                                  \
        return (size_t)__builtin_popcount(xl_avx2_m##W##_bits(m, vl)) / (W / 8);                                       \
    }

XL_AVX2_FLOAT(f32, 32, ps)
XL_AVX2_FLOAT(f64, 64, pd)
XL_AVX2_INT(i8, 8, epi8, char)
XL_AVX2_INT(i16, 16, epi16, short)
XL_AVX2_INT(i32, 32, epi32, int)
XL_AVX2_INT_64(i64)
XL_AVX2_INT(u8, 8, epi8, char)
XL_AVX2_INT(u16, 16, epi16, short)
XL_AVX2_INT(u32, 32, epi32, int)
XL_AVX2_INT_64(u64)
XL_AVX2_MINMAX(i8, epi8)
XL_AVX2_MINMAX(i16, epi16)
XL_AVX2_MINMAX(i32, epi32)
XL_AVX2_MINMAX(u8, epu8)
XL_AVX2_MINMAX(u16, epu16)
XL_AVX2_MINMAX(u32, epu32)
XL_AVX2_ORDER_SIGNED(i8, 8)
XL_AVX2_ORDER_SIGNED(i16, 16)
XL_AVX2_ORDER_SIGNED(i32, 32)
XL_AVX2_ORDER_SIGNED(i64, 64)
XL_AVX2_ORDER_UNSIGNED(u8, 8)
XL_AVX2_ORDER_UNSIGNED(u16, 16)
XL_AVX2_ORDER_UNSIGNED(u32, 32)
XL_AVX2_SHIFT(i16, 16, sra)
XL_AVX2_SHIFT(i32, 32, sra)
XL_AVX2_SHIFT(u16, 16, srl)
XL_AVX2_SHIFT(u32, 32, srl)
XL_AVX2_SHIFT(u64, 64, srl)
XL_AVX2_SATURATING(i8, epi8)
XL_AVX2_SATURATING(i16, epi16)
XL_AVX2_SATURATING(u8, epu8)
XL_AVX2_SATURATING(u16, epu16)
XL_AVX2_MUL(i16, 16)
XL_AVX2_MUL(i32, 32)
XL_AVX2_MUL(u16, 16)
XL_AVX2_MUL(u32, 32)
XL_AVX2_BITS(f32, i32)
XL_AVX2_BITS(f32, u32)
XL_AVX2_BITS(i32, f32)
XL_AVX2_BITS(i32, u32)
XL_AVX2_BITS(u32, f32)
XL_AVX2_BITS(u32, i32)
XL_AVX2_BITS(f64, i64)
XL_AVX2_BITS(f64, u64)
XL_AVX2_BITS(i64, f64)
XL_AVX2_BITS(i64, u64)
XL_AVX2_BITS(u64, f64)
XL_AVX2_BITS(u64, i64)
XL_AVX2_BITS(i16, u16)
XL_AVX2_BITS(u16, i16)
XL_AVX2_BITS(i8, u8)
XL_AVX2_BITS(u8, i8)
XL_AVX2_MASK(8)
XL_AVX2_MASK(16)
XL_AVX2_MASK(32)
XL_AVX2_MASK(64)

/* The signed compare, after the sign bits are flipped. */
XL_VEC xl_m64 xl_u64_lt(xl_u64 a, xl_u64 b, size_t vl)
{
    __m256i sign = _mm256_set1_epi64x(INT64_MIN);
    (void)vl;
    return _mm256_cmpgt_epi64(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign));
}
XL_VEC xl_m64 xl_u64_le(xl_u64 a, xl_u64 b, size_t vl) { return xl_avx2_not(xl_u64_lt(b, a, vl)); }

/* The neutral lane of a float sum is -0, of an integer one 0. */
XL_AVX2_REDUCE_ALL(f32, 32, -0.0f, -__builtin_inff(), __builtin_inff())
XL_AVX2_REDUCE_ALL(f64, 64, -0.0, -__builtin_inf(), __builtin_inf())
XL_AVX2_REDUCE_ALL(i32, 32, 0, INT32_MIN, INT32_MAX)
XL_AVX2_REDUCE_ALL(i64, 64, 0, INT64_MIN, INT64_MAX)
XL_AVX2_REDUCE_ALL(u32, 32, 0, 0, UINT32_MAX)
XL_AVX2_REDUCE_ALL(u64, 64, 0, 0, UINT64_MAX)
XL_AVX2_INDEXED(i32)
XL_AVX2_INDEXED(u32)

/* There are no shifts of 8-bit lanes: those of 16, less the bits that crossed over. */
XL_VEC xl_u8 xl_u8_shl(xl_u8 a, unsigned k, size_t vl)
{
    (void)vl;
    return _mm256_and_si256(_mm256_sll_epi16(a, _mm_cvtsi32_si128((int)k)),
                            _mm256_set1_epi8((char)(k < 8 ? 0xff << k : 0)));
}
XL_VEC xl_u8 xl_u8_shr(xl_u8 a, unsigned k, size_t vl)
{
    (void)vl;
    return _mm256_and_si256(_mm256_srl_epi16(a, _mm_cvtsi32_si128((int)k)),
                            _mm256_set1_epi8((char)(k < 8 ? 0xff >> k : 0)));
}
XL_VEC xl_i8 xl_i8_shl(xl_i8 a, unsigned k, size_t vl) { return xl_u8_shl(a, k, vl); }

/* Where no right shift brings in the sign: (x ^ s) - s extends x from its bit s upwards. */
XL_VEC xl_i8 xl_i8_shr(xl_i8 a, unsigned k, size_t vl)
{
    k = k < 8 ? k : 7;
    __m256i s = _mm256_set1_epi8((char)(0x80 >> k));
    return _mm256_sub_epi8(_mm256_xor_si256(xl_u8_shr(a, k, vl), s), s);
}
XL_VEC xl_i64 xl_i64_shr(xl_i64 a, unsigned k, size_t vl)
{
    k = k < 64 ? k : 63;
    __m256i s = _mm256_set1_epi64x((long long)(UINT64_C(1) << (63 - k)));
    return _mm256_sub_epi64(_mm256_xor_si256(xl_u64_shr(a, k, vl), s), s);
}
XL_VEC xl_i64 xl_i64_shl(xl_i64 a, unsigned k, size_t vl) { return xl_u64_shl(a, k, vl); }

XL_VEC xl_i16 xl_i16_mulhi(xl_i16 a, xl_i16 b, size_t vl) { (void)vl; return _mm256_mulhi_epi16(a, b); }
XL_VEC xl_u16 xl_u16_mulhi(xl_u16 a, xl_u16 b, size_t vl) { (void)vl; return _mm256_mulhi_epu16(a, b); }

/* vl bytes, and vl pairs of bytes. */
XL_VEC __m128i xl_avx2_load_bytes(const void *p, size_t vl)
{
    uint64_t bits = 0;
    memcpy(&bits, p, vl);
    return _mm_cvtsi64_si128((long long)bits);
}
XL_VEC __m128i xl_avx2_load_pairs(const void *p, size_t vl)
{
    uint8_t buffer[16] = {0};
    if (vl == 8)
        return _mm_loadu_si128((const __m128i *)p);
    memcpy(buffer, p, 2 * vl);
    return _mm_loadu_si128((const __m128i *)buffer);
}

XL_VEC xl_i32 xl_i32_load_widen_i8(const int8_t *p, size_t vl)
{
    return _mm256_cvtepi8_epi32(vl == 8 ? _mm_loadl_epi64((const __m128i *)p) : xl_avx2_load_bytes(p, vl));
}
XL_VEC xl_u32 xl_u32_load_widen_u8(const uint8_t *p, size_t vl)
{
    return _mm256_cvtepu8_epi32(vl == 8 ? _mm_loadl_epi64((const __m128i *)p) : xl_avx2_load_bytes(p, vl));
}
XL_VEC xl_i32 xl_i32_load_widen_i16(const int16_t *p, size_t vl) { return _mm256_cvtepi16_epi32(xl_avx2_load_pairs(p, vl)); }
XL_VEC xl_u32 xl_u32_load_widen_u16(const uint16_t *p, size_t vl) { return _mm256_cvtepu16_epi32(xl_avx2_load_pairs(p, vl)); }

/* Packs would saturate: shuffles bring the low bytes together in each half, then the halves. */
XL_VEC void xl_u32_store_narrow_u8(uint8_t *p, xl_u32 v, size_t vl)
{
    __m128i low = _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    v = _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(low));
    __m128i bytes = _mm_unpacklo_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    if (vl == 8) {
        _mm_storel_epi64((__m128i *)p, bytes);
    } else {
        uint64_t bits = (uint64_t)_mm_cvtsi128_si64(bytes);
        memcpy(p, &bits, vl);
    }
}
XL_VEC void xl_u32_store_narrow_u16(uint16_t *p, xl_u32 v, size_t vl)
{
    __m128i low = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1);
    v = _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(low));
    __m128i pairs = _mm_unpacklo_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    if (vl == 8) {
        _mm_storeu_si128((__m128i *)p, pairs);
    } else {
        uint8_t buffer[16];
        _mm_storeu_si128((__m128i *)buffer, pairs);
        memcpy(p, buffer, 2 * vl);
    }
}

/* The conversions give INT32_MIN for all that does not fit, but gcc 14 folds VCVTTPS2DQ of constants to what saturates
 * (0 for a NaN), and takes a register with the one for the other: NaNs and what is too great are cleared before.
 */
XL_VEC xl_f32 xl_avx2_convertible(xl_f32 v)
{
    return _mm256_and_ps(v, _mm256_cmp_ps(v, _mm256_set1_ps(0x1p31f), _CMP_LT_OQ));
}

/* What became 0 for being too great is INT32_MAX. */
XL_VEC xl_i32 xl_avx2_clamped(__m256i r, xl_f32 v)
{
    __m256i above = _mm256_castps_si256(_mm256_cmp_ps(v, _mm256_set1_ps(0x1p31f), _CMP_GE_OQ));
    return _mm256_or_si256(r, _mm256_srli_epi32(above, 1));
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
XL_VEC xl_f32 xl_f32_from_i32(xl_i32 v, size_t vl) { (void)vl; return _mm256_cvtepi32_ps(v); }

#include "avx2_groups.h"

#endif
