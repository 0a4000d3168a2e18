/* Inputs, reference and comparison: what is tried, and what counts as equal.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "judge/compare.h"
#include "judge/inputs.h"

static const struct xl_kernel map_f32 = {.name = "map_f32",
                                         .contract = {XL_EXACT},
                                         .args = {{XL_ARG_IN, XL_f32, "a", 1, 0, 0, 0},
                                                  {XL_ARG_IN, XL_f32, "b", 1, 0, 0, 0},
                                                  {XL_ARG_OUT, XL_f32, "r", 1, 0, 0, 0},
                                                  {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};

static uint64_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static bool equal(const struct xl_contract contract, uint64_t got, const void *reference,
                  double *ulp)
{
    struct xl_kernel kernel = {.name = "k", .contract = contract};
    return xl_judge_element(&kernel, XL_f32, got, reference, 0, ulp);
}

static void test_same_seed_same_input(void **state)
{
    (void)state;
    size_t cases = xl_case_count(&map_f32, 128, 1);
    static float a[XL_LARGE_N], b[XL_LARGE_N];
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
    int seen[4 * LANES + 4][XL_PLACES] = {{0}};
    int large = 0;
    for (size_t i = 0; i < xl_case_count(&map_f32, 32 * LANES, 1); i++) {
        struct xl_case c = xl_case_get(&map_f32, 32 * LANES, 1, 1, i);
        if (c.n <= 4 * LANES + 3)
            seen[c.n][c.place]++;
        else
            large++;
    }
    for (size_t n = 0; n <= 4 * LANES + 3; n++)
        for (size_t p = 0; p < XL_PLACES; p++)
            assert_true(seen[n][p] > 0);
    assert_true(large > 0);
}

/* A NaN, an infinity, a zero of each sign, a subnormal: in each lane of each operand. */
static void test_specials_reach_every_lane(void **state)
{
    (void)state;
    enum { LANES = 16 };
    static const uint32_t wanted[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x80000000,
                                      0x00000000, 0x00000001, 0x7f800001};
    for (size_t operand = 0; operand < 2; operand++) {
        int seen[sizeof wanted / sizeof wanted[0]][LANES] = {{0}};
        for (size_t i = 0; i < xl_case_count(&map_f32, 32 * LANES, 1); i++) {
            static float a[XL_LARGE_N];
            struct xl_case c = xl_case_get(&map_f32, 32 * LANES, 1, 1, i);
            xl_fill_input(&map_f32, operand, &c, a);
            for (size_t e = 0; e < c.n; e++)
                for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
                    seen[w][e % LANES] |= bits_of(a[e]) == wanted[w];
        }
        for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
            for (size_t lane = 0; lane < LANES; lane++)
                if (!seen[w][lane])
                    fail_msg("0x%08x never reached lane %zu of operand %zu", wanted[w], lane,
                             operand);
    }
}

static void test_domain_is_kept(void **state)
{
    (void)state;
    struct xl_kernel gather = {.name = "g",
                               .args = {{XL_ARG_IN, XL_u32, "index", 1, 0, 0, 999},
                                        {XL_ARG_COUNT, XL_u64, "n", 0, 1, 0, 0}}};
    static uint32_t index[XL_LARGE_N];
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

static void test_exact(void **state)
{
    (void)state;
    double ulp;
    float one = 1, zero = 0, nan = NAN;
    assert_true(equal((struct xl_contract){.kind = XL_EXACT}, 0x3f800000, &one, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x3f800001, &one, &ulp));
    assert_true(ulp == 1);
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x80000000, &zero, &ulp));
    assert_true(equal((struct xl_contract){.kind = XL_EXACT}, 0xffc12345, &nan, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x7f800000, &nan, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_EXACT}, 0x7fc00000, &one, &ulp));
}

/* The error is measured before rounding, so half a unit is half, not 0 or 1. */
static void test_ulp(void **state)
{
    (void)state;
    double ulp, x = 1 + 0x1p-24;
    assert_true(equal((struct xl_contract){.kind = XL_ULP, .ulp = 0.5}, 0x3f800000, &x, &ulp));
    assert_true(fabs(ulp - 0.5) < 1e-9);
    assert_false(equal((struct xl_contract){.kind = XL_ULP, .ulp = 0.49}, 0x3f800000, &x, &ulp));
    x = 0x1p-149 * 1.25; /* below the normal range a unit is the smallest subnormal */
    assert_true(equal((struct xl_contract){.kind = XL_ULP, .ulp = 0.5}, 0x00000001, &x, &ulp));
    assert_true(fabs(ulp - 0.25) < 1e-9);
    x = -1;
    assert_false(equal((struct xl_contract){.kind = XL_ULP, .ulp = 2}, 0x3f800000, &x, &ulp));
}

static void test_overflow(void **state)
{
    (void)state;
    const struct xl_contract two = {.kind = XL_ULP, .ulp = 2};
    double ulp, far = 1e40, near = 3.4028234e38, below = -1e40;
    assert_true(equal(two, 0x7f800000, &far, &ulp));
    assert_false(equal(two, 0xff800000, &far, &ulp));
    assert_false(equal(two, 0x7f800000, &near, &ulp));
    assert_true(isinf(ulp));
    assert_true(equal(two, 0xff800000, &below, &ulp));
    assert_false(equal(two, 0x7fc00000, &far, &ulp));
}

static void test_bound(void **state)
{
    (void)state;
    double ulp;
    struct xl_bounded b = {.value = 1, .bound = 0x1p-22};
    assert_true(equal((struct xl_contract){.kind = XL_BOUND}, 0x3f800002, &b, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_BOUND}, 0x3f800003, &b, &ulp));
    b.value = NAN;
    assert_true(equal((struct xl_contract){.kind = XL_BOUND}, 0x7fc00000, &b, &ulp));
    assert_false(equal((struct xl_contract){.kind = XL_BOUND}, 0x3f800000, &b, &ulp));
}

static void test_byte_swap_and_flush(void **state)
{
    (void)state;
    uint32_t from[2] = {0x01020304, 0x80000001}, to[2];
    xl_copy_swapped(XL_u32, to, from, 2, true);
    assert_int_equal(to[0], 0x04030201);
    xl_copy_swapped(XL_u8, to, from, 4, true);
    assert_int_equal(to[0], 0x01020304);
    xl_flush_subnormals(XL_f32, from, 2);
    assert_int_equal(from[1], 0x80000000);
    assert_int_equal(from[0], 0x01020304);
    xl_flush_subnormals(XL_u32, to, 2);
}

static void third(const float *a, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] / 3;
}

/* The reference is called in the mode of the case, tells the flags of the contract, and leaves the
 * host's own mode as it was. */
static void test_reference_in_each_rounding_mode(void **state)
{
    (void)state;
    static const struct xl_kernel kernel = {
        .name = "third",
        .contract = {XL_EXACT, .rounding = 1, .flags = XL_INEXACT | XL_DIVBYZERO},
        .reference = (void (*)(void))third};
    volatile float one = 1, three = 3;
    for (enum xl_rounding mode = XL_TO_NEAREST; mode < XL_ROUNDINGS; mode++) {
        float a[2] = {1, -1}, r[2];
        const uintptr_t args[XL_MAX_ARGS] = {(uintptr_t)a, (uintptr_t)r, 2};
        assert_int_equal(xl_reference_call(&kernel, mode, args), XL_INEXACT);
        assert_int_equal(bits_of(r[0]),
                         mode == XL_UP || mode == XL_TO_NEAREST ? 0x3eaaaaab : 0x3eaaaaaa);
        assert_int_equal(bits_of(r[1]),
                         mode == XL_DOWN || mode == XL_TO_NEAREST ? 0xbeaaaaab : 0xbeaaaaaa);
        assert_int_equal(bits_of(one / three), 0x3eaaaaab);
    }
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

/* arch/state.def: a rounding mode is a bit that a function keeps, a flag is none, and what is kept
 * begins with what each call.S begins with. */
static void test_state_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < xl_arch_count; i++) {
        const struct xl_state *s = xl_arches[i].state;
        uint64_t flags = 0;
        for (size_t k = 0; k < XL_ROUNDINGS - 1; k++)
            assert_true(s->rounding[k] && (s->rounding[k] & ~s->kept) == 0);
        for (size_t k = 0; k < XL_IEEE_FLAGS; k++) {
            assert_int_equal(__builtin_popcountll(s->flags[k]), 1);
            flags |= s->flags[k];
        }
        assert_int_equal(__builtin_popcountll(flags), XL_IEEE_FLAGS);
        assert_int_equal(flags & s->kept, 0);
        assert_string_equal(s->names[0], "the stack pointer");
        assert_string_equal(s->names[1], "its caller's stack");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_input),
        cmocka_unit_test(test_every_size_at_every_place),
        cmocka_unit_test(test_specials_reach_every_lane),
        cmocka_unit_test(test_domain_is_kept),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_ulp),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_byte_swap_and_flush),
        cmocka_unit_test(test_reference_in_each_rounding_mode),
        cmocka_unit_test(test_rounding_cases),
        cmocka_unit_test(test_state_tables),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
