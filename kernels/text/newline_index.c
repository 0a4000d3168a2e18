/* newline_index: where the newlines are, in order; n in the elements that are left.
 * SPDX-License-Identifier: MIT
 *
 * SSE4 and AVX2 make a number of 64 bits of the comparisons of 64 bytes, and take its bits one by
 * one. It is stored four at a time: what is beyond the last bit is overwritten. Others compress the
 * numbers of lanes.
 */
#include "text.h"

XL_PREPARE(newline_index)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_text_fill(elements, count, seed, "abcde \r\n\n", 9);
}

XL_KERNEL(newline_index, .summary = "r = each i with p[i] == '\\n', then n; how many there are",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"all", "few ISAs move the lanes of a mask together"}},
          .prepare = newline_index_prepare,
          .args = {XL_IN(u8, p, 1), XL_OUT(u32, r, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(newline_index)(const uint8_t *p, uint32_t *r, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        r[i] = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        if (p[i] == '\n')
            r[(*result)++] = (uint32_t)i;
}

#if XL_ISA_IS_sse4 || XL_ISA_IS_avx2
enum { XL_NEWLINE_BLOCK = 64 };

/* A bit for each of 64 bytes. */
XL_VEC uint64_t newline_index_bits(const uint8_t *p)
{
    const size_t lanes = xl_u8_lanes();
    uint64_t bits = 0;
#pragma GCC unroll 4
    for (size_t i = 0; i < XL_NEWLINE_BLOCK; i += lanes)
        bits |= xl_m8_bits(xl_u8_eq_s(xl_u8_load(p + i, lanes), '\n', lanes)) << i;
    return bits;
}

/* The places of the bits, from `at` on. Returns how many there are. r has 64 elements. */
XL_VEC size_t newline_index_block(uint64_t bits, uint32_t at, uint32_t *r)
{
    size_t count = 0;
#ifdef __POPCNT__
    const size_t all = (size_t)__builtin_popcountll(bits);
    for (; count < all; count += 4)
#pragma GCC unroll 4
        for (size_t k = 0; k < 4; k++, bits &= bits - 1)
            r[count + k] = at + (uint32_t)__builtin_ctzll(bits | UINT64_C(1) << 63);
    return all;
#else
    for (; bits; bits &= bits - 1)
        r[count++] = at + (uint32_t)__builtin_ctzll(bits);
    return count;
#endif
}

/* The newlines of whole blocks. Returns how many there are. */
XL_VEC size_t newline_index_blocks(const uint8_t *p, uint32_t *r, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; n - i >= XL_NEWLINE_BLOCK; i += XL_NEWLINE_BLOCK)
        found += newline_index_block(newline_index_bits(p + i), (uint32_t)i, r + found);
    return found;
}
#elif XL_ISA_IS_avx512
enum { XL_NEWLINE_BLOCK = 64 };

XL_VEC size_t newline_index_blocks(const uint8_t *p, uint32_t *r, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; n - i >= XL_NEWLINE_BLOCK; i += XL_NEWLINE_BLOCK) {
        uint64_t bits = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(p + i), _mm512_set1_epi8('\n'));
        __m512i at = (__m512i)xl_u32_iota((uint32_t)i, 16);
        if (bits == 0)
            continue;
#pragma GCC unroll 4
        for (size_t k = 0; k < 4;
             k++, bits >>= 16, at = _mm512_add_epi32(at, _mm512_set1_epi32(16))) {
            _mm512_storeu_si512(r + found, _mm512_maskz_compress_epi32((__mmask16)bits, at));
            found += (size_t)__builtin_popcount((uint16_t)bits);
        }
    }
    return found;
}
#else
enum { XL_NEWLINE_BLOCK = 1 };

XL_VEC size_t newline_index_blocks(const uint8_t *p, uint32_t *r, size_t n)
{
    (void)p;
    (void)r;
    (void)n;
    return 0;
}
#endif

XL_VECTOR(uint64_t, newline_index)(const uint8_t *p, uint32_t *r, size_t n)
{
    size_t found = newline_index_blocks(p, r, n),
           at = XL_NEWLINE_BLOCK > 1 ? n / XL_NEWLINE_BLOCK * XL_NEWLINE_BLOCK : 0;
    for (size_t i = at, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_m32 here = xl_u32_eq(xl_u32_load_widen_u8(p + i, vl), xl_u32_set1('\n', vl), vl);
        size_t count = xl_m32_count(here, vl);
        if (count)
            xl_u32_store(r + found, xl_u32_compress(xl_u32_iota((uint32_t)i, vl), here, vl), count);
        found += count;
    }
    XL_STRIPS(u32, n - found, xl_u32_store(r + found + i, xl_u32_set1((uint32_t)n, vl), vl));
    return found;
}
