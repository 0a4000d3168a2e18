/* What is planted: elements that are to be found, characters that are split, numbers next to a
 * root's or a quotient's step.
 * SPDX-License-Identifier: MIT
 */
#include "inputs_example.h"
#include "oracle/planted.h"
#include "oracle/values.h"

enum { VL = 128, SOME = 70000 };

#define RESULT {XL_ARG_RESULT, XL_u64, "result", 0, 1, 0, 0}
static const struct xl_kernel
    comparing = {.name = "compare", .args = {IN(u32), IN(u32), N, RESULT}},
    finding = {.name = "find",
               .args = {IN(u16), {XL_ARG_VALUE, XL_u16, "x", 0, 1, 0, 0}, N, RESULT}},
    least = {.name = "least", .args = {IN(f32), N, RESULT}},
    bytes = {.name = "bytes", .args = {IN(u8), N, RESULT}},
    words = {.name = "words", .args = {IN(u16), N, RESULT}},
    root = {.name = "root", .args = {IN(u32), OUT(u32), N}};

/* Where there is one of them. */
struct seen {
    size_t lanes;
    bool asks_far;
    bool early[64], late[64], tail[64], early_in[8], late_in[8], far; /* _in: a block of 8 */
};

static void see(struct seen *s, size_t at, size_t n)
{
    const size_t vector = at / s->lanes, lane = at % s->lanes, whole = n / s->lanes;
    s->far |= vector > 256;
    if (vector >= 34 && whole > 34)
        return;
    s->early[lane] |= vector < 16;
    s->early_in[vector % 8] |= vector < 16;
    s->late[lane] |= vector >= 16 && vector < whole;
    s->late_in[vector % 8] |= vector >= 16 && vector < whole;
    s->tail[lane] |= vector == whole;
}

static void assert_all_seen(const struct seen *s)
{
    for (size_t lane = 0; lane < s->lanes; lane++) {
        assert_true(s->early[lane] && s->late[lane]);
        assert_true(s->tail[lane] || lane + 1 == s->lanes);
    }
    for (size_t v = 0; v < 8; v++)
        assert_true(s->early_in[v] && s->late_in[v]);
    assert_true(s->far || !s->asks_far);
}

/* Two arrays that differ in one element, by the lowest bit and by the highest; and in two, the
 * second the other way, in a lane before the first's. */
XL_TEST(test_one_difference_in_each_lane)
{
    static uint32_t a[SOME], b[SOME];
    struct seen one = {.lanes = 4, .asks_far = true};
    bool is_lowest = false, is_highest = false, is_before = false, is_beside = false;
    for (size_t i = 0; i < xl_case_count(&comparing, VL, 1); i++) {
        struct xl_case c = xl_case_get(&comparing, VL, 1, 1, i);
        size_t at[2] = {0}, count = 0;
        if (c.fill != XL_FILL_PLANTED)
            continue;
        xl_fill_input(&comparing, 0, &c, a);
        xl_fill_input(&comparing, 1, &c, b);
        for (size_t e = 0; e < c.n && count < 3; e++)
            if (a[e] != b[e] && count++ < 2)
                at[count - 1] = e;
        if (count == 1 && c.round % 4 == 0)
            see(&one, at[0], c.n);
        is_lowest |= count == 1 && (a[at[0]] ^ b[at[0]]) == 1;
        is_highest |= count == 1 && (a[at[0]] ^ b[at[0]]) == 0x80000000;
        if (count != 2)
            continue;
        assert_true((a[at[0]] < b[at[0]]) != (a[at[1]] < b[at[1]]) || c.round % 4 == 3);
        is_before |= at[1] / 4 > at[0] / 4 && at[1] % 4 < at[0] % 4;
        is_beside |= at[1] / 4 == at[0] / 4;
    }
    assert_all_seen(&one);
    assert_true(is_lowest && is_highest && is_before && is_beside);
}

/* Only one is what is given, less, greater; and where none is, what lies behind would be. */
XL_TEST(test_one_hit_in_each_lane)
{
    static uint16_t a[SOME];
    struct seen hit = {.lanes = 8, .asks_far = true};
    bool is_other = false, is_less = false, is_more = false;
    bool rests[8] = {false};
    for (size_t i = 0; i < xl_case_count(&finding, VL, 1); i++) {
        struct xl_case c = xl_case_get(&finding, VL, 1, 1, i);
        size_t at[3] = {0}, count[3] = {0};
        uint16_t x = 0;
        if (c.fill != XL_FILL_PLANTED)
            continue;
        xl_fill_input(&finding, 0, &c, a);
        xl_fill_input(&finding, 1, &c, &x);
        for (size_t e = 0; e < c.n; e++) {
            const size_t which = a[e] == x ? 0 : a[e] < x ? 1 : 2;
            count[which]++;
            at[which] = e;
        }
        if (count[0] == 1)
            see(&hit, at[0], c.n);
        is_other |= c.n > 100 && count[0] == c.n - 1;
        is_less |= c.n > 100 && count[1] == 1 && !count[0] && at[1] > 100;
        is_more |= c.n > 100 && count[2] == 1 && !count[0] && at[2] > 100;
        if (!count[0] && x == c.poison * 0x0101)
            rests[c.n % 8] = true;
    }
    assert_all_seen(&hit);
    assert_true(is_other && is_less && is_more);
    for (size_t rest = 0; rest < 8; rest++)
        assert_true(rests[rest]);
}

/* The only NaN; all but two are; the least, the greatest. */
XL_TEST(test_one_outlier_in_each_lane)
{
    static float a[SOME];
    struct seen nan = {.lanes = 4, .asks_far = true}, lowest = {.lanes = 4}, highest = {.lanes = 4};
    bool is_number = false;
    for (size_t i = 0; i < xl_case_count(&least, VL, 1); i++) {
        struct xl_case c = xl_case_get(&least, VL, 1, 1, i);
        size_t nans = 0, at = 0, low = 0, high = 0;
        if (c.fill != XL_FILL_PLANTED)
            continue;
        xl_fill_input(&least, 0, &c, a);
        for (size_t e = 0; e < c.n; e++) {
            nans += isnan(a[e]);
            at = isnan(a[e]) ? e : at;
            low = a[e] < a[low] ? e : low;
            high = a[e] > a[high] ? e : high;
        }
        is_number |= nans && nans == c.n - 2;
        if (nans == 1)
            see(&nan, at, c.n);
        if (!nans && a[low] < -900)
            see(&lowest, low, c.n);
        if (!nans && a[high] > 900)
            see(&highest, high, c.n);
    }
    assert_all_seen(&nan);
    assert_all_seen(&lowest);
    assert_all_seen(&highest);
    assert_true(is_number);
}

/* A zero, or the greatest, behind as many bytes as 16 bits count. */
XL_TEST(test_late_bytes)
{
    static uint8_t a[SOME];
    bool zero = false, greatest = false;
    for (size_t i = 0; i < xl_case_count(&bytes, VL, 1); i++) {
        struct xl_case c = xl_case_get(&bytes, VL, 1, 1, i);
        if (c.fill != XL_FILL_PLANTED || c.n <= 65536)
            continue;
        xl_fill_input(&bytes, 0, &c, a);
        const uint8_t *found = memchr(a, 0, c.n);
        zero |= found && found - a > 65536;
        for (size_t e = 0, most = 0; e < c.n; e++) {
            most = a[e] > a[most] ? e : most;
            greatest |= e == c.n - 1 && most > 65536;
        }
    }
    assert_true(zero && greatest);
}

/* Lanes from the first on, and from the last: of each number. */
XL_TEST(test_runs_of_lanes)
{
    static uint32_t a[SOME], b[SOME];
    bool first[5] = {false}, last[5] = {false};
    for (size_t i = 0; i < XL_SPREAD_CASES; i++) {
        struct xl_case c = {.lanes = 4, .rows = 1, .depth = 1, .seed = 4096};
        xl_spread_get(&comparing, i, &c);
        xl_fill_input(&comparing, 0, &c, a);
        xl_fill_input(&comparing, 1, &c, b);
        for (size_t e = 0; e + 4 <= c.n; e += 4) {
            size_t lanes = 0;
            for (size_t k = 0; k < 4; k++)
                lanes |= (size_t)(a[e + k] != b[e + k]) << k;
            for (size_t k = 0; k <= 4; k++) {
                first[k] |= lanes == (1u << k) - 1;
                last[k] |= lanes == (0xfu << k & 0xf);
            }
        }
    }
    for (size_t k = 0; k <= 4; k++)
        assert_true(first[k] && last[k]);
}

/* Each way to split a character of UTF-8, at each vector's end; and errors behind the eighth. */
XL_TEST(test_splits_of_bytes)
{
    static uint8_t a[SOME];
    bool split[34][5][4] = {{{false}}};
    size_t errors = 0;
    for (size_t i = 0; i < xl_case_count(&bytes, VL, 1); i++) {
        struct xl_case c = xl_case_get(&bytes, VL, 1, 1, i);
        if (c.fill != XL_FILL_TEXT)
            continue;
        xl_fill_input(&bytes, 0, &c, a);
        errors += c.walk > 128 && c.round >= 32;
        for (size_t e = 0, length; e < c.n; e += length) {
            length = a[e] < 0xc0 ? 1 : a[e] < 0xe0 ? 2 : a[e] < 0xf0 ? 3 : 4;
            if (c.round < 32) /* valid */
                for (size_t k = 1; k < length; k++)
                    assert_true(e + k < c.n && a[e + k] >> 6 == 2);
            for (size_t k = 1; k < length; k++)
                if ((e + k) % 16 == 0 && (e + k) / 16 < 34)
                    split[(e + k) / 16][length][k] = true;
        }
    }
    for (size_t v = 1; v < 34; v++)
        for (size_t length = 2; length <= 4; length++)
            for (size_t k = 1; k < length; k++)
                assert_true(split[v][length][k]);
    assert_true(errors > 20);
}

XL_TEST(test_splits_of_pairs)
{
    static uint16_t a[SOME];
    bool split[34] = {false}, single[8] = {false};
    for (size_t i = 0; i < xl_case_count(&words, VL, 1); i++) {
        struct xl_case c = xl_case_get(&words, VL, 1, 1, i);
        if (c.fill != XL_FILL_TEXT)
            continue;
        xl_fill_input(&words, 0, &c, a);
        for (size_t e = 0; e < c.n; e++) {
            const bool is_first = a[e] >> 10 == 0x36,
                       is_pair = e + 1 < c.n && a[e + 1] >> 10 == 0x37;
            assert_true(!is_first || is_pair || c.round >= 32);
            if (is_first && is_pair && e % 8 == 7 && e / 8 + 1 < 34)
                split[e / 8 + 1] = true;
            const bool is_second = a[e] >> 10 == 0x37, follows = e && a[e - 1] >> 10 == 0x36;
            single[e % 8] |= e > 64 && is_first + is_second && !(is_first ? is_pair : follows);
        }
    }
    for (size_t v = 1; v < 34; v++)
        assert_true(split[v]);
    for (size_t lane = 0; lane < 8; lane++)
        assert_true(single[lane]);
}

/* k^2 - 1 of the largest roots and of others, where a float's root is k; cubes; and of floats. */
XL_TEST(test_next_to_squares)
{
    static uint32_t a[SOME];
    size_t below = 0, largest = 0, n = fill_with(&root, XL_FILL_ROOTS, 1, 1, 0, (float *)a);
    assert_true(n > 1000);
    for (size_t e = 0; e < n; e++) {
        const double k = rint(sqrt((double)a[e]));
        below += k > 5000 && (double)a[e] == k * k - 1;
        largest += k > 65530 && (double)a[e] == k * k - 1;
    }
    assert_true(below > 20 && largest > 5);
    assert_true(!xl_fill_applies(XL_FILL_ROOTS, &map_f32) &&
                !xl_fill_applies(XL_FILL_ROOTS, &tan_f32));
    for (uint64_t random = 0; random < 4096; random++) {
        const uint64_t bits = xl_root_bits(XL_f32, random * 0x9e3779b97f4a7c15);
        assert_true(fabs(xl_bits_value(XL_f32, bits)) <= 0x1p24);
    }
}

/* One, powers of two and what is next to them, more than half of the range, even ones; each with
 * dividends up to the largest. */
XL_TEST(test_classes_of_divisors)
{
    bool one = false, power = false, next = false, top = false, even = false, late = false;
    for (size_t i = 0; i < xl_case_count(&dividing, VL, 1); i++) {
        struct xl_case c = xl_case_get(&dividing, VL, 1, 1, i);
        static uint32_t a[SOME];
        uint32_t by = 0;
        if (c.fill != XL_FILL_MULTIPLES)
            continue;
        xl_fill_input(&dividing, 0, &c, &by);
        xl_fill_input(&dividing, 1, &c, a);
        one |= by == 1;
        power |= by > 1 && !(by & (by - 1));
        next |= by > 4 && !((by - 1) & (by - 2));
        top |= by >> 31 && by & 1;
        even |= by >> 31 && !(by & 1);
        for (size_t e = 0; by > 2 && by < 1000 && e < c.n; e++)
            late |= a[e] % by == by - 1 && UINT32_MAX - a[e] < 4 * by;
    }
    assert_true(one && power && next && top && even && late);
}

int main(void)
{
    return xl_run_tests("planted", NULL, NULL);
}
