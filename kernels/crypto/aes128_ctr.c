/* aes128_ctr: bytes by the key stream of AES-128 in counter mode, as AES-GCM has it (SP 800-38D,
 * GCTR). A lane is a block of 16 bytes.
 * SPDX-License-Identifier: MIT
 *
 * The eleven round keys are an argument (FIPS 197, KeyExpansion). The counter is the last four
 * bytes of a block, the highest first, and wraps. tests/unit/test_known_answers.c holds the
 * reference against FIPS 197 and SP 800-38A.
 */
#define XL_USE_CRYPTO (XL_ISA_IS_neon || XL_ISA_IS_sve2 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512)
#include "kernel.h"

#include "blocks.h"

XL_KERNEL(aes128_ctr, .summary = "r[i] = p[i] ^ AES-128's key stream from block `counter` on",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN_FIXED(u8, keys, 176), XL_IN_FIXED(u8, nonce, 12), XL_VALUE(u32, counter),
                   XL_IN(u8, p, 1), XL_OUT(u8, r, 1), XL_COUNT},
          .by_lane = {{"sse2 sse4 neon32 sve vx vxe vxe2 rvv:aes128_ctr__rvv rva23 lsx lasx",
                       "no AES in vectors: its table is read byte by byte"}},
          .narrow = "AESENC of AVX2 takes 128 bits", .in_place = 1, .bitwise = 1,
          .sizes = {.thresholds = {128, 512}},
          .needs = {{"neon", "aes"},
                    {"sve2", "sveaes"},
                    {"avx2", "aes"},
                    {"avx512", "aes vaes"},
                    {"rvv:aes128_ctr_zvkned", "zvkned"}},
          .secret = {"keys p",
                     "sse2 sse4 neon32 sve vx vxe vxe2 rvv:aes128_ctr__rvv rva23 lsx lasx",
                     "bytes of the state choose what is read of a table"})

/* FIPS 197: the inverse of a byte in GF(2^8), and an affine map. */
static uint8_t aes128_product(uint8_t a, uint8_t b)
{
    uint8_t r = 0;
    for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x1b))
        r ^= b & 1 ? a : 0;
    return r;
}

static uint8_t aes128_substituted(uint8_t a)
{
    /* a^254 = a^2 a^4 a^8 a^16 a^32 a^64 a^128 */
    uint8_t inverse = 1, square = a;
    for (int i = 0; i < 7; i++) {
        square = aes128_product(square, square);
        inverse = aes128_product(inverse, square);
    }
    uint8_t r = inverse ^ 0x63;
    for (unsigned k = 1; k < 5; k++)
        r ^= (uint8_t)(inverse << k | inverse >> (8 - k));
    return r;
}

static void aes128_block(const uint8_t *keys, const uint8_t *block, uint8_t *r)
{
    static uint8_t box[256];
    for (size_t i = 0; box[0] == 0 && i < 256; i++)
        box[255 - i] = aes128_substituted((uint8_t)(255 - i));
    uint8_t s[16], t[16];
    for (size_t i = 0; i < 16; i++)
        s[i] = block[i] ^ keys[i];
    for (size_t round = 1; round <= 10; round++) {
        for (size_t i = 0; i < 16; i++)
            t[i] = box[s[(i + 4 * (i % 4)) % 16]];
        for (size_t i = 0; i < 16; i++) {
            const uint8_t *column = t + i / 4 * 4;
            s[i] = t[i];
            if (round < 10)
                s[i] = aes128_product(t[i], 2) ^ aes128_product(column[(i + 1) % 4], 3) ^
                       column[(i + 2) % 4] ^ column[(i + 3) % 4];
            s[i] ^= keys[16 * round + i];
        }
    }
    memcpy(r, s, 16);
}

/* The highest byte first. */
static inline void aes128_put_counter(uint32_t counter, uint8_t *to)
{
    for (unsigned k = 0; k < 4; k++)
        to[k] = (uint8_t)(counter >> (24 - 8 * k));
}

XL_REFERENCE(aes128_ctr)
(const uint8_t *keys, const uint8_t *nonce, uint32_t counter, const uint8_t *p, uint8_t *r,
 size_t n)
{
    uint8_t block[16], stream[16];
    for (size_t i = 0; i < n; i++) {
        if (i % 16 == 0) {
            memcpy(block, nonce, 12);
            aes128_put_counter(counter + (uint32_t)(i / 16), block + 12);
            aes128_block(keys, block, stream);
        }
        r[i] = p[i] ^ stream[i % 16];
    }
}

#if XL_ISA_IS_avx2 || XL_ISA_IS_avx512
/* Eight vectors in flight: a round has a latency of several cycles, and a throughput of one or two.
 * The counters stay in a register, the lowest byte first. */
#if XL_ISA_IS_avx512
typedef __m512i aes128_x86;
#define AES128_OP(OP) _mm512_##OP
#define AES128_XOR _mm512_xor_si512
#define AES128_ROUND(OP) _mm512_##OP##_epi128
#define AES128_LOAD(P) _mm512_loadu_si512(P)
#define AES128_STORE(P, V) _mm512_storeu_si512(P, V)
#define AES128_EACH(P) _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(P)))
#else
typedef __m128i aes128_x86;
#define AES128_OP(OP) _mm_##OP
#define AES128_XOR _mm_xor_si128
#define AES128_ROUND(OP) _mm_##OP##_si128
#define AES128_LOAD(P) _mm_loadu_si128((const __m128i *)(P))
#define AES128_STORE(P, V) _mm_storeu_si128((__m128i *)(P), V)
#define AES128_EACH(P) AES128_LOAD(P)
#endif
enum { AES128_STEP = sizeof(aes128_x86), AES128_GROUP = 8 * AES128_STEP };

static const uint8_t aes128_swap[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12};

#define AES128_ALL(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define AES128_BEGIN(K)                                                                            \
    aes128_x86 v##K = AES128_XOR(AES128_OP(shuffle_epi8)(counters, swap), first);                  \
    counters = AES128_OP(add_epi32)(counters, step);
#define AES128_ENC(K) v##K = AES128_ROUND(aesenc)(v##K, key);
#define AES128_END(K)                                                                              \
    v##K = AES128_ROUND(aesenclast)(v##K, key);                                                    \
    AES128_STORE(r + K * AES128_STEP, AES128_XOR(v##K, AES128_LOAD(p + K * AES128_STEP)));

/* All whole groups of n bytes. Returns how many bytes these are. */
XL_BLOCKS_TARGET static size_t aes128_groups(const uint8_t *keys, const uint8_t *nonce,
                                             uint32_t counter, const uint8_t *p, uint8_t *r,
                                             size_t n)
{
    uint32_t words[AES128_STEP / 4], steps[AES128_STEP / 4] = {0};
    for (size_t k = 0; k < AES128_STEP / 16; k++) {
        memcpy(words + 4 * k, nonce, 12);
        words[4 * k + 3] = counter + (uint32_t)k;
        steps[4 * k + 3] = AES128_STEP / 16;
    }
    aes128_x86 counters = AES128_LOAD(words), step = AES128_LOAD(steps);
    const aes128_x86 swap = AES128_EACH(aes128_swap), first = AES128_EACH(keys);
    const size_t bytes = n / AES128_GROUP * AES128_GROUP;
    for (const uint8_t *end = p + bytes; p < end; p += AES128_GROUP, r += AES128_GROUP) {
        AES128_ALL(AES128_BEGIN)
#pragma GCC unroll 9
        for (size_t round = 1; round < 10; round++) {
            const aes128_x86 key = AES128_EACH(keys + 16 * round);
            AES128_ALL(AES128_ENC)
        }
        const aes128_x86 key = AES128_EACH(keys + 160);
        AES128_ALL(AES128_END)
    }
    return bytes;
}
#endif

enum { XL_AES128_MOST = 16 };

/* The key stream of `blocks` blocks, whose counters are there. */
XL_BLOCKS_TARGET XL_VEC xl_u128 aes128_stream(const uint8_t *keys, const uint8_t *counters,
                                              size_t blocks)
{
    xl_u128 v = xl_u128_load(counters, blocks);
    v = xl_u128_xor(v, xl_u128_set1(keys, blocks), blocks);
    for (size_t round = 1; round < 10; round++)
        v = xl_u128_aes_enc(v, xl_u128_set1(keys + 16 * round, blocks), blocks);
    return xl_u128_aes_enc_last(v, xl_u128_set1(keys + 160, blocks), blocks);
}

XL_BLOCKS_TARGET XL_VECTOR(void, aes128_ctr)(const uint8_t *keys, const uint8_t *nonce,
                                             uint32_t counter, const uint8_t *p, uint8_t *r,
                                             size_t n)
{
    uint8_t stream[16 * XL_AES128_MOST], counters[16 * XL_AES128_MOST];
    size_t at = 0;
#if XL_ISA_IS_avx2 || XL_ISA_IS_avx512
    at = aes128_groups(keys, nonce, counter, p, r, n);
    counter += (uint32_t)(at / 16);
#endif
    for (size_t k = 0; k < XL_AES128_MOST; k++)
        memcpy(counters + 16 * k, nonce, 12);
    for (size_t blocks; at < n; at += 16 * blocks, counter += (uint32_t)blocks) {
        const size_t left = (n - at + 15) / 16;
        blocks = xl_u128_vl(left < XL_AES128_MOST ? left : XL_AES128_MOST);
        for (size_t k = 0; k < blocks; k++)
            aes128_put_counter(counter + (uint32_t)k, counters + 16 * k + 12);
        xl_u128 v = aes128_stream(keys, counters, blocks);
        if (n - at >= 16 * blocks) {
            xl_u128_store(r + at, xl_u128_xor(v, xl_u128_load(p + at, blocks), blocks), blocks);
            continue;
        }
        xl_u128_store(stream, v, blocks);
        for (size_t i = at, vl; i < n; i += vl) {
            vl = xl_u8_vl(n - i);
            xl_u8 text = xl_u8_load(p + i, vl);
            xl_u8_store(r + i, xl_u8_xor(text, xl_u8_load(stream + i - at, vl), vl), vl);
        }
    }
}

#if XL_ISA_IS_rvv
/* A round of all blocks, by the key in the first four words of a register. clang 19 has the
 * intrinsics only in files that are compiled for Zvkned as a whole. */
#define AES128_ROUND(INSTRUCTION, R) INSTRUCTION " %[v], %[k" #R "]\n\t"
#define AES128_KEY(R)                                                                              \
    [k##R] "vr"(__riscv_vreinterpret_v_u8m1_u32m1(__riscv_vle8_v_u8m1(keys + 16 * (R), 16)))

/* Their number is the last word of each block, the highest byte first. */
XL_VEC vuint32m4_t aes128_counters(uint32_t counter, size_t vl)
{
    vuint32m4_t block = __riscv_vsrl_vx_u32m4(__riscv_vid_v_u32m4(vl), 2, vl);
    vuint32m4_t c = __riscv_vadd_vx_u32m4(block, counter, vl);
    vuint32m4_t outer = __riscv_vor_vv_u32m4(__riscv_vsll_vx_u32m4(c, 24, vl),
                                             __riscv_vsrl_vx_u32m4(c, 24, vl), vl);
    vuint32m4_t low = __riscv_vand_vx_u32m4(__riscv_vsrl_vx_u32m4(c, 8, vl), 0xff00, vl);
    vuint32m4_t high = __riscv_vsll_vx_u32m4(__riscv_vand_vx_u32m4(c, 0xff00, vl), 8, vl);
    return __riscv_vor_vv_u32m4(outer, __riscv_vor_vv_u32m4(low, high, vl), vl);
}

static void aes128_ctr_zvkned(const uint8_t *keys, const uint8_t *nonce, uint32_t counter,
                              const uint8_t *p, uint8_t *r, size_t n)
{
    uint8_t first[16] = {0};
    memcpy(first, nonce, 12);
    const size_t lanes = __riscv_vsetvlmax_e32m4();
    const vuint32m4_t word = __riscv_vand_vx_u32m4(__riscv_vid_v_u32m4(lanes), 3, lanes);
    const vuint32m4_t nonces = __riscv_vrgather_vv_u32m4(
        __riscv_vreinterpret_v_u8m4_u32m4(__riscv_vle8_v_u8m4(first, 16)), word, lanes);
    const vbool8_t is_counter = __riscv_vmseq_vx_u32m4_b8(word, 3, lanes);
    for (size_t bytes; n; n -= bytes, p += bytes, r += bytes) {
        bytes = __riscv_vsetvl_e8m4(n);
        const size_t blocks = (bytes + 15) / 16;
        vuint32m4_t v = __riscv_vmerge_vvm_u32m4(nonces, aes128_counters(counter, 4 * blocks),
                                                 is_counter, 4 * blocks);
        __asm__(".option push\n\t.option arch, +zvkned\n\tvsetvli zero, %[vl], e32, m4, ta, "
                "ma\n\t" AES128_ROUND("vaesz.vs", 0) AES128_ROUND("vaesem.vs", 1)
                    AES128_ROUND("vaesem.vs", 2) AES128_ROUND("vaesem.vs", 3)
                        AES128_ROUND("vaesem.vs", 4) AES128_ROUND("vaesem.vs", 5)
                            AES128_ROUND("vaesem.vs", 6) AES128_ROUND("vaesem.vs", 7)
                                AES128_ROUND("vaesem.vs", 8) AES128_ROUND("vaesem.vs", 9)
                                    AES128_ROUND("vaesef.vs", 10) ".option pop"
                : [v] "+&vr"(v)
                : [vl] "r"(4 * blocks), AES128_KEY(0), AES128_KEY(1), AES128_KEY(2), AES128_KEY(3),
                  AES128_KEY(4), AES128_KEY(5), AES128_KEY(6), AES128_KEY(7), AES128_KEY(8),
                  AES128_KEY(9), AES128_KEY(10)
                : "vl", "vtype");
        const vuint8m4_t stream = __riscv_vreinterpret_v_u32m4_u8m4(v);
        __riscv_vse8_v_u8m4(r, __riscv_vxor_vv_u8m4(stream, __riscv_vle8_v_u8m4(p, bytes), bytes),
                            bytes);
        counter += (uint32_t)blocks;
    }
}
#endif

XL_VARIANT(aes128_ctr, rvv, aes128_ctr__rvv)
XL_VARIANT(aes128_ctr, rvv, aes128_ctr_zvkned)
