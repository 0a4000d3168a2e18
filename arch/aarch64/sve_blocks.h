/* Blocks of 128 bits on SVE and SVE2: PMULLB of SVE2, and of its AES extension where the compiler's flags or XL_USE_CRYPTO allow it.
 * SPDX-License-Identifier: MIT
 *
 * A sizeless type cannot be in a structure, so xl_u128 is the type of xl_u64.
 */
#ifndef XL_ARCH_AARCH64_SVE_BLOCKS_H
#define XL_ARCH_AARCH64_SVE_BLOCKS_H

typedef svuint64_t xl_u128;

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return svreinterpret_u64_u8(v); }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return svreinterpret_u8_u64(v); }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return v; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return v; }
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl)
{
    (void)vl;
    return svreinterpret_u64_u8(svld1rq_u8(svptrue_b8(), p));
}
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return svtrn1_u64(svdup_n_u64(0), v); }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return svtrn2_u64(v, svdup_n_u64(0)); }

#if XL_USE_CRYPTO && defined __ARM_FEATURE_SVE2
#define XL_BLOCKS_NEEDS "sveaes svepmull"
#define XL_BLOCKS_TARGET __attribute__((target("+sve2-aes")))
#else
#define XL_BLOCKS_TARGET
#endif
#define XL_SVE_BLOCKS XL_BLOCKS_TARGET XL_VEC

#if defined __ARM_FEATURE_SVE2 && (XL_USE_CRYPTO || defined __ARM_FEATURE_SVE2_AES)
/* AESE adds a key before it substitutes. */
#define XL_HAS_AES
XL_SVE_BLOCKS xl_u128 xl_u128_aes_enc(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    svuint8_t r = svaesmc_u8(svaese_u8(svreinterpret_u8_u64(v), svdup_n_u8(0)));
    return sveor_u64_x(svptrue_b64(), svreinterpret_u64_u8(r), key);
}
XL_SVE_BLOCKS xl_u128 xl_u128_aes_enc_last(xl_u128 v, xl_u128 key, size_t vl)
{
    (void)vl;
    svuint8_t r = svaese_u8(svreinterpret_u8_u64(v), svdup_n_u8(0));
    return sveor_u64_x(svptrue_b64(), svreinterpret_u64_u8(r), key);
}
#define XL_HAS_CLMUL
XL_SVE_BLOCKS xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl) { (void)vl; return svpmullb_pair_u64(a, b); }
XL_SVE_BLOCKS xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl) { (void)vl; return svpmullt_pair_u64(a, b); }
#elif defined __ARM_FEATURE_SVE2
/* Products of 32 bits by 32 make those of 64. */
#define XL_HAS_CLMUL
#define XL_HAS_CLMUL_64
XL_VEC void xl_clmul_64(xl_u64 a, xl_u64 b, xl_u64 *low, xl_u64 *high, size_t vl)
{
    svuint32_t x = svreinterpret_u32_u64(a), y = svreinterpret_u32_u64(b);
    svuint32_t other = svreinterpret_u32_u64(svrevw_u64_x(svptrue_b64(), b));
    svuint64_t middle = sveor_u64_x(svptrue_b64(), svpmullb_u64(x, other), svpmullt_u64(x, other));
    (void)vl;
    *low = sveor_u64_x(svptrue_b64(), svpmullb_u64(x, y), svlsl_n_u64_x(svptrue_b64(), middle, 32));
    *high = sveor_u64_x(svptrue_b64(), svpmullt_u64(x, y), svlsr_n_u64_x(svptrue_b64(), middle, 32));
}
#endif

#ifdef __ARM_FEATURE_CRC32
#define XL_HAS_CRC32C
#include "crc32c.h"
#endif

#endif
