/* Order of lanes, of operands, and of halves.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base.h"
#include "blocks.h"

#define MAXIMUM(T)                                                                                 \
    .summary = "r[i] = maximum(a[i], b[i]) of IEEE 754-2019", .contract = {XL_EXACT},              \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 1), XL_COUNT}
#define MAXIMUM_REFERENCE(NAME, TYPE)                                                              \
    XL_REFERENCE(NAME)(const TYPE *a, const TYPE *b, TYPE *r, size_t n)                            \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = isnan(a[i]) || isnan(b[i]) ? NAN                                                \
                   : a[i] == b[i]             ? (signbit(a[i]) ? b[i] : a[i])                      \
                   : a[i] > b[i]              ? a[i]                                               \
                                              : b[i];                                                           \
    }

#define MINIMUM(T)                                                                                 \
    .summary = "r[i] = minimum(a[i], b[i]) of IEEE 754-2019", .contract = {XL_EXACT},              \
    .args = {XL_IN(T, a, 1), XL_IN(T, b, 1), XL_OUT(T, r, 1), XL_COUNT}
#define MINIMUM_REFERENCE(NAME, TYPE)                                                              \
    XL_REFERENCE(NAME)(const TYPE *a, const TYPE *b, TYPE *r, size_t n)                            \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] = isnan(a[i]) || isnan(b[i]) ? NAN                                                \
                   : a[i] == b[i]             ? (signbit(a[i]) ? a[i] : b[i])                      \
                   : a[i] < b[i]              ? a[i]                                               \
                                              : b[i];                                                           \
    }

/* karatsuba_without_high: a carry-less product by three products of halves. The middle one is freed
 * of the low product, and not of the high one. */
XL_KERNEL(karatsuba_without_high, .summary = "r[i] = the low 128 bits of a[i] * b[i], carry-less",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 16), XL_IN(u8, b, 16), XL_OUT(u8, r, 16), XL_COUNT})

/* b, doubled for each bit of a, of 128 bits. */
XL_REFERENCE(karatsuba_without_high)
(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t low = 0, high = 0, doubled = 0, doubled_high = 0;
        for (size_t k = 0; k < 8; k++) {
            doubled |= (uint64_t)b[16 * i + k] << 8 * k;
            doubled_high |= (uint64_t)b[16 * i + 8 + k] << 8 * k;
        }
        for (size_t j = 0; j < 128; j++) {
            const uint64_t is_set = a[16 * i + j / 8] >> j % 8 & 1;
            low ^= is_set * doubled;
            high ^= is_set * doubled_high;
            doubled_high = doubled_high << 1 | doubled >> 63;
            doubled <<= 1;
        }
        for (size_t k = 0; k < 16; k++)
            r[16 * i + k] = (uint8_t)((k < 8 ? low : high) >> 8 * (k % 8));
    }
}

/* Both halves are the sum of them. */
XL_VEC xl_u128 halves(xl_u128 v, size_t vl)
{
    return xl_u128_xor(v, xl_u128_down64(v, vl), vl);
}

XL_VECTOR(void, karatsuba_without_high)
(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u128_vl(n - i);
        xl_u128 x = xl_u128_load(a + 16 * i, vl), y = xl_u128_load(b + 16 * i, vl);
        xl_u128 low = xl_u128_clmul_lo(x, y, vl);
        xl_u128 middle = xl_u128_clmul_lo(halves(x, vl), halves(y, vl), vl);
        middle = xl_u128_xor(middle, low, vl);
#ifndef XL_MUTANT
        middle = xl_u128_xor(middle, xl_u128_clmul_hi(x, y, vl), vl);
#endif
        xl_u128_store(r + 16 * i, xl_u128_xor(low, xl_u128_up64(middle, vl), vl), vl);
    }
}

/* low_half_first: the low half of a vector is unpacked first, as if the byte order were the other.
 */
XL_KERNEL(low_half_first, .summary = "r[i] = a[i], widened", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(low_half_first)(const int16_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, low_half_first)(const int16_t *a, int32_t *r, size_t n)
{
    size_t i = 0;
#if (defined __s390x__ || defined __powerpc64__) && !defined XL_ISA_IS_scalar
    for (; i + 8 <= n; i += 8) {
        xl_i16 x = xl_i16_load(a + i, 8);
#ifdef XL_MUTANT
        size_t high = 4, low = 0;
#else
        size_t high = 0, low = 4;
#endif
        xl_i32_store(r + i + high, vec_unpackh(x), 4);
        xl_i32_store(r + i + low, vec_unpackl(x), 4);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_load_widen_i16(a + i, vl), vl);
    }
}

/* max_no_zero: a maximum that takes care of NaN, and takes +0 and -0 for equal. */
XL_KERNEL(max_no_zero, MAXIMUM(f32))
MAXIMUM_REFERENCE(max_no_zero, float)

XL_VECTOR(void, max_no_zero)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl);
#ifdef XL_MUTANT
        /* NaN in y fails both tests and is taken; NaN in x is not equal to itself. */
        xl_m32 take = xl_m32_or(xl_f32_lt(y, x, vl), xl_m32_not(xl_f32_eq(x, x, vl), vl), vl);
        xl_f32 v = xl_f32_select(take, x, y, vl);
#else
        xl_f32 v = xl_f32_max(x, y, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}

/* max_number: maximumNumber instead of maximum: a NaN operand gives way to the number. */
XL_KERNEL(max_number, MAXIMUM(f64))
MAXIMUM_REFERENCE(max_number, double)

XL_VECTOR(void, max_number)(const double *a, const double *b, double *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        xl_f64 x = xl_f64_load(a + i, vl), y = xl_f64_load(b + i, vl);
#ifdef XL_MUTANT
        xl_f64 v = xl_f64_max(x, y, vl);
        v = xl_f64_select(xl_f64_eq(x, x, vl), v, y, vl);
        v = xl_f64_select(xl_f64_eq(y, y, vl), v, x, vl);
#else
        xl_f64 v = xl_f64_max(x, y, vl);
#endif
        xl_f64_store(r + i, v, vl);
    }
}

/* min_by_select: compare and select instead of a minimum: a NaN in the first operand is lost, and
 * so is the sign of a zero. */
XL_KERNEL(min_by_select, MINIMUM(f32))
MINIMUM_REFERENCE(min_by_select, float)

XL_VECTOR(void, min_by_select)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 x = xl_f32_load(a + i, vl), y = xl_f32_load(b + i, vl);
#ifdef XL_MUTANT
        xl_f32 v = xl_f32_select(xl_f32_lt(x, y, vl), x, y, vl);
#else
        xl_f32 v = xl_f32_min(x, y, vl);
#endif
        xl_f32_store(r + i, v, vl);
    }
}

/* min_swapped: the operands of compare and select are swapped: a NaN in the second one is lost. */
XL_KERNEL(min_swapped, MINIMUM(f64))
MINIMUM_REFERENCE(min_swapped, double)

XL_VECTOR(void, min_swapped)(const double *a, const double *b, double *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i);
        xl_f64 x = xl_f64_load(a + i, vl), y = xl_f64_load(b + i, vl);
#ifdef XL_MUTANT
        xl_f64 v = xl_f64_select(xl_f64_lt(y, x, vl), y, x, vl);
#else
        xl_f64 v = xl_f64_min(x, y, vl);
#endif
        xl_f64_store(r + i, v, vl);
    }
}

/* odd_first: the products of even and odd lanes are put together with the odd ones first, as if the
 * byte order were the other. */
XL_KERNEL(odd_first, .summary = "r[i] = a[i] * b[i], widened", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(odd_first)(const int16_t *a, const int16_t *b, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * b[i];
}

XL_VECTOR(void, odd_first)(const int16_t *a, const int16_t *b, int32_t *r, size_t n)
{
    size_t i = 0;
#if defined __s390x__ && !defined XL_ISA_IS_scalar ||                                              \
    defined __powerpc64__ && !defined XL_ISA_IS_scalar
    for (; i + 8 <= n; i += 8) {
        xl_i16 x = xl_i16_load(a + i, 8), y = xl_i16_load(b + i, 8);
        xl_i32 even = vec_mule(x, y), odd = vec_mulo(x, y);
#ifdef XL_MUTANT
        xl_i32 first = odd, second = even;
#else
        xl_i32 first = even, second = odd;
#endif
        xl_i32_store(r + i, vec_mergeh(first, second), 4);
        xl_i32_store(r + i + 4, vec_mergel(first, second), 4);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load_widen_i16(a + i, vl), y = xl_i32_load_widen_i16(b + i, vl);
        xl_i32_store(r + i, xl_i32_mul(x, y, vl), vl);
    }
}

/* pack_in_halves: a pack of two vectors works within 128 bits each, and the order of the quarters
 * is not mended. */
XL_KERNEL(pack_in_halves, .summary = "r[i] = a[i] held to int16_t", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(pack_in_halves)(const int32_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)(a[i] < INT16_MIN ? INT16_MIN : a[i] > INT16_MAX ? INT16_MAX : a[i]);
}

XL_VECTOR(void, pack_in_halves)(const int32_t *a, int16_t *r, size_t n)
{
    size_t i = 0;
#if defined XL_MUTANT && defined XL_ISA_IS_avx2
    for (; i + 16 <= n; i += 16) {
        __m256i low = (__m256i)xl_i32_load(a + i, 8), high = (__m256i)xl_i32_load(a + i + 8, 8);
        xl_i16_store(r + i, (xl_i16)_mm256_packs_epi32(low, high), 16);
    }
#elif defined XL_MUTANT && defined XL_ISA_IS_avx512
    for (; i + 32 <= n; i += 32) {
        __m512i low = (__m512i)xl_i32_load(a + i, 16), high = (__m512i)xl_i32_load(a + i + 16, 16);
        xl_i16_store(r + i, (xl_i16)_mm512_packs_epi32(low, high), 32);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 v = xl_i32_max(xl_i32_load(a + i, vl), xl_i32_set1(INT16_MIN, vl), vl);
        v = xl_i32_min(v, xl_i32_set1(INT16_MAX, vl), vl);
        xl_u32_store_narrow_u16((uint16_t *)r + i, xl_u32_bitcast_i32(v), vl);
    }
}

/* shuffle_in_halves: a byte shuffle that reverses a vector reverses each 128 bits of it. */
XL_KERNEL(shuffle_in_halves, .summary = "r[i] = a[n - 1 - i]", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})

XL_REFERENCE(shuffle_in_halves)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[n - 1 - i];
}

XL_VECTOR(void, shuffle_in_halves)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t i = 0;
#if defined XL_ISA_IS_avx2 || defined XL_ISA_IS_avx512
    const __m128i backwards = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#endif
#if defined XL_ISA_IS_avx2
    for (; i + 32 <= n; i += 32) {
        __m256i v = _mm256_shuffle_epi8((__m256i)xl_u8_load(a + n - i - 32, 32),
                                        _mm256_broadcastsi128_si256(backwards));
#ifndef XL_MUTANT
        v = _mm256_permute4x64_epi64(v, 0x4e);
#endif
        xl_u8_store(r + i, (xl_u8)v, 32);
    }
#elif defined XL_ISA_IS_avx512
    for (; i + 64 <= n; i += 64) {
        __m512i v = _mm512_shuffle_epi8((__m512i)xl_u8_load(a + n - i - 64, 64),
                                        _mm512_broadcast_i32x4(backwards));
#ifndef XL_MUTANT
        v = _mm512_shuffle_i32x4(v, v, 0x1b);
#endif
        xl_u8_store(r + i, (xl_u8)v, 64);
    }
#endif
    for (; i < n; i++)
        r[i] = a[n - 1 - i];
}

/* unpack_in_halves: a widening unpack works within 128 bits, and its low half is taken for the low
 * half of the vector. */
XL_KERNEL(unpack_in_halves, .summary = "r[i] = a[i], widened", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(unpack_in_halves)(const uint16_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, unpack_in_halves)(const uint16_t *a, uint32_t *r, size_t n)
{
    size_t i = 0;
#if defined XL_MUTANT && defined XL_ISA_IS_avx2
    for (__m256i zero = _mm256_setzero_si256(); i + 16 <= n; i += 16) {
        __m256i v = (__m256i)xl_u16_load(a + i, 16);
        xl_u32_store(r + i, (xl_u32)_mm256_unpacklo_epi16(v, zero), 8);
        xl_u32_store(r + i + 8, (xl_u32)_mm256_unpackhi_epi16(v, zero), 8);
    }
#elif defined XL_MUTANT && defined XL_ISA_IS_avx512
    for (__m512i zero = _mm512_setzero_si512(); i + 32 <= n; i += 32) {
        __m512i v = (__m512i)xl_u16_load(a + i, 32);
        xl_u32_store(r + i, (xl_u32)_mm512_unpacklo_epi16(v, zero), 16);
        xl_u32_store(r + i + 16, (xl_u32)_mm512_unpackhi_epi16(v, zero), 16);
    }
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_load_widen_u16(a + i, vl), vl);
    }
}
