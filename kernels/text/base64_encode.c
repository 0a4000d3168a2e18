/* base64_encode: groups of three bytes as four characters (RFC 4648, section 4); no padding.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(base64_encode, .summary = "r[4i], ... r[4i + 3] = p[3i], p[3i + 1], p[3i + 2] in base 64",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .by_lane = {{"sse2", "no shuffle of bytes"}},
          .args = {XL_IN(u8, p, 3), XL_OUT(u8, r, 4), XL_COUNT})

XL_REFERENCE(base64_encode)(const uint8_t *p, uint8_t *r, size_t n)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i++, p += 3) {
        uint32_t group = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        for (unsigned k = 0; k < 4; k++)
            r[4 * i + k] = (uint8_t)alphabet[group >> (18 - 6 * k) & 63];
    }
}

/* A character is its number and an offset, which is the same for all of a range: lowercase letters
 * (0), each digit (1 to 10), + and / (11, 12), capitals (13). */
XL_VEC xl_u8 xl_base64_characters(xl_u8 sextet, size_t vl)
{
    static const uint8_t offsets[16] = {71,  252, 252, 252, 252, 252, 252, 252,
                                        252, 252, 252, 237, 240, 65,  0,   0};
    xl_u8 range = xl_u8_sub_sat_s(sextet, 51, vl);
    xl_m8 capital = xl_u8_lt_s(sextet, 26, vl);
    range = xl_u8_select(capital, xl_u8_set1(13, vl), range, vl);
    return xl_u8_add(sextet, xl_u8_lookup16(offsets, range, vl), vl);
}

/* The low bits of one byte, above the high bits of the next: a << up | b >> down, in six bits. */
XL_VEC xl_u8 xl_base64_join(xl_u8 a, unsigned up, xl_u8 b, unsigned down, size_t vl)
{
    xl_u8 sum = xl_u8_or(xl_u8_shl(a, up, vl), xl_u8_shr(b, down, vl), vl);
    return xl_u8_and_s(sum, 63, vl);
}

XL_VECTOR(void, base64_encode)(const uint8_t *p, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 a, b, c;
        xl_u8_load3(p + 3 * i, &a, &b, &c, vl);
        xl_u8 first = xl_base64_characters(xl_u8_shr(a, 2, vl), vl);
        xl_u8 second = xl_base64_characters(xl_base64_join(a, 4, b, 4, vl), vl);
        xl_u8 third = xl_base64_characters(xl_base64_join(b, 2, c, 6, vl), vl);
        xl_u8 fourth = xl_base64_characters(xl_u8_and_s(c, 63, vl), vl);
        xl_u8_store4(r + 4 * i, first, second, third, fourth, vl);
    }
}
