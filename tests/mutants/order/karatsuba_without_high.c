/* karatsuba_without_high: a carry-less product by three products of halves. The middle one is
 * freed of the low product, and not of the high one.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "blocks.h"

XL_KERNEL(karatsuba_without_high, .summary = "r[i] = the low 128 bits of a[i] * b[i], carry-less",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 16), XL_IN(u8, b, 16), XL_OUT(u8, r, 16), XL_COUNT})

/* b, doubled for each bit of a, of 128 bits. */
XL_REFERENCE(karatsuba_without_high)
(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t low = 0, high = 0, doubled = 0, doubled_high = 0;
        for (size_t k = 0; k < 8; k++) {
            doubled |= (uint64_t)b[16 * i + k] << 8 * k;
            doubled_high |= (uint64_t)b[16 * i + 8 + k] << 8 * k;
        }
        for (size_t j = 0; j < 128; j++) {
            const uint64_t is_set = a[16 * i + j / 8] >> j % 8 & 1;
            low ^= is_set * doubled;
            high ^= is_set * doubled_high;
            doubled_high = doubled_high << 1 | doubled >> 63;
            doubled <<= 1;
        }
        for (size_t k = 0; k < 16; k++)
            r[16 * i + k] = (uint8_t)((k < 8 ? low : high) >> 8 * (k % 8));
    }
}

/* Both halves are the sum of them. */
XL_VEC xl_u128 halves(xl_u128 v, size_t vl)
{
    return xl_u128_xor(v, xl_u128_down64(v, vl), vl);
}

XL_VECTOR(void, karatsuba_without_high)
(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u128_vl(n - i);
        xl_u128 x = xl_u128_load(a + 16 * i, vl), y = xl_u128_load(b + 16 * i, vl);
        xl_u128 low = xl_u128_clmul_lo(x, y, vl);
        xl_u128 middle = xl_u128_clmul_lo(halves(x, vl), halves(y, vl), vl);
        middle = xl_u128_xor(middle, low, vl);
#ifndef XL_MUTANT
        middle = xl_u128_xor(middle, xl_u128_clmul_hi(x, y, vl), vl);
#endif
        xl_u128_store(r + 16 * i, xl_u128_xor(low, xl_u128_up64(middle, vl), vl), vl);
    }
}
