/* What findings say of wrong values and failing calls: each text has a case that makes it, and
 * chance makes none.
 * SPDX-License-Identifier: MIT
 */
#include "execute/wrong_values.h"
#include "results/results.h"
#include "unit.h"

enum { MOST = 80, POISON = 0x3c };

static struct xl_kernel kernel = {.name = "example", .contract = {XL_EXACT}};
static struct xl_prepared_call call;
static struct xl_kernel_result result;
static uint64_t expected[MOST], got[MOST], input[MOST];

static void put(enum xl_type type, const uint64_t *from, size_t n, void *to)
{
    for (size_t i = 0; i < n; i++)
        xl_bits_set(type, to, i, from[i]);
}

/* Compares got with expected as the output of a call, and returns what its finding has. */
static struct xl_finding *compare(enum xl_type type, size_t n, size_t lanes)
{
    static uint64_t is[MOST], should[MOST], a[MOST];
    put(type, got, n, is);
    put(type, expected, n, should);
    put(type, input, n, a);
    kernel.args[0] = (struct xl_arg)XL_IN(u8, a, 1);
    kernel.args[1] = (struct xl_arg)XL_OUT(u8, r, 1);
    kernel.args[0].type = kernel.args[1].type = type;
    call = (struct xl_prepared_call){.c = {.n = n, .poison = POISON}};
    call.buffers[0] = (struct xl_buffer){.elements = n, .data = (uint8_t *)a, .shared = -1};
    call.buffers[1] = (struct xl_buffer){.elements = n, .shared = -1};
    result = (struct xl_kernel_result){.kernel = "example"};
    const struct xl_output_check check = {.kernel = &kernel, .output = 1, .exact.elements = should};
    const struct xl_compared c = {&call, &check, type, is, n, n, lanes};
    for (size_t i = 0; i < n; i++) {
        const struct xl_verdict v = xl_compare_element(&check, i, xl_bits_get(type, is, i), 0);
        if (v.right)
            continue;
        xl_share_wrong_value(&c, i, xl_bits_get(type, is, i), v.expected, &result.shared[1]);
        struct xl_finding *f = xl_result_add_finding(&result, XL_CHECK_value);
        if (f) {
            f->arg = "r";
            f->n = n;
            xl_describe_wrong_values(&c, i, f);
        }
    }
    xl_finish_wrong_values(&kernel, &result);
    return &result.findings[0];
}

/* Elements without a pattern, which differ from each other. */
static void draw(size_t n, uint64_t mask)
{
    uint64_t drawn = 1;
    for (size_t i = 0; i < n; i++) {
        drawn = drawn * 6364136223846793005u + 1442695040888963407u;
        expected[i] = got[i] = (drawn >> 20) & mask;
        input[i] = (drawn >> 13) & mask;
    }
}

static void moved(size_t n, size_t lanes, enum xl_type type, const char *text)
{
    struct xl_finding *f = compare(type, n, lanes);
    if (!strstr(f->differs, text))
        fail_msg("'%s' is not '%s'", f->differs, text);
}

XL_TEST(test_moves)
{
    enum { N = 64, L = 8 };
    draw(N, UINT32_MAX);
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % L + (i + 3) % L];
    moved(N, L, XL_u32, "the lanes of each vector are rotated by 3");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % L + L - 1 - i % L];
    moved(N, L, XL_u32, "the lanes of each vector are in reverse order");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i ^ 1];
    moved(N, L, XL_u32, "neighbouring lanes are exchanged");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i ^ 2];
    moved(N, L, XL_u32, "neighbouring blocks of 2 lanes are exchanged");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i ^ 4];
    moved(N, L, XL_u32, "the halves of each vector are exchanged");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i ^ 8];
    moved(N, L, XL_u32, "neighbouring vectors are exchanged");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % 4 + (i + 1) % 4];
    moved(N, L, XL_u32, "the lanes of each 128-bit block are rotated by 1");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % 4 + 3 - i % 4];
    moved(N, L, XL_u32, "the lanes of each 128-bit block are in reverse order");
    static const size_t order[] = {0, 1, 4, 5, 2, 3, 6, 7};
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % L + order[i % L]];
    moved(N, L, XL_u32, "64-bit parts of each vector are in another order");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % 16 + order[i % 16 / 2] * 2 + i % 2];
    moved(N, L, XL_u32, "128-bit parts of two vectors are in another order");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[i - i % L];
    moved(N, L, XL_u32, "each lane has the value of its vector's first lane");
    for (size_t i = 0; i < N; i++)
        got[i] = expected[N - 1 - i];
    moved(N, L, XL_u32, "the elements are in reverse order");
    for (size_t i = 0; i < N; i++)
        got[i] = i + 5 < N ? expected[i + 5] : 7;
    moved(N, L, XL_u32, "got is the expected value of element i + 5");
}

/* Values that many elements have fit by chance. */
XL_TEST(test_chance)
{
    enum { N = 64, L = 8 };
    draw(N, 1);
    expected[9] = got[20] = 0;
    got[9] = expected[20] = 1;
    assert_string_equal(compare(XL_u8, N, L)->differs, "");
    draw(N, UINT32_MAX);
    for (size_t i = 0; i < N; i++) { /* inputs in order: each zero meets an expected zero */
        expected[i] = i / 16;
        got[i] = i >= N - 16 ? 0 : expected[i];
    }
    assert_null(strstr(compare(XL_u32, N, L)->differs, "order"));
    draw(N, UINT32_MAX);
    for (size_t i = 0; i < N; i += 3)
        got[i] = expected[i] * 2654435761u ^ 0x5bd1e995;
    assert_string_equal(compare(XL_u32, N, L)->differs, "");
}

/* Each wrong element alone. */
XL_TEST(test_values)
{
    static const struct {
        enum xl_type type;
        uint64_t got, expected;
        const char *text;
    } cases[] = {
        {XL_u32, 0x78563412, 0x12345678, "got is expected with its bytes reversed"},
        {XL_u32, 0x56781234, 0x12345678, "got is expected with its halves exchanged"},
        {XL_u16, 0x1235, 0x1234, "got is expected + 1"},
        {XL_u16, 0x1233, 0x1234, "got is expected - 1"},
        {XL_i16, 0xedcc, 0x1234, "got is expected with the other sign"},
        {XL_f32, 0xc0490fdb, 0x40490fdb, "got is expected with the other sign"},
        {XL_u16, 0xedcb, 0x1234, "got is expected with all bits inverted"},
        {XL_u16, 0, 0x1234, "got is 0"},
        {XL_u16, 0xffff, 1, "got has all bits set, expected is 1"},
        {XL_u16, 0xffff, 0x1234, "got is a limit of the type: it is saturated"},
        {XL_i16, 0x1234, 0x7fff, "expected is a limit of the type: got is not saturated"},
        {XL_u16, 0x7fff, 0xffff, "got is another limit of the type than expected"},
        {XL_u32, 0xffff9234, 0x9234, "got is sign-extended from half its width"},
        {XL_u32, 0x9234, 0xffff9234, "got is zero-extended from half its width"},
        {XL_f32, 0x7fc00000, 0x3f800000, "got is NaN, expected is a number"},
        {XL_f32, 0x3f800000, 0x7fc00000, "got is a number, expected is NaN"},
        {XL_f32, 0x7f800000, 0x3f800000, "got is infinite, expected is not"},
        {XL_f32, 0x3f800000, 0xff800000, "got is finite, expected is infinite"},
        {XL_f32, 0x80000000, 0, "got is zero of the other sign"},
        {XL_f32, 0, 0x00001234, "got is zero, expected is subnormal"},
        {XL_f32, 0x3f7fffff, 0x3f800000, "got is one unit in the last place nearer to zero"},
        {XL_f64, 0x3ff0000000000001, 0x3ff0000000000000, "one unit in the last place farther"},
        {XL_u32, 0xa5a5a5a5, 0x12345678, "what memory had before the call"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draw(16, UINT16_MAX);
        for (size_t e = 0; e < 16; e++)
            expected[e] = got[e] = 0x3f000000 + 7 * e; /* not twice */
        got[3] = cases[i].got;
        expected[3] = cases[i].expected;
        input[3] = 0x77;
        if (strstr(cases[i].text, "memory")) {
            const struct xl_arg out = XL_OUT(u8, r, 1);
            const struct xl_case c = {.poison = POISON};
            got[3] = xl_slot_poison(&out, &c) * UINT64_C(0x01010101);
        }
        moved(16, 4, cases[i].type, cases[i].text);
    }
    draw(16, UINT16_MAX);
    for (size_t e = 0; e < 5; e++)
        got[e] = input[e];
    moved(16, 4, XL_u16, "got is the operand a, in all 5 wrong elements");
    draw(16, 0xfff);
    for (size_t e = 0; e < 5; e++)
        got[e] = expected[e] + 100;
    moved(16, 4, XL_u16, "got is expected + 100, in all 5 wrong elements");
    draw(16, UINT8_MAX);
    got[5] = expected[5] + 1; /* 8 bits are no evidence */
    assert_string_equal(compare(XL_u8, 16, 4)->differs, "");
}

static void which(size_t n, size_t lanes, const char *text)
{
    struct xl_finding *f = compare(XL_u32, n, lanes);
    assert_string_equal(f->which, text);
}

XL_TEST(test_which)
{
    draw(MOST, UINT32_MAX);
    for (size_t i = 64; i < 67; i++)
        got[i]++;
    which(67, 4, "3 of 67 elements: only after the last whole vector of 4");
    draw(MOST, UINT32_MAX);
    got[63]++;
    which(64, 4, "1 of 64 elements: only number 63, the last");
    draw(MOST, UINT32_MAX);
    for (size_t i = 1; i < 64; i += 2)
        got[i]++;
    which(64, 4, "32 of 64 elements: only the odd lanes of each vector of 4");
    draw(MOST, UINT32_MAX);
    for (size_t i = 0; i < 64; i++)
        got[i] += i % 8 >= 4;
    which(64, 8, "32 of 64 elements: only lanes 4 to 7 of each vector of 8");
    draw(MOST, UINT32_MAX);
    for (size_t i = 0; i < 64; i++)
        got[i] += i % 8 == 1 || i % 8 == 6;
    which(64, 8, "16 of 64 elements: only lanes 1, 6 of each vector of 8");
    draw(MOST, UINT32_MAX);
    for (size_t i = 0; i < 64; i++)
        got[i] += i % 8 == 7;
    which(64, 8, "8 of 64 elements: only lane 7 of each vector of 8");
    draw(MOST, UINT32_MAX);
    for (size_t i = 20; i < 33; i++)
        got[i]++;
    which(64, 8, "13 of 64 elements: 20 to 32");
    draw(MOST, UINT32_MAX);
    for (size_t i = 0; i < 64; i++)
        got[i]++;
    which(64, 8, "all 64 elements");
    draw(MOST, 0xff);
    got[1] = 0x1234;
    expected[1] = 0x77;
    which(4, 4, "1 of 4 elements: only number 1");
    char right[64], wrong[64];
    snprintf(wrong, sizeof wrong, "0x%08x [0x00001234] 0x%08x 0x%08x", (unsigned)got[0],
             (unsigned)got[2], (unsigned)got[3]);
    snprintf(right, sizeof right, "0x%08x [0x00000077] 0x%08x 0x%08x", (unsigned)got[0],
             (unsigned)got[2], (unsigned)got[3]);
    assert_string_equal(result.findings[0].vector_got, wrong);
    assert_string_equal(result.findings[0].vector_expected, right);
}

static void count(struct xl_call_counts *counts, const struct xl_case *c, bool fails)
{
    const struct xl_prepared_call p = {.c = *c};
    xl_count_call(&p, fails, counts);
}

XL_TEST(test_calls)
{
    struct xl_call_counts counts = {0};
    char text[200];
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "");
    for (size_t n = 0; n < 32; n++)
        count(&counts, &(struct xl_case){.n = n, .lanes = 4}, n % 4 != 0);
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text,
                        "24 of 32 calls fail: each where n is no multiple of 4, and no other");
    counts = (struct xl_call_counts){0};
    for (size_t n = 0; n < 64; n++)
        count(&counts, &(struct xl_case){.n = n, .lanes = 8}, n % 8 == 1);
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "8 of 64 calls fail: each where n % 8 is 1, and no other");
    counts = (struct xl_call_counts){0};
    for (size_t n = 0; n < 64; n++)
        count(&counts, &(struct xl_case){.n = n, .lanes = 4}, n >= 16 && n % 3);
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "32 of 64 calls fail: only where n is 16 or more");
    counts = (struct xl_call_counts){0};
    for (size_t n = 0; n < 64; n++)
        count(
            &counts,
            &(struct xl_case){.n = n, .lanes = 4, .fill = n % 2 ? XL_FILL_SPECIAL : XL_FILL_SMALL},
            n % 2);
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "32 of 64 calls fail: each with fill special, and no other");
    counts = (struct xl_call_counts){0};
    for (size_t n = 0; n < 64; n++)
        count(&counts, &(struct xl_case){.n = n, .lanes = 4, .rounding = n / 4 % 4},
              n / 4 % 4 == 2);
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "16 of 64 calls fail: each with rounding up, and no other");
    counts = (struct xl_call_counts){0};
    for (size_t n = 0; n < 64; n++)
        count(&counts, &(struct xl_case){.n = n, .lanes = 4}, n == 37); /* one call is no pattern */
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "1 of 64 calls fails");
    counts = (struct xl_call_counts){0};
    for (size_t n = 0; n < 5; n++)
        count(&counts, &(struct xl_case){.n = n, .lanes = 4}, true);
    xl_describe_failing_calls(&counts, text, sizeof text);
    assert_string_equal(text, "each of 5 calls fails");
}

int main(void)
{
    return xl_run_tests("wrong_values", NULL, NULL);
}
