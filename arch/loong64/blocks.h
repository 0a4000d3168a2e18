/* Blocks of 128 bits on LSX and LASX, and CRCC, the CPU's step of CRC-32C.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_LOONG64_BLOCKS_H
#define XL_ARCH_LOONG64_BLOCKS_H

#include <larchintrin.h>

typedef struct { xl_lx v; } xl_u128;

#define XL_BLOCKS_TARGET

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return (xl_u128){(xl_lx)v}; }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return (xl_u8)v.v; }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return (xl_u128){(xl_lx)v}; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return (xl_u64)v.v; }
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl)
{
    (void)vl;
#if XL_LX_BITS == 256
    __m128i v = __lsx_vld(p, 0);
    return (xl_u128){xl_lasx_of_halves(v, v)};
#else
    return (xl_u128){__lsx_vld(p, 0)};
#endif
}
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){XL_LX(bsll_v)(v.v, 8)}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){XL_LX(bsrl_v)(v.v, 8)}; }

#define XL_HAS_CRC32C
XL_VEC uint32_t xl_u8_crc32c(uint32_t crc, uint8_t x) { return (uint32_t)__crcc_w_b_w((char)x, (int)crc); }
XL_VEC uint32_t xl_u64_crc32c(uint32_t crc, uint64_t x) { return (uint32_t)__crcc_w_d_w((long)x, (int)crc); }

#endif
