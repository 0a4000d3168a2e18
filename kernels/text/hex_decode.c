/* hex_decode: pairs of hexadecimal digits to bytes. Where one is no digit, it counts as 0.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

XL_PREPARE(hex_decode)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_text_fill(elements, count, seed, "0123456789abcdefABCDEF", 22);
}

XL_KERNEL(hex_decode, .summary = "r[i] = the byte of digits p[2i], p[2i + 1]; first wrong i, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = hex_decode_prepare,
          .args = {XL_IN(u8, p, 2), XL_OUT(u8, r, 1), XL_COUNT, XL_RETURNS(u64)})

/* What a digit is worth, or -1. */
static inline int xl_hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

XL_REFERENCE(hex_decode)(const uint8_t *p, uint8_t *r, size_t n, uint64_t *result)
{
    *result = n;
    for (size_t i = 0; i < n; i++) {
        int high = xl_hex_digit(p[2 * i]), low = xl_hex_digit(p[2 * i + 1]);
        if ((high < 0 || low < 0) && *result == n)
            *result = i;
        r[i] = (uint8_t)((high < 0 ? 0 : high) * 16 + (low < 0 ? 0 : low));
    }
}

/* The digits' values. Lanes without a digit are 0, and are added to `wrong`. */
XL_VEC xl_u8 xl_hex_values(xl_u8 c, xl_m8 *wrong, size_t vl)
{
    xl_u8 decimal = xl_u8_sub_s(c, '0', vl);
    xl_u8 letter = xl_u8_or_s(c, 0x20, vl); /* small ones, of all letters */
    letter = xl_u8_sub_s(letter, 'a', vl);
    xl_m8 is_decimal = xl_u8_lt_s(decimal, 10, vl);
    xl_m8 is_letter = xl_u8_lt_s(letter, 6, vl);
    *wrong = xl_m8_or(*wrong, xl_m8_not(xl_m8_or(is_decimal, is_letter, vl), vl), vl);
    letter = xl_u8_add_s(letter, 10, vl);
    xl_u8 value = xl_u8_select(is_letter, letter, xl_u8_set1(0, vl), vl);
    return xl_u8_select(is_decimal, decimal, value, vl);
}

XL_VECTOR(uint64_t, hex_decode)(const uint8_t *p, uint8_t *r, size_t n)
{
    size_t first_wrong = n;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 high, low;
        xl_u8_load2(p + 2 * i, &high, &low, vl);
        xl_m8 wrong = xl_u8_lt(high, high, vl); /* none */
        high = xl_hex_values(high, &wrong, vl);
        low = xl_hex_values(low, &wrong, vl);
        xl_u8_store(r + i, xl_u8_or(xl_u8_shl(high, 4, vl), low, vl), vl);
        if (first_wrong == n && xl_m8_any(wrong, vl))
            first_wrong = i + xl_m8_first(wrong, vl);
    }
    return first_wrong;
}
