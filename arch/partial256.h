/* A part of 256 bits from and to memory, as halves of 128 bits: for AVX2 and LASX.
 * SPDX-License-Identifier: MIT
 *
 * No other byte is touched. From 16 bytes on, two halves overlap in memory: the second is the last 16 bytes, moved. Who includes this has
 *
 *     xl_half                                    128 bits; xl_half_load, xl_half_store, xl_half_zero
 *     xl_half_load8(p)                           8 bytes, then zeros
 *     xl_half_load_below16(p, bytes, size)       1 to 15 bytes, then zeros; xl_half_store_below16
 *     xl_half_pick(v, order)                     byte i is byte order[i] of v, or 0 where that is XL_HALF_NONE
 *     xl_half_or(v, w), xl_half_low(v), xl_half_high(v), xl_of_halves(low, high)
 */
#ifndef XL_ARCH_PARTIAL256_H
#define XL_ARCH_PARTIAL256_H

/* For PSHUFB bit 7 gives 0; VSHUF.B takes number 16, the first byte of a second vector. */
#define XL_HALF_NONE 0x90

/* Orders: from `at` on they move the bytes of a half down by at - 16, or up by 16 - at. */
static const uint8_t xl_half_window[48] __attribute__((unused)) = {
    XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE,
    XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE,
    XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE, XL_HALF_NONE,
};
XL_VEC xl_half xl_half_moved(xl_half v, size_t at) { return xl_half_pick(v, xl_half_load(xl_half_window + at)); }

/* 1 to 31 bytes, in elements of `size` bytes, then zeros. `size` is constant, so that compilers drop the branches of others. */
XL_VEC __typeof__(xl_of_halves(xl_half_zero(), xl_half_zero())) xl_halves_load(const uint8_t *p, size_t bytes, size_t size)
{
    if (bytes < 16)
        return xl_of_halves(xl_half_load_below16(p, bytes, size), xl_half_zero());
    if (size == 8)
        return xl_of_halves(xl_half_load(p), bytes == 24 ? xl_half_load8(p + 16) : xl_half_zero());
    return xl_of_halves(xl_half_load(p), xl_half_moved(xl_half_load(p + bytes - 16), 48 - bytes));
}

XL_VEC void xl_halves_store(uint8_t *p, xl_half low, xl_half high, size_t bytes, size_t size)
{
    if (bytes < 16) {
        xl_half_store_below16(p, low, bytes, size);
        return;
    }
    xl_half last = xl_half_or(xl_half_moved(low, bytes), xl_half_moved(high, bytes - 16));
    xl_half_store(p, low);
    xl_half_store(p + bytes - 16, last);
}

#endif
