/* Detectors: what a finding tells of its kernel.
 * SPDX-License-Identifier: MIT
 */
#include "detect.h"

XL_TEST(test_finding_tells_everything)
{
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "one_lane"), "findings"), 0);
    assert_int_equal(json_object_get_int64(get(f, "lane")), 2);
    assert_int_equal(json_object_get_int64(get(f, "element")) % 16, 2);
    assert_true(json_object_get_int64(get(f, "n")) > 2);
    unsigned got, expected;
    assert_int_equal(sscanf(text(f, "got"), "0x%x", &got), 1);
    assert_int_equal(sscanf(text(f, "expected"), "0x%x", &expected), 1);
    assert_int_equal(got, (expected + 1) & 0xff);
    assert_has(f, "inputs", "a[");
    assert_non_null(get(f, "alignment"));
    assert_int_equal(strncmp(text(f, "lanes"), "..x", 3), 0);
    assert_int_equal(strspn(text(f, "lanes") + 3, "."), strlen(text(f, "lanes")) - 3);
}

/* Of an absolute bound, the error and the bound: no ULP says which is the larger. */
XL_TEST(test_error_against_bound_is_told)
{
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "wide_sum"), "findings"), 0);
    assert_true(json_object_get_double(get(f, "error")) > json_object_get_double(get(f, "bound")));
    assert_true(json_object_get_double(get(f, "bound")) > 0);
    f = json_object_array_get_idx(get(find_kernel(ROW, "wide_error"), "findings"), 0);
    assert_false(json_object_object_get_ex(f, "bound", NULL));
}

static void assert_alone(const char *row, const char *kernel, const char *words)
{
    struct json_object *findings = get(find_kernel(row, kernel), "findings");
    for (size_t i = 0; i < json_object_array_length(findings); i++) {
        struct json_object *f = json_object_array_get_idx(findings, i), *alone = NULL;
        json_object_object_get_ex(f, "alone", &alone);
        if (!alone != !words || (words && !strstr(json_object_get_string(alone), words)))
            fail_msg("%s on %s, alone: %s, wanted %s", kernel, row, json_object_get_string(alone),
                     words);
    }
}

/* Whether a lane is wrong by itself or by its neighbours is told, and by which of these. */
XL_TEST(test_lanes_are_tried_alone)
{
    for (size_t i = 0; i < TRACED; i++) {
        assert_alone(traced[i], "negative_near",
                     "correct with equal lanes; depends on others, such as lane ");
        assert_alone(traced[i], "odd_lane", "correct with equal lanes; depends on others");
        assert_alone(traced[i], "one_lane",
                     "wrong with equal lanes, in no other lane of its vector");
        assert_alone(traced[i], "pair_only", "wrong with equal lanes");
        /* By right each element depends on another; and what is wrong at n = 1 is alone. */
        assert_alone(traced[i], "wrong_reverse", NULL);
        assert_alone(traced[i], "wide_sum", NULL);
    }
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "negative_near"), "findings"), 0);
    unsigned lane, element, bits;
    const char *found = strstr(text(f, "alone"), "such as lane ");
    assert_int_equal(sscanf(found, "such as lane %u (a[%u]=0x%x", &lane, &element, &bits), 3);
    assert_int_equal(lane, element % 4);
    assert_true(bits >> 31);
    assert_has(f, "vector", "a[");
    assert_has(f, "vector", " b[");
    f = json_object_array_get_idx(get(find_kernel(ROW, "one_lane"), "findings"), 0);
    assert_false(json_object_object_get_ex(f, "vector", NULL));
}

/* A fault says which buffer, how far from it, in a call with which n, and at which instruction. */
XL_TEST(test_fault_is_located)
{
    assert_says(ROW, "overread", "at byte +0 past the end of a, n = 0, pc 0x");
    assert_says(ROW, "overread", "(overread__sse4+0x");
    assert_says(ROW, "underread", "at byte -1 before the start of a, n = 0, pc 0x");
    assert_says(ROW, "misaligned", "(misaligned__sse4+0x");
    assert_says(ROW, "misaligned", ": movaps ");
    assert_says(ROW, "puts_back", "wrote to its const input a[3], which was read-only for this");
    assert_says(ROW, "puts_back", "(puts_back__sse4+0x");
    /* This CPU tells the page only. */
    assert_says("s390x-z15-gcc-O2", "puts_back", "wrote to or next to its const input a, which");
    assert_says("s390x-z15-gcc-O2", "overread", "at byte +0 to +4095 past the end of a, n = 0,");
    assert_says("s390x-z15-gcc-O2", "overread", "(overread__vxe2+0x");
    assert_says("s390x-z15-gcc-O2", "underread", "at byte -4096 to -1 before the start of a,");
}

/* An instruction that the CPU refuses, or traps with, is named with its line, and with what has it.
 */
XL_TEST(test_refused_instruction_is_named)
{
    assert_says(ROW, "newer_isa", "signal 4 (Illegal instruction), n = 0, pc 0x");
    assert_says(ROW, "newer_isa", "(newer_isa__sse4+0x");
    assert_says(ROW, "newer_isa",
                ": vpaddd %ymm0, %ymm0, %ymm0, executed.c:180): avx instruction; this CPU lacks "
                "avx2");
    assert_says(ROW, "needs_unsaid", ": pclmulqdq $0x0, %xmm0, %xmm0, needs.c:");
    assert_says(ROW, "initialised_to_death", "(initialised_to_death_init+0x");
    assert_says(ROW, "crashes", ": ud2, process.c:19)");
    assert_says("s390x-z15-gcc-O2", "crashes", "signal 8 (Floating point exception), n = 5, pc 0x");
    assert_says("s390x-z15-gcc-O2", "crashes", ": cgite %r");
    assert_says(WIDE, "crashes", ": brk #");
    assert_says(ROW, "aborts", "tests/detect/aborts.c:");
    assert_says(ROW, "aborts", ": Assertion `n != 5' failed.");
    assert_says("s390x-z15-gcc-O2", "aborts_in_free", "signal 6 (Aborted): free(): invalid");
    assert_says(ROW, "newer_scalar",
                ": andnl %eax, %ecx, %edx, executed.c:192): it executes `andnl` (BMI1), which "
                "the row's CPU lacks");
}

/* A function of the C library is named with its object and its caller; a kernel that returned to
 * nowhere, by what is left to know; a call that did not return, by where it was. */
XL_TEST(test_place_is_named)
{
    for (size_t i = 0; i < TRACED; i++) {
        assert_says(traced[i], "crashes_in_libc", "memcpy");
        assert_says(traced[i], "crashes_in_libc", " of libc.a(mem");
        assert_says(traced[i], "crashes_in_libc", ".o), called by crashes_in_libc__");
        assert_says(traced[i], "crashes_in_libc", ", process.c:31)");
        assert_says(traced[i], "smashes_stack", "4444 (no code: smashes_stack__");
        assert_says(traced[i], "smashes_stack", " returned there: its stack was smashed)");
        assert_says(traced[i], "hangs", "the call did not return within 1 s, pc 0x");
        assert_says(traced[i], "hangs", " (hangs__");
        assert_says(traced[i], "hangs", ", process.c:103)");
        assert_says(traced[i], "hangs_deaf", "1 s, position unknown: it blocks signals");
    }
}

XL_TEST(test_alias_is_named)
{
    assert_says(ROW, "in_place_wrong", "when r is a");
    assert_says(ROW, "adjacent_wrong", "when the buffers lie ");
    assert_says(ROW, "lane_dependent", "differ although their inputs are the same");
}

static bool has_fired(const char *row, const char *kernel, enum xl_check check)
{
    struct json_object *checks = get(find_kernel(row, kernel), "checks");
    for (size_t i = 0; i < json_object_array_length(checks); i++)
        if (strcmp(json_object_get_string(json_object_array_get_idx(checks, i)),
                   xl_check_name(check)) == 0)
            return true;
    return false;
}

/* What is wrong wherever the buffers lie is not put down to their touching; what is wrong for that
 * too is. */
XL_TEST(test_alias_is_what_touching_makes)
{
    assert_true(has_fired(ROW, "wrong_anywhere", XL_CHECK_value));
    assert_false(has_fired(ROW, "wrong_anywhere", XL_CHECK_alias));
    assert_true(has_fired(ROW, "wrong_and_in_place", XL_CHECK_value));
    assert_true(has_fired(ROW, "wrong_and_in_place", XL_CHECK_alias));
}

/* The worst error is told with its input and those who judged; where more was known, with a note.
 */
XL_TEST(test_accuracy_is_told)
{
    assert_says(ROW, "less_accurate", "at 0x3f831e61: 1.431 ULP, baseline 0.600");
    struct json_object *k = find_kernel(ROW, "less_accurate"), *roads = get(k, "roads");
    assert_true(json_object_get_double(get(k, "max_ulp")) > 0.9);
    assert_int_equal(json_object_array_length(get(k, "max_ulp_inputs")), 1);
    assert_true(json_object_get_int64(get(roads, "double")) > 10007);
    assert_true(json_object_get_int64(get(roads, "mpfr")) > 0);
    assert_int_equal(json_object_get_int64(get(roads, "double")) +
                         json_object_get_int64(get(roads, "mpfr")),
                     json_object_get_int64(get(k, "checked")));
    assert_null(get(find_kernel(ROW, "correct"), "roads"));
    /* A baseline that is worse, and none. */
    assert_outcome(find_kernel("s390x-z15-gcc-O2", "less_accurate"), "pass");
    assert_has(find_row("s390x-z15-gcc-O2"), "notes", "better than");
    k = find_kernel("s390x-z15-gcc-O2", "less_accurate");
    assert_true(json_object_get_double(get(k, "better_than")) == 2);
    assert_null(get(find_kernel(ROW, "less_accurate"), "better_than"));
    assert_outcome(find_kernel(WIDE, "less_accurate"), "pass");
    assert_has(find_row(WIDE), "notes", "no baseline in ");
}

/* Each row has a process of its own for it, which ends alone. */
XL_TEST(test_reference_is_apart)
{
    for (size_t i = 0; i < TRACED; i++) {
        assert_says(traced[i], "reference_hangs", "its reference did not return within 1 s");
        assert_says(traced[i], "reference_crashes", "its reference crashed with signal 8");
        assert_says(traced[i], "reference_strays", "its reference crashed with signal 11");
        assert_says(traced[i], "prepare_crashes", "its .prepare crashed with signal 11");
    }
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "reference_hangs"), "findings"), 0);
    assert_int_equal(json_object_get_int64(get(f, "n")), 5);
    assert_has(f, "inputs", "a[4]=");
}

XL_TEST(test_wrong_signatures)
{
    for (size_t i = 0; i < TRACED; i++) {
        assert_outcome(find_kernel(traced[i], "signature_right"), "pass");
        assert_says(traced[i], "signature_fewer", "signatures.c:");
        assert_says(traced[i], "signature_fewer", " takes 3 arguments, the record has 4");
        assert_says(traced[i], "signature_narrower",
                    " takes an integer of 1 bytes for step, the record has an argument of u16");
        assert_says(traced[i], "signature_float",
                    " takes a float for step, the record has an argument of u8");
        assert_says(traced[i], "signature_void",
                    " returns nothing, the record has a result of u32");
    }
}

XL_TEST(test_build_message_is_the_compilers)
{
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "no_compile"), "findings"), 0);
    assert_has(f, "message", "error:");
    assert_has(f, "message", "no_compile.c:");
}

int xl_detect_findings(void)
{
    return xl_run_tests("findings", NULL, NULL);
}
