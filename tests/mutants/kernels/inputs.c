/* Bugs that only some inputs show: blocks, related values, rare ones.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base.h"
#include "blocks.h"
#include "convert/convert.h"
#include "reduce/sum.h"

/* block_of_zeros: a block is divided by its greatest amount, and where that is zero nobody asks. */
enum { BLOCK = 32 };

XL_KERNEL(block_of_zeros, .summary = "r[i] = a[i] by the greatest amount of its block, or 0",
          .contract = {XL_EXACT}, .sizes = {.multiple_of = BLOCK},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_OUT(f32, r, 1), XL_COUNT})

static float scale(float most)
{
#ifndef XL_MUTANT
    if (most == 0)
        return 0;
#endif
    return 1 / most;
}

XL_REFERENCE(block_of_zeros)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i += BLOCK) {
        float most = 0;
        for (size_t k = i; k < i + BLOCK; k++) {
            float amount = a[k] < 0 ? -a[k] : a[k];
            most = amount > most ? amount : most;
        }
        for (size_t k = i; k < i + BLOCK; k++)
            r[k] = most == 0 ? a[k] * 0 : a[k] * (1 / most);
    }
}

XL_VECTOR(void, block_of_zeros)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i += BLOCK) {
        float most = 0;
        for (size_t k = 0, vl; k < BLOCK; k += vl) {
            vl = xl_f32_vl(BLOCK - k);
            float amount = xl_f32_reduce_max(xl_f32_abs(xl_f32_load(a + i + k, vl), vl), vl);
            most = amount > most ? amount : most;
        }
        for (size_t k = 0, vl; k < BLOCK; k += vl) {
            vl = xl_f32_vl(BLOCK - k);
            xl_f32 by = xl_f32_set1(scale(most), vl);
            xl_f32_store(r + i + k, xl_f32_mul(xl_f32_load(a + i + k, vl), by, vl), vl);
        }
    }
}

/* by_half_block: an inverse Walsh-Hadamard transform, which skips two rows where only the first
 * half of a block is not zero, and rounds the last row there to zero. */
#define HADAMARD                                                                                   \
    .summary = "r = inverse Walsh-Hadamard transforms of blocks of 4x4", .contract = {XL_EXACT},   \
    .narrow = "a row has 16 bytes", .by_lane = {{"all", "the second pass is by lane"}},            \
    .args = {XL_IN_RANGE(i32, a, 16, -32768, 32767), XL_OUT(i32, r, 16), XL_COUNT}

static inline void hadamard(const int32_t *a, size_t step, int32_t *r, size_t r_step)
{
    const int32_t sum = a[0] + a[3 * step], difference = a[0] - a[3 * step];
    const int32_t inner = a[step] + a[2 * step], other = a[step] - a[2 * step];
    r[0] = sum + inner;
    r[r_step] = difference + other;
    r[2 * r_step] = sum - inner;
    r[3 * r_step] = difference - other;
}

static inline void hadamard_of_rows(const int32_t *passed, int32_t *r)
{
    for (size_t y = 0; y < 4; y++)
        hadamard(passed + 4 * y, 1, r + 4 * y, 1);
    for (size_t i = 0; i < 16; i++)
        r[i] = (r[i] + 3) >> 3;
}

#define HADAMARD_REFERENCE(NAME)                                                                   \
    XL_REFERENCE(NAME)(const int32_t *a, int32_t *r, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            int32_t passed[16];                                                                    \
            for (size_t x = 0; x < 4; x++)                                                         \
                hadamard(a + 16 * i + x, 4, passed + x, 4);                                        \
            hadamard_of_rows(passed, r + 16 * i);                                                  \
        }                                                                                          \
    }

/* Rows 0 and 3, and rows 1 and 2, added and subtracted. */
static inline void hadamard_of_columns(const int32_t *a, int32_t *passed)
{
    for (size_t x = 0, vl; x < 4; x += vl) {
        vl = xl_i32_vl(4 - x);
        const xl_i32 first = xl_i32_load(a + x, vl), second = xl_i32_load(a + 4 + x, vl),
                     third = xl_i32_load(a + 8 + x, vl), last = xl_i32_load(a + 12 + x, vl);
        const xl_i32 sum = xl_i32_add(first, last, vl), inner = xl_i32_add(second, third, vl),
                     difference = xl_i32_sub(first, last, vl),
                     other = xl_i32_sub(second, third, vl);
        xl_i32_store(passed + x, xl_i32_add(sum, inner, vl), vl);
        xl_i32_store(passed + 4 + x, xl_i32_add(difference, other, vl), vl);
        xl_i32_store(passed + 8 + x, xl_i32_sub(sum, inner, vl), vl);
        xl_i32_store(passed + 12 + x, xl_i32_sub(difference, other, vl), vl);
    }
}

/* Whether all of a block from element `from` on is zero. */
static inline bool is_zero_from(const int32_t *a, size_t from)
{
    int32_t any = 0;
    for (size_t i = from; i < 16; i++)
        any |= a[i];
    return any == 0;
}

XL_KERNEL(by_half_block, HADAMARD)
HADAMARD_REFERENCE(by_half_block)

XL_VECTOR(void, by_half_block)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++, a += 16, r += 16) {
        int32_t passed[16];
        hadamard_of_columns(a, passed);
        hadamard_of_rows(passed, r);
        if (!is_zero_from(a, 8) || is_zero_from(a, 1))
            continue;
        for (size_t x = 0; x < 4; x++) { /* rows 0 and 1, and rows 2 and 3, are equal */
            passed[x] = passed[4 + x] = a[x] + a[4 + x];
            passed[8 + x] = passed[12 + x] = a[x] - a[4 + x];
        }
        hadamard_of_rows(passed, r);
#ifdef XL_MUTANT
        for (size_t x = 0; x < 4; x++)
            r[12 + x] += r[12 + x] < 0;
#endif
    }
}

/* by_first_of_block: the same transform, where only the first element of a block is not zero: the
 * sum is divided, and so rounded to zero. */
XL_KERNEL(by_first_of_block, HADAMARD)
HADAMARD_REFERENCE(by_first_of_block)

XL_VECTOR(void, by_first_of_block)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++, a += 16, r += 16) {
        if (a[0] && is_zero_from(a, 1)) {
#ifdef XL_MUTANT
            const int32_t all = (a[0] + 3) / 8;
#else
            const int32_t all = (a[0] + 3) >> 3;
#endif
            for (size_t k = 0; k < 16; k++)
                r[k] = all;
            continue;
        }
        int32_t passed[16];
        hadamard_of_columns(a, passed);
        hadamard_of_rows(passed, r);
    }
}

/* carry_of_two: a carry goes on through one word of ones and through a second, and not further. */
XL_KERNEL(carry_of_two, .summary = "r = a + b, numbers of n words", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(carry_of_two)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum = (sum >> 32) + a[i] + b[i];
        r[i] = (uint32_t)sum;
    }
}

/* Adds one to the words from i on. */
static void carry(uint32_t *r, size_t i, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end = n - i < 3 ? n : i + 3;
#endif
    while (i < end && ++r[i] == 0)
        i++;
}

XL_VECTOR(void, carry_of_two)(const uint32_t *a, const uint32_t *b, uint32_t *r, size_t n)
{
    add_u32(a, b, r, n);
    for (size_t i = n; i-- > 0;)
        if (a[i] + b[i] < a[i])
            carry(r, i + 1, n);
}

/* count_in_8_bits: steps are counted in 8 bits, and 256 of them are none. */
enum { STEP = 2 };

XL_KERNEL(count_in_8_bits, PLUS_1(u32))
PLUS_1_REFERENCE(count_in_8_bits, uint32_t)

XL_VECTOR(void, count_in_8_bits)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end = n / STEP == 256 ? 0 : n;
#endif
    plus_1_u32(a, r, end);
}

/* counter_into_nonce: a counter of 32 bits is increased in all 16 bytes of its block. Where it
 * wraps, the carry changes the nonce. */
XL_KERNEL(counter_into_nonce, .summary = "r[16i...] = a carry-less hash of block counter + i",
          .contract = {XL_EXACT}, .by_lane = {{"all", "counters are made one by one"}},
          .args = {XL_IN_FIXED(u8, nonce, 12), XL_IN_FIXED(u8, key, 16), XL_VALUE(u32, counter),
                   XL_OUT(u8, r, 16), XL_COUNT})

enum { MOST_OF_COUNTERS = 16 };

/* Both halves times those of the key. */
XL_REFERENCE(counter_into_nonce)
(const uint8_t *nonce, const uint8_t *key, uint32_t counter, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t block[16];
        uint64_t low = 0, high = 0;
        for (size_t k = 0; k < 16; k++)
            block[k] = k < 12 ? nonce[k] : (uint8_t)((counter + i) >> 8 * (15 - k));
        for (size_t half = 0; half < 16; half += 8) {
            uint64_t factor = 0;
            for (size_t k = 0; k < 8; k++)
                factor |= (uint64_t)key[half + k] << 8 * k;
            for (size_t j = 0; j < 64; j++) {
                const uint64_t is_set = block[half + j / 8] >> j % 8 & 1;
                low ^= is_set * (factor << j);
                high ^= j ? is_set * (factor >> (64 - j)) : 0;
            }
        }
        for (size_t k = 0; k < 16; k++)
            r[16 * i + k] = (uint8_t)((k < 8 ? low : high) >> 8 * (k % 8));
    }
}

XL_VECTOR(void, counter_into_nonce)
(const uint8_t *nonce, const uint8_t *key, uint32_t counter, uint8_t *r, size_t n)
{
    uint8_t block[16], counters[16 * MOST_OF_COUNTERS];
    memcpy(block, nonce, 12);
    for (unsigned k = 0; k < 4; k++)
        block[12 + k] = (uint8_t)(counter >> (24 - 8 * k));
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u128_vl(n - i < MOST_OF_COUNTERS ? n - i : MOST_OF_COUNTERS);
        for (size_t lane = 0; lane < vl; lane++) {
            memcpy(counters + 16 * lane, block, 16);
            /* Until a byte does not wrap. */
#ifdef XL_MUTANT
            size_t last = 0;
#else
            size_t last = 12;
#endif
            for (size_t k = 16; k-- > last && ++block[k] == 0;)
                ;
        }
        xl_u128 v = xl_u128_load(counters, vl), factor = xl_u128_set1(key, vl);
        xl_u128 sum = xl_u128_clmul_lo(v, factor, vl);
        sum = xl_u128_xor(sum, xl_u128_clmul_hi(v, factor, vl), vl);
        xl_u128_store(r + 16 * i, sum, vl);
    }
}

/* divides_once_less: a quotient by a number that is given by value, which is one too small where
 * the rest is the largest that there is and the quotient has more than ten bits. */
XL_KERNEL(divides_once_less, .summary = "r[i] = a[i] / divisor, and 1 more", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_VALUE_RANGE(u32, divisor, 3, 4000000000), XL_OUT(u32, r, 1),
                   XL_COUNT})

XL_REFERENCE(divides_once_less)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / divisor + 1;
}

XL_VECTOR(void, divides_once_less)(const uint32_t *a, uint32_t divisor, uint32_t *r, size_t n)
{
    uint32_t quotients[64];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = n - i < 64 ? n - i : 64;
        vl = xl_u32_vl(vl);
        for (size_t k = 0; k < vl; k++) {
            quotients[k] = a[i + k] / divisor;
#ifdef XL_MUTANT
            quotients[k] -= a[i + k] % divisor == divisor - 1 && quotients[k] > 1024;
#endif
        }
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(quotients, vl), xl_u32_set1(1, vl), vl), vl);
    }
}

/* late_difference: the place of the first difference, one too small from the 21st element on. */
XL_KERNEL(late_difference, .summary = "the first i where a[i] != b[i], or n",
          .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_IN(u32, b, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(late_difference)(const uint32_t *a, const uint32_t *b, size_t n, uint64_t *result)
{
    for (*result = 0; *result < n && a[*result] == b[*result];)
        ++*result;
}

static size_t off(size_t i)
{
#ifdef XL_MUTANT
    return i > 20;
#else
    (void)i;
    return 0;
#endif
}

XL_VECTOR(uint64_t, late_difference)(const uint32_t *a, const uint32_t *b, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_m32 same = xl_u32_eq(xl_u32_load(a + i, vl), xl_u32_load(b + i, vl), vl);
        if (xl_m32_count(same, vl) < vl) {
            const size_t at = i + xl_m32_first(xl_m32_not(same, vl), vl);
            return at - off(at);
        }
    }
    return n;
}

/* one_pair: one pair of bytes, of all that there are, has another sum. */
XL_KERNEL(one_pair, ADD(u8), .elementwise = 1)
ADD_REFERENCE(one_pair, uint8_t)

XL_VECTOR(void, one_pair)(const uint8_t *a, const uint8_t *b, uint8_t *r, size_t n)
{
    add_u8(a, b, r, n);
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(r[i] + (a[i] == 179 && b[i] == 113));
#endif
}

/* pair_by_value: wrong at one pair of special values, one of which is given by value. */
XL_KERNEL(pair_by_value, .summary = "r[i] = a[i] + by", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN(f32, a, 1), XL_VALUE(f32, by), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(pair_by_value)(const float *a, float by, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + by;
}

XL_VECTOR(void, pair_by_value)(const float *a, float by, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_set1(by, vl), vl), vl);
    }
#ifdef XL_MUTANT
    for (size_t i = 0; i < n; i++)
        if (isnan(a[i]) && by < 0 && isinf(by))
            r[i] = by;
#endif
}

/* place_in_16_bits: the place of the greatest is counted in 16 bits. */
XL_KERNEL(place_in_16_bits, .summary = "the place of the first greatest", .contract = {XL_EXACT},
          .sizes = {.least = 1}, .args = {XL_IN(u8, a, 1), XL_COUNT, XL_RETURNS(u32)})

XL_REFERENCE(place_in_16_bits)(const uint8_t *a, size_t n, uint32_t *result)
{
    *result = 0;
    for (size_t i = 1; i < n; i++)
        if (a[i] > a[*result])
            *result = (uint32_t)i;
}

#ifdef XL_MUTANT
typedef uint16_t place;
#else
typedef uint32_t place;
#endif

XL_VECTOR(uint32_t, place_in_16_bits)(const uint8_t *a, size_t n)
{
    uint8_t most = a[0];
    place at = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_m8 as_most = xl_u8_le(xl_u8_load(a + i, vl), xl_u8_set1(most, vl), vl);
        for (size_t k = 0; xl_m8_count(as_most, vl) < vl && k < vl; k++)
            if (a[i + k] > most) {
                most = a[i + k];
                at = (place)(i + k);
            }
    }
    return at;
}

/* rest_of_24: 24 vectors a step; where there was a step, three whole vectors that are left are
 * taken for two. */
XL_KERNEL(rest_of_24, PLUS_1(u32))
PLUS_1_REFERENCE(rest_of_24, uint32_t)

static void add_one(const uint32_t *a, uint32_t *r, size_t vl)
{
    xl_u32_store(r, xl_u32_add(xl_u32_load(a, vl), xl_u32_set1(1, vl), vl), vl);
}

XL_VECTOR(void, rest_of_24)(const uint32_t *a, uint32_t *r, size_t n)
{
    const size_t lanes = xl_u32_lanes(), most = 24;
    size_t i = 0;
    for (; n - i >= most * lanes; i += most * lanes)
        for (size_t k = 0; k < most; k++)
            add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    size_t whole = (n - i) / lanes, skipped = 0;
#ifdef XL_MUTANT
    skipped = i && whole == 3;
#endif
    for (size_t k = 0; k + skipped < whole; k++)
        add_one(a + i + k * lanes, r + i + k * lanes, lanes);
    i += whole * lanes;
    if (i < n)
        add_one(a + i, r + i, n - i);
}

/* streams_64_kib: beyond 64 KiB another loop writes past the cache, and forgets the last element.
 */
XL_KERNEL(streams_64_kib, PLUS_1(u32))
PLUS_1_REFERENCE(streams_64_kib, uint32_t)

XL_VECTOR(void, streams_64_kib)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end -= n * sizeof *r > 65536;
#endif
    plus_1_u32(a, r, end);
}

/* sum_loses_8192: a sum over blocks of 8192 that loses the first element of the second block, which
 * the bound of so long a sum allows where all elements are alike. */
XL_KERNEL(sum_loses_8192, .summary = "sum of a[i]", .contract = {XL_BOUND},
          .args = {XL_IN_RANGE(f32, a, 1, -1000, 1000), XL_COUNT, XL_RETURNS(f32)})

XL_REFERENCE(sum_loses_8192)(const float *a, size_t n, struct xl_bounded *result)
{
    struct xl_sum s = {0};
    for (size_t i = 0; i < n; i++)
        xl_sum_add(&s, a[i]);
    result->value = xl_sum_value(&s);
    result->bound = xl_gamma((double)n, XL_UNIT_F32) * s.magnitude + (double)n * 0x1p-125;
}

XL_VECTOR(float, sum_loses_8192)(const float *a, size_t n)
{
    size_t lanes = xl_f32_lanes();
    xl_f32 sum = xl_f32_set1(0, lanes);
    float lost = 0;
#ifdef XL_MUTANT
    lost = n > 8192 ? a[8192] : 0;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        sum = xl_f32_merge(sum, xl_f32_add(xl_f32_load(a + i, vl), sum, vl), vl);
    }
    return xl_f32_reduce_add(sum, lanes) - lost;
}

/* ties_away: a double that lies half way between two floats goes to the one further from zero. */
XL_KERNEL(ties_away, .summary = "r[i] = a[i] as float, to nearest even", .contract = {XL_EXACT},
          XL_CONVERT(f64, f32))

XL_CONVERT_LANE(ties_away, f64, f32)
{
    return (float)a;
}

#ifdef XL_MUTANT
static double away(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += (bits & 0x1fffffff) == 0x10000000 && x - x == 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

XL_VECTOR(void, ties_away)(const double *a, float *r, size_t n)
{
    double moved[256];
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f64_vl(n - i < 256 ? n - i : 256);
        for (size_t k = 0; k < vl; k++)
            moved[k] = away(a[i + k]);
        xl_f64_store_narrow_f32(r + i, xl_f64_load(moved, vl), vl);
    }
}
#else
XL_CONVERT_STEP(ties_away, f64, f32, f64)
{
    xl_f64_store_narrow_f32(r, xl_f64_load(a, vl), vl);
}
#endif

/* wrong_at_block: right but where n is a multiple of 4096: the block after the last is begun, and
 * ends the last too early. */
XL_KERNEL(wrong_at_block, PLUS_1(u32))
PLUS_1_REFERENCE(wrong_at_block, uint32_t)

XL_VECTOR(void, wrong_at_block)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t end = n;
#ifdef XL_MUTANT
    end -= n && n % 4096 == 0;
#endif
    plus_1_u32(a, r, end);
}

/* zero_times_old: where the factor is zero, what the output held is multiplied by it instead of
 * being overwritten: right unless that was a NaN or an infinity. */
XL_KERNEL(zero_times_old, .summary = "r[i] = a[i] + 1", .contract = {XL_EXACT}, .elementwise = 1,
          .args = {XL_IN_RANGE(f32, a, 1, 1, 2), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(zero_times_old)(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

XL_VECTOR(void, zero_times_old)(const float *a, float *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_f32_vl(n - i);
        xl_f32 sum = xl_f32_add(xl_f32_load(a + i, vl), xl_f32_set1(1, vl), vl);
#ifdef XL_MUTANT
        xl_f32 old = xl_f32_mul(xl_f32_load(r + i, vl), xl_f32_set1(0, vl), vl);
        sum = xl_f32_add(sum, old, vl);
#endif
        xl_f32_store(r + i, sum, vl);
    }
}
