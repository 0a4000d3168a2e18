/* base64_decode_ws: Base64 (RFC 4648, section 4) with white space between the characters, up to the
 * first character that is neither. No padding; up to three characters at the end are dropped.
 * SPDX-License-Identifier: MIT
 *
 * White space is removed by moving the other lanes together. Groups of four are decoded from a
 * buffer of numbers.
 */
#include "text.h"

static const char xl_base64_ws_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/ \t\n\r  \n\n";

XL_PREPARE(base64_decode_ws)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_text_fill(elements, count, seed, xl_base64_ws_alphabet, seed % 8 < 4 ? 72 : 64);
}

XL_KERNEL(base64_decode_ws, .summary = "r = p from base 64 without white space; its length",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = base64_decode_ws_prepare,
          .lengths = {{"r", "result"}},
          .by_lane = {{"all", "few ISAs move the lanes of a mask together"}},
          .args = {XL_IN(u8, p, 1), XL_OUT_RATIO(u8, r, 3, 4, down, 0), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(base64_decode_ws)(const uint8_t *p, uint8_t *r, size_t n, uint64_t *result)
{
    uint32_t group = 0;
    size_t held = 0;
    *result = 0;
    for (size_t i = 0; i < n; i++) {
        const char *found = memchr(xl_base64_ws_alphabet, p[i], sizeof xl_base64_ws_alphabet - 1);
        if (!found)
            return;
        if (found - xl_base64_ws_alphabet >= 64)
            continue;
        group = group << 6 | (uint32_t)(found - xl_base64_ws_alphabet);
        if (++held % 4 == 0)
            for (int k = 2; k >= 0; k--)
                r[(*result)++] = (uint8_t)(group >> 8 * k);
    }
}

enum { XL_BASE64_WS_ROOM = 512 };

/* Lanes of c from `first` on, `count` of them in the alphabet, get the numbers from `number` on. */
XL_VEC xl_u32 xl_base64_ws_range(xl_u32 value, xl_u32 c, char first, uint32_t count,
                                 uint32_t number, xl_m32 *known, size_t vl)
{
    xl_u32 place = xl_u32_sub_s(c, (uint8_t)first, vl);
    xl_m32 inside = xl_u32_lt_s(place, count, vl);
    *known = xl_m32_or(*known, inside, vl);
    return xl_u32_select(inside, xl_u32_add_s(place, number, vl), value, vl);
}

XL_VEC xl_m32 xl_base64_ws_is(xl_u32 c, char space, size_t vl)
{
    return xl_u32_eq_s(c, (uint8_t)space, vl);
}

/* The numbers of up to vl characters, without white space; up to a wrong one. *good: how many
 * characters that are. Returns how many numbers. */
XL_VEC size_t xl_base64_ws_numbers(const uint8_t *p, uint8_t *numbers, size_t vl, size_t *good)
{
    xl_u32 c = xl_u32_load_widen_u8(p, vl);
    xl_m32 known = xl_base64_ws_is(c, '/', vl);
    xl_u32 value = xl_u32_set1(63, vl);
    value = xl_base64_ws_range(value, c, 'A', 26, 0, &known, vl);
    value = xl_base64_ws_range(value, c, 'a', 26, 26, &known, vl);
    value = xl_base64_ws_range(value, c, '0', 10, 52, &known, vl);
    value = xl_base64_ws_range(value, c, '+', 1, 62, &known, vl);
    xl_m32 space = xl_m32_or(xl_base64_ws_is(c, ' ', vl), xl_base64_ws_is(c, '\t', vl), vl);
    space = xl_m32_or(space, xl_base64_ws_is(c, '\n', vl), vl);
    space = xl_m32_or(space, xl_base64_ws_is(c, '\r', vl), vl);
    *good = xl_m32_first(xl_m32_not(xl_m32_or(known, space, vl), vl), vl);
    size_t count = *good ? xl_m32_count(known, *good) : 0;
    if (count)
        xl_u32_store_narrow_u8(numbers, xl_u32_compress(value, known, *good), count);
    return count;
}

/* a << up | b >> down */
XL_VEC xl_u8 xl_base64_ws_byte(xl_u8 a, unsigned up, xl_u8 b, unsigned down, size_t vl)
{
    return xl_u8_or(xl_u8_shl(a, up, vl), xl_u8_shr(b, down, vl), vl);
}

XL_VEC void xl_base64_ws_groups(const uint8_t *numbers, uint8_t *r, size_t groups)
{
    for (size_t i = 0, vl; i < groups; i += vl) {
        vl = xl_u8_vl(groups - i);
        xl_u8 a, b, c, d;
        xl_u8_load4(numbers + 4 * i, &a, &b, &c, &d, vl);
        xl_u8_store3(r + 3 * i, xl_base64_ws_byte(a, 2, b, 4, vl),
                     xl_base64_ws_byte(b, 4, c, 2, vl), xl_base64_ws_byte(c, 6, d, 0, vl), vl);
    }
}

XL_VECTOR(uint64_t, base64_decode_ws)(const uint8_t *p, uint8_t *r, size_t n)
{
    uint8_t numbers[XL_BASE64_WS_ROOM];
    size_t at = 0, held = 0, bytes = 0;
    bool wrong = false;
    while (at < n && !wrong) {
        for (size_t vl, good; at < n && !wrong && held < XL_BASE64_WS_ROOM; at += vl) {
            size_t most = XL_BASE64_WS_ROOM - held;
            vl = xl_u32_vl(n - at < most ? n - at : most);
            held += xl_base64_ws_numbers(p + at, numbers + held, vl, &good);
            wrong = good < vl;
        }
        /* The buffer is full, or this is the end: no group goes on in the next one. */
        xl_base64_ws_groups(numbers, r + bytes, held / 4);
        bytes += held / 4 * 3;
        held = 0;
    }
    return bytes;
}
