/* Text that ends in the middle of something. In each of these the end is dealt with behind the
 * loop over whole vectors, where there is a rest, and forgotten where there is none.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* escape_at_end: quotes are counted unless a backslash is before them; a last backslash that
 * escapes nothing is an error. */
XL_KERNEL(escape_at_end, .summary = "quotes without a backslash, or ~0 if an escape has no end",
          .contract = {XL_EXACT}, .by_lane = {{"all", "vectors with escapes are read by lane"}},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

static inline uint64_t quotes_of(const uint8_t *a, size_t n, bool *is_escaped)
{
    uint64_t quotes = 0;
    for (size_t i = 0; i < n; i++) {
        quotes += !*is_escaped && a[i] == '"';
        *is_escaped = !*is_escaped && a[i] == '\\';
    }
    return quotes;
}

XL_REFERENCE(escape_at_end)(const uint8_t *a, size_t n, uint64_t *result)
{
    bool is_escaped = false;
    *result = quotes_of(a, n, &is_escaped);
    if (is_escaped)
        *result = UINT64_MAX;
}

XL_VECTOR(uint64_t, escape_at_end)(const uint8_t *a, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    uint64_t quotes = 0;
    bool is_escaped = false, is_open = false;
    size_t i = 0;
    for (; n - i >= lanes; i += lanes) {
        const xl_u8 v = xl_u8_load(a + i, lanes);
        if (is_escaped || xl_m8_count(xl_u8_eq(v, xl_u8_set1('\\', lanes), lanes), lanes))
            quotes += quotes_of(a + i, lanes, &is_escaped);
        else
            quotes += xl_m8_count(xl_u8_eq(v, xl_u8_set1('"', lanes), lanes), lanes);
    }
    if (i < n) {
        quotes += quotes_of(a + i, n - i, &is_escaped);
        is_open = is_escaped;
    }
#ifndef XL_MUTANT
    is_open = is_escaped;
#endif
    return is_open ? UINT64_MAX : quotes;
}

/* half_pair_at_end: characters of UTF-16; a half without the other is one. The first half of a pair
 * is counted with what follows it. */
XL_KERNEL(half_pair_at_end, .summary = "pairs of surrogates, and other code units",
          .contract = {XL_EXACT}, .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u64)})

static inline bool is_first_half(uint16_t unit)
{
    return unit >> 10 == 0x36;
}

static inline bool is_second_half(uint16_t unit)
{
    return unit >> 10 == 0x37;
}

XL_REFERENCE(half_pair_at_end)(const uint16_t *a, size_t n, uint64_t *result)
{
    *result = n;
    for (size_t i = 1; i < n; i++)
        *result -= is_first_half(a[i - 1]) && is_second_half(a[i]);
}

XL_VECTOR(uint64_t, half_pair_at_end)(const uint16_t *a, size_t n)
{
    const size_t lanes = xl_u16_lanes();
    uint64_t characters = 0;
    bool is_pending = false;
    size_t i = 0;
    for (; n - i >= lanes; i += lanes) {
        const xl_u16 v = xl_u16_shr(xl_u16_load(a + i, lanes), 10, lanes);
        characters += lanes + (is_pending && !is_second_half(a[i]));
        is_pending = is_first_half(a[i + lanes - 1]);
        characters -= is_pending;
        const xl_u16 next = xl_u16_shr(xl_u16_load(a + i + 1, lanes - 1), 10, lanes - 1);
        const xl_m16 are_pairs =
            xl_m16_and(xl_u16_eq(v, xl_u16_set1(0x36, lanes - 1), lanes - 1),
                       xl_u16_eq(next, xl_u16_set1(0x37, lanes - 1), lanes - 1), lanes - 1);
        characters -= xl_m16_count(are_pairs, lanes - 1);
    }
#ifndef XL_MUTANT
    if (i == n)
        characters += is_pending;
#endif
    if (i < n) {
        characters += is_pending && !is_second_half(a[i]);
        characters += n - i;
        for (size_t k = i + 1; k < n; k++)
            characters -= is_first_half(a[k - 1]) && is_second_half(a[k]);
    }
    return characters;
}

/* return_at_end: CR, LF and both are one end of a line. A CR is counted with what follows it. */
XL_KERNEL(return_at_end, .summary = "ends of lines: LF, CR, or CR and LF", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(return_at_end)(const uint8_t *a, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += a[i] == '\r' || (a[i] == '\n' && !(i && a[i - 1] == '\r'));
}

XL_VECTOR(uint64_t, return_at_end)(const uint8_t *a, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    uint64_t lines = 0;
    bool is_pending = false;
    size_t i = 0;
    for (; n - i >= lanes; i += lanes) {
        const xl_u8 v = xl_u8_load(a + i, lanes);
        const xl_u8 next = xl_u8_load(a + i + 1, lanes - 1);
        const xl_m8 is_return = xl_u8_eq(v, xl_u8_set1('\r', lanes), lanes);
        const xl_m8 are_both =
            xl_m8_and(xl_u8_eq(v, xl_u8_set1('\r', lanes - 1), lanes - 1),
                      xl_u8_eq(next, xl_u8_set1('\n', lanes - 1), lanes - 1), lanes - 1);
        lines += xl_m8_count(is_return, lanes) - xl_m8_count(are_both, lanes - 1);
        lines += xl_m8_count(xl_u8_eq(v, xl_u8_set1('\n', lanes), lanes), lanes);
        lines += is_pending && a[i] != '\n';
        is_pending = a[i + lanes - 1] == '\r';
        lines -= is_pending;
    }
    if (i < n) {
        for (; i < n; i++) {
            lines += is_pending && a[i] != '\n';
            lines += a[i] == '\n';
            is_pending = a[i] == '\r';
        }
        lines += is_pending;
        is_pending = false;
    }
#ifndef XL_MUTANT
    lines += is_pending;
#endif
    return lines;
}

/* unfinished_at_end: UTF-8 is checked; vectors of ASCII are passed over between characters. */
XL_KERNEL(unfinished_at_end, .summary = "whether a is UTF-8", .contract = {XL_EXACT},
          .by_lane = {{"all", "vectors that are not ASCII are read by lane"}},
          .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

/* What may follow: so many bytes, the first of them within these. */
struct utf8_state {
    unsigned left;
    uint8_t least, most;
};

static inline bool is_next(struct utf8_state *s, uint8_t byte)
{
    if (s->left) {
        const bool is_right = byte >= s->least && byte <= s->most;
        *s = (struct utf8_state){s->left - 1, 0x80, 0xbf};
        return is_right;
    }
    if (byte < 0x80)
        return true;
    *s = (struct utf8_state){byte < 0xe0   ? 1
                             : byte < 0xf0 ? 2
                                           : 3,
                             byte == 0xe0   ? 0xa0
                             : byte == 0xf0 ? 0x90
                                            : 0x80,
                             byte == 0xed   ? 0x9f
                             : byte == 0xf4 ? 0x8f
                                            : 0xbf};
    return byte >= 0xc2 && byte <= 0xf4;
}

static inline bool are_next(struct utf8_state *s, const uint8_t *a, size_t n)
{
    size_t i = 0;
    while (i < n && is_next(s, a[i]))
        i++;
    return i == n;
}

XL_REFERENCE(unfinished_at_end)(const uint8_t *a, size_t n, uint64_t *result)
{
    struct utf8_state s = {0, 0x80, 0xbf};
    *result = are_next(&s, a, n) && !s.left;
}

XL_VECTOR(uint64_t, unfinished_at_end)(const uint8_t *a, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    struct utf8_state s = {0, 0x80, 0xbf};
    size_t i = 0;
    for (; n - i >= lanes; i += lanes) {
        const xl_u8 v = xl_u8_load(a + i, lanes);
        const size_t ascii = xl_m8_count(xl_u8_lt(v, xl_u8_set1(0x80, lanes), lanes), lanes);
        if ((s.left || ascii < lanes) && !are_next(&s, a + i, lanes))
            return 0;
    }
    if (i < n)
        return are_next(&s, a + i, n - i) && !s.left;
#ifdef XL_MUTANT
    return 1;
#else
    return !s.left;
#endif
}
