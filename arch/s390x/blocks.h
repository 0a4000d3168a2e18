/* Blocks of 128 bits on VX: vgfm. The CPU's AES is no vector instruction.
 * SPDX-License-Identifier: MIT
 *
 * Big-endian: a block's first byte is the leftmost. As a number it is the lowest.
 */
#ifndef XL_ARCH_S390X_BLOCKS_H
#define XL_ARCH_S390X_BLOCKS_H

typedef struct { xl_u64 v; } xl_u128;

#define XL_BLOCKS_TARGET

XL_VEC xl_u128 xl_u128_of_u8(xl_u8 v) { return (xl_u128){(xl_u64)v}; }
XL_VEC xl_u8 xl_u8_of_u128(xl_u128 v) { return (xl_u8)v.v; }
XL_VEC xl_u128 xl_u128_of_u64(xl_u64 v) { return (xl_u128){v}; }
XL_VEC xl_u64 xl_u64_of_u128(xl_u128 v) { return v.v; }
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl) { (void)vl; return (xl_u128){(xl_u64)xl_vx_load(p, 16)}; }
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){vec_mergeh((xl_u64){0, 0}, v.v)}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){vec_mergel(v.v, (xl_u64){0, 0})}; }

/* All bytes the other way round: the block as the CPU's number. Its low half, bytes 0 to 7, is then lane 1. */
XL_VEC xl_u64 xl_vx_turned(xl_u64 v)
{
    xl_u8 last_first = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    return (xl_u64)vec_perm((xl_u8)v, (xl_u8)v, last_first);
}

/* vgfm adds the products of both halves. A half that must not count is zero in one operand. */
#define XL_HAS_CLMUL
#define XL_HAS_CLMUL_MID
XL_VEC xl_u128 xl_vx_clmul(xl_u64 a, xl_u64 b) { return (xl_u128){xl_vx_turned((xl_u64)vec_gfmsum_128(a, b))}; }
XL_VEC xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return xl_vx_clmul(xl_vx_turned(a.v) & (xl_u64){0, UINT64_MAX}, xl_vx_turned(b.v));
}
XL_VEC xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl)
{
    (void)vl;
    return xl_vx_clmul(xl_vx_turned(a.v) & (xl_u64){UINT64_MAX, 0}, xl_vx_turned(b.v));
}
XL_VEC xl_u128 xl_u128_clmul_mid(xl_u128 a, xl_u128 b, size_t vl)
{
    xl_u64 y = xl_vx_turned(b.v);
    (void)vl;
    return xl_vx_clmul(xl_vx_turned(a.v), vec_permi(y, y, 2));
}

#endif
