/* Fills: each is what its line in fills.def says, and is used.
 * SPDX-License-Identifier: MIT
 */
#include "inputs_example.h"
#include "oracle/blocks.h"
#include "oracle/record_check.h"
#include "oracle/values.h"

/* The least number of elements after which they come again, all through a case of many; or n. */
static size_t period_of(const float *a, size_t n, size_t most)
{
    for (size_t period = 1; period <= most && 2 * period <= n; period++)
        if (memcmp(a, a + period, (n - period) * sizeof *a) == 0)
            return period;
    return n;
}

/* What comes again and again must be known to xl_case_same_inputs, or the check `lanes` compares
 * nothing.
 */
XL_TEST(test_what_comes_again_is_a_twin)
{
    static float a[ROOM];
    for (size_t i = 0; i < xl_case_count(&map_f32, 128, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 1, 1, i);
        xl_fill_input(&map_f32, 0, &c, a);
        size_t e = period_of(a, c.n, 17);
        xl_fill_input(&map_f32, 1, &c, a); /* an element is one of both operands */
        e = c.fill == XL_FILL_MIXED && period_of(a, c.n, 17) > e ? period_of(a, c.n, 17) : e;
        for (const size_t period = e; c.n > 16 && e < c.n; e++)
            if (xl_case_same_inputs(&c, e) != xl_case_same_inputs(&c, e - period))
                fail_msg(
                    "the fill '%s' has equal elements %zu and %zu, of which xl_case_same_inputs in "
                    "harness/oracle/inputs.c does not know",
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
        if (bits_of(a[e]) != bits_of(a[xl_case_same_inputs(c, e)]))
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
    case XL_FILL_MIXED:
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
    case XL_FILL_PUBLISHED:
    case XL_FILL_EVERY:
    case XL_FILL_TIES:
    case XL_FILL_SPARSE:
    case XL_FILL_MULTIPLES:
    case XL_FILL_RELATED:
    case XL_FILL_PLANTED:
    case XL_FILL_TEXT:
    case XL_FILL_ROOTS:
    case XL_FILL_ZEROS:
        return true;
    case XL_FILLS:
        break;
    }
    return false;
}

XL_TEST(test_fills_are_what_they_say)
{
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

/* Of 8x8 elements, only the first, a row, a column or a half is not zero. */
XL_TEST(test_blocks_of_zeros)
{
    static const struct xl_kernel transform = {
        .name = "transform", .args = {{XL_ARG_IN, XL_i16, "a", 64, 0, 0, 0}, OUT(i16), N}};
    static int16_t a[ROOM];
    bool is_first = false, is_row = false, is_column = false, is_half = false;
    for (size_t i = 0; i < xl_case_count(&transform, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&transform, 128, 1, 1, i);
        if (c.fill != XL_FILL_ZEROS || c.round >= XL_ZEROS)
            continue;
        xl_fill_input(&transform, 0, &c, a);
        size_t set = 0, rows = 0, columns = 0, low = 0;
        for (size_t k = 0; k < 64; k++) {
            set += a[k] != 0;
            rows += a[k] && k < 8;
            columns += a[k] && k % 8 == 0;
            low += a[k] && k < 32;
        }
        is_first |= set == 1 && a[0];
        is_row |= set == 8 && rows == 8;
        is_column |= set == 8 && columns == 8;
        is_half |= set == 32 && low == 32;
    }
    assert_true(is_first && is_row && is_column && is_half);
}

static bool has_fill(const struct xl_kernel *kernel, enum xl_fill fill)
{
    for (size_t i = 0; i < xl_case_count(kernel, 128, 1); i++)
        if (xl_case_get(kernel, 128, 1, 1, i).fill == fill)
            return true;
    return false;
}

/* An operand has one value in all its elements; of two operands each value meets each. */
XL_TEST(test_extremes_meet)
{
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

/* Two extremes in one operand: in each round of them as many as its pattern says, and over so many
 * elements that narrow sums overflow. */
XL_TEST(test_extremes_are_mixed)
{
    static const struct xl_kernel sum = {
        .name = "sum", .contract = {XL_EXACT}, .args = {IN(i8), IN(i8), N, XL_RETURNS(i32)}};
    static int8_t a[ROOM], b[ROOM];
    size_t rounds = 0, opposite = 0, turns = 0, least = 0, halves = 0;
    for (size_t i = 0; i < xl_case_count(&sum, 128, 1); i++) {
        struct xl_case c = xl_case_get(&sum, 128, 1, 1, i);
        size_t changes = 0, differ = 0, below = 0;
        if (c.fill != XL_FILL_MIXED)
            continue;
        xl_fill_input(&sum, 0, &c, a);
        xl_fill_input(&sum, 1, &c, b);
        for (size_t e = 0; e < c.n; e++) {
            changes += e && a[e] != a[e - 1];
            differ += a[e] == ~b[e];
            below += a[e] == INT8_MIN;
        }
        assert_true(c.n >= 300 * c.lanes);
        rounds++;
        opposite += changes == c.n - 1 && differ == c.n;
        turns += changes == c.n / c.lanes - 1;
        halves += changes == 1 && below == c.n / 2;
        least += below == c.n;
    }
    assert_int_equal(rounds, 16);
    assert_true(opposite && turns && halves && least);
}

/* Also where the domain's ends are no floats, and what is next to them is outside of it. */
XL_TEST(test_extremes_of_a_domain)
{
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
XL_TEST(test_operands_follow_from_each_other)
{
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

static const struct xl_kernel pow_f32 = {.name = "pow_f32",
                                         .function = "pow",
                                         .elementwise = 1,
                                         .contract = {XL_ULP, .ulp = 1},
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_IN, XL_f32, "b", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

/* A fill that no case has tests nothing. */
XL_TEST(test_each_fill_is_used)
{
    static const struct xl_kernel *const kernels[] = {&tan_f32,    &map_f32,  &few_bits,
                                                      &converting, &bounded,  &dividing,
                                                      &searching,  &squaring, &pow_f32};
    const struct xl_baseline_inputs known = {1, (const uint64_t[][XL_MAX_ARITY]){{0}}};
    const enum xl_fill asked_for = xl_case_of_baseline(&tan_f32, 128, &known).fill;
    for (enum xl_fill f = 0; f < XL_FILLS; f++) {
        bool is_used = f == asked_for;
        for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
            assert_int_equal(has_fill(kernels[k], f), xl_fill_applies(f, kernels[k]));
            is_used |= has_fill(kernels[k], f);
        }
        if (!is_used)
            fail_msg("no case has the fill '%s': harness/oracle/cases.c", xl_fill_name(f));
    }
}

/* What is drawn, by the remainder of the case's seed: with one fill more or in another place, every
 * kernel has other inputs, and every known worst error and every finding's command with them. */
XL_TEST(test_drawn_fills_stay_in_their_places)
{
    static const char *const drawn[] = {"bits",  "domain", "special", "pairs",    "small",  "tiny",
                                        "large", "odd",    "sorted",  "constant", "rotated"};
    enum { DRAWN = sizeof drawn / sizeof drawn[0], SIZES = (4 * 4 + 4) * XL_PLACEMENTS_APART };
    int seen[DRAWN] = {0};
    for (size_t i = 0; i < 3 * SIZES; i++) {
        struct xl_case c = xl_case_get(&map_f32, 128, 3, 1, i);
        assert_string_equal(xl_fill_name(c.fill), drawn[c.seed % DRAWN]);
        seen[c.seed % DRAWN]++;
    }
    for (size_t f = 0; f < DRAWN; f++)
        assert_true(seen[f] > 0);
}

XL_TEST(test_dense_intervals)
{
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

XL_TEST(test_next_to_multiples)
{
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
XL_TEST(test_walk_has_no_repeats)
{
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

XL_TEST(test_wrong_intervals)
{
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
XL_TEST(test_rotation_reaches_every_lane)
{
    enum { LANES = 16, VALUES = 4 * LANES + 1 };
    int seen[VALUES][LANES] = {{0}};
    for (size_t i = 0; i < xl_case_count(&map_f32, 32 * LANES, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 32 * LANES, 1, 1, i);
        for (size_t e = 0; c.fill == XL_FILL_ROTATED && c.n > 900 && e < c.n; e++)
            seen[xl_case_same_inputs(&c, e)][e % LANES] = 1;
    }
    for (size_t v = 0; v < VALUES; v++)
        for (size_t l = 0; l < LANES; l++)
            assert_true(seen[v][l]);
}

/* Each of the 2^16 inputs, once. */
XL_TEST(test_every_input_of_few_bits)
{
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
XL_TEST(test_ties_of_floats)
{
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

/* For bytes: ties of E4M3 and of E2M1, and the largest number that rounds to E4M3's. */
XL_TEST(test_ties_of_minifloats)
{
    static const struct xl_kernel narrowing = {.name = "cvt", .args = {IN(f32), OUT(u8), N}};
    static float a[ROOM];
    size_t n = fill_with(&narrowing, XL_FILL_TIES, 1, 1, 0, a), of_e4m3 = 0, of_e2m1 = 0;
    bool is_last = false;
    for (size_t i = 0; i < n; i++) {
        of_e4m3 += (bits_of(a[i]) & 0xfffff) == 0x80000;
        of_e2m1 += fabsf(a[i]) == 0.75f || fabsf(a[i]) == 1.75f;
        is_last |= fabsf(a[i]) == 464;
    }
    assert_true(of_e4m3 > 15 && of_e2m1 > 1 && is_last);
}

XL_TEST(test_multiples_of_a_value)
{
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
XL_TEST(test_multiples_of_every_size)
{
    for (enum xl_type type = 0; type < XL_TYPES; type++)
        for (uint64_t of = 0; of < 3 && !xl_type_is_float(type); of++) {
            assert_int_equal(xl_multiple_bits(type, of, 1), 0);
            assert_int_equal(xl_multiple_bits(type, of, (7 << 8) + 1), 7 * of + 1);
            xl_multiple_bits(type, 0 - of, UINT64_MAX);
        }
}

/* Each published input of a function of two operands is in each lane, and nothing else. */
XL_TEST(test_published_inputs)
{
    static float a[ROOM], b[ROOM];
    static const float x = 0x1.030f1p+0F, y = 0x1.c7ce78p+12F;
    bool seen[4] = {false};
    size_t calls = 0;
    assert_int_equal(xl_published_count(&tan_f32), 0);
    for (size_t i = 0; i < xl_case_count(&pow_f32, 128, 1); i++) {
        const struct xl_case c = xl_case_get(&pow_f32, 128, 1, 1, i);
        if (c.fill != XL_FILL_PUBLISHED)
            continue;
        calls++;
        xl_fill_input(&pow_f32, 0, &c, a);
        xl_fill_input(&pow_f32, 1, &c, b);
        for (size_t e = 0; e < c.n; e++) {
            const size_t same = xl_case_same_inputs(&c, e);
            assert_true(bits_of(a[e]) == bits_of(a[same]) && bits_of(b[e]) == bits_of(b[same]));
            assert_true((a[e] == x) == (b[e] == y));
            seen[e % 4] |= a[e] == x;
        }
    }
    assert_int_equal(calls, 1);
    assert_true(seen[0] && seen[1] && seen[2] && seen[3]);
}

/* A value that the type has not would be another input than the published one. */
XL_TEST(test_published_values)
{
#define XL_PUBLISHED(FUNCTION, TYPE, X, Y, SOURCE)                                                 \
    {                                                                                              \
        const struct xl_function *f = xl_function_find(#FUNCTION);                                 \
        const char *decimal = strchr(#X, 'x') ? "" : "decimal";                                    \
        assert_non_null(f);                                                                        \
        assert_true((f->arity == 2) == ((Y) != 0));                                                \
        assert_true(*decimal || xl_bits_value(XL_##TYPE, xl_float_bits(XL_##TYPE, X)) == (X));     \
        assert_true(xl_bits_value(XL_##TYPE, xl_float_bits(XL_##TYPE, Y)) == (Y));                 \
    }
#include "oracle/published.def"
#undef XL_PUBLISHED
}

int main(void)
{
    return xl_run_tests("fills", NULL, NULL);
}
