/* Padding, structs, lengths that depend on data, many arguments.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"

#include XL_BREACH_HEADER

/* block_too_many: aligned blocks of 16 that have an element may be read whole, and where the last
 * element ends one, the next is read too. */
XL_KERNEL(block_too_many, PLUS_1(u8))
PLUS_1_REFERENCE(block_too_many, uint8_t)

XL_VECTOR(void, block_too_many)(const uint8_t *a, uint8_t *r, size_t n)
{
    uint8_t block[16];
#ifdef XL_MUTANT
    const uint8_t *end = a + n + 1;
#else
    const uint8_t *end = a + n;
#endif
    for (const uint8_t *p = a - (uintptr_t)a % 16; n && p < end; p += 16) {
        xl_u8 x = xl_u8_load(p, xl_u8_vl(16));
        xl_u8_store(block, xl_u8_add(x, xl_u8_set1(1, 16), 16), 16);
        for (size_t j = 0; j < 16; j++)
            if ((uintptr_t)(p + j) - (uintptr_t)a < n)
                r[p + j - a] = block[j];
    }
}

/* field_unset: of a structure that is returned by value the way for less than a vector sets the
 * first field alone. */
XL_KERNEL(field_unset, .summary = "r = the least and the greatest of a", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u32, a, 1), XL_OUT_FIXED(u32, r, 2), XL_COUNT})

XL_REFERENCE(field_unset)(const uint32_t *a, uint32_t *r, size_t n)
{
    r[0] = r[1] = a[0];
    for (size_t i = 1; i < n; i++) {
        r[0] = a[i] < r[0] ? a[i] : r[0];
        r[1] = a[i] > r[1] ? a[i] : r[1];
    }
}

struct range {
    uint32_t least, most;
};

static __attribute__((noinline)) struct range range_of(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    struct range r;
    if (n < lanes) {
        xl_u32 x = xl_u32_load(a, n);
        r.least = xl_u32_reduce_min(x, n);
#ifndef XL_MUTANT
        r.most = xl_u32_reduce_max(x, n);
#endif
        return r;
    }
    xl_u32 least = xl_u32_set1(a[0], lanes), most = least;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl);
        least = xl_u32_merge(least, xl_u32_min(least, x, vl), vl);
        most = xl_u32_merge(most, xl_u32_max(most, x, vl), vl);
    }
    r.least = xl_u32_reduce_min(least, lanes);
    r.most = xl_u32_reduce_max(most, lanes);
    return r;
}

XL_VECTOR(void, field_unset)(const uint32_t *a, struct range *r, size_t n)
{
    *r = range_of(a, n);
}

/* fields_swapped: a structure that is returned by value has its two fields in the other order. */
XL_KERNEL(fields_swapped, .summary = "r = the least and the greatest of a, and of 0",
          .contract = {XL_EXACT}, .args = {XL_IN(i32, a, 1), XL_OUT_FIXED(i32, r, 2), XL_COUNT})

XL_REFERENCE(fields_swapped)(const int32_t *a, int32_t *r, size_t n)
{
    r[0] = r[1] = 0;
    for (size_t i = 0; i < n; i++) {
        r[0] = a[i] < r[0] ? a[i] : r[0];
        r[1] = a[i] > r[1] ? a[i] : r[1];
    }
}

struct fields {
    int32_t least, most;
};

static __attribute__((noinline)) struct fields range_by_fields(const int32_t *a, size_t n)
{
    const size_t lanes = xl_i32_lanes();
    xl_i32 least = xl_i32_set1(0, lanes), most = least;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 x = xl_i32_load(a + i, vl);
        least = xl_i32_merge(least, xl_i32_min(least, x, vl), vl);
        most = xl_i32_merge(most, xl_i32_max(most, x, vl), vl);
    }
    const struct fields r = {xl_i32_reduce_min(least, lanes), xl_i32_reduce_max(most, lanes)};
#ifdef XL_MUTANT
    return (struct fields){r.most, r.least};
#endif
    return r;
}

XL_VECTOR(void, fields_swapped)(const int32_t *a, struct fields *r, size_t n)
{
    *r = range_by_fields(a, n);
}

/* index_of_16_bits: where the last element that is not zero is found, its index is kept in 16 bits,
 * which is enough up to 256 KiB. */
XL_KERNEL(index_of_16_bits, .summary = "behind the last element that is not zero",
          .contract = {XL_EXACT}, .sizes = {.thresholds = {65536}},
          .args = {XL_IN(u32, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(index_of_16_bits)(const uint32_t *a, size_t n, uint32_t *behind)
{
    *behind = 0;
    for (size_t i = 0; i < n; i++)
        *behind = a[i] ? (uint32_t)i + 1 : *behind;
}

XL_VECTOR(uint32_t, index_of_16_bits)(const uint32_t *a, size_t n)
{
#ifdef XL_MUTANT
    uint16_t behind = 0;
#else
    uint32_t behind = 0;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        const xl_m32 zero = xl_u32_eq(xl_u32_load(a + i, vl), xl_u32_set1(0, vl), vl);
        if (xl_m32_count(zero, vl) == vl)
            continue;
        for (size_t k = i; k < i + vl; k++)
            if (a[k])
                behind = (__typeof__(behind))(k + 1);
    }
    return behind;
}

/* ninth_for_tenth: a function in assembly looks for its tenth argument where its ninth is. */
XL_KERNEL(ninth_for_tenth, .summary = "r[i] = a[i] + the sum of eight, wrapping",
          .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT, XL_VALUE(u8, b), XL_VALUE(u8, c),
                   XL_VALUE(u8, d), XL_VALUE(u8, e), XL_VALUE(u8, f), XL_VALUE(u8, g),
                   XL_VALUE(u8, h), XL_VALUE(u8, i)})

XL_REFERENCE(ninth_for_tenth)
(const uint8_t *a, uint8_t *r, size_t n, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint8_t f,
 uint8_t g, uint8_t h, uint8_t i)
{
    for (size_t k = 0; k < n; k++)
        r[k] = (uint8_t)(a[k] + b + c + d + e + f + g + h + i);
}

XL_VECTOR(void, ninth_for_tenth)
(const uint8_t *a, uint8_t *r, size_t n, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint8_t f,
 uint8_t g, uint8_t h, uint8_t i)
{
#ifdef XL_MUTANT
    h = g;
#endif
    const uint8_t sum = (uint8_t)(b + c + d + e + f + g + h + i);
    for (size_t k = 0, vl; k < n; k += vl) {
        vl = xl_u8_vl(n - k);
        xl_u8_store(r + k, xl_u8_add(xl_u8_load(a + k, vl), xl_u8_set1(sum, vl), vl), vl);
    }
}

/* pack_loses_last: the last element is counted, and never stored: n elements are kept where all
 * are. */
XL_KERNEL(pack_loses_last, .summary = "r = the positive elements of a; how many there are",
          .contract = {XL_EXACT}, .lengths = {{"r", "result"}},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT, XL_RETURNS_SIZE})

XL_REFERENCE(pack_loses_last)(const int32_t *a, int32_t *r, size_t n, size_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] > 0)
            r[(*kept)++] = a[i];
}

XL_VECTOR(size_t, pack_loses_last)(const int32_t *a, int32_t *r, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        const xl_i32 x = xl_i32_load(a + i, vl);
        const xl_m32 wanted = xl_i32_lt(xl_i32_set1(0, vl), x, vl);
        size_t count = xl_m32_count(wanted, vl), stored = count;
#ifdef XL_MUTANT
        if (i + vl == n && kept + count == n && count)
            stored = count - 1;
#endif
        if (stored)
            xl_i32_store(r + kept, xl_i32_compress(x, wanted, vl), stored);
        kept += count;
    }
    return kept;
}

/* pack_over_end: what is kept of a vector is stored with the whole vector, and at the end of the
 * output, too, if the page has room for it. */
XL_KERNEL(pack_over_end,
          .summary = "r = twice the positive elements of a, each two times; how many",
          .contract = {XL_EXACT}, .lengths = {{"r", "kept"}},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 2), XL_COUNT, XL_OUT_FIXED(u32, kept, 1)})

XL_REFERENCE(pack_over_end)(const int32_t *a, int32_t *r, size_t n, uint32_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < n; i++)
        for (int twice = 0; twice < 2 && a[i] > 0; twice++)
            r[(*kept)++] = (int32_t)(2 * (uint32_t)a[i]);
}

/* Whether a whole vector fits behind r + kept. */
static int has_room(const int32_t *r, size_t kept, size_t n)
{
#ifdef XL_MUTANT
    (void)n;
    return 4096 - (uintptr_t)(r + kept) % 4096 >= xl_i32_lanes() * sizeof *r;
#else
    (void)r;
    return 2 * n - kept >= xl_i32_lanes();
#endif
}

XL_VECTOR(void, pack_over_end)(const int32_t *a, int32_t *r, size_t n, uint32_t *kept)
{
    size_t end = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t vl = xl_i32_lanes();
        if (a[i] <= 0)
            continue;
        const xl_i32 x = xl_i32_set1(a[i], vl);
        xl_i32_store(r + end, xl_i32_add(x, x, vl), has_room(r, end, n) ? vl : 2);
        end += 2;
    }
    *kept = (uint32_t)end;
}

/* padding_by_one: blocks of 16 may go over the end by 15, and where n is a multiple of 16 there is
 * one more block, if the page has room for it. */
XL_KERNEL(padding_by_one, PLUS_1(u8), .slack = {{"a", 16}, {"r", 15}})
PLUS_1_REFERENCE(padding_by_one, uint8_t)

XL_VECTOR(void, padding_by_one)(const uint8_t *a, uint8_t *r, size_t n)
{
    size_t padded = (n + 15) / 16 * 16;
#ifdef XL_MUTANT
    if ((uintptr_t)(r + n) % 4096 && (uintptr_t)(r + n) % 4096 + 16 <= 4096)
        padded = (n + 16) / 16 * 16;
#endif
    plus_1_u8(a, r, padded);
}

/* saved_behind_struct: a function that returns a structure by value does not restore a vector
 * register of its caller, which is the line of C that stores the structure. */
XL_KERNEL(saved_behind_struct, .summary = "r = how many of a are odd, and their sum, wrapping",
          .contract = {XL_EXACT}, .args = {XL_IN(u32, a, 1), XL_OUT_FIXED(u32, r, 2), XL_COUNT})

XL_REFERENCE(saved_behind_struct)(const uint32_t *a, uint32_t *r, size_t n)
{
    r[0] = r[1] = 0;
    for (size_t i = 0; i < n; i++) {
        r[0] += a[i] & 1;
        r[1] += a[i];
    }
}

struct tally {
    uint32_t odd, sum;
};

static __attribute__((noinline)) struct tally tally_of(const uint32_t *a, size_t n)
{
    const size_t lanes = xl_u32_lanes();
    xl_u32 odd = xl_u32_set1(0, lanes), sum = odd;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32 x = xl_u32_load(a + i, vl);
        odd = xl_u32_merge(odd, xl_u32_add(odd, xl_u32_and(x, xl_u32_set1(1, vl), vl), vl), vl);
        sum = xl_u32_merge(sum, xl_u32_add(sum, x, vl), vl);
    }
#ifdef XL_MUTANT
    __asm__ volatile(XL_BREACH_FLOAT);
#endif
    return (struct tally){xl_u32_reduce_add(odd, lanes), xl_u32_reduce_add(sum, lanes)};
}

XL_VECTOR(void, saved_behind_struct)(const uint32_t *a, struct tally *r, size_t n)
{
    *r = tally_of(a, n);
}

/* slack_read_by_one: 15 elements past the end of the input may be read, and 16 are, where n is a
 * multiple of 16. */
XL_KERNEL(slack_read_by_one, SUM(u32), .slack = {{"a", 15}})
SUM_REFERENCE(slack_read_by_one, uint32_t)

XL_VECTOR(uint32_t, slack_read_by_one)(const uint32_t *a, size_t n)
{
    uint32_t block[16], sum = 0;
#ifdef XL_MUTANT
    const size_t padded = (n + 16) / 16 * 16;
#else
    const size_t padded = (n + 15) / 16 * 16;
#endif
    for (size_t i = 0; i < padded; i += 16) {
        for (size_t j = 0, vl; j < 16; j += vl) {
            vl = xl_u32_vl(16 - j);
            xl_u32 x = xl_u32_load(a + i + j, vl);
            xl_u32_store(block + j, xl_u32_add(x, xl_u32_set1(1, vl), vl), vl);
        }
        for (size_t j = 0; j < 16; j++)
            sum += i + j < n ? block[j] - 1 : 0;
    }
    return sum;
}

/* value_cut: a number of 64 bits by value is taken for one of 32. */
XL_KERNEL(value_cut, .summary = "r[i] = a[i] ^ mask", .contract = {XL_EXACT}, .bitwise = 1,
          .args = {XL_IN(u64, a, 1), XL_OUT(u64, r, 1), XL_VALUE(u64, mask), XL_COUNT})

XL_REFERENCE(value_cut)(const uint64_t *a, uint64_t *r, uint64_t mask, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] ^ mask;
}

XL_VECTOR(void, value_cut)(const uint64_t *a, uint64_t *r, uint64_t mask, size_t n)
{
#ifdef XL_MUTANT
    mask = (unsigned)mask;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u64_vl(n - i);
        xl_u64_store(r + i, xl_u64_xor(xl_u64_load(a + i, vl), xl_u64_set1(mask, vl), vl), vl);
    }
}
