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
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u32)}, .sizes = {.thresholds = {2048}},
          .by_lane = {{"sse4", "the CPU's step of a CRC is scalar"},
                      {"lsx", "the CPU's step of a CRC is scalar"}},
          .needs = {{"neon", "pmull crc32"},
                    {"sve2", "svepmull"},
                    {"avx2", "pclmulqdq"},
                    {"avx512", "pclmulqdq vpclmulqdq"},
                    {"rvv:crc32c_zvbc", "zvbc"}})

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

#define XL_CRC32C_BY_PRODUCTS                                                                      \
    (XL_ISA_IS_neon || XL_ISA_IS_sve2 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512 || XL_ON_VSX ||        \
     XL_ON_VX)
#if XL_CRC32C_BY_PRODUCTS || XL_ISA_IS_rvv

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
#if XL_ISA_IS_rvv /* the products' low words, and their high ones */
    vuint64m1_t low, high;
    __asm__(".option push\n\t.option arch, +zvbc\n\tvsetvli zero, %[vl], e64, m1, ta, ma\n\t"
            "vclmul.vv %[low], %[a], %[b]\n\tvclmulh.vv %[high], %[a], %[b]\n\t.option pop"
            : [low] "=&vr"(low), [high] "=&vr"(high)
            : [vl] "r"(2 * vl), [a] "vr"(sum), [b] "vr"(factors)
            : "vl", "vtype");
    low = xl_u64_xor(low, __riscv_vslide1down_vx_u64m1(low, 0, 2 * vl), 2 * vl);
    high = xl_u64_xor(high, __riscv_vslide1up_vx_u64m1(high, 0, 2 * vl), 2 * vl);
    return xl_u64_xor(__riscv_vmerge_vvm_u64m1(low, high, xl_rvv_odd(vl), 2 * vl), next, 2 * vl);
#else
    xl_u128 low = xl_u128_clmul_lo(sum, factors, vl), high = xl_u128_clmul_hi(sum, factors, vl);
    return xl_u128_xor(xl_u128_xor(low, high, vl), next, vl);
#endif
}

XL_BLOCKS_VEC uint32_t xl_crc32c_by_products(const uint8_t *p, size_t n)
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
#endif

#if XL_CRC32C_BY_PRODUCTS
XL_BLOCKS_TARGET XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    return xl_crc32c_by_products(p, n);
}

#elif XL_ISA_IS_sse4 || XL_ISA_IS_lsx || XL_ISA_IS_lasx

/* Four streams, because a step of a CRC takes several cycles. */
enum { XL_CRC32C_STREAMS = 4, XL_CRC32C_STREAM = 512 };

/* What bit 31 - i of each stream's CRC becomes past the streams after it: x^i times x^(8 * 512) for
 * each of them. */
static const uint32_t xl_crc32c_powers[32][XL_CRC32C_STREAMS] = {
    {0x835305c9, 0xe4172b16, 0x74c360a4, 0x80000000},
    {0xc35fb99c, 0x720b958b, 0x3a61b052, 0x40000000},
    {0x61afdcce, 0xbbf3f1bd, 0x1d30d829, 0x20000000},
    {0x30d7ee67, 0xdf0fc3a6, 0x8c6e576c, 0x10000000},
    {0x9a9dcc4b, 0x6f87e1d3, 0x46372bb6, 0x08000000},
    {0xcfb8dd5d, 0xb535cb91, 0x231b95db, 0x04000000},
    {0xe52a55d6, 0xd86cdeb0, 0x937bf195, 0x02000000},
    {0x72952aeb, 0x6c366f58, 0xcb4bc3b2, 0x01000000},
    {0xbbbcae0d, 0x361b37ac, 0x65a5e1d9, 0x00800000},
    {0xdf286c7e, 0x1b0d9bd6, 0xb024cb94, 0x00400000},
    {0x6f94363f, 0x0d86cdeb, 0x581265ca, 0x00200000},
    {0xb53c2067, 0x84355d8d, 0x2c0932e5, 0x00100000},
    {0xd8682b4b, 0xc0ec95be, 0x94f2a20a, 0x00080000},
    {0xeec22edd, 0x60764adf, 0x4a795105, 0x00040000},
    {0xf5972c16, 0xb2cd1e17, 0xa7ca93fa, 0x00020000},
    {0x7acb960b, 0xdb90b473, 0x53e549fd, 0x00010000},
    {0xbf93f07d, 0xef3e6141, 0xab049f86, 0x00008000},
    {0xdd3fc346, 0xf5690bd8, 0x55824fc3, 0x00004000},
    {0x6e9fe1a3, 0x7ab485ec, 0xa8371c99, 0x00002000},
    {0xb5b9cba9, 0x3d5a42f6, 0xd6edb534, 0x00001000},
    {0xd82adeac, 0x1ead217b, 0x6b76da9a, 0x00000800},
    {0x6c156f56, 0x8da0abc5, 0x35bb6d4d, 0x00000400},
    {0x360ab7ab, 0xc4266e9a, 0x982b8dde, 0x00000200},
    {0x99f360ad, 0x6213374d, 0x4c15c6ef, 0x00000100},
    {0xce0f8b2e, 0xb3ffa0de, 0xa4fcd80f, 0x00000080},
    {0x6707c597, 0x59ffd06f, 0xd088577f, 0x00000040},
    {0xb175d9b3, 0xae09d34f, 0xeab210c7, 0x00000020},
    {0xda4cd7a1, 0xd5f2d2df, 0xf7af331b, 0x00000010},
    {0xefd050a8, 0xe80f5217, 0xf921a2f5, 0x00000008},
    {0x77e82854, 0xf6f19273, 0xfe66ea02, 0x00000004},
    {0x3bf4142a, 0xf98ef241, 0x7f337501, 0x00000002},
    {0x1dfa0a15, 0xfe314258, 0xbd6f81f8, 0x00000001},
};

/* The CRC of all streams, a lane for each of them. */
XL_VEC uint32_t xl_crc32c_join(const uint32_t *crcs)
{
    const size_t vl = XL_CRC32C_STREAMS;
    xl_i32 bits = xl_i32_bitcast_u32(xl_u32_load(crcs, vl));
    xl_u32 sum = xl_u32_set1(0, vl);
    for (size_t i = 0; i < 32; i++) {
        xl_u32 is_set = xl_u32_bitcast_i32(xl_i32_shr(bits, 31, vl));
        xl_u32 power = xl_u32_load(xl_crc32c_powers[i], vl);
        sum = xl_u32_xor(sum, xl_u32_and(power, is_set, vl), vl);
        bits = xl_i32_add(bits, bits, vl);
    }
    sum = xl_u32_xor(sum, xl_u32_slide_down(sum, 2, vl), vl);
    sum = xl_u32_xor(sum, xl_u32_slide_down(sum, 1, vl), vl);
    return xl_u32_get(sum, 0, vl);
}

XL_VEC uint64_t xl_crc32c_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, 8);
    return word;
}

XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    uint32_t crc = UINT32_MAX;
    const size_t stream = XL_CRC32C_STREAM, block = XL_CRC32C_STREAMS * stream;
    for (; n >= block; p += block, n -= block) {
        uint32_t crc1 = 0, crc2 = 0, crc3 = 0;
        for (size_t i = 0; i < stream; i += 8) {
            crc = xl_u64_crc32c(crc, xl_crc32c_word(p + i));
            crc1 = xl_u64_crc32c(crc1, xl_crc32c_word(p + stream + i));
            crc2 = xl_u64_crc32c(crc2, xl_crc32c_word(p + 2 * stream + i));
            crc3 = xl_u64_crc32c(crc3, xl_crc32c_word(p + 3 * stream + i));
        }
        const uint32_t crcs[XL_CRC32C_STREAMS] = {crc, crc1, crc2, crc3};
        crc = xl_crc32c_join(crcs);
    }
    return ~xl_crc32c_past(crc, p, n);
}

#else

XL_VECTOR(uint32_t, crc32c)(const uint8_t *p, size_t n)
{
    return xl_crc32c_by_tables(p, n);
}

#endif

#if XL_ISA_IS_rvv
static uint32_t crc32c_zvbc(const uint8_t *p, size_t n)
{
    return xl_crc32c_by_products(p, n);
}
#endif

XL_VARIANT(crc32c, rvv, crc32c__rvv)
XL_VARIANT(crc32c, rvv, crc32c_zvbc)
