/* Blocks of 128 bits in plain C, one lane: what every other ISA's blocks are held against.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_SCALAR_BLOCKS_H
#define XL_ARCH_SCALAR_BLOCKS_H

typedef struct { uint64_t low, high; } xl_u128;

#define XL_HAS_BLOCKS_MEMORY
XL_VEC size_t xl_u128_lanes(void) { return 1; }
XL_VEC size_t xl_u128_vl(size_t n) { return n > 0; }
XL_VEC xl_u128 xl_u128_load(const uint8_t *p, size_t vl)
{
    xl_u128 r = {0, 0};
    (void)vl;
    for (unsigned i = 0; i < 8; i++) {
        r.low |= (uint64_t)p[i] << 8 * i;
        r.high |= (uint64_t)p[8 + i] << 8 * i;
    }
    return r;
}
XL_VEC xl_u128 xl_u128_set1(const uint8_t *p, size_t vl) { return xl_u128_load(p, vl); }
XL_VEC void xl_u128_store(uint8_t *p, xl_u128 v, size_t vl)
{
    (void)vl;
    for (unsigned i = 0; i < 8; i++) {
        p[i] = (uint8_t)(v.low >> 8 * i);
        p[8 + i] = (uint8_t)(v.high >> 8 * i);
    }
}
XL_VEC xl_u128 xl_u128_xor(xl_u128 a, xl_u128 b, size_t vl) { (void)vl; return (xl_u128){a.low ^ b.low, a.high ^ b.high}; }
XL_VEC xl_u128 xl_u128_up64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){0, v.low}; }
XL_VEC xl_u128 xl_u128_down64(xl_u128 v, size_t vl) { (void)vl; return (xl_u128){v.high, 0}; }

#define XL_HAS_CLMUL
XL_VEC xl_u128 xl_scalar_clmul(uint64_t a, uint64_t b)
{
    xl_u128 r = {0, 0};
    for (unsigned i = 0; i < 64; i++) {
        uint64_t mask = 0 - (b >> i & 1);
        r.low ^= a << i & mask;
        r.high ^= a >> 1 >> (63 - i) & mask;
    }
    return r;
}
XL_VEC xl_u128 xl_u128_clmul_lo(xl_u128 a, xl_u128 b, size_t vl) { (void)vl; return xl_scalar_clmul(a.low, b.low); }
XL_VEC xl_u128 xl_u128_clmul_hi(xl_u128 a, xl_u128 b, size_t vl) { (void)vl; return xl_scalar_clmul(a.high, b.high); }

#endif
