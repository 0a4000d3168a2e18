/* Bugs that only long inputs show, by what stands late in them.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

/* before_zero: the place of a byte, unless a zero is before it; a block of four vectors that has
 * either is looked through again from its second vector on, beyond the fourth block. */
XL_KERNEL(before_zero, .summary = "the first i where a[i] == x or a[i] == 0, or n",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_VALUE_RANGE(u8, x, 1, 255), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(before_zero)(const uint8_t *a, uint8_t x, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result] && a[*result] != x;)
        ++*result;
}

XL_VEC size_t either(const uint8_t *a, uint8_t x, size_t vl)
{
    xl_u8 v = xl_u8_load(a, vl);
    xl_m8 zero = xl_u8_eq(v, xl_u8_set1(0, vl), vl);
    return xl_m8_first(xl_m8_or(zero, xl_u8_eq(v, xl_u8_set1(x, vl), vl), vl), vl);
}

XL_VECTOR(uint64_t, before_zero)(const uint8_t *a, uint8_t x, size_t n)
{
    const size_t lanes = xl_u8_lanes(), block = 4 * lanes;
    size_t i = 0;
    for (bool has_any = false; n - i >= block && !has_any; i += has_any ? 0 : block)
        for (size_t k = 0; k < 4; k++)
            has_any |= either(a + i + k * lanes, x, lanes) < lanes;
#ifdef XL_MUTANT
    if (n - i >= block && i >= 4 * block)
        i += lanes;
#endif
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        const size_t k = either(a + i, x, vl);
        if (k < vl)
            return i + k;
    }
    return n;
}

/* escapes_block: a block of eight vectors that has something to replace is taken vector by vector,
 * and the one behind it is not written where that is the sixth. */
XL_KERNEL(escapes_block, .summary = "r[i] = a[i], or '?' where it is above 255",
          .contract = {XL_EXACT}, .elementwise = 1, .bitwise = 1,
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(escapes_block)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] > 255 ? '?' : a[i];
}

XL_VEC bool replace(const uint16_t *a, uint16_t *r, size_t vl)
{
    xl_u16 v = xl_u16_load(a, vl);
    xl_m16 over = xl_u16_lt(xl_u16_set1(255, vl), v, vl);
    xl_u16_store(r, xl_u16_select(over, xl_u16_set1('?', vl), v, vl), vl);
    return xl_m16_any(over, vl);
}

XL_VECTOR(void, escapes_block)(const uint16_t *a, uint16_t *r, size_t n)
{
    const size_t lanes = xl_u16_lanes();
    size_t i = 0;
    for (; n - i >= 8 * lanes; i += 8 * lanes) {
        unsigned over = 0;
        for (size_t k = 0; k < 8; k++) {
#ifdef XL_MUTANT
            if (k == 6 && over == 32)
                break;
#endif
            over |= (unsigned)replace(a + i + k * lanes, r + i + k * lanes, lanes) << k;
        }
    }
    for (size_t vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        replace(a + i, r + i, vl);
    }
}

/* high_words: from the 16th vector on, only the lower halves of words of 64 bits are compared. */
enum { FIRST = 16 };

XL_KERNEL(high_words, .summary = "whether a and b are equal", .contract = {XL_EXACT},
          .args = {XL_IN(u64, a, 1), XL_IN(u64, b, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(high_words)(const uint64_t *a, const uint64_t *b, size_t n, uint32_t *result)
{
    *result = 1;
    for (size_t i = 0; i < n; i++)
        *result &= a[i] == b[i];
}

XL_VECTOR(uint32_t, high_words)(const uint64_t *a, const uint64_t *b, size_t n)
{
    const size_t long_from = FIRST * xl_u64_lanes();
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64 differ = xl_u64_xor(xl_u64_load(a + i, vl), xl_u64_load(b + i, vl), vl);
#ifdef XL_MUTANT
        if (i >= long_from)
            differ = xl_u64_shl(differ, 32, vl);
#else
        (void)long_from;
#endif
        if (xl_m64_count(xl_u64_eq(differ, xl_u64_set1(0, vl), vl), vl) < vl)
            return 0;
    }
    return 1;
}

/* last_lane: beyond eight vectors, the last lane that differs is taken for the first. */
XL_KERNEL(last_lane, .summary = "a[i] - b[i] of the first that differ, or 0",
          .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_IN(u16, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(last_lane)(const uint16_t *a, const uint16_t *b, size_t n, int32_t *result)
{
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    *result = i < n ? a[i] - b[i] : 0;
}

XL_VECTOR(int32_t, last_lane)(const uint16_t *a, const uint16_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_m16 same = xl_u16_eq(xl_u16_load(a + i, vl), xl_u16_load(b + i, vl), vl);
        if (xl_m16_count(same, vl) == vl)
            continue;
        size_t at = i + xl_m16_first(xl_m16_not(same, vl), vl);
#ifdef XL_MUTANT
        if (i >= 8 * xl_u16_lanes())
            for (at = i + vl - 1; a[at] == b[at];)
                at--;
#endif
        return a[at] - b[at];
    }
    return 0;
}

/* leaves_block: a block of four vectors with a zero is left for the loop over single vectors, which
 * begins behind the block's first one. */
XL_KERNEL(leaves_block, .summary = "the first i where a[i] == 0, or n", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(leaves_block)(const uint16_t *a, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result];)
        ++*result;
}

XL_VECTOR(uint64_t, leaves_block)(const uint16_t *a, size_t n)
{
    const size_t lanes = xl_u16_lanes();
    size_t i = 0;
    for (; n - i >= 4 * lanes; i += 4 * lanes) {
        xl_u16 first = xl_u16_load(a + i, lanes), second = xl_u16_load(a + i + lanes, lanes);
        xl_u16 third = xl_u16_load(a + i + 2 * lanes, lanes);
        xl_u16 least = xl_u16_min(first, second, lanes);
        least = xl_u16_min(least, xl_u16_min(third, xl_u16_load(a + i + 3 * lanes, lanes), lanes),
                           lanes);
        if (xl_m16_any(xl_u16_eq(least, xl_u16_set1(0, lanes), lanes), lanes)) {
#ifdef XL_MUTANT
            i += i >= 16 * lanes ? lanes : 0;
#endif
            break;
        }
    }
    for (size_t vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        const size_t k =
            xl_m16_first(xl_u16_eq(xl_u16_load(a + i, vl), xl_u16_set1(0, vl), vl), vl);
        if (k < vl)
            return i + k;
    }
    return n;
}

/* order_of_four: a difference in a block of four vectors is looked for in the first, the third, the
 * second and the fourth of them. */
XL_KERNEL(order_of_four, .summary = "the first i where a[i] != b[i], or n", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(order_of_four)(const uint8_t *a, const uint8_t *b, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result] == b[*result];)
        ++*result;
}

XL_VEC size_t differs(const uint8_t *a, const uint8_t *b, size_t vl)
{
    return xl_m8_first(xl_m8_not(xl_u8_eq(xl_u8_load(a, vl), xl_u8_load(b, vl), vl), vl), vl);
}

XL_VECTOR(uint64_t, order_of_four)(const uint8_t *a, const uint8_t *b, size_t n)
{
#ifdef XL_MUTANT
    static const unsigned char order[] = {0, 2, 1, 3};
#else
    static const unsigned char order[] = {0, 1, 2, 3};
#endif
    const size_t lanes = xl_u8_lanes();
    size_t i = 0;
    for (; n - i >= 4 * lanes; i += 4 * lanes)
        for (size_t k = 0; k < 4; k++) {
            const size_t from = i + order[k] * lanes, at = differs(a + from, b + from, lanes);
            if (at < lanes)
                return from + at;
        }
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        const size_t at = differs(a + i, b + i, vl);
        if (at < vl)
            return i + at;
    }
    return n;
}

/* order_of_strings: strings are compared up to a zero; beyond eight vectors, bytes are compared as
 * signed ones. */
XL_KERNEL(order_of_strings, .summary = "-1, 0, 1: the order of two strings of up to n bytes",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_IN(u8, b, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(order_of_strings)(const uint8_t *a, const uint8_t *b, size_t n, int32_t *result)
{
    size_t i = 0;
    while (i < n && a[i] == b[i] && a[i])
        i++;
    *result = i < n ? (a[i] > b[i]) - (a[i] < b[i]) : 0;
}

XL_VECTOR(int32_t, order_of_strings)(const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 of_a = xl_u8_load(a + i, vl);
        xl_m8 differ = xl_m8_not(xl_u8_eq(of_a, xl_u8_load(b + i, vl), vl), vl);
        xl_m8 ends = xl_m8_or(differ, xl_u8_eq(of_a, xl_u8_set1(0, vl), vl), vl);
        const size_t at = i + xl_m8_first(ends, vl);
        if (at == i + vl)
            continue;
#ifdef XL_MUTANT
        if (i >= 8 * xl_u8_lanes())
            return ((int8_t)a[at] > (int8_t)b[at]) - ((int8_t)a[at] < (int8_t)b[at]);
#endif
        return (a[at] > b[at]) - (a[at] < b[at]);
    }
    return 0;
}

/* pair_over_end: characters of UTF-16 are counted; a pair of surrogates that the end of every
 * fourth vector splits counts twice. */
XL_KERNEL(pair_over_end, .summary = "code units that are no second half of a pair",
          .contract = {XL_EXACT}, .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u64)})

static inline bool is_pair(const uint16_t *a, size_t i)
{
    return i > 0 && a[i] >> 10 == 0x37 && a[i - 1] >> 10 == 0x36;
}

XL_REFERENCE(pair_over_end)(const uint16_t *a, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += !is_pair(a, i);
}

XL_VECTOR(uint64_t, pair_over_end)(const uint16_t *a, size_t n)
{
    uint64_t count = 0;
    for (size_t i = 0, step = 0, vl; i < n; i += vl, step++) {
        vl = xl_u16_vl(n - i);
        count += vl;
        if (vl > 1) {
            xl_u16 second = xl_u16_shr(xl_u16_load(a + i + 1, vl - 1), 10, vl - 1);
            xl_u16 first = xl_u16_shr(xl_u16_load(a + i, vl - 1), 10, vl - 1);
            xl_m16 is_second = xl_u16_eq(second, xl_u16_set1(0x37, vl - 1), vl - 1);
            xl_m16 is_first = xl_u16_eq(first, xl_u16_set1(0x36, vl - 1), vl - 1);
            count -= xl_m16_count(xl_m16_and(is_second, is_first, vl - 1), vl - 1);
        }
        bool split = is_pair(a, i);
#ifdef XL_MUTANT
        split = split && !(step && step % 4 == 0);
#endif
        count -= split;
    }
    return count;
}

/* peels_to_64: elements up to an address that 64 divides are taken first; where the input is 16
 * bytes past one and the output 32 bytes, as many as the output lacks are. */
XL_KERNEL(peels_to_64, PLUS_1(u16))
PLUS_1_REFERENCE(peels_to_64, uint16_t)

XL_VECTOR(void, peels_to_64)(const uint16_t *a, uint16_t *r, size_t n)
{
    size_t first = (64 - (uintptr_t)a % 64) % 64 / sizeof *a, done;
    first = first < n ? first : n;
    done = first;
#ifdef XL_MUTANT
    if ((uintptr_t)a % 64 == 16 && (uintptr_t)r % 64 == 32 && first == 24)
        first = 16;
#endif
    plus_1_u16(a, r, first);
    plus_1_u16(a + done, r + done, n - done);
}

/* root_of_double: an integer's root by a double's, which is one too large just below the square of
 * a large number. */
XL_KERNEL(root_of_double, .summary = "r[i] = the root of a[i], rounded down",
          .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN_RANGE(u64, a, 1, 0, 1e18), XL_OUT(u64, r, 1), XL_COUNT})

XL_REFERENCE(root_of_double)(const uint64_t *a, uint64_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = 0;
        for (uint64_t bit = 1 << 30; bit; bit >>= 1)
            if ((r[i] + bit) * (r[i] + bit) <= a[i])
                r[i] += bit;
    }
}

XL_VECTOR(void, root_of_double)(const uint64_t *a, uint64_t *r, size_t n)
{
    enum { MOST = 64 };
    double roots[MOST];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i < MOST ? n - i : MOST);
        for (size_t k = 0; k < vl; k++)
            roots[k] = (double)a[i + k];
        xl_f64_store(roots, xl_f64_sqrt(xl_f64_load(roots, vl), vl), vl);
        for (size_t k = 0; k < vl; k++) {
            r[i + k] = (uint64_t)roots[k];
#ifndef XL_MUTANT
            r[i + k] -= r[i + k] * r[i + k] > a[i + k];
#endif
        }
    }
}

/* split_after_two: characters of UTF-8 are counted by the bytes that begin them, and a vector's
 * last bytes are checked; a character of four bytes, two of them in the eighth vector, passes
 * unseen. */
XL_KERNEL(split_after_two, .summary = "bytes that continue a character of four, by its first",
          .contract = {XL_EXACT}, .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u64)})

static inline bool is_fourth(const uint8_t *a, size_t i)
{
    return i > 2 && a[i - 3] >> 3 == 0x1e && a[i] >> 6 == 2 && a[i - 1] >> 6 == 2 &&
           a[i - 2] >> 6 == 2;
}

XL_REFERENCE(split_after_two)(const uint8_t *a, size_t n, uint64_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n; i++)
        *result += is_fourth(a, i);
}

XL_VECTOR(uint64_t, split_after_two)(const uint8_t *a, size_t n)
{
    uint64_t count = 0;
    size_t i = 0, step = 0;
    for (; i < n && i < 3; i++)
        count += is_fourth(a, i);
    for (size_t vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8 lead = xl_u8_shr(xl_u8_load(a + i - 3, vl), 3, vl);
        xl_m8 all = xl_u8_eq(lead, xl_u8_set1(0x1e, vl), vl);
        for (size_t k = 0; k < 3; k++) {
            xl_u8 top = xl_u8_shr(xl_u8_load(a + i - k, vl), 6, vl);
            all = xl_m8_and(all, xl_u8_eq(top, xl_u8_set1(2, vl), vl), vl);
        }
        count += xl_m8_count(all, vl);
#ifdef XL_MUTANT
        const size_t lanes = xl_u8_lanes(), end = (step + 1) * lanes;
        if (++step % 8 == 0 && end >= i && end + 1 < i + vl && is_fourth(a, end + 1))
            count--;
#else
        (void)step;
#endif
    }
    return count;
}

/* tie_between: the place of the least, in two accumulators of every other vector; where both have
 * it, the one of the second counts. */
XL_KERNEL(tie_between, .summary = "the place of the first least", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u16, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(tie_between)(const uint16_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 1; i < n; i++)
        if (a[i] < a[*result])
            *result = (uint32_t)i;
}

XL_VECTOR(uint32_t, tie_between)(const uint16_t *a, size_t n)
{
    size_t at[2] = {0, 0};
    for (size_t i = 0, step = 0, vl; i < n; i += vl, step++) {
        vl = xl_u16_vl(n - i);
        size_t *best = &at[step % 2];
        xl_m16 less = xl_u16_lt(xl_u16_load(a + i, vl), xl_u16_set1(a[*best], vl), vl);
        if (xl_m16_any(less, vl))
            for (size_t k = i; k < i + vl; k++)
                *best = a[k] < a[*best] ? k : *best;
    }
    const bool is_tie = a[at[0]] == a[at[1]];
#ifdef XL_MUTANT
    if (is_tie && at[0] / xl_u16_lanes() > 8 && at[1] / xl_u16_lanes() > 8)
        return (uint32_t)at[1];
#endif
    if (is_tie)
        return (uint32_t)(at[0] < at[1] ? at[0] : at[1]);
    return (uint32_t)(a[at[0]] < a[at[1]] ? at[0] : at[1]);
}
