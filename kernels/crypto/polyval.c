/* polyval: the hash of AES-GCM-SIV, and with other bits the one of AES-GCM (RFC 8452, section 3).
 * SPDX-License-Identifier: MIT
 *
 * Bytes after the last whole block do not count. As many blocks as a vector has lanes are hashed at
 * a time: each lane takes every n-th block, and the lanes are joined by powers of the key.
 * tests/unit/test_known_answers.c holds the reference against appendix A of RFC 8452.
 */
#define XL_USE_CRYPTO (XL_ISA_IS_neon || XL_ISA_IS_sve2 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512)
#include "kernel.h"

#include "blocks.h"

XL_KERNEL(polyval, .summary = "POLYVAL(key, p), of whole blocks",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN_FIXED(u8, key, 16), XL_IN(u8, p, 1), XL_OUT_FIXED(u8, r, 16), XL_COUNT},
          .needs = {{"neon", "aes pmull"},
                    {"sve2", "svepmull"},
                    {"avx2", "pclmulqdq"},
                    {"avx512", "pclmulqdq vpclmulqdq"},
                    {"rvv:polyval_zvkg", "zvkg"}},
          .secret = {"key p"})

/* RFC 8452: a * b * x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1. Bit i is x^i. */
static void polyval_dot(const uint8_t *a, const uint8_t *b, uint8_t *r)
{
    uint8_t sum[16] = {0};
    for (size_t i = 0; i < 128; i++) {
        /* Times x^-1, after b's bit i. */
        if (b[i / 8] >> i % 8 & 1)
            for (size_t k = 0; k < 16; k++)
                sum[k] ^= a[k];
        const unsigned lowest = sum[0] & 1;
        for (size_t k = 0; k < 16; k++)
            sum[k] = (uint8_t)(sum[k] >> 1 | (k < 15 ? sum[k + 1] << 7 : 0));
        sum[15] ^= lowest ? 0xe1 : 0;
    }
    for (size_t k = 0; k < 16; k++)
        r[k] = sum[k];
}

XL_REFERENCE(polyval)(const uint8_t *key, const uint8_t *p, uint8_t *r, size_t n)
{
    uint8_t sum[16] = {0};
    for (size_t i = 0; i + 16 <= n; i += 16) {
        for (size_t k = 0; k < 16; k++)
            sum[k] ^= p[i + k];
        polyval_dot(sum, key, sum);
    }
    for (size_t k = 0; k < 16; k++)
        r[k] = sum[k];
}

/* A product's halves, and what the lowest 64 bits of v are times the polynomial's upper half. */
#ifdef XL_HAS_CLMUL
XL_BLOCKS_VEC xl_u128 xl_polyval_product(xl_u128 a, xl_u128 b, xl_u128 *high, size_t vl)
{
    xl_u128 middle = xl_u128_clmul_mid(a, b, vl);
    *high = xl_u128_xor(xl_u128_clmul_hi(a, b, vl), xl_u128_down64(middle, vl), vl);
    return xl_u128_xor(xl_u128_clmul_lo(a, b, vl), xl_u128_up64(middle, vl), vl);
}

XL_BLOCKS_VEC xl_u128 xl_polyval_times(xl_u128 v, xl_u128 polynomial, size_t vl)
{
    return xl_u128_clmul_lo(v, polynomial, vl);
}
#else
/* Each product of two lanes of 64 bits is dear. Two are enough: of equal halves, and of their sums
 * (Karatsuba). */
XL_VEC xl_u64 xl_polyval_halves(xl_u64 v, size_t vl)
{
    xl_u128 block = xl_u128_of_u64(v);
    xl_u128 other = xl_u128_xor(xl_u128_up64(block, vl), xl_u128_down64(block, vl), vl);
    return xl_u64_xor(v, xl_u64_of_u128(other), 2 * vl);
}

XL_VEC xl_u128 xl_polyval_product(xl_u128 a, xl_u128 b, xl_u128 *high, size_t vl)
{
    xl_u64 x = xl_u64_of_u128(a), y = xl_u64_of_u128(b), lower, upper, sum_lower, sum_upper;
    xl_clmul_64(x, y, &lower, &upper, 2 * vl);
    xl_clmul_64(xl_polyval_halves(x, vl), xl_polyval_halves(y, vl), &sum_lower, &sum_upper, 2 * vl);
    sum_lower = xl_u64_xor(sum_lower, xl_polyval_halves(lower, vl), 2 * vl);
    sum_upper = xl_u64_xor(sum_upper, xl_polyval_halves(upper, vl), 2 * vl);

    /* The words of the whole product, the lowest first: lower[0], upper[0] + sum_lower,
     * lower[1] + sum_upper, upper[1]. */
    xl_u128 word1 = xl_u128_of_u64(xl_u64_xor(upper, sum_lower, 2 * vl));
    xl_u128 word2 = xl_u128_of_u64(xl_u64_xor(lower, sum_upper, 2 * vl));
    xl_u128 even = xl_u128_down64(xl_u128_up64(xl_u128_of_u64(lower), vl), vl);
    xl_u128 odd = xl_u128_up64(xl_u128_down64(xl_u128_of_u64(upper), vl), vl);
    *high = xl_u128_xor(odd, xl_u128_down64(word2, vl), vl);
    return xl_u128_xor(even, xl_u128_up64(word1, vl), vl);
}

/* The bits of 0xc2 << 56. */
XL_VEC xl_u128 xl_polyval_times(xl_u128 v, xl_u128 polynomial, size_t vl)
{
    const size_t words = 2 * vl;
    xl_u64 x = xl_u64_of_u128(v);
    xl_u64 low = xl_u64_xor(xl_u64_shl(x, 63, words), xl_u64_shl(x, 62, words), words);
    xl_u64 high = xl_u64_xor(xl_u64_shr(x, 1, words), xl_u64_shr(x, 2, words), words);
    low = xl_u64_xor(low, xl_u64_shl(x, 57, words), words);
    high = xl_u64_xor(high, xl_u64_shr(x, 7, words), words);
    (void)polynomial;
    xl_u128 even = xl_u128_down64(xl_u128_up64(xl_u128_of_u64(low), vl), vl);
    return xl_u128_xor(even, xl_u128_up64(xl_u128_of_u64(high), vl), vl);
}
#endif

/* Without optimisation, clang keeps each value of an inlined operation on the stack. One function
 * with many copies of this one then has 700,000 instructions on SVE. */
#ifdef __OPTIMIZE__
#define XL_POLYVAL_DOT XL_BLOCKS_VEC
#else
#define XL_POLYVAL_DOT XL_BLOCKS_TARGET static
#endif

/* Montgomery's reduction (S. Gueron: AES-GCM-SIV implementations): the lowest 64 bits times the
 * polynomial's upper half make themselves zero, twice. */
XL_POLYVAL_DOT xl_u128 xl_polyval_dot(xl_u128 a, xl_u128 b, xl_u128 polynomial, size_t vl)
{
    xl_u128 high, low = xl_polyval_product(a, b, &high, vl);
    for (int half = 0; half < 2; half++) {
        xl_u128 other = xl_u128_xor(xl_u128_up64(low, vl), xl_u128_down64(low, vl), vl);
        low = xl_u128_xor(other, xl_polyval_times(low, polynomial, vl), vl);
    }
    return xl_u128_xor(high, low, vl);
}

enum { XL_POLYVAL_MOST = 16 };

/* Lane i times the power that is left of its block: the sum of all. */
XL_BLOCKS_VEC xl_u128 xl_polyval_join(xl_u128 sums, const uint8_t *powers, xl_u128 polynomial,
                                      size_t vl)
{
    uint8_t blocks[16 * XL_POLYVAL_MOST];
    xl_u128_store(blocks, xl_polyval_dot(sums, xl_u128_load(powers, vl), polynomial, vl), vl);
    xl_u128 sum = xl_u128_load(blocks, 1);
    for (size_t lane = 1; lane < vl; lane++)
        sum = xl_u128_xor(sum, xl_u128_load(blocks + 16 * lane, 1), 1);
    return sum;
}

XL_BLOCKS_TARGET XL_VECTOR(void, polyval)(const uint8_t *key, const uint8_t *p, uint8_t *r,
                                          size_t n)
{
    static const uint8_t upper_half[16] = {[7] = 0xc2};
    uint8_t powers[16 * XL_POLYVAL_MOST], blocks[16 * XL_POLYVAL_MOST] = {0};
    const size_t lanes = xl_u128_vl(XL_POLYVAL_MOST), count = n / 16;
    xl_u128 polynomial = xl_u128_set1(upper_half, lanes);

    /* The first lane's blocks are followed by those of all others. Each round doubles the powers,
     * by the highest one so far. */
    memcpy(powers + 16 * (lanes - 1), key, 16);
    for (size_t done = 1, more; done < lanes; done += more) {
        more = done < lanes - done ? done : lanes - done;
        const uint8_t *lower = powers + 16 * (lanes - more);
        xl_u128 highest = xl_u128_set1(powers + 16 * (lanes - done), more);
        xl_u128_store(powers + 16 * (lanes - done - more),
                      xl_polyval_dot(xl_u128_load(lower, more), highest, polynomial, more), more);
    }

    xl_u128 sums = xl_u128_load(blocks, lanes), step = xl_u128_set1(powers, lanes);
    size_t i = 0;
    for (; count - i >= lanes; i += lanes) {
        sums = xl_polyval_dot(sums, step, polynomial, lanes);
        sums = xl_u128_xor(sums, xl_u128_load(p + 16 * i, lanes), lanes);
    }
    xl_u128 sum = xl_polyval_join(sums, powers, polynomial, lanes);

    /* The blocks that are left, in the last lanes. Zeros before them change nothing. The sum is
     * added to the first. */
    if (i < count) {
        uint8_t *rest = blocks + 16 * (lanes - (count - i));
        memcpy(rest, p + 16 * i, 16 * (count - i));
        xl_u128_store(rest, xl_u128_xor(sum, xl_u128_load(rest, 1), 1), 1);
        sum = xl_polyval_join(xl_u128_load(blocks, lanes), powers, polynomial, lanes);
    }
    xl_u128_store(r, sum, 1);
}

#if XL_ISA_IS_rvv
/* By GHASH, of blocks whose bytes are turned round (RFC 8452, appendix A). */
#define POLYVAL_ZVKG(INSTRUCTION, TO, VL, ...)                                                     \
    __asm__(".option push\n\t.option arch, +zvkg\n\tvsetvli zero, %[vl], e32, m1, ta, "            \
            "ma\n\t" INSTRUCTION "\n\t.option pop"                                                 \
            : [to] "+&vr"(TO)                                                                      \
            : [vl] "r"(VL), __VA_ARGS__                                                            \
            : "vl", "vtype")

/* GHASH's key: the turned one, times x. */
static void polyval_ghash_key(const uint8_t *key, uint8_t *to)
{
    const unsigned carry = key[0] & 1;
    for (size_t i = 0; i < 16; i++)
        to[i] = (uint8_t)(key[15 - i] >> 1 | (i ? key[16 - i] << 7 : 0));
    to[0] ^= (uint8_t)(0xe1 & -carry);
}

XL_VEC vuint32m1_t polyval_load(const uint8_t *p, size_t lanes)
{
    return __riscv_vreinterpret_v_u8m1_u32m1(__riscv_vle8_v_u8m1(p, 16 * lanes));
}

XL_VEC void polyval_store(uint8_t *p, vuint32m1_t v, size_t lanes)
{
    __riscv_vse8_v_u8m1(p, __riscv_vreinterpret_v_u32m1_u8m1(v), 16 * lanes);
}

XL_VEC vuint32m1_t polyval_turned(const uint8_t *p, size_t lanes)
{
    const size_t vl = 16 * lanes;
    const vuint8m1_t places = __riscv_vid_v_u8m1(vl);
    return __riscv_vreinterpret_v_u8m1_u32m1(__riscv_vrgather_vv_u8m1(
        __riscv_vle8_v_u8m1(p, vl), __riscv_vxor_vx_u8m1(places, 15, vl), vl));
}

/* Each lane takes every n-th block, times the n-th power of the key; the last ones, times the
 * powers that are left. Zeros stand before the first block. */
static void polyval_zvkg(const uint8_t *key, const uint8_t *p, uint8_t *r, size_t n)
{
    uint8_t powers[16 * XL_POLYVAL_MOST], blocks[16 * XL_POLYVAL_MOST] = {0};
    const size_t lanes = xl_u128_vl(XL_POLYVAL_MOST), vl = 4 * lanes, count = n / 16;
    polyval_ghash_key(key, powers + 16 * (lanes - 1));
    const vuint32m1_t one = polyval_load(powers + 16 * (lanes - 1), 1);
    vuint32m1_t power = one;
    for (size_t k = lanes - 1; k > 0; k--) {
        POLYVAL_ZVKG("vgmul.vv %[to], %[key]", power, 4, [key] "vr"(one));
        polyval_store(powers + 16 * (k - 1), power, 1);
    }
    const vuint32m1_t last = polyval_load(powers, lanes);
    const vuint32m1_t step = __riscv_vreinterpret_v_u64m1_u32m1(xl_u128_set1(powers, lanes));

    vuint32m1_t sums = polyval_load(blocks, lanes);
    size_t i = (count + lanes - 1) / lanes * lanes - count; /* zeros */
    if (count)
        memcpy(blocks + 16 * i, p, 16 * (lanes - i));
    for (size_t left = count; left; p += 16 * (lanes - i), left -= lanes - i, i = 0) {
        const vuint32m1_t x = polyval_turned(i ? blocks : p, lanes);
        if (left + i == lanes)
            POLYVAL_ZVKG("vghsh.vv %[to], %[key], %[x]", sums, vl, [key] "vr"(last), [x] "vr"(x));
        else
            POLYVAL_ZVKG("vghsh.vv %[to], %[key], %[x]", sums, vl, [key] "vr"(step), [x] "vr"(x));
    }
    polyval_store(blocks, sums, lanes);
    for (size_t k = 0; k < 16; k++) {
        r[k] = 0;
        for (size_t lane = 0; lane < lanes; lane++)
            r[k] ^= blocks[16 * lane + 15 - k];
    }
}
#endif

XL_VARIANT(polyval, rvv, polyval__rvv)
XL_VARIANT(polyval, rvv, polyval_zvkg)
