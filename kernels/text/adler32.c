/* adler32: the checksum of RFC 1950.
 * SPDX-License-Identifier: MIT
 *
 * a = 1 + the sum of the bytes. b = the sum of all values of a. Both are modulo 65521, taken once
 * in XL_ADLER_BLOCK bytes.
 *
 * A block of S strips of L bytes adds to b the old a S L times, and byte l of strip s
 * (S - s) L - l times. So a lane keeps the sum of its bytes, A, and the sum of all values of A, B;
 * then the block adds L B - l A for each lane l.
 */
#include "kernel.h"

enum { XL_ADLER_PRIME = 65521 };

XL_KERNEL(adler32, .summary = "the Adler-32 checksum of p",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(adler32)(const uint8_t *p, size_t n, uint32_t *result)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % XL_ADLER_PRIME;
        b = (b + a) % XL_ADLER_PRIME;
    }
    *result = b << 16 | a;
}

/* zlib's limit: 255 n (n + 1) / 2 + (n + 1) (65521 - 1) is below 2^32. */
enum { XL_ADLER_BLOCK = 5552 };

/* What a block adds up to: its bytes, and the bytes as often as they count. */
struct xl_adler_sums {
    size_t count; /* its bytes: as many whole strips as there are */
    uint64_t plain, weighted;
};

#if XL_ISA_IS_neon
/* Strips of 16 bytes. Within a strip, a byte counts 16 to 1 times. */
XL_VEC struct xl_adler_sums xl_adler32_block(const uint8_t *p, size_t n)
{
    static const uint8_t weights[16] = {16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    uint8x16_t times = vld1q_u8(weights);
    uint32x4_t plain = vdupq_n_u32(0), before = plain, within = plain;
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        uint8x16_t bytes = vld1q_u8(p + i);
        uint16x8_t products = vmull_u8(vget_low_u8(bytes), vget_low_u8(times));
        products = vmlal_high_u8(products, bytes, times);
        before = vaddq_u32(before, plain);
        plain = vpadalq_u16(plain, vpaddlq_u8(bytes));
        within = vpadalq_u16(within, products);
    }
    return (struct xl_adler_sums){i, vaddvq_u32(plain),
                                  16 * (uint64_t)vaddvq_u32(before) + vaddvq_u32(within)};
}
#elif XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512
/* The same, of a vector: within each 128 bits, a byte counts 16 to 1 times, and the sums of each
 * 128 bits count once more for what is behind them in the vector. Four vectors of PMADDUBSW's pairs
 * stay below 2^15: 4 * 255 * (16 + 15). */
struct xl_adler_lanes {
    xl_x86 plain, before, within; /* of 32 bits */
};

/* Adds a vector's bytes. Returns their products in pairs. */
XL_VEC xl_x86 xl_adler32_strip(struct xl_adler_lanes *s, const uint8_t *p, xl_x86 times)
{
    xl_x86 bytes = (xl_x86)xl_u8_load(p, xl_u8_lanes());
    s->before = XL_X86(add_epi32)(s->before, s->plain);
    s->plain = XL_X86(add_epi32)(s->plain, XL_X86(sad_epu8)(bytes, XL_X86(set1_epi8)(0)));
    return XL_X86(maddubs_epi16)(bytes, times);
}

XL_VEC void xl_adler32_add(struct xl_adler_lanes *s, xl_x86 pairs)
{
    s->within = XL_X86(add_epi32)(s->within, XL_X86(madd_epi16)(pairs, XL_X86(set1_epi16)(1)));
}

/* The bytes as often as they count. */
XL_VEC uint64_t xl_adler32_weighted(const struct xl_adler_lanes *s)
{
    const size_t lanes = xl_u32_lanes();
    uint32_t plain[XL_X86_BYTES / 4];
    uint64_t sum = 4 * lanes * (uint64_t)xl_u32_reduce_add((xl_u32)s->before, lanes);
    xl_u32_store(plain, (xl_u32)s->plain, lanes);
    for (size_t k = 0; k < lanes; k += 2) /* SAD's sums */
        sum += 16 * (lanes / 4 - 1 - k / 4) * (uint64_t)plain[k];
    return sum + xl_u32_reduce_add((xl_u32)s->within, lanes);
}

XL_VEC struct xl_adler_sums xl_adler32_block(const uint8_t *p, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    const xl_x86 zero = XL_X86(set1_epi8)(0);
    const xl_x86 times =
        xl_x86_each(_mm_setr_epi8(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
    struct xl_adler_lanes s = {zero, zero, zero};
    size_t i = 0;
    for (; n - i >= 4 * lanes; i += 4 * lanes) {
        xl_x86 pairs = xl_adler32_strip(&s, p + i, times);
        pairs = XL_X86(add_epi16)(pairs, xl_adler32_strip(&s, p + i + lanes, times));
        pairs = XL_X86(add_epi16)(pairs, xl_adler32_strip(&s, p + i + 2 * lanes, times));
        pairs = XL_X86(add_epi16)(pairs, xl_adler32_strip(&s, p + i + 3 * lanes, times));
        xl_adler32_add(&s, pairs);
    }
    for (; n - i >= lanes; i += lanes)
        xl_adler32_add(&s, xl_adler32_strip(&s, p + i, times));
    return (struct xl_adler_sums){i, xl_u32_reduce_add((xl_u32)s.plain, xl_u32_lanes()),
                                  xl_adler32_weighted(&s)};
}
#else
/* The sum of the lanes, which 32 bits may not hold. */
XL_VEC uint64_t xl_adler32_total(xl_u32 v, size_t lanes)
{
    xl_u32 low = xl_u32_and(v, xl_u32_set1(0xffff, lanes), lanes), high = xl_u32_shr(v, 16, lanes);
    return xl_u32_reduce_add(low, lanes) + ((uint64_t)xl_u32_reduce_add(high, lanes) << 16);
}

XL_VEC struct xl_adler_sums xl_adler32_block(const uint8_t *p, size_t n)
{
    size_t lanes = xl_u32_lanes(), i = 0;
    xl_u32 plain = xl_u32_set1(0, lanes), all = plain;
    for (; n - i >= lanes; i += lanes) {
        plain = xl_u32_add(plain, xl_u32_load_widen_u8(p + i, lanes), lanes);
        all = xl_u32_add(all, plain, lanes);
    }
    xl_u32 late = xl_u32_mul(plain, xl_u32_iota(0, lanes), lanes);
    return (struct xl_adler_sums){i, xl_adler32_total(plain, lanes),
                                  lanes * xl_adler32_total(all, lanes) -
                                      xl_adler32_total(late, lanes)};
}
#endif

XL_VECTOR(uint32_t, adler32)(const uint8_t *p, size_t n)
{
    uint64_t a = 1, b = 0;
    for (size_t most; n > 0;) {
        most = n < XL_ADLER_BLOCK ? n : XL_ADLER_BLOCK;
        struct xl_adler_sums sums = xl_adler32_block(p, most);
        if (sums.count == 0)
            break;
        b = (b + sums.count * a + sums.weighted) % XL_ADLER_PRIME;
        a = (a + sums.plain) % XL_ADLER_PRIME;
        p += sums.count;
        n -= sums.count;
    }
    /* The last bytes are fewer than a strip. */
    for (size_t i = 0; i < n; i++) {
        a += p[i];
        b += a;
    }
    return (uint32_t)(b % XL_ADLER_PRIME << 16 | a % XL_ADLER_PRIME);
}
