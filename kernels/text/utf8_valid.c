/* utf8_valid: how many bytes are well-formed UTF-8 before the first character that is not.
 * SPDX-License-Identifier: MIT
 *
 * Well-formed as in table 3-7 of the Unicode standard: no surrogates, nothing above U+10FFFF, each
 * character in its shortest form.
 *
 * A byte is judged by itself and the three before it, so that all lanes are judged at once: the
 * vector code loads each strip four times, at four offsets.
 */
#include "text.h"

/* The UTF-8 form of a code point. Returns its length. */
static inline size_t xl_utf8_encode(uint32_t code, uint8_t form[4])
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t k = length - 1; k > 0; k--, code >>= 6)
        form[k] = (uint8_t)(0x80 | (code & 0x3f));
    form[0] = (uint8_t)(lead[length] | code);
    return length;
}

/* Characters of all lengths, half of them at a limit. The last may be cut off. */
XL_PREPARE(utf8_valid)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    static const uint32_t limits[] = {0,       0x7f,    0x80,     0x7ff,   0x800,   0xfff,
                                      0x1000,  0xd7ff,  0xe000,   0xffff,  0x10000, 0x3ffff,
                                      0x40000, 0xfffff, 0x100000, 0x10ffff};
    uint8_t *p = elements, form[4];
    uint64_t state = seed;
    (void)arg;
    if (xl_text_leaves(seed))
        return;
    for (size_t i = 0, length; i < count; i += length) {
        uint32_t random = xl_text_random(&state);
        uint32_t code = (random >> 4) % (UINT32_C(1) << (7 + random % 14));
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        length = xl_utf8_encode(random & 0x80000000 || surrogate ? limits[random / 16 % 16] : code,
                                form);
        memcpy(p + i, form, length < count - i ? length : count - i);
    }
    xl_text_spoil(p, count, seed);
}

XL_KERNEL(utf8_valid,
          .summary = "bytes of well-formed UTF-8 before the first wrong character, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = utf8_valid_prepare,
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

/* The length of the well-formed character at p, or 0. */
static inline size_t xl_utf8_length(const uint8_t *p, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf8 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    uint32_t code = p[0] & (0x7fu >> length);
    for (size_t k = 1; k < length; k++) {
        if ((p[k] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[k] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= least[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

/* Goes on from `at`, where a character begins, to the first that is wrong, or to `end` or past it.
 */
static inline size_t xl_utf8_walk(const uint8_t *p, size_t at, size_t end, size_t n, bool *wrong)
{
    size_t length = 1;
    while (at < end && (length = xl_utf8_length(p + at, n - at)) != 0)
        at += length;
    *wrong = length == 0;
    return at;
}

XL_REFERENCE(utf8_valid)(const uint8_t *p, size_t n, uint64_t *result)
{
    bool wrong;
    *result = xl_utf8_walk(p, 0, n, n, &wrong);
}

XL_VEC xl_m8 xl_utf8_from(xl_u8 v, uint8_t least, size_t vl)
{
    return xl_u8_le(xl_u8_set1(least, vl), v, vl);
}

/* Byte `lead`, then one that is at least `limit`, where that is wrong; or below, where it must not
 * be. */
XL_VEC xl_m8 xl_utf8_pair(xl_u8 before, uint8_t lead, xl_m8 wrong, size_t vl)
{
    return xl_m8_and(xl_u8_eq(before, xl_u8_set1(lead, vl), vl), wrong, vl);
}

/* The lanes of a strip at which the bytes up to there cannot begin any well-formed text, if those
 * before can. `p` has three bytes before it. */
XL_VEC xl_m8 xl_utf8_wrong(const uint8_t *p, size_t vl)
{
    xl_u8 byte = xl_u8_load(p, vl), before = xl_u8_load(p - 1, vl);
    xl_u8 second = xl_u8_load(p - 2, vl), third = xl_u8_load(p - 3, vl);
    xl_m8 wanted = xl_m8_or(xl_utf8_from(before, 0xc0, vl), xl_utf8_from(second, 0xe0, vl), vl);
    wanted = xl_m8_or(wanted, xl_utf8_from(third, 0xf0, vl), vl);
    xl_u8 top = xl_u8_and(byte, xl_u8_set1(0xc0, vl), vl);
    xl_m8 follows = xl_u8_eq(top, xl_u8_set1(0x80, vl), vl);
    xl_m8 wrong = xl_m8_and(wanted, xl_m8_not(follows, vl), vl);
    wrong = xl_m8_or(wrong, xl_m8_and(follows, xl_m8_not(wanted, vl), vl), vl);

    /* C0, C1 and F5 on never occur. */
    xl_u8 even = xl_u8_and(byte, xl_u8_set1(0xfe, vl), vl);
    wrong = xl_m8_or(wrong, xl_u8_eq(even, xl_u8_set1(0xc0, vl), vl), vl);
    wrong = xl_m8_or(wrong, xl_utf8_from(byte, 0xf5, vl), vl);

    /* Not the shortest form, a surrogate, above U+10FFFF. */
    xl_m8 from90 = xl_utf8_from(byte, 0x90, vl), froma0 = xl_utf8_from(byte, 0xa0, vl);
    wrong = xl_m8_or(wrong, xl_utf8_pair(before, 0xe0, xl_m8_not(froma0, vl), vl), vl);
    wrong = xl_m8_or(wrong, xl_utf8_pair(before, 0xed, froma0, vl), vl);
    wrong = xl_m8_or(wrong, xl_utf8_pair(before, 0xf0, xl_m8_not(from90, vl), vl), vl);
    return xl_m8_or(wrong, xl_utf8_pair(before, 0xf4, from90, vl), vl);
}

XL_VECTOR(uint64_t, utf8_valid)(const uint8_t *p, size_t n)
{
    bool wrong;
    size_t at = xl_utf8_walk(p, 0, n < 3 ? n : 3, n, &wrong);
    if (wrong || n <= 3)
        return at;
    at = n;
    for (size_t i = 3, vl; i < n && at == n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_m8 lanes = xl_utf8_wrong(p + i, vl);
        if (xl_m8_any(lanes, vl))
            at = i + xl_m8_first(lanes, vl);
    }
    /* Back to where the character before begins: it may be cut off here, or at the end. */
    do
        at--;
    while (at > 0 && (p[at] & 0xc0) == 0x80);
    return xl_utf8_walk(p, at, n, n, &wrong);
}
