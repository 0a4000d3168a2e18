/* What ciphers and hashes of 32-bit words share: rotation, and words that are little-endian in
 * memory.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_KERNELS_CRYPTO_CRYPTO_H
#define XL_KERNELS_CRYPTO_CRYPTO_H

#include "permute/u32x16.h"

/* For references: byte by byte, on any host. */
static inline uint32_t xl_crypto_get(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void xl_crypto_put(uint8_t *p, uint32_t word)
{
    for (int k = 0; k < 4; k++)
        p[k] = (uint8_t)(word >> 8 * k);
}

/* k from 1 to 31. */
static inline uint32_t xl_crypto_rotl(uint32_t x, unsigned k)
{
    return x << k | x >> (32 - k);
}

XL_VEC xl_u32 xl_u32_rotl_by(xl_u32 v, unsigned k, size_t vl)
{
    return xl_u32_or(xl_u32_shl(v, k, vl), xl_u32_shr(v, 32 - k, vl), vl);
}

/* Little-endian words from the CPU's order, or back. */
XL_VEC xl_u32 xl_u32_little(xl_u32 v, size_t vl)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    xl_u32 odd = xl_u32_set1(0x00ff00ff, vl), even = xl_u32_set1(0xff00ff00, vl);
    return xl_u32_or(xl_u32_and(xl_u32_rotl_by(v, 8, vl), odd, vl),
                     xl_u32_and(xl_u32_rotl_by(v, 24, vl), even, vl), vl);
#else
    (void)vl;
    return v;
#endif
}

#endif
