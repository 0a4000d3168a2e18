/* chacha20_dolbeau of libsodium, for SSSE3 and for AVX2.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#if !defined(XL_KERNEL_HOST)
/* As its configure does. sodium_memzero is a function of another file. */
#define HAVE_EMMINTRIN_H
#define HAVE_TMMINTRIN_H
#define HAVE_SMMINTRIN_H
#define HAVE_AVX2INTRIN_H
#define CRYPTO_ALIGN(BYTES) __attribute__((aligned(BYTES)))
#include "utils.h"
#define sodium_memzero(P, N) memset(P, 0, N)
#if XL_ISA_IS_avx2
#include "crypto_stream/chacha20/dolbeau/chacha20_dolbeau-avx2.c"
#define IMPLEMENTATION crypto_stream_chacha20_dolbeau_avx2_implementation
#elif XL_ISA_IS_sse4
#include "crypto_stream/chacha20/dolbeau/chacha20_dolbeau-ssse3.c"
#define IMPLEMENTATION crypto_stream_chacha20_dolbeau_ssse3_implementation
#endif
#endif

XL_KERNEL(chacha20_xor, .summary = "r[i] = p[i] ^ ChaCha20's key stream from block `counter` on",
          .contract = {XL_EXACT},
          .args = {XL_OUT(u8, r, 1), XL_IN(u8, p, 1), XL_COUNT, XL_IN_FIXED(u8, nonce, 12),
                   XL_VALUE_RANGE(u32, counter, 0, 1e9), XL_IN_FIXED(u8, key, 32)},
          .only = "sse4 avx2", .in_place = 1, .sizes = {.thresholds = {64, 256, 512}},
          .secret = {"p key"})

static uint32_t word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void quarter(uint32_t *x, unsigned a, unsigned b, unsigned c, unsigned d)
{
    const unsigned by[] = {16, 12, 8, 7};
    for (unsigned i = 0; i < 4; i++) {
        uint32_t *to = i % 2 ? &x[b] : &x[d];
        x[i % 2 ? c : a] += i % 2 ? x[d] : x[b];
        *to ^= x[i % 2 ? c : a];
        *to = *to << by[i] | *to >> (32 - by[i]);
    }
}

/* RFC 8439, section 2.3. */
XL_REFERENCE(chacha20_xor)
(uint8_t *r, const uint8_t *p, size_t n, const uint8_t *nonce, uint32_t counter, const uint8_t *key)
{
    for (size_t i = 0; i < n; i += 64, counter++) {
        uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
        for (unsigned k = 0; k < 8; k++)
            in[4 + k] = word(key + 4 * k);
        in[12] = counter;
        for (unsigned k = 0; k < 3; k++)
            in[13 + k] = word(nonce + 4 * k);
        for (unsigned k = 0; k < 16; k++)
            x[k] = in[k];
        for (unsigned round = 0; round < 20; round++)
            for (unsigned k = 0, d = round % 2; k < 4; k++)
                quarter(x, k, 4 + (k + d) % 4, 8 + (k + 2 * d) % 4, 12 + (k + 3 * d) % 4);
        for (size_t k = 0; k < 64 && i + k < n; k++)
            r[i + k] = (uint8_t)(p[i + k] ^ (x[k / 4] + in[k / 4]) >> 8 * (k % 4));
    }
}

#ifdef IMPLEMENTATION
XL_VECTOR(void, chacha20_xor)
(uint8_t *r, const uint8_t *p, size_t n, const uint8_t *nonce, uint32_t counter, const uint8_t *key)
{
    IMPLEMENTATION.stream_ietf_ext_xor_ic(r, p, n, nonce, counter, key);
}
#endif
