/* base64_decode: groups of four characters (RFC 4648, section 4) to three bytes; no padding. What
 * is not of the alphabet counts as A, which is 0.
 * SPDX-License-Identifier: MIT
 */
#include "text.h"

static const char xl_base64_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

XL_PREPARE(base64_decode)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_text_fill(elements, count, seed, xl_base64_alphabet, 64);
}

XL_KERNEL(base64_decode,
          .summary = "r[3i], ... = p[4i], ... p[4i + 3] from base 64; first wrong i, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = base64_decode_prepare,
          .args = {XL_IN(u8, p, 4), XL_OUT(u8, r, 3), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(base64_decode)(const uint8_t *p, uint8_t *r, size_t n, uint64_t *result)
{
    *result = n;
    for (size_t i = 0; i < n; i++, r += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 4; k++) {
            const char *found = memchr(xl_base64_alphabet, p[4 * i + k], 64);
            group = group << 6 | (uint32_t)(found ? found - xl_base64_alphabet : 0);
            if (!found && *result == n)
                *result = i;
        }
        r[0] = (uint8_t)(group >> 16);
        r[1] = (uint8_t)(group >> 8);
        r[2] = (uint8_t)group;
    }
}

/* Lanes of c from `first` on, `count` of them in the alphabet, get the numbers from `number` on. */
XL_VEC xl_u8 xl_base64_range(xl_u8 value, xl_u8 c, char first, uint8_t count, uint8_t number,
                             xl_m8 *wrong, size_t vl)
{
    xl_u8 place = xl_u8_sub_s(c, (uint8_t)first, vl);
    xl_m8 inside = xl_u8_lt_s(place, count, vl);
    *wrong = xl_m8_and(*wrong, xl_m8_not(inside, vl), vl);
    return xl_u8_select(inside, xl_u8_add_s(place, number, vl), value, vl);
}

/* The characters' numbers. Lanes with none are 0, and are added to `wrong`. */
XL_VEC xl_u8 xl_base64_numbers(xl_u8 c, xl_m8 *wrong, size_t vl)
{
    xl_m8 none = xl_u8_eq(c, c, vl); /* all, to begin with */
    xl_u8 value = xl_base64_range(xl_u8_set1(0, vl), c, 'A', 26, 0, &none, vl);
    value = xl_base64_range(value, c, 'a', 26, 26, &none, vl);
    value = xl_base64_range(value, c, '0', 10, 52, &none, vl);
    value = xl_base64_range(value, c, '+', 1, 62, &none, vl);
    value = xl_base64_range(value, c, '/', 1, 63, &none, vl);
    *wrong = xl_m8_or(*wrong, none, vl);
    return value;
}

/* a << up | b >> down */
XL_VEC xl_u8 xl_base64_byte(xl_u8 a, unsigned up, xl_u8 b, unsigned down, size_t vl)
{
    return xl_u8_or(xl_u8_shl(a, up, vl), xl_u8_shr(b, down, vl), vl);
}

XL_VECTOR(uint64_t, base64_decode)(const uint8_t *p, uint8_t *r, size_t n)
{
    size_t first_wrong = n;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 a, b, c, d;
        xl_u8_load4(p + 4 * i, &a, &b, &c, &d, vl);
        xl_m8 wrong = xl_u8_lt(a, a, vl); /* none */
        a = xl_base64_numbers(a, &wrong, vl);
        b = xl_base64_numbers(b, &wrong, vl);
        c = xl_base64_numbers(c, &wrong, vl);
        d = xl_base64_numbers(d, &wrong, vl);
        xl_u8_store3(r + 3 * i, xl_base64_byte(a, 2, b, 4, vl), xl_base64_byte(b, 4, c, 2, vl),
                     xl_base64_byte(c, 6, d, 0, vl), vl);
        if (first_wrong == n && xl_m8_any(wrong, vl))
            first_wrong = i + xl_m8_first(wrong, vl);
    }
    return first_wrong;
}
