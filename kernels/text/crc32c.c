/* crc32c: the cyclic redundancy check of iSCSI (RFC 3720, appendix B.4).
 * SPDX-License-Identifier: MIT
 *
 * A CRC is linear, and what went before can be folded into what follows: past D bits, a block is
 * two products of 64 by 32 bits (V. Gopal et al.: Fast CRC Computation for Generic Polynomials
 * Using PCLMULQDQ). Where no instruction makes them, the CPU's own step of a CRC or tables do.
 */
#define XL_USE_CRYPTO (XL_ISA_IS_neon || XL_ISA_IS_sve2 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512)
#include "kernel.h"

#include "blocks.h"
#include "crc32c_tables.h"
#include "native.h"

XL_KERNEL(crc32c, .summary = "the CRC-32C of p", .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u32)},
          .by_lane = {{"sse4 lsx lasx", "steps of a CRC take general registers"}},
          .needs = {{"neon", "pmull crc32"},
                    {"sve2", "svepmull"},
                    {"avx2", "pclmulqdq"},
                    {"avx512", "pclmulqdq vpclmulqdq"}})

XL_REFERENCE(crc32c)(const uint8_t *p, size_t n, uint32_t *result)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
    }
    *result = ~crc;
}

#if XL_ISA_IS_neon || XL_ISA_IS_sve2 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512 || XL_ON_VSX || XL_ON_VX

/* Past n bytes. */
XL_BLOCKS_VEC uint32_t xl_crc32c_past(uint32_t crc, const uint8_t *p, size_t n)
{
    for (; n >= 8; p += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        crc = xl_u64_crc32c(crc, word);
    }
    for (; n > 0; p++, n--)
        crc = xl_u8_crc32c(crc, *p);
    return crc;
}

enum { XL_CRC32C_MOST = 16 };

/* The factors that take a block past D bits: x^(D + 63) for its low half, x^(D - 1) for its high
 * one, in the upper 32 bits. A product of reflected numbers is less by a factor x. `one` has those
 * for a lane; each further lane adds `step` words of 64 bits. */
XL_BLOCKS_VEC xl_u128 xl_crc32c_factors(const uint32_t *one, size_t step, size_t vl)
{
    uint8_t factors[16] = {0};
    for (size_t half = 0; half < 2; half++) {
        uint32_t power = one[half];
        for (size_t k = 0; k < step * (vl - 1); k++)
            power = xl_u64_crc32c(power, 0);
        for (unsigned k = 0; k < 4; k++)
            factors[8 * half + 4 + k] = (uint8_t)(power >> 8 * k);
    }
    return xl_u128_set1(factors, vl);
}

XL_BLOCKS_VEC xl_u128 xl_crc32c_fold(xl_u128 sum, xl_u128 factors, xl_u128 next, size_t vl)
{
    xl_u128 low = xl_u128_clmul_lo(sum, factors, vl), high = xl_u128_clmul_hi(sum, factors, vl);
    return xl_u128_xor(xl_u128_xor(low, high, vl), next, vl);
}

XL_BLOCKS_TARGET XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    static const uint32_t one_block[2] = {0x3743f7bd, 0x3171d430},
                          four_blocks[2] = {0x1c19243b, 0x75bba45b};
    const size_t vl = xl_u128_vl(XL_CRC32C_MOST), bytes = 16 * vl;
    size_t i = bytes;
    if (n < 2 * bytes)
        return ~xl_crc32c_past(UINT32_MAX, p, n);

    /* The first CRC is added to the first four bytes. */
    uint8_t block[16 * XL_CRC32C_MOST] = {0xff, 0xff, 0xff, 0xff};
    xl_u128 sum = xl_u128_xor(xl_u128_load(block, vl), xl_u128_load(p, vl), vl);
    xl_u128 factors = xl_crc32c_factors(one_block, 2, vl);
    if (n >= 8 * bytes) {
        xl_u128 far = xl_crc32c_factors(four_blocks, 8, vl);
        xl_u128 sum1 = xl_u128_load(p + bytes, vl), sum2 = xl_u128_load(p + 2 * bytes, vl);
        xl_u128 sum3 = xl_u128_load(p + 3 * bytes, vl);
        for (i = 4 * bytes; n - i >= 4 * bytes; i += 4 * bytes) {
            const uint8_t *at = p + i;
            sum = xl_crc32c_fold(sum, far, xl_u128_load(at, vl), vl);
            sum1 = xl_crc32c_fold(sum1, far, xl_u128_load(at + bytes, vl), vl);
            sum2 = xl_crc32c_fold(sum2, far, xl_u128_load(at + 2 * bytes, vl), vl);
            sum3 = xl_crc32c_fold(sum3, far, xl_u128_load(at + 3 * bytes, vl), vl);
        }
        sum = xl_crc32c_fold(sum, factors, sum1, vl);
        sum = xl_crc32c_fold(sum, factors, sum2, vl);
        sum = xl_crc32c_fold(sum, factors, sum3, vl);
    }
    for (; n - i >= bytes; i += bytes)
        sum = xl_crc32c_fold(sum, factors, xl_u128_load(p + i, vl), vl);

    /* What is left of p is the last vector, and the bytes after it. */
    xl_u128_store(block, sum, vl);
    return ~xl_crc32c_past(xl_crc32c_past(0, block, bytes), p + i, n - i);
}

#elif XL_ISA_IS_sse4 || XL_ISA_IS_lsx || XL_ISA_IS_lasx

XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    const size_t lanes = xl_u64_lanes();
    uint32_t crc = UINT32_MAX;
    size_t i = 0;
    for (; n - i >= 8 * lanes; i += 8 * lanes) {
        xl_u64 v = xl_u64_load((const uint64_t *)(const void *)(p + i), lanes);
        for (size_t lane = 0; lane < lanes; lane++)
            crc = xl_u64_crc32c(crc, xl_u64_get(v, lane, lanes));
    }
    for (; i < n; i++)
        crc = xl_u8_crc32c(crc, p[i]);
    return ~crc;
}

#else

XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    return xl_crc32c_by_tables(p, n);
}

#endif
