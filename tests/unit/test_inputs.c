/* Inputs: what is tried, and in which cases.
 * SPDX-License-Identifier: MIT
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "docs/generated.h"
#include "judge/compare.h"
#include "judge/dense.h"
#include "judge/inputs.h"
#include "judge/narrow.h"
#include "judge/special.h"

static const struct xl_kernel map_f32 = {.name = "map_f32",
                                         .contract = {XL_EXACT},
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_IN, XL_f32, "b", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

static uint64_t bits_of(float x)
{
    return xl_bits_get(XL_f32, &x, 0);
}

enum { ROOM = XL_MAX_BUFFER_BYTES / 4 }; /* elements of the largest buffer, of 4 bytes each */

static void test_same_seed_same_input(void **state)
{
    (void)state;
    size_t cases = xl_case_count(&map_f32, 128, 1);
    static float a[ROOM], b[ROOM];
    int differ = 0;
    for (size_t i = 0; i < cases; i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 1, 7, i),
                       again = xl_case_get(&map_f32, 128, 1, 7, i);
        struct xl_case other = xl_case_get(&map_f32, 128, 1, 8, i);
        xl_fill_input(&map_f32, 0, &c, a);
        xl_fill_input(&map_f32, 0, &again, b);
        assert_memory_equal(a, b, c.n * sizeof a[0]);
        xl_fill_input(&map_f32, 0, &other, b);
        differ += other.n == c.n && memcmp(a, b, c.n * sizeof a[0]) != 0;
    }
    assert_true(differ > 10);
}

static void test_every_size_at_every_place(void **state)
{
    (void)state;
    enum { LANES = 4 };
    int seen[4 * LANES + 4][XL_PLACES_APART] = {{0}};
    int large = 0;
    for (size_t i = 0; i < xl_case_count(&map_f32, 32 * LANES, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 32 * LANES, 1, 1, i);
        if (c.place >= XL_PLACES_APART)
            continue;
        if (c.n <= 4 * LANES + 3)
            seen[c.n][c.place]++;
        else
            large++;
    }
    for (size_t n = 0; n <= 4 * LANES + 3; n++)
        for (size_t p = 0; p < XL_PLACES_APART; p++)
            assert_true(seen[n][p] > 0);
    assert_true(large > 0);
}

static bool is_small(float x)
{
    return fabsf(x) <= 8;
}

static bool is_special(uint64_t bits, size_t w)
{
    return bits == xl_special_bits(XL_f32, w);
}

/* Which special value an element is; XL_SPECIALS for none. */
static size_t which_special(uint64_t bits)
{
    size_t w = 0;
    while (w < XL_SPECIALS && !is_special(bits, w))
        w++;
    return w;
}

/* Each special value meets each lane of each operand: in company, and alone, which is while the
 * other operand is small. Each ordered pair of special values meets. */
static void account(size_t lanes)
{
    static float in[2][XL_MAX_BUFFER_BYTES / sizeof(float)];
    static uint8_t met[2][XL_SPECIALS][64], alone[2][XL_SPECIALS][64];
    static uint8_t pairs[XL_SPECIALS][XL_SPECIALS];
    memset(met, 0, sizeof met);
    memset(alone, 0, sizeof alone);
    memset(pairs, 0, sizeof pairs);
    for (size_t i = 0; i < xl_case_count(&map_f32, 32 * lanes, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 32 * lanes, 1, 1, i);
        xl_fill_input(&map_f32, 0, &c, in[0]);
        xl_fill_input(&map_f32, 1, &c, in[1]);
        for (size_t e = 0; e < c.n; e++) {
            size_t w[2] = {which_special(bits_of(in[0][e])), which_special(bits_of(in[1][e]))};
            for (size_t operand = 0; operand < 2; operand++) {
                if (w[operand] == XL_SPECIALS)
                    continue;
                met[operand][w[operand]][e % lanes] = 1;
                if (c.fill == XL_FILL_ALONE && is_small(in[!operand][e]))
                    alone[operand][w[operand]][e % lanes] = 1;
            }
            if (w[0] < XL_SPECIALS && w[1] < XL_SPECIALS)
                pairs[w[0]][w[1]] = 1;
        }
    }
    for (size_t a = 0; a < XL_SPECIALS; a++)
        for (size_t b = 0; b < XL_SPECIALS; b++)
            if (!pairs[a][b])
                fail_msg("special values %zu and %zu never met", a, b);
    for (size_t operand = 0; operand < 2; operand++)
        for (size_t w = 0; w < XL_SPECIALS; w++)
            for (size_t lane = 0; lane < lanes; lane++)
                if (!met[operand][w][lane] || !alone[operand][w][lane])
                    fail_msg("0x%08llx was never %s lane %zu of %zu of operand %zu",
                             (unsigned long long)xl_special_bits(XL_f32, w),
                             met[operand][w][lane] ? "alone in" : "in", lane, lanes, operand);
}

static void test_specials_in_every_lane_and_operand(void **state)
{
    (void)state;
    account(4);
    account(12); /* SVE at 384 bits */
    account(16);
    account(64);
}

/* What is left of whole vectors: each special value is there too. */
static void test_specials_in_the_tail(void **state)
{
    (void)state;
    static float a[ROOM];
    int seen[XL_SPECIALS] = {0};
    for (size_t i = 0; i < xl_case_count(&map_f32, 128, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 1, 1, i);
        xl_fill_input(&map_f32, 0, &c, a);
        for (size_t e = c.n - c.n % 4; e < c.n; e++) {
            size_t w = which_special(bits_of(a[e]));
            if (w < XL_SPECIALS)
                seen[w] = 1;
        }
    }
    for (size_t w = 0; w < XL_SPECIALS; w++)
        assert_true(seen[w]);
}

/* As an ISA of bytes has it: the longest way round the lanes there is. */
static void test_odd_lane_goes_everywhere(void **state)
{
    (void)state;
    struct xl_kernel map = {.name = "map_u8",
                            .args = {{XL_ARG_IN, XL_u8, "a", 1, 0, 0, 0},
                                     {XL_ARG_OUT, XL_u8, "r", 1, 0, 0, 0},
                                     {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};
    static const size_t vl[] = {128, 384, 512, 2048};
    static uint8_t a[4 * ROOM];
    for (size_t v = 0; v < sizeof vl / sizeof vl[0]; v++) {
        size_t lanes = vl[v] / 8;
        int seen[256] = {0};
        for (size_t i = 0; i < xl_case_count(&map, vl[v], 1); i++) {
            struct xl_case c = xl_case_get(&map, vl[v], 1, 1, i);
            if (c.fill != XL_FILL_ODD)
                continue;
            xl_fill_input(&map, 0, &c, a);
            for (size_t from = 0; from + lanes <= c.n; from += lanes) {
                size_t odd = 0, lane = 0;
                for (size_t l = 0; l < lanes; l++) {
                    odd += a[from + l] > 3;
                    lane = a[from + l] > 3 ? l : lane;
                }
                assert_true(odd <= 1);
                seen[lane] |= odd == 1;
            }
        }
        for (size_t l = 0; l < lanes; l++)
            if (!seen[l])
                fail_msg("lane %zu of %zu is never the odd one", l, lanes);
    }
}

/* The least number of elements after which they come again, all through a case of many; or n. */
static size_t period_of(const float *a, size_t n, size_t most)
{
    for (size_t period = 1; period <= most && 2 * period <= n; period++)
        if (memcmp(a, a + period, (n - period) * sizeof *a) == 0)
            return period;
    return n;
}

/* What comes again and again must be known to xl_case_twin, or the check `lanes` compares nothing.
 */
static void test_what_comes_again_is_a_twin(void **state)
{
    (void)state;
    static float a[ROOM];
    for (size_t i = 0; i < xl_case_count(&map_f32, 128, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 1, 1, i);
        xl_fill_input(&map_f32, 0, &c, a);
        for (size_t e = period_of(a, c.n, 17), period = e; c.n > 16 && e < c.n; e++)
            if (xl_case_twin(&c, e) != xl_case_twin(&c, e - period))
                fail_msg("the fill '%s' has equal elements %zu and %zu, of which xl_case_twin in "
                         "harness/judge/inputs.c does not know",
                         xl_fill_name(c.fill), e - period, e);
    }
}

static bool all_within(const float *a, size_t n, double least, double most)
{
    for (size_t e = 0; e < n; e++)
        if (!(fabs((double)a[e]) >= least && fabs((double)a[e]) <= most))
            return false;
    return true;
}

static bool all_special(const float *a, size_t n)
{
    for (size_t e = 0; e < n; e++)
        if (which_special(bits_of(a[e])) == XL_SPECIALS)
            return false;
    return true;
}

static bool is_sorted(const float *a, size_t n, bool descending)
{
    for (size_t e = 1; e < n; e++)
        if (descending ? a[e] > a[e - 1] : a[e] < a[e - 1])
            return false;
    return true;
}

static bool has_period(const struct xl_case *c, const float *a)
{
    for (size_t e = 0; e < c->n; e++)
        if (bits_of(a[e]) != bits_of(a[xl_case_twin(c, e)]))
            return false;
    return true;
}

/* What the text in fills.def says, of the first operand of map_f32. A fill without a case here does
 * not compile. */
static bool is_as_it_says(const struct xl_case *c, const float *a)
{
    switch (c->fill) {
    case XL_FILL_DOMAIN:
        return all_within(a, c->n, 0, 128);
    case XL_FILL_SPECIAL:
    case XL_FILL_PAIRS:
        return all_special(a, c->n);
    case XL_FILL_SMALL:
        return all_within(a, c->n, 0, 8);
    case XL_FILL_TINY:
        return all_within(a, c->n, 0, c->round & 1 ? 1 : 0.001);
    case XL_FILL_LARGE:
        return all_within(a, c->n, 0x1p20, FLT_MAX);
    case XL_FILL_SORTED:
        return is_sorted(a, c->n, c->round & 1);
    case XL_FILL_CONSTANT:
    case XL_FILL_ROTATED:
    case XL_FILL_EXTREME:
        return has_period(c, a);
    case XL_FILL_ALONE:
        return c->round ? all_within(a, c->n, 0, 8) : all_special(a, c->n);
    case XL_FILL_BITS: /* anything */
        return true;
    case XL_FILL_ODD: /* these have tests of their own, or no case of this kernel */
    case XL_FILL_DENSE:
    case XL_FILL_NEAR:
    case XL_FILL_KNOWN:
    case XL_FILL_WALK:
    case XL_FILL_EVERY:
    case XL_FILL_TIES:
    case XL_FILL_SPARSE:
    case XL_FILL_MULTIPLES:
    case XL_FILL_RELATED:
        return true;
    case XL_FILLS:
        break;
    }
    return false;
}

static void test_fills_are_what_they_say(void **state)
{
    (void)state;
    static float a[ROOM];
    int seen[XL_FILLS] = {0};
    for (size_t i = 0; i < xl_case_count(&map_f32, 128, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 1, 1, i);
        xl_fill_input(&map_f32, 0, &c, a);
        seen[c.fill] += c.n > 16;
        if (!is_as_it_says(&c, a))
            fail_msg("case %zu, n = %zu, round %u: the fill '%s' is not what fills.def says", i,
                     c.n, c.round, xl_fill_name(c.fill));
    }
    for (enum xl_fill f = 0; f < XL_FILLS; f++)
        if (!seen[f] && xl_fill_applies(f, &map_f32))
            fail_msg("the fill '%s' never had four vectors", xl_fill_name(f));
}

static const struct xl_kernel tan_f32 = {.name = "tan_f32",
                                         .function = "tan",
                                         .elementwise = 1,
                                         .contract = {XL_ULP, .ulp = 1},
                                         .dense = {{-1, 0.5}, {3, 3}, {100, 1e30}},
                                         .period = 1.5707963267948966,
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

/* Fills `a` with the first case that has the fill; the number of its elements, 0 if there is none.
 */
static size_t fill_with(const struct xl_kernel *kernel, enum xl_fill fill, unsigned count,
                        uint64_t seed, size_t which, void *a)
{
    for (size_t i = 0; i < xl_case_count(kernel, 128, count); i++) {
        struct xl_case c = xl_case_get(kernel, 128, count, seed, i);
        if (c.fill == fill && which-- == 0) {
            xl_fill_input(kernel, 0, &c, a);
            return c.n;
        }
    }
    return 0;
}

static bool has_fill(const struct xl_kernel *kernel, enum xl_fill fill)
{
    for (size_t i = 0; i < xl_case_count(kernel, 128, 1); i++)
        if (xl_case_get(kernel, 128, 1, 1, i).fill == fill)
            return true;
    return false;
}

/* A kernel for what no other asks for: few bits; another type; a bound; a value. */
#define IN(TYPE) {XL_ARG_IN, XL_##TYPE, "a", 1, 0, 0, 0}
#define OUT(TYPE) {XL_ARG_OUT, XL_##TYPE, "r", 1, 0, 0, 0}
#define N {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}
static const struct xl_kernel few_bits = {
    .name = "few", .elementwise = 1, .args = {IN(u8), IN(i8), OUT(u8), N}};
static const struct xl_kernel converting = {
    .name = "cvt", .elementwise = 1, .args = {IN(f64), OUT(f32), N}};
static const struct xl_kernel bounded = {
    .name = "sum", .contract = {XL_BOUND}, .args = {IN(f32), OUT(f32), N}};
static const struct xl_kernel dividing = {
    .name = "div", .args = {{XL_ARG_VALUE, XL_i32, "by", 0, 1, 0, 0}, IN(i32), OUT(i32), N}};

static const struct xl_kernel counting = {
    .name = "count", .contract = {XL_EXACT}, .args = {IN(u8), N}};

/* An operand has one value in all its elements; of two operands each value meets each. */
static void test_extremes_meet(void **state)
{
    (void)state;
    static float a[ROOM], b[ROOM];
    bool met[XL_EXTREMES][XL_EXTREMES] = {{false}};
    for (size_t i = 0; i < xl_case_count(&map_f32, 128, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 1, 1, i);
        if (c.fill != XL_FILL_EXTREME)
            continue;
        xl_fill_input(&map_f32, 0, &c, a);
        xl_fill_input(&map_f32, 1, &c, b);
        assert_true(c.n >= 64);
        for (size_t e = 0; e < c.n; e++)
            assert_true(bits_of(a[e]) == bits_of(a[0]) && bits_of(b[e]) == bits_of(b[0]));
        for (size_t x = 0; x < XL_EXTREMES; x++)
            for (size_t y = 0; y < XL_EXTREMES; y++)
                met[x][y] |= bits_of(a[0]) == xl_extreme_bits(XL_f32, x) &&
                             bits_of(b[0]) == xl_extreme_bits(XL_f32, y);
    }
    for (size_t x = 0; x < XL_EXTREMES; x++)
        for (size_t y = 0; y < XL_EXTREMES; y++)
            assert_true(met[x][y]);
}

/* Also where the domain's ends are no floats, and what is next to them is outside of it. */
static void test_extremes_of_a_domain(void **state)
{
    (void)state;
    const struct xl_kernel tenth = {
        .name = "tenth",
        .contract = {XL_EXACT},
        .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, -0.1, 0.1}, OUT(f32), N}};
    static float a[ROOM];
    for (size_t i = 0; i < xl_case_count(&tenth, 128, 1); i++) {
        struct xl_case c = xl_case_get(&tenth, 128, 1, 1, i);
        xl_fill_input(&tenth, 0, &c, a);
        for (size_t e = 0; c.fill == XL_FILL_EXTREME && e < c.n; e++)
            assert_true(bits_of(a[e]) == bits_of(a[0]) && (double)a[e] >= -0.1 &&
                        (double)a[e] <= 0.1);
    }
}

/* As in a difference of two arrays: how often they are the same, all but for one element the same,
 * and each other's complement. */
static void test_operands_follow_from_each_other(void **state)
{
    (void)state;
    static const struct xl_kernel kernel = {
        .name = "both", .contract = {XL_EXACT}, .args = {IN(u32), IN(u32), OUT(u32), N}};
    static uint32_t a[ROOM], b[ROOM];
    size_t same = 0, but_one = 0, opposite = 0, next = 0, multiples = 0;
    for (size_t i = 0; i < xl_case_count(&kernel, 128, 1); i++) {
        struct xl_case c = xl_case_get(&kernel, 128, 1, 1, i);
        size_t equal = 0, complements = 0, one_more = 0, near_multiple = 0;
        xl_fill_input(&kernel, 0, &c, a);
        xl_fill_input(&kernel, 1, &c, b);
        for (size_t e = 0; c.fill == XL_FILL_RELATED && e < c.n; e++) {
            equal += a[e] == b[e];
            complements += a[e] == ~b[e];
            one_more += a[e] + 1 == b[e];
            near_multiple += b[e] && (a[e] + 1) % b[e] <= 2;
        }
        same += c.n && equal == c.n;
        but_one += c.n > 20 && equal == c.n - 1;
        opposite += c.n && complements == c.n;
        next += c.n && one_more == c.n;
        multiples += c.n && near_multiple == c.n;
    }
    assert_true(same && but_one && opposite && next && multiples);
    assert_false(xl_fill_applies(XL_FILL_RELATED, &converting));
}

/* Blocks of 2^k elements, and of more bytes than 16 bits count the last is the greatest. */
static void test_sizes_next_to_powers(void **state)
{
    (void)state;
    static const size_t wanted[] = {255, 256, 257, 511, 512, 513, 4096};
    static uint8_t a[4 * ROOM];
    size_t seen[sizeof wanted / sizeof wanted[0]] = {0}, longest = 0;
    for (size_t i = 0; i < xl_case_count(&counting, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&counting, 128, 1, 1, i);
        for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
            seen[w] += c.n == wanted[w];
        if (c.n <= 65536)
            continue;
        xl_fill_input(&counting, 0, &c, a);
        for (size_t e = 0; e + 1 < c.n; e++)
            assert_true(a[e] < a[c.n - 1]);
        longest++;
    }
    for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
        assert_true(seen[w] > 0);
    assert_int_equal(longest, 1);
}

/* Two calls whose buffers lie at the same place, and hold other elements. */
static void test_a_place_is_used_twice(void **state)
{
    (void)state;
    static float a[ROOM], b[ROOM];
    size_t pairs = 0;
    for (size_t i = 1; i < xl_case_count(&map_f32, 128, 1); i++) {
        const struct xl_case before = xl_case_get(&map_f32, 128, 1, 1, i - 1),
                             c = xl_case_get(&map_f32, 128, 1, 1, i);
        if (c.place != XL_PLACE_ACROSS || before.place != c.place || before.n != c.n ||
            before.offset != c.offset)
            continue;
        xl_fill_input(&map_f32, 0, &before, a);
        xl_fill_input(&map_f32, 0, &c, b);
        pairs += memcmp(a, b, c.n * sizeof *a) != 0;
    }
    assert_true(pairs > 0);
}

/* A fill that no case has tests nothing. */
static void test_each_fill_is_used(void **state)
{
    (void)state;
    static const struct xl_kernel *const kernels[] = {&tan_f32,    &map_f32, &few_bits,
                                                      &converting, &bounded, &dividing};
    const struct xl_known_inputs known = {1, (const uint64_t[][XL_MAX_ARITY]){{0}}};
    const enum xl_fill asked_for = xl_case_known(&tan_f32, 128, &known).fill;
    for (enum xl_fill f = 0; f < XL_FILLS; f++) {
        bool is_used = f == asked_for;
        for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
            assert_int_equal(has_fill(kernels[k], f), xl_fill_applies(f, kernels[k]));
            is_used |= has_fill(kernels[k], f);
        }
        if (!is_used)
            fail_msg("no case has the fill '%s': harness/judge/cases.c", xl_fill_name(f));
    }
}

/* What is drawn, by the remainder of the case's seed: with one fill more or in another place, every
 * kernel has other inputs, and every known worst error and every finding's command with them. */
static void test_drawn_fills_stay_in_their_places(void **state)
{
    (void)state;
    static const char *const drawn[] = {"bits",  "domain", "special", "pairs",    "small",  "tiny",
                                        "large", "odd",    "sorted",  "constant", "rotated"};
    enum { DRAWN = sizeof drawn / sizeof drawn[0], SIZES = (4 * 4 + 4) * XL_PLACES_APART };
    int seen[DRAWN] = {0};
    for (size_t i = 0; i < 3 * SIZES; i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 3, 1, i);
        assert_string_equal(xl_fill_name(c.fill), drawn[c.seed % DRAWN]);
        seen[c.seed % DRAWN]++;
    }
    for (size_t f = 0; f < DRAWN; f++)
        assert_true(seen[f] > 0);
}

static void test_dense_intervals(void **state)
{
    (void)state;
    static float a[ROOM];
    size_t in[3] = {0}, ends[6] = {0}, below = 0,
           n = fill_with(&tan_f32, XL_FILL_DENSE, 1, 1, 0, a);
    const float end[6] = {-1, nextafterf(-1, 0), 0.5f, 3, 100, 1e30f};
    assert_int_equal(n, XL_LARGE_N);
    for (size_t i = 0; i < n; i++) {
        bool inside = false;
        for (size_t d = 0; d < 3; d++)
            if (a[i] >= (float)tan_f32.dense[d].lo && a[i] <= (float)tan_f32.dense[d].hi) {
                in[d]++;
                inside = true;
            }
        assert_true(inside);
        for (size_t e = 0; e < 6; e++)
            ends[e] += a[i] == end[e];
        below += a[i] > 100 && a[i] < 1e15;
    }
    for (size_t d = 0; d < 3; d++)
        assert_true(in[d] > n / 5);
    for (size_t e = 0; e < 6; e++)
        assert_true(ends[e] > 0);
    assert_true(below > n / 8); /* by bits: each power of two as often */
    assert_int_equal(fill_with(&map_f32, XL_FILL_DENSE, 1, 1, 0, a), 0);
}

static void test_next_to_multiples(void **state)
{
    (void)state;
    static float a[ROOM];
    size_t n = fill_with(&tan_f32, XL_FILL_NEAR, 1, 1, 0, a), small = 0, large = 0, exact = 0;
    assert_int_equal(n, XL_LARGE_N);
    for (size_t i = 0; i < n; i++) {
        long double nearest = rintl(fabsf(a[i]) / (long double)tan_f32.period) * tan_f32.period;
        float down = nextafterf((float)nearest, 0), up = nextafterf((float)nearest, INFINITY);
        assert_true(isfinite(a[i]) && fabsf(a[i]) >= nextafterf(down, 0) &&
                    fabsf(a[i]) <= nextafterf(up, INFINITY));
        exact += fabsf(a[i]) == (float)nearest;
        small += fabsf(a[i]) < 100;
        large += fabsf(a[i]) > 1e30f;
    }
    assert_true(exact > n / 5 && small > n / 20 && large > n / 20);
    assert_int_equal(fill_with(&map_f32, XL_FILL_NEAR, 1, 1, 0, a), 0);
}

static int by_bits(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* No pattern comes twice, in one run and the run of the next seed. */
static void test_walk_has_no_repeats(void **state)
{
    (void)state;
    enum { RUNS = 2, COUNT = 5 };
    static uint32_t all[RUNS * COUNT * XL_LARGE_N];
    size_t n = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        for (size_t which = 0; which < COUNT; which++)
            n += fill_with(&tan_f32, XL_FILL_WALK, COUNT, seed, which, all + n);
    assert_int_equal(n, sizeof all / sizeof all[0]);
    qsort(all, n, sizeof all[0], by_bits);
    for (size_t i = 1; i < n; i++)
        assert_true(all[i] != all[i - 1]);
    assert_int_equal(fill_with(&map_f32, XL_FILL_WALK, 1, 1, 0, all), 0);
}

/* Known inputs come over and over, in every lane, and equal ones are twins. */
static void test_known_inputs(void **state)
{
    (void)state;
    static const uint64_t inputs[][XL_MAX_ARITY] = {{0x3f800000}, {0xc2cd2fd4}, {0x00000001}};
    const struct xl_known_inputs known = {3, inputs};
    static uint32_t a[ROOM];
    struct xl_case c = xl_case_known(&tan_f32, 128, &known);
    assert_int_equal(c.n, 19); /* four vectors and 3 */
    xl_fill_input(&tan_f32, 0, &c, a);
    for (size_t i = 0; i < c.n; i++) {
        assert_int_equal(a[i], inputs[i % 3][0]);
        assert_int_equal(xl_case_twin(&c, i), i % 3);
    }
}

static void test_wrong_intervals(void **state)
{
    (void)state;
    struct xl_kernel k = tan_f32;
    assert_null(xl_dense_wrong(&k));
    k.dense[1].lo = 4;
    assert_non_null(strstr(xl_dense_wrong(&k), "ends before"));
    k.period = -1;
    assert_non_null(strstr(xl_dense_wrong(&k), "positive"));
    k.function = NULL;
    assert_non_null(strstr(xl_dense_wrong(&k), "with .function"));
}

/* A rotated fill has each of its values in each lane. */
static void test_rotation_reaches_every_lane(void **state)
{
    (void)state;
    enum { LANES = 16, VALUES = 4 * LANES + 1 };
    int seen[VALUES][LANES] = {{0}};
    for (size_t i = 0; i < xl_case_count(&map_f32, 32 * LANES, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 32 * LANES, 1, 1, i);
        for (size_t e = 0; c.fill == XL_FILL_ROTATED && c.n > 900 && e < c.n; e++)
            seen[xl_case_twin(&c, e)][e % LANES] = 1;
    }
    for (size_t v = 0; v < VALUES; v++)
        for (size_t l = 0; l < LANES; l++)
            assert_true(seen[v][l]);
}

static void test_domain_is_kept(void **state)
{
    (void)state;
    struct xl_kernel gather = {.name = "g",
                               .args = {{XL_ARG_IN, XL_u32, "index", 1, 0, 0, 999},
                                        {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};
    static uint32_t index[ROOM];
    int least = 0, most = 0;
    for (size_t i = 0; i < xl_case_count(&gather, 128, 1); i++) {
        struct xl_case c = xl_case_get(&gather, 128, 1, 1, i);
        xl_fill_input(&gather, 0, &c, index);
        for (size_t e = 0; e < c.n; e++) {
            assert_in_range(index[e], 0, 999);
            least |= index[e] == 0;
            most |= index[e] == 999;
        }
    }
    assert_true(least && most);
}

/* Marks what it is called with: the number of the argument in the first element, then the seed. */
static void mark(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint32_t *e = elements;
    if (count > 1) {
        e[0] = (uint32_t)(100 + arg);
        e[1] = (uint32_t)seed;
    }
}

static void test_kernel_prepares_its_buffers(void **state)
{
    (void)state;
    const struct xl_kernel kernel = {.name = "p",
                                     .prepare = mark,
                                     .args = {{XL_ARG_IN, XL_u32, "a", 1, 0, 0, 0},
                                              {XL_ARG_VALUE, XL_u32, "v", 0, 1, 0, 0},
                                              {XL_ARG_IN, XL_u32, "b", 1, 0, 0, 0}}};
    const struct xl_case c = {.n = 5, .lanes = 4, .fill = XL_FILL_SMALL, .seed = 77};
    uint32_t a[5], b[5], value[2] = {0, 0};
    xl_fill_input(&kernel, 0, &c, a);
    xl_fill_input(&kernel, 1, &c, value);
    xl_fill_input(&kernel, 2, &c, b);
    assert_in_range(a[0], 0, 16);
    xl_prepare_input(&kernel, 0, &c, a);
    xl_prepare_input(&kernel, 1, &c, value);
    xl_prepare_input(&kernel, 2, &c, b);
    assert_int_equal(a[0], 100);
    assert_int_equal(b[0], 102);
    assert_int_equal(a[1], 77);
    assert_int_equal(b[1], 77);
    assert_in_range(a[2], 0, 16);
    assert_in_range(value[0], 0, 16);
}

static void test_rounding_cases(void **state)
{
    (void)state;
    struct xl_kernel kernel = map_f32;
    size_t plain = xl_case_count(&kernel, 128, 1), special[XL_ROUNDINGS] = {0};
    assert_int_equal(xl_rounding_case_count(&kernel), 0);
    kernel.contract.rounding = 1;
    assert_int_equal(xl_case_count(&kernel, 128, 1), plain + xl_rounding_case_count(&kernel));
    for (size_t i = 0; i < xl_case_count(&kernel, 128, 1); i++) {
        struct xl_case c = xl_case_get(&kernel, 128, 1, 1, i);
        assert_int_equal(c.rounding != XL_TO_NEAREST, i >= plain);
        special[c.rounding] += c.fill == XL_FILL_SPECIAL;
    }
    for (enum xl_rounding mode = XL_TO_NEAREST; mode < XL_ROUNDINGS; mode++)
        assert_true(special[mode] > 20);
}

/* Each of the 2^16 inputs, once. */
static void test_every_input_of_few_bits(void **state)
{
    (void)state;
    static uint8_t a[4 * ROOM], b[4 * ROOM], seen[65536];
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < xl_case_count(&few_bits, 128, 1); i++) {
        struct xl_case c = xl_case_get(&few_bits, 128, 1, 1, i);
        if (c.fill != XL_FILL_EVERY)
            continue;
        xl_fill_input(&few_bits, 0, &c, a);
        xl_fill_input(&few_bits, 1, &c, b);
        for (size_t e = 0; e < c.n; e++)
            seen[a[e] | b[e] << 8] = 1;
    }
    for (size_t i = 0; i < sizeof seen; i++)
        if (!seen[i])
            fail_msg("never 0x%zx", i);
}

/* A double half way between two floats, with an even and an odd one below, and both next to it;
 * what overflows a float, and what rounds to its smallest. */
static void test_ties_of_floats(void **state)
{
    (void)state;
    static double a[ROOM];
    size_t n = fill_with(&converting, XL_FILL_TIES, 1, 1, 0, a), ties[2] = {0}, near[2] = {0};
    bool overflows = false, last = false, smallest = false;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits, half = UINT64_C(1) << 28;
        memcpy(&bits, &a[i], sizeof bits);
        uint64_t rest = bits & (2 * half - 1);
        ties[bits >> 29 & 1] += rest == half;
        near[0] += rest == half - 1;
        near[1] += rest == half + 1;
        overflows |= fabs(a[i]) == 0x1.ffffffp127;
        last |= fabs(a[i]) == 0x1.fffffep127;
        smallest |= fabs(a[i]) == 0x1p-150;
    }
    assert_true(ties[0] > 15 && ties[1] > 15 && near[0] > 4 && near[1] > 4);
    assert_true(overflows && last && smallest);
}

/* n of the random sizes are spread over many powers of two, and follow from the seed. */
static void test_random_sizes(void **state)
{
    (void)state;
    bool seen[16] = {false};
    size_t other = 0;
    for (uint64_t seed = 1; seed < 20; seed++)
        for (size_t i = 0; i < xl_case_count(&map_f32, 128, 1); i++) {
            size_t n = xl_case_get(&map_f32, 128, 1, seed, i).n;
            other += n != xl_case_get(&map_f32, 128, 1, seed + 1, i).n;
            if (n)
                seen[n < 32768 ? 63 - __builtin_clzl(n) : 15] = true;
        }
    for (size_t i = 0; i < 11; i++)
        assert_true(seen[i]);
    assert_true(other > 100);
}

static void test_multiples_of_a_value(void **state)
{
    (void)state;
    static uint32_t a[ROOM];
    size_t below = 0, all = 0;
    for (size_t i = 0; i < xl_case_count(&dividing, 128, 1); i++) {
        struct xl_case c = xl_case_get(&dividing, 128, 1, 1, i);
        uint32_t by = 0;
        if (c.fill != XL_FILL_MULTIPLES)
            continue;
        xl_fill_input(&dividing, 0, &c, &by);
        xl_fill_input(&dividing, 1, &c, a);
        for (size_t e = 0; by > 2 && by < 0x80000000 && e < c.n; e++, all++)
            below += a[e] % by == by - 1;
    }
    assert_true(all > 30 && below > all / 8);
}

/* Of one, a type of 64 bits has as many as uint64_t counts, and one more. */
static void test_multiples_of_every_size(void **state)
{
    (void)state;
    for (enum xl_type type = 0; type < XL_TYPES; type++)
        for (uint64_t of = 0; of < 3 && !xl_type_is_float(type); of++) {
            assert_int_equal(xl_multiple_bits(type, of, 1), 0);
            assert_int_equal(xl_multiple_bits(type, of, (7 << 8) + 1), 7 * of + 1);
            xl_multiple_bits(type, 0 - of, UINT64_MAX);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_input),
        cmocka_unit_test(test_every_size_at_every_place),
        cmocka_unit_test(test_specials_in_every_lane_and_operand),
        cmocka_unit_test(test_specials_in_the_tail),
        cmocka_unit_test(test_odd_lane_goes_everywhere),
        cmocka_unit_test(test_what_comes_again_is_a_twin),
        cmocka_unit_test(test_fills_are_what_they_say),
        cmocka_unit_test(test_extremes_meet),
        cmocka_unit_test(test_extremes_of_a_domain),
        cmocka_unit_test(test_operands_follow_from_each_other),
        cmocka_unit_test(test_sizes_next_to_powers),
        cmocka_unit_test(test_a_place_is_used_twice),
        cmocka_unit_test(test_each_fill_is_used),
        cmocka_unit_test(test_every_input_of_few_bits),
        cmocka_unit_test(test_ties_of_floats),
        cmocka_unit_test(test_random_sizes),
        cmocka_unit_test(test_multiples_of_a_value),
        cmocka_unit_test(test_multiples_of_every_size),
        cmocka_unit_test(test_drawn_fills_stay_in_their_places),
        cmocka_unit_test(test_rotation_reaches_every_lane),
        cmocka_unit_test(test_dense_intervals),
        cmocka_unit_test(test_next_to_multiples),
        cmocka_unit_test(test_walk_has_no_repeats),
        cmocka_unit_test(test_known_inputs),
        cmocka_unit_test(test_wrong_intervals),
        cmocka_unit_test(test_domain_is_kept),
        cmocka_unit_test(test_kernel_prepares_its_buffers),
        cmocka_unit_test(test_rounding_cases),
    };
    return cmocka_run_group_tests_name("inputs", tests, NULL, NULL);
}
