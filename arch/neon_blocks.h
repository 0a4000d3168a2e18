/* Blocks of 128 bits in Advanced SIMD. AESE, PMULL and CRC32C of AArch64 where the compiler's flags or XL_USE_CRYPTO allow them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_NEON_BLOCKS_H
#define XL_ARCH_NEON_BLOCKS_H

typedef struct { uint8x16_t v; } xl_u128;

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return (xl_u128){v}; }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return v.v; }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return (xl_u128){vreinterpretq_u8_u64(v)}; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return vreinterpretq_u64_u8(v.v); }
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl) { (void)vl; return (xl_u128){vld1q_u8(p)}; }
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){vextq_u8(vdupq_n_u8(0), v.v, 8)}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){vextq_u8(v.v, vdupq_n_u8(0), 8)}; }

#if XL_USE_CRYPTO && defined __aarch64__
#define XL_BLOCKS_NEEDS "aes pmull crc32"
#define XL_BLOCKS_TARGET __attribute__((target("+aes+crc")))
#else
#define XL_BLOCKS_TARGET
#endif
#define XL_NEON_BLOCKS XL_BLOCKS_TARGET XL_VEC

#if defined __aarch64__ && (XL_USE_CRYPTO || defined __ARM_FEATURE_AES)
/* AESE adds a key before it substitutes. */
#define XL_HAS_AES
XL_NEON_BLOCKS xl_u128 xl_u128_aes_enc(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    return (xl_u128){veorq_u8(vaesmcq_u8(vaeseq_u8(v.v, vdupq_n_u8(0))), key.v)};
}
XL_NEON_BLOCKS xl_u128 xl_u128_aes_enc_last(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    return (xl_u128){veorq_u8(vaeseq_u8(v.v, vdupq_n_u8(0)), key.v)};
}
#define XL_HAS_CLMUL
XL_NEON_BLOCKS xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl)
{
    poly64_t x = (poly64_t)vgetq_lane_u64(vreinterpretq_u64_u8(a.v), 0);
    poly64_t y = (poly64_t)vgetq_lane_u64(vreinterpretq_u64_u8(b.v), 0);
    (void)vl;
    return (xl_u128){vreinterpretq_u8_p128(vmull_p64(x, y))};
}
XL_NEON_BLOCKS xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return (xl_u128){vreinterpretq_u8_p128(vmull_high_p64(vreinterpretq_p64_u8(a.v), vreinterpretq_p64_u8(b.v)))};
}
#else
/* Products of 8 bits by 8, of the bytes of a by those of b that are turned by 0 to 4. The sum of products for a turn by k belongs k bytes
 * higher; of its bytes, those that wrapped belong to the high half (Camara, Gouvea, Lopez, Dahab: Fast Software Polynomial Multiplication
 * on ARM Processors Using the NEON Engine). */
XL_VEC uint8x16_t xl_neon_clmul8(uint8x8_t a, uint8x8_t b)
{
    return vreinterpretq_u8_p16(vmull_p8(vreinterpret_p8_u8(a), vreinterpret_p8_u8(b)));
}
XL_VEC uint64x2_t xl_neon_clmul_wrapped(uint8x16_t sum, uint64_t stays)
{
    uint64x1_t low = vget_low_u64(vreinterpretq_u64_u8(sum)), high = vget_high_u64(vreinterpretq_u64_u8(sum));
    low = veor_u64(low, high);
    high = vand_u64(high, vdup_n_u64(stays));
    return vcombine_u64(veor_u64(low, high), high);
}
XL_VEC xl_u128 xl_neon_clmul(uint8x8_t a, uint8x8_t b)
{
    uint8x16_t r = xl_neon_clmul8(a, b);
    uint8x16_t by1 = veorq_u8(xl_neon_clmul8(a, vext_u8(b, b, 1)), xl_neon_clmul8(vext_u8(a, a, 1), b));
    uint8x16_t by2 = veorq_u8(xl_neon_clmul8(a, vext_u8(b, b, 2)), xl_neon_clmul8(vext_u8(a, a, 2), b));
    uint8x16_t by3 = veorq_u8(xl_neon_clmul8(a, vext_u8(b, b, 3)), xl_neon_clmul8(vext_u8(a, a, 3), b));
    uint8x16_t by4 = xl_neon_clmul8(a, vext_u8(b, b, 4));
    by1 = vreinterpretq_u8_u64(xl_neon_clmul_wrapped(by1, UINT64_C(0x0000ffffffffffff)));
    by2 = vreinterpretq_u8_u64(xl_neon_clmul_wrapped(by2, UINT64_C(0x00000000ffffffff)));
    by3 = vreinterpretq_u8_u64(xl_neon_clmul_wrapped(by3, UINT64_C(0x000000000000ffff)));
    by4 = vreinterpretq_u8_u64(xl_neon_clmul_wrapped(by4, 0));
    r = veorq_u8(r, veorq_u8(vextq_u8(by1, by1, 15), vextq_u8(by2, by2, 14)));
    return (xl_u128){veorq_u8(r, veorq_u8(vextq_u8(by3, by3, 13), vextq_u8(by4, by4, 12)))};
}
#define XL_HAS_CLMUL
XL_VEC xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return xl_neon_clmul(vget_low_u8(a.v), vget_low_u8(b.v));
}
XL_VEC xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return xl_neon_clmul(vget_high_u8(a.v), vget_high_u8(b.v));
}
#endif

#if defined __aarch64__ && (XL_USE_CRYPTO || defined __ARM_FEATURE_CRC32)
#define XL_HAS_CRC32C
#include "aarch64/crc32c.h"
#endif

#endif
