/* Carry-less products for blocks.h, where no instruction makes them: by integer multiplication.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BLOCKS_CLMUL_H
#define XL_ARCH_BLOCKS_CLMUL_H

#ifndef XL_HAS_CLMUL

/* The product of lanes below 2^32 as 64 bits. Of the factors one bit in four is left: at most eight products add up at a bit, so that no
 * carry reaches the next one that is left. XL_BLOCKS_MUL32 multiplies the low halves of lanes. */
#ifndef XL_BLOCKS_MUL32
#define XL_BLOCKS_MUL32(A, B, VL) xl_u64_mul(A, B, VL)
#endif
#define XL_CLMUL_PART(V, K) xl_u64_and(V, xl_u64_set1(UINT64_C(0x11111111) << (K), vl), vl)
XL_VEC xl_u64 xl_clmul_sum(xl_u64 a0, xl_u64 b0, xl_u64 a1, xl_u64 b1, xl_u64 a2, xl_u64 b2, xl_u64 a3, xl_u64 b3, unsigned k, size_t vl)
{
    xl_u64 sum = xl_u64_xor(XL_BLOCKS_MUL32(a0, b0, vl), XL_BLOCKS_MUL32(a1, b1, vl), vl);
    sum = xl_u64_xor(sum, xl_u64_xor(XL_BLOCKS_MUL32(a2, b2, vl), XL_BLOCKS_MUL32(a3, b3, vl), vl), vl);
    return xl_u64_and(sum, xl_u64_set1(UINT64_C(0x1111111111111111) << k, vl), vl);
}
XL_VEC xl_u64 xl_clmul_32(xl_u64 a, xl_u64 b, size_t vl)
{
    xl_u64 a0 = XL_CLMUL_PART(a, 0), a1 = XL_CLMUL_PART(a, 1), a2 = XL_CLMUL_PART(a, 2), a3 = XL_CLMUL_PART(a, 3);
    xl_u64 b0 = XL_CLMUL_PART(b, 0), b1 = XL_CLMUL_PART(b, 1), b2 = XL_CLMUL_PART(b, 2), b3 = XL_CLMUL_PART(b, 3);
    xl_u64 r0 = xl_clmul_sum(a0, b0, a1, b3, a2, b2, a3, b1, 0, vl), r1 = xl_clmul_sum(a0, b1, a1, b0, a2, b3, a3, b2, 1, vl);
    xl_u64 r2 = xl_clmul_sum(a0, b2, a1, b1, a2, b0, a3, b3, 2, vl), r3 = xl_clmul_sum(a0, b3, a1, b2, a2, b1, a3, b0, 3, vl);
    return xl_u64_or(xl_u64_or(r0, r1, vl), xl_u64_or(r2, r3, vl), vl);
}
#undef XL_CLMUL_PART

/* Of each 64-bit lane, by three products of halves (Karatsuba). */
XL_VEC void xl_clmul_64(xl_u64 a, xl_u64 b, xl_u64 *low, xl_u64 *high, size_t vl)
{
    xl_u64 a1 = xl_u64_shr(a, 32, vl), b1 = xl_u64_shr(b, 32, vl);
    xl_u64 r0 = xl_clmul_32(a, b, vl), r1 = xl_clmul_32(a1, b1, vl);
    xl_u64 middle = xl_clmul_32(xl_u64_xor(a, a1, vl), xl_u64_xor(b, b1, vl), vl);
    middle = xl_u64_xor(middle, xl_u64_xor(r0, r1, vl), vl);
    *low = xl_u64_xor(r0, xl_u64_shl(middle, 32, vl), vl);
    *high = xl_u64_xor(r1, xl_u64_shr(middle, 32, vl), vl);
}
#define XL_HAS_CLMUL_64
#endif

/* In terms of products of all 64-bit lanes. */
#ifdef XL_HAS_CLMUL_64
XL_VEC xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl)
{
    xl_u64 low, high;
    xl_clmul_64(xl_u64_of_u128(a), xl_u64_of_u128(b), &low, &high, 2 * vl);
    xl_u128 even = xl_u128_down64(xl_u128_up64(xl_u128_of_u64(low), vl), vl);
    return xl_u128_xor(even, xl_u128_up64(xl_u128_of_u64(high), vl), vl);
}
XL_VEC xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl)
{
    xl_u64 low, high;
    xl_clmul_64(xl_u64_of_u128(a), xl_u64_of_u128(b), &low, &high, 2 * vl);
    xl_u128 odd = xl_u128_up64(xl_u128_down64(xl_u128_of_u64(high), vl), vl);
    return xl_u128_xor(xl_u128_down64(xl_u128_of_u64(low), vl), odd, vl);
}
#endif

/* Crosswise: each half by the other operand's other half. */
#ifndef XL_HAS_CLMUL_MID
XL_BLOCKS_VEC xl_u128 xl_u128_clmul_mid(xl_u128 a, xl_u128 b, size_t vl)
{
    xl_u128 other = xl_u128_xor(xl_u128_up64(b, vl), xl_u128_down64(b, vl), vl);
    return xl_u128_xor(xl_u128_clmul_lo(a, other, vl), xl_u128_clmul_hi(a, other, vl), vl);
}
#endif

#endif
