/* Inputs: what is tried, and in which cases.
 * SPDX-License-Identifier: MIT
 */
#include "inputs_example.h"
#include "results/checks.h"

XL_TEST(test_same_seed_same_input)
{
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

XL_TEST(test_every_size_at_every_place)
{
    enum { LANES = 4 };
    int seen[4 * LANES + 4][XL_PLACEMENTS_APART] = {{0}};
    int large = 0;
    for (size_t i = 0; i < xl_case_count(&map_f32, 32 * LANES, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 32 * LANES, 1, 1, i);
        if (c.placement >= XL_PLACEMENTS_APART)
            continue;
        if (c.n <= 4 * LANES + 3)
            seen[c.n][c.placement]++;
        else
            large++;
    }
    for (size_t n = 0; n <= 4 * LANES + 3; n++)
        for (size_t p = 0; p < XL_PLACEMENTS_APART; p++)
            assert_true(seen[n][p] > 0);
    assert_true(large > 0);
}

static bool is_small(float x)
{
    return fabsf(x) <= 8;
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

XL_TEST(test_specials_in_every_lane_and_operand)
{
    account(4);
    account(12); /* SVE at 384 bits */
    account(16);
    account(64);
}

/* What is left of whole vectors: each special value is there too. */
XL_TEST(test_specials_in_the_tail)
{
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
XL_TEST(test_odd_lane_goes_everywhere)
{
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

static const struct xl_kernel counting = {
    .name = "count", .contract = {XL_EXACT}, .args = {IN(u8), N}};

/* Blocks of 2^k elements, and of more bytes than 16 bits count the last is the greatest. */
XL_TEST(test_sizes_next_to_powers)
{
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
XL_TEST(test_a_place_is_used_twice)
{
    static float a[ROOM], b[ROOM];
    size_t pairs = 0;
    for (size_t i = 1; i < xl_case_count(&map_f32, 128, 1); i++) {
        const struct xl_case before = xl_case_get(&map_f32, 128, 1, 1, i - 1),
                             c = xl_case_get(&map_f32, 128, 1, 1, i);
        if (c.placement != XL_PLACEMENT_PAGE_END || before.placement != c.placement ||
            before.n != c.n || before.offset != c.offset)
            continue;
        xl_fill_input(&map_f32, 0, &before, a);
        xl_fill_input(&map_f32, 0, &c, b);
        pairs += memcmp(a, b, c.n * sizeof *a) != 0;
    }
    assert_true(pairs > 0);
}

/* On a row that is brief calls are short, but for what the record asks for; what rows have in
 * common they have, too. */
XL_TEST(test_brief_cases)
{
    struct xl_kernel kernel = map_f32;
    kernel.sizes.thresholds[0] = 600;
    size_t longest = 0, common = 0;
    for (size_t i = 0; i < xl_case_count(&map_f32, 512, 1); i++) {
        const struct xl_case was = xl_case_get(&map_f32, 512, 1, 1, i);
        struct xl_case c = was, asked = was;
        xl_case_shorten(&map_f32, &c);
        xl_case_shorten(&kernel, &asked);
        assert_int_equal(c.seed, was.seed);
        assert_true(c.n <= was.n && asked.n <= was.n);
        assert_true(c.n == was.n || c.n == (was.common ? 997 : 17 * 16 + 1));
        assert_true(asked.n == was.n || asked.n == (was.common ? 997 : 601));
        longest = c.n > longest ? c.n : longest;
        common += was.common && c.n == 997;
    }
    assert_int_equal(longest, 997);
    assert_true(common > 0);
}

/* Known inputs come over and over, in every lane, and equal ones are twins. */
XL_TEST(test_known_inputs)
{
    static const uint64_t inputs[][XL_MAX_ARITY] = {{0x3f800000}, {0xc2cd2fd4}, {0x00000001}};
    const struct xl_baseline_inputs known = {3, inputs};
    static uint32_t a[ROOM];
    struct xl_case c = xl_case_of_baseline(&tan_f32, 128, &known);
    assert_int_equal(c.n, 19); /* four vectors and 3 */
    xl_fill_input(&tan_f32, 0, &c, a);
    for (size_t i = 0; i < c.n; i++) {
        assert_int_equal(a[i], inputs[i % 3][0]);
        assert_int_equal(xl_case_same_inputs(&c, i), i % 3);
    }
}

XL_TEST(test_domain_is_kept)
{
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

/* The secret inputs of a case are others, zeros, or those of another input; all others stay. */
XL_TEST(test_secrets)
{
    struct xl_kernel k = {.name = "k",
                          .args = {{XL_ARG_IN, XL_u32, "tag", 1, 0, 0, 0},
                                   {XL_ARG_IN, XL_u32, "expected", 1, 0, 0, 0},
                                   {XL_ARG_VALUE, XL_u32, "key", 0, 1, 5, 9},
                                   {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}},
                          .secret = {"tag key"}};
    struct xl_case c = {.n = 9, .rows = 1, .depth = 1, .fill = XL_FILL_SMALL, .any_value = true};
    uint32_t plain[2][9], tag[XL_SECRET_EQUAL + 1][9], expected[9], key;
    xl_fill_input(&k, 0, &c, plain[0]);
    xl_fill_input(&k, 1, &c, plain[1]);
    for (c.secret = XL_SECRET_RANDOM; c.secret <= XL_SECRET_EQUAL; c.secret++) {
        xl_fill_input(&k, 0, &c, tag[c.secret]);
        xl_fill_input(&k, 1, &c, expected);
        xl_fill_input(&k, 2, &c, &key);
        assert_memory_equal(expected, plain[1], sizeof expected);
        assert_memory_not_equal(tag[c.secret], plain[0], sizeof expected);
        assert_in_range(key, 5, 9); /* of zeros, which it may not have, too */
    }
    assert_memory_not_equal(tag[XL_SECRET_RANDOM], tag[XL_SECRET_OTHER], sizeof expected);
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(tag[XL_SECRET_ZEROS][i], 0);
    assert_memory_equal(tag[XL_SECRET_EQUAL], expected, sizeof expected);
}

/* lo to hi is wider than the largest number. */
XL_TEST(test_widest_domain)
{
    const struct xl_arg arg = {
        .kind = XL_ARG_IN, .type = XL_f64, .name = "a", .per_n = 1, .lo = -DBL_MAX, .hi = DBL_MAX};
    for (uint64_t i = 0; i < 1000; i++) {
        const uint64_t bits = xl_domain_bits(&arg, xl_mix(i, 1));
        double value;
        memcpy(&value, &bits, sizeof value);
        assert_true(isfinite(value));
    }
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

XL_TEST(test_kernel_prepares_its_buffers)
{
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

XL_TEST(test_rounding_cases)
{
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
    for (enum xl_rounding mode = XL_TO_NEAREST; mode < XL_FLUSHING; mode++)
        assert_true(special[mode] > 20);
}

/* Kernels of integers are called by a caller that flushes, last; floats in disguise are not. */
XL_TEST(test_flushing_cases)
{
    struct xl_kernel kernel = counting;
    assert_int_equal(xl_flushing_case_count(&map_f32), 0);
    const size_t all = xl_case_count(&kernel, 128, 1), flushing = xl_flushing_case_count(&kernel);
    assert_int_equal(flushing, 2);
    for (size_t i = 0; i < all; i++)
        assert_int_equal(xl_case_get(&kernel, 128, 1, 1, i).rounding == XL_FLUSHING,
                         i >= all - flushing);
    kernel.contract.rounding = 1;
    assert_int_equal(xl_flushing_case_count(&kernel), 0);
}

/* n of the random sizes are spread over many powers of two, and follow from the seed. */
XL_TEST(test_random_sizes)
{
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

/* A case is of the group whose cases it is among. */
XL_TEST(test_groups)
{
    size_t from = 0;
    for (unsigned g = 1; g <= xl_case_groups(); g++) {
        const size_t count = xl_case_group_count(&map_f32, 128, 2, g);
        for (size_t i = from; i < from + count; i++)
            assert_int_equal(xl_case_get(&map_f32, 128, 2, 1, i).group, g);
        assert_int_equal(xl_case_group_find(xl_case_group_name(g)), g);
        assert_true(*xl_case_group_text(g));
        assert_int_equal(xl_check_find(xl_case_group_name(g)), -1); /* --disable-check takes both */
        from += count;
    }
    assert_int_equal(from, xl_case_count(&map_f32, 128, 2));
    assert_int_equal(xl_case_group_find("size"), XL_NO_GROUP);
    assert_int_equal(xl_case_group_find(""), XL_NO_GROUP);
    assert_string_equal(xl_case_group_name(XL_NO_GROUP), "");
    assert_int_equal(xl_case_group_count(&map_f32, 128, 2, XL_NO_GROUP), 0);
}

int main(void)
{
    return xl_run_tests("inputs", NULL, NULL);
}
