/* Unit tests of arch/blocks.h: AES rounds, carry-less products and steps of CRC-32C against plain C.
 * SPDX-License-Identifier: MIT
 *
 * test_blocks.c and test_blocks_crypto.c include this file.
 */
#include "test_vec.h"

#include "blocks.h"

enum { XL_MOST_BLOCKS = 16 };

/* The product in GF(2^8), with AES's polynomial. */
static uint8_t field_product(uint8_t a, uint8_t b)
{
    uint8_t r = 0;
    for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x1b))
        r ^= b & 1 ? a : 0;
    return r;
}

/* FIPS 197, section 5.1.1: the inverse, a^254, and an affine map. */
static uint8_t substituted(uint8_t a)
{
    uint8_t inverse = 1, r;
    for (int i = 0; i < 254; i++)
        inverse = field_product(inverse, a);
    r = inverse ^ 0x63;
    for (unsigned k = 1; k < 5; k++)
        r ^= (uint8_t)(inverse << k | inverse >> (8 - k));
    return r;
}

static void expected_round(const uint8_t *block, const uint8_t *key, bool is_last, uint8_t *r)
{
    static const uint8_t matrix[4][4] = {{2, 3, 1, 1}, {1, 2, 3, 1}, {1, 1, 2, 3}, {3, 1, 1, 2}};
    uint8_t s[16];
    for (size_t column = 0; column < 4; column++)
        for (size_t row = 0; row < 4; row++)
            s[4 * column + row] = substituted(block[4 * ((column + row) % 4) + row]);
    for (size_t i = 0; i < 16; i++) {
        r[i] = is_last ? s[i] : 0;
        for (size_t k = 0; k < 4 && !is_last; k++)
            r[i] ^= field_product(matrix[i % 4][k], s[i / 4 * 4 + k]);
        r[i] ^= key[i];
    }
}

/* Adds the product of two halves, whose first byte is the lowest. */
static void add_product(const uint8_t *a, const uint8_t *b, uint8_t *r)
{
    for (unsigned i = 0; i < 64; i++)
        for (unsigned j = 0; j < 64; j++)
            r[(i + j) / 8] ^= (uint8_t)((a[i / 8] >> i % 8 & b[j / 8] >> j % 8 & 1) << (i + j) % 8);
}

enum xl_blocks_op { OP_COPY, OP_SET1, OP_XOR, OP_UP, OP_DOWN, OP_LOW, OP_HIGH, OP_MIDDLE, OP_ROUND, OP_LAST, OPS };
static const char *const op_names[OPS] = {"copy", "set1", "xor", "up64", "down64", "clmul_lo", "clmul_hi", "clmul_mid", "aes_enc", "aes_enc_last"};

static void expected_block(enum xl_blocks_op op, const uint8_t *a, const uint8_t *b, const uint8_t *first, uint8_t *r)
{
    memset(r, 0, 16);
    switch (op) {
    case OP_COPY: memcpy(r, a, 16); break;
    case OP_SET1: memcpy(r, first, 16); break;
    case OP_XOR: for (size_t i = 0; i < 16; i++) r[i] = a[i] ^ b[i]; break;
    case OP_UP: memcpy(r + 8, a, 8); break;
    case OP_DOWN: memcpy(r, a + 8, 8); break;
    case OP_LOW: add_product(a, b, r); break;
    case OP_HIGH: add_product(a + 8, b + 8, r); break;
    case OP_MIDDLE: add_product(a, b + 8, r), add_product(a + 8, b, r); break;
    case OP_ROUND: expected_round(a, b, false, r); break;
    case OP_LAST: expected_round(a, b, true, r); break;
    case OPS: break;
    }
}

/* What vl is for: lanes from it on hold something, and do not matter. */
XL_BLOCKS_TARGET __attribute__((noinline)) static void compute(enum xl_blocks_op op, const uint8_t *p, const uint8_t *q, const uint8_t *first, uint8_t *r, size_t vl)
{
    size_t lanes = xl_u128_lanes();
    xl_u128 a = xl_u128_load(p, lanes), b = xl_u128_load(q, lanes), v = a;
    switch (op) {
    case OP_COPY: v = xl_u128_load(p, vl); break;
    case OP_SET1: v = xl_u128_set1(first, vl); break;
    case OP_XOR: v = xl_u128_xor(a, b, vl); break;
    case OP_UP: v = xl_u128_up64(a, vl); break;
    case OP_DOWN: v = xl_u128_down64(a, vl); break;
    case OP_LOW: v = xl_u128_clmul_lo(a, b, vl); break;
    case OP_HIGH: v = xl_u128_clmul_hi(a, b, vl); break;
    case OP_MIDDLE: v = xl_u128_clmul_mid(a, b, vl); break;
    case OP_ROUND: v = xl_u128_aes_enc(a, b, vl); break;
    case OP_LAST: v = xl_u128_aes_enc_last(a, b, vl); break;
    case OPS: break;
    }
    xl_u128_store(r, v, vl);
}

static void test_blocks_operations(void **state)
{
    (void)state;
    uint8_t p[16 * XL_MOST_BLOCKS], q[16 * XL_MOST_BLOCKS], want[16];
    size_t lanes = xl_u128_lanes();
    assert_true(lanes >= 1 && lanes <= XL_MOST_BLOCKS);
    assert_int_equal(xl_u128_vl(0), 0);
    for (size_t round = 0; round < 60 + 2 * lanes; round++) {
        size_t vl = xl_u128_vl(1 + round % lanes);
        uint8_t *first = guarded(16), *r = guarded(16 * vl), *end = guarded(16 * vl);
        assert_true(vl >= 1 && vl <= 1 + round % lanes);
        for (size_t i = 0; i < sizeof p; i++) {
            /* Of every four rounds, one has no bits, and one has all. */
            p[i] = round % 4 == 1 ? 0xff : round % 4 == 2 && i % 16 > 8 ? 0 : (uint8_t)rng();
            q[i] = round % 8 == 1 ? 0xff : (uint8_t)rng();
        }
        memcpy(first, q, 16);
        memcpy(end, p, 16 * vl);
        for (enum xl_blocks_op op = 0; op < OPS; op++) {
            compute(op, p, q, first, r, vl);
            for (size_t i = 0; i < vl; i++) {
                expected_block(op, p + 16 * i, q + 16 * i, first, want);
                for (size_t k = 0; k < 16; k++)
                    if (r[16 * i + k] != want[k])
                        fail_lane(op_names[op], vl, i, k, p[16 * i + k], q[16 * i + k], r[16 * i + k], want[k]);
            }
        }
        /* At the end of its page, no byte more is read. */
        xl_u128_store(r, xl_u128_load(end, vl), vl);
        assert_memory_equal(r, p, 16 * vl);
        guarded_free(first, 16);
        guarded_free(r, 16 * vl);
        guarded_free(end, 16 * vl);
    }
}

/* FIPS 197, appendix B: the block and key of round 1, and what round 2 begins with. */
static void test_blocks_fips_197(void **state)
{
    (void)state;
    static const uint8_t start[16] = {0x19, 0x3d, 0xe3, 0xbe, 0xa0, 0xf4, 0xe2, 0x2b, 0x9a, 0xc6, 0x8d, 0x2a, 0xe9, 0xf8, 0x48, 0x08};
    static const uint8_t key[16] = {0xa0, 0xfa, 0xfe, 0x17, 0x88, 0x54, 0x2c, 0xb1, 0x23, 0xa3, 0x39, 0x39, 0x2a, 0x6c, 0x76, 0x05};
    static const uint8_t next[16] = {0xa4, 0x9c, 0x7f, 0xf2, 0x68, 0x9f, 0x35, 0x2b, 0x6b, 0x5b, 0xea, 0x43, 0x02, 0x6a, 0x50, 0x49};
    uint8_t p[16 * XL_MOST_BLOCKS], q[16 * XL_MOST_BLOCKS], r[16];
    for (size_t i = 0; i < sizeof p; i++)
        p[i] = start[i % 16], q[i] = key[i % 16];
    compute(OP_ROUND, p, q, q, r, 1);
    assert_memory_equal(r, next, 16);
    expected_round(start, key, false, r);
    assert_memory_equal(r, next, 16);
}

XL_BLOCKS_TARGET __attribute__((noinline)) static uint32_t crc_of_byte(uint32_t crc, uint8_t x) { return xl_u8_crc32c(crc, x); }
XL_BLOCKS_TARGET __attribute__((noinline)) static uint32_t crc_of_word(uint32_t crc, uint64_t x) { return xl_u64_crc32c(crc, x); }

static void test_blocks_crc32c(void **state)
{
    (void)state;
    for (size_t round = 0; round < 1000; round++) {
        uint64_t x = round < 64 ? UINT64_C(1) << round : rng();
        uint32_t crc = round < 100 ? (uint32_t)(0 - round % 2) : (uint32_t)rng(), want = crc, got = crc;
        for (unsigned bit = 0; bit < 64; bit++) {
            want ^= (uint32_t)(x >> bit & 1);
            want = want >> 1 ^ (want & 1 ? 0x82f63b78 : 0);
        }
        for (unsigned i = 0; i < 8; i++)
            got = crc_of_byte(got, (uint8_t)(x >> 8 * i));
        assert_int_equal(got, want);
        assert_int_equal(crc_of_word(crc, x), want);
    }
    /* RFC 3720, appendix B.4: 32 bytes of zeros. */
    uint32_t crc = UINT32_MAX;
    for (int i = 0; i < 4; i++)
        crc = crc_of_word(crc, 0);
    assert_int_equal(~crc, 0x8a9136aa);
}

#ifndef XL_TEST_BLOCKS
#define XL_TEST_BLOCKS test_blocks
#endif
int XL_TEST_BLOCKS(void);
int XL_TEST_BLOCKS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_operations),
        cmocka_unit_test(test_blocks_fips_197),
        cmocka_unit_test(test_blocks_crc32c),
    };
    return cmocka_run_group_tests_name(XL_STRING(XL_TEST_BLOCKS) " " XL_STRING(XL_ISA), tests, NULL, NULL);
}
