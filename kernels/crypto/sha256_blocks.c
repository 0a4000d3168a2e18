/* sha256_blocks: SHA-256's compression function on all blocks of 64 bytes (FIPS 180-4, 6.2.2).
 * SPDX-License-Identifier: MIT
 *
 * tests/unit/test_known_answers.c holds the reference against NIST's examples.
 */
#include "crypto.h"

XL_KERNEL(sha256_blocks, .summary = "state = SHA-256's compression of state with each block of p",
          .only = "avx2 neon rvv", .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .sizes = {.multiple_of = 64},
          .narrow = "each block needs the one before, and a step takes four words",
          .args = {XL_INOUT_FIXED(u32, state, 8), XL_IN(u8, p, 1), XL_COUNT},
          .needs = {{"avx2", "sha_ni"}, {"neon", "sha2"}, {"rvv", "zvknhb"}}, .secret = {"state p"})

/* FIPS 180-4, 4.2.2: the first 32 bits of the fraction of the cube roots of the first 64 primes. */
static const uint32_t sha256_words[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* 4.1.2: three rotations to the right, or the last of them a shift. */
static inline uint32_t sha256_sigma(uint32_t x, unsigned i, unsigned j, unsigned k, bool is_shift)
{
    return xl_crypto_rotl(x, 32 - i) ^ xl_crypto_rotl(x, 32 - j) ^
           (is_shift ? x >> k : xl_crypto_rotl(x, 32 - k));
}

XL_REFERENCE(sha256_blocks)(uint32_t *state, const uint8_t *p, size_t n)
{
    uint32_t w[64], v[8];
    for (; n; n -= 64, p += 64) {
        for (size_t t = 0; t < 16; t++)
            w[t] = (uint32_t)p[4 * t] << 24 | (uint32_t)p[4 * t + 1] << 16 |
                   (uint32_t)p[4 * t + 2] << 8 | p[4 * t + 3];
        for (size_t t = 16; t < 64; t++)
            w[t] = sha256_sigma(w[t - 2], 17, 19, 10, true) + w[t - 7] +
                   sha256_sigma(w[t - 15], 7, 18, 3, true) + w[t - 16];
        memcpy(v, state, sizeof v);
        for (size_t t = 0; t < 64; t++) {
            const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
            const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            const uint32_t first =
                v[7] + sha256_sigma(v[4], 6, 11, 25, false) + choice + sha256_words[t] + w[t];
            const uint32_t second = sha256_sigma(v[0], 2, 13, 22, false) + majority;
            memmove(v + 1, v, 7 * sizeof v[0]);
            v[4] += first;
            v[0] = first + second;
        }
        for (size_t k = 0; k < 8; k++)
            state[k] += v[k];
    }
}

#if XL_ISA_IS_neon
XL_VEC uint32x4_t sha256_load(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

__attribute__((target("+sha2"))) XL_VECTOR(void, sha256_blocks)(uint32_t *state, const uint8_t *p,
                                                                size_t n)
{
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
    for (; n; n -= 64, p += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t w0 = sha256_load(p), w1 = sha256_load(p + 16);
        uint32x4_t w2 = sha256_load(p + 32), w3 = sha256_load(p + 48);
#pragma GCC unroll 16
        for (const uint32_t *k = sha256_words; k < sha256_words + 64; k += 4) {
            const uint32x4_t words = vaddq_u32(w0, vld1q_u32(k)), old = abcd;
            abcd = vsha256hq_u32(abcd, efgh, words);
            efgh = vsha256h2q_u32(efgh, old, words);
            w0 = vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3); /* the last four are not used */
            const uint32x4_t next = w0;
            w0 = w1, w1 = w2, w2 = w3, w3 = next;
        }
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}
#elif XL_ISA_IS_rvv
/* Four words; clang 19 has the intrinsics only in files that are compiled for Zvknhb as a whole. */
#define SHA256_STEP(INSTRUCTION, TO, V2, V1)                                                       \
    __asm__(".option push\n\t.option arch, +zvknhb\n\tvsetivli zero, 4, e32, m1, ta, "             \
            "ma\n\t" INSTRUCTION " %[to], %[v2], %[v1]\n\t.option pop"                             \
            : [to] "+&vr"(TO)                                                                      \
            : [v2] "vr"(V2), [v1] "vr"(V1)                                                         \
            : "vl", "vtype")

XL_VEC vuint32m1_t sha256_load(const uint32_t *p)
{
    return __riscv_vle32_v_u32m1(p, 4);
}

XL_VECTOR(void, sha256_blocks)(uint32_t *state, const uint8_t *p, size_t n)
{
    static const uint8_t swap[16] = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
    const vuint8m1_t swapped = __riscv_vle8_v_u8m1(swap, 16);
    const vbool32_t first = __riscv_vmseq_vx_u32m1_b32(__riscv_vid_v_u32m1(4), 0, 4);
    uint32_t words[8] = {state[5], state[4], state[1], state[0],
                         state[7], state[6], state[3], state[2]};
    vuint32m1_t feba = sha256_load(words), hgdc = sha256_load(words + 4);
    for (; n; n -= 64, p += 64) {
        const vuint32m1_t feba_before = feba, hgdc_before = hgdc;
        vuint32m1_t w0, w1, w2, w3;
#define SHA256_BLOCK(K)                                                                            \
    __riscv_vreinterpret_v_u8m1_u32m1(                                                             \
        __riscv_vrgather_vv_u8m1(__riscv_vle8_v_u8m1(p + 16 * (K), 16), swapped, 16))
        w0 = SHA256_BLOCK(0), w1 = SHA256_BLOCK(1), w2 = SHA256_BLOCK(2), w3 = SHA256_BLOCK(3);
        for (size_t t = 0; t < 16; t++) {
            const vuint32m1_t sum = __riscv_vadd_vv_u32m1(w0, sha256_load(sha256_words + 4 * t), 4);
            SHA256_STEP("vsha2cl.vv", hgdc, feba, sum);
            SHA256_STEP("vsha2ch.vv", feba, hgdc, sum);
            vuint32m1_t next = w0;
            if (t < 12)
                SHA256_STEP("vsha2ms.vv", next, __riscv_vmerge_vvm_u32m1(w2, w1, first, 4), w3);
            w0 = w1, w1 = w2, w2 = w3, w3 = next;
        }
        feba = __riscv_vadd_vv_u32m1(feba, feba_before, 4);
        hgdc = __riscv_vadd_vv_u32m1(hgdc, hgdc_before, 4);
    }
    __riscv_vse32_v_u32m1(words, feba, 4);
    __riscv_vse32_v_u32m1(words + 4, hgdc, 4);
    static const uint8_t places[8] = {5, 4, 1, 0, 7, 6, 3, 2};
    for (size_t k = 0; k < 8; k++)
        state[places[k]] = words[k];
}
#elif XL_ISA_IS_avx2
/* A step makes two rounds: the old abef is the new cdgh. Names have the highest word first. */
__attribute__((target("sha"))) XL_VECTOR(void, sha256_blocks)(uint32_t *state, const uint8_t *p,
                                                              size_t n)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i dcba = _mm_loadu_si128((const __m128i *)state),
                  hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
    __m128i abef = _mm_shuffle_epi32(_mm_unpacklo_epi64(hgfe, dcba), 0xb1),
            cdgh = _mm_shuffle_epi32(_mm_unpackhi_epi64(hgfe, dcba), 0xb1);
    for (; n; n -= 64, p += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[4];
        for (size_t i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p + i), swap);
#pragma GCC unroll 16
        for (size_t t = 0; t < 16; t++) {
            const __m128i words =
                _mm_add_epi32(w[t % 4], _mm_loadu_si128((const __m128i *)(sha256_words + 4 * t)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, words);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_unpackhi_epi64(words, words));
            if (t < 12)
                w[t % 4] = _mm_sha256msg2_epu32(
                    _mm_add_epi32(_mm_sha256msg1_epu32(w[t % 4], w[(t + 1) % 4]),
                                  _mm_alignr_epi8(w[(t + 3) % 4], w[(t + 2) % 4], 4)),
                    w[(t + 3) % 4]);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0xb1), hgdc = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_unpackhi_epi64(feba, hgdc));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_unpacklo_epi64(feba, hgdc));
}
#endif
