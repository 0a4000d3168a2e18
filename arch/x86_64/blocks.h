/* Blocks of 128 bits on x86: AESENC, PCLMULQDQ and CRC32 where the compiler's flags or XL_USE_CRYPTO allow them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_BLOCKS_H
#define XL_ARCH_X86_64_BLOCKS_H

#include <wmmintrin.h>

typedef struct { xl_x86 v; } xl_u128;

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return (xl_u128){(xl_x86)v}; }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return (xl_u8)v.v; }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return (xl_u128){(xl_x86)v}; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return (xl_u64)v.v; }

XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl)
{
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    (void)vl;
#if XL_X86_BITS == 512
    return (xl_u128){_mm512_broadcast_i32x4(v)};
#elif XL_X86_BITS == 256
    return (xl_u128){_mm256_broadcastsi128_si256(v)};
#else
    return (xl_u128){v};
#endif
}

#if XL_X86_BITS == 128
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){_mm_slli_si128(v.v, 8)}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){_mm_srli_si128(v.v, 8)}; }
#else
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){XL_X86(bslli_epi128)(v.v, 8)}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){XL_X86(bsrli_epi128)(v.v, 8)}; }
#endif

/* AES and PCLMULQDQ, which every CPU with AVX2 and FMA has, work on one block. CPUs with AVX-512 may have VAES and VPCLMULQDQ. */
#if XL_USE_CRYPTO && XL_X86_BITS == 512
#define XL_BLOCKS_NEEDS "aes pclmulqdq vaes vpclmulqdq"
#define XL_BLOCKS_TARGET __attribute__((target("aes,pclmul,vaes,vpclmulqdq")))
#elif XL_USE_CRYPTO
#define XL_BLOCKS_NEEDS "aes pclmulqdq"
#define XL_BLOCKS_TARGET __attribute__((target("aes,pclmul")))
#else
#define XL_BLOCKS_TARGET
#endif
#define XL_X86_BLOCKS XL_BLOCKS_TARGET XL_VEC

/* OP of each block of A and B, where the instruction has 128 bits. */
#define XL_X86_OF_256(OP, A, B)                                                                                        \
    _mm256_set_m128i(OP(_mm256_extracti128_si256(A, 1), _mm256_extracti128_si256(B, 1)),                               \
                     OP(_mm256_castsi256_si128(A), _mm256_castsi256_si128(B)))
#define XL_X86_OF_512(OP, A, B)                                                                                        \
    _mm512_inserti64x4(_mm512_castsi256_si512(XL_X86_OF_256(OP, _mm512_castsi512_si256(A), _mm512_castsi512_si256(B))), \
                       XL_X86_OF_256(OP, _mm512_extracti64x4_epi64(A, 1), _mm512_extracti64x4_epi64(B, 1)), 1)

#if XL_USE_CRYPTO || defined __AES__
#define XL_HAS_AES
#if XL_X86_BITS == 512 && (XL_USE_CRYPTO || defined __VAES__)
#define XL_X86_ROUND(OP, A, B) XL_JOIN(_mm512_, OP, _epi128)(A, B)
#elif XL_X86_BITS == 256 && defined __VAES__
#define XL_X86_ROUND(OP, A, B) XL_JOIN(_mm256_, OP, _epi128)(A, B)
#elif XL_X86_BITS == 512
#define XL_X86_ROUND(OP, A, B) XL_X86_OF_512(XL_JOIN(_mm_, OP, _si128), A, B)
#elif XL_X86_BITS == 256
#define XL_X86_ROUND(OP, A, B) XL_X86_OF_256(XL_JOIN(_mm_, OP, _si128), A, B)
#else
#define XL_X86_ROUND(OP, A, B) XL_JOIN(_mm_, OP, _si128)(A, B)
#endif
XL_X86_BLOCKS xl_u128 xl_u128_aes_enc(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_X86_ROUND(aesenc, v.v, key.v)};
}
XL_X86_BLOCKS xl_u128 xl_u128_aes_enc_last(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_X86_ROUND(aesenclast, v.v, key.v)};
}
#endif

#if XL_USE_CRYPTO || defined __PCLMUL__
#define XL_HAS_CLMUL
#define XL_X86_CLMUL_00(A, B) _mm_clmulepi64_si128(A, B, 0x00)
#define XL_X86_CLMUL_01(A, B) _mm_clmulepi64_si128(A, B, 0x01)
#define XL_X86_CLMUL_10(A, B) _mm_clmulepi64_si128(A, B, 0x10)
#define XL_X86_CLMUL_11(A, B) _mm_clmulepi64_si128(A, B, 0x11)
#if XL_X86_BITS == 512 && (XL_USE_CRYPTO || defined __VPCLMULQDQ__)
#define XL_X86_CLMUL(WHICH, A, B) _mm512_clmulepi64_epi128(A, B, 0x##WHICH)
#elif XL_X86_BITS == 256 && defined __VPCLMULQDQ__
#define XL_X86_CLMUL(WHICH, A, B) _mm256_clmulepi64_epi128(A, B, 0x##WHICH)
#elif XL_X86_BITS == 512
#define XL_X86_CLMUL(WHICH, A, B) XL_X86_OF_512(XL_X86_CLMUL_##WHICH, A, B)
#elif XL_X86_BITS == 256
#define XL_X86_CLMUL(WHICH, A, B) XL_X86_OF_256(XL_X86_CLMUL_##WHICH, A, B)
#else
#define XL_X86_CLMUL(WHICH, A, B) XL_X86_CLMUL_##WHICH(A, B)
#endif
XL_X86_BLOCKS xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_X86_CLMUL(00, a.v, b.v)};
}
XL_X86_BLOCKS xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return (xl_u128){XL_X86_CLMUL(11, a.v, b.v)};
}
#define XL_HAS_CLMUL_MID
XL_X86_BLOCKS xl_u128 xl_u128_clmul_mid(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
#if XL_X86_BITS == 512
    return (xl_u128){_mm512_xor_si512(XL_X86_CLMUL(01, a.v, b.v), XL_X86_CLMUL(10, a.v, b.v))};
#elif XL_X86_BITS == 256
    return (xl_u128){_mm256_xor_si256(XL_X86_CLMUL(01, a.v, b.v), XL_X86_CLMUL(10, a.v, b.v))};
#else
    return (xl_u128){_mm_xor_si128(XL_X86_CLMUL(01, a.v, b.v), XL_X86_CLMUL(10, a.v, b.v))};
#endif
}
#endif

/* PMULUDQ takes the low half of each lane. */
#define XL_BLOCKS_MUL32(A, B, VL) ((xl_u64)XL_X86(mul_epu32)((xl_x86)(A), (xl_x86)(B)))

#ifdef __SSE4_2__
#define XL_HAS_CRC32C
XL_VEC uint32_t xl_u8_crc32c(uint32_t crc, uint8_t x) { return _mm_crc32_u8(crc, x); }
XL_VEC uint32_t xl_u64_crc32c(uint32_t crc, uint64_t x) { return (uint32_t)_mm_crc32_u64(crc, x); }
#endif

#endif
