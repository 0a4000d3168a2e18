/* Detectors: what a call leaves behind, on each architecture.
 * SPDX-License-Identifier: MIT
 */
#include "detect.h"

/* Each check, on each architecture. All findings are of the check meant for it: no other sees
 * anything. */
XL_TEST(test_state_is_caught_everywhere)
{
    static const struct {
        const char *kernel;
        enum xl_check check;
        const char *words;
    } table[] = {
        {"callee_saved", XL_CHECK_state, " changed"},
        {"general_saved", XL_CHECK_state, "callee-saved "},
        {"stack_canary", XL_CHECK_state, "its caller's stack"},
        {"stack_at_32", XL_CHECK_value, ""},
        {"stack_off_32", XL_CHECK_value, ""},
        {"stack_grows", XL_CHECK_state,
         "the kernel's stack grows as an array of n elements does: "},
        {"stack_is_large", XL_CHECK_state, " bytes of stack or more for n = "},
        {"rounding_left", XL_CHECK_state, "control"},
        {"flush_left", XL_CHECK_state, "floating-point control"},
        {"flags_cleared", XL_CHECK_state, "exception flags of the caller cleared: invalid ("},
        {"dirty_zero", XL_CHECK_value, ""},
        {"one_rounding", XL_CHECK_value, ", rounding "},
        {"spurious_flag", XL_CHECK_flags, "divide by zero"},
        {"static_state", XL_CHECK_repeat, ""},
        {"after_other", XL_CHECK_repeat, "wrong after before_other was called: "},
        {"race", XL_CHECK_threads, ""},
        {"interrupted", XL_CHECK_signals, ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (size_t r = 0; r < ROWS; r++)
            assert_state(rows[r], table[i].kernel, table[i].check, table[i].words);
}

XL_TEST(test_correct_state_passes_everywhere)
{
    for (size_t r = 0; r < ROWS; r++) {
        assert_state(rows[r], "correct", XL_CHECKS, "");
        assert_state(rows[r], "correct_state", XL_CHECKS, "");
        assert_state(rows[r], "before_other", XL_CHECKS, "");
        assert_state(rows[r], "stack_of_tile", XL_CHECKS, "");
        assert_state(rows[r], "stack_of_halves", XL_CHECKS, "");
        assert_state(rows[r], "flags_held", XL_CHECKS, "");
        assert_state(rows[r], "arguments_kept", XL_CHECKS, "");
        assert_state(rows[r], "reference_rounds", XL_CHECKS, "");
        assert_state(rows[r], "wide_reference", XL_CHECKS, "");
    }
}

/* The register that the kernel trashes, by its name. */
XL_TEST(test_state_names_the_register)
{
    static const char *const registers[ROWS][2] = {{"MMX without emms", "r15"},
                                                   {"d8", "x28"},
                                                   {"d8", "x28"},
                                                   {"d8", "r10"},
                                                   {"v20", "r14"},
                                                   {"f8", "r10"},
                                                   {"fs0", "s11"},
                                                   {"MMX without emms", "r15"}};
    for (size_t r = 0; r < ROWS; r++) {
        assert_state(rows[r], "callee_saved", XL_CHECK_state, registers[r][0]);
        assert_state(rows[r], "general_saved", XL_CHECK_state, registers[r][1]);
        /* A register is callee-saved, "the x87 tag word" is changed. */
        struct json_object *k = find_kernel_in(xl_detected.state, rows[r], "callee_saved");
        assert_null(strstr(text(k, "reason"), "callee-saved the "));
        assert_int_equal(!strstr(text(k, "reason"), "callee-saved "),
                         strncmp(rows[r], "x86_64", 6) == 0);
    }
}

/* Modes that are in no control word. */
XL_TEST(test_modes_are_kept)
{
    static const char *const words[ROWS] = {
        "alignment-check flag", NULL, NULL, "(the E bit of CPSR)", NULL, "the program mask", NULL,
        "alignment-check flag"};
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "mode_left", words[r] ? XL_CHECK_state : XL_CHECKS,
                     words[r] ? words[r] : "");
}

/* SME's, where the CPU has them: QEMU's `max`. */
XL_TEST(test_modes_of_sme_are_left)
{
    for (size_t r = 0; r < ROWS; r++) {
        /* QEMU switches SME off with SVE. */
        const bool has = strncmp(rows[r], "aarch64-sve", 11) == 0;
        const enum xl_check check = has ? XL_CHECK_state : XL_CHECKS;
        assert_state(rows[r], "streaming_left", check, has ? "the streaming mode changed" : "");
        assert_state(rows[r], "za_left", check, has ? "the state of ZA changed" : "");
    }
}

/* What stands above a 32-bit argument is the caller's to make or the callee's, as the ABI has it;
 * RISC-V's sign extension is not the zero that this kernel hopes for. */
XL_TEST(test_upper_half)
{
    static const enum xl_check checks[ROWS] = {XL_CHECK_value, XL_CHECK_value, XL_CHECK_value,
                                               XL_CHECKS,      XL_CHECKS,      XL_CHECKS,
                                               XL_CHECK_value, XL_CHECK_value};
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "upper_half", checks[r], "");
}

/* Above a narrow result, the other way round. */
XL_TEST(test_wide_result)
{
    static const enum xl_check checks[ROWS] = {XL_CHECKS,      XL_CHECKS,      XL_CHECKS,
                                               XL_CHECK_state, XL_CHECK_state, XL_CHECK_state,
                                               XL_CHECK_state, XL_CHECKS};
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "wide_result", checks[r], "result not extended per ABI: 0xbad");
}

/* An intermediate value that is subnormal: accused where it is flushed, with these words. */
XL_TEST(test_flushed_between)
{
    for (size_t r = 0; r < ROWS; r++) {
        bool flushes = strncmp(rows[r], "armhf-", 6) == 0;
        assert_state(rows[r], "flushed_between", flushes ? XL_CHECK_value : XL_CHECKS,
                     "this ISA flushes f32 subnormals");
    }
}

/* Eight rows at once, of which no two may meet in it. */
XL_TEST(test_reference_may_have_static_scratch)
{
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "reference_static", XL_CHECKS, "");
}

/* What the agent itself changes is not taken for a kernel's, whatever a compiler makes of it: every
 * kernel would have its first call made again, on slow agents. */
XL_TEST(test_statics_are_the_kernels)
{
    for (size_t r = 0; r < ROWS; r++) {
        static const char *const without[] = {"correct", "correct_rows"};
        struct json_object *some = find_kernel_in(xl_detected.state, rows[r], "static_state");
        for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
            struct json_object *k = find_kernel_in(xl_detected.state, rows[r], without[i]);
            assert_outcome(k, "pass");
            assert_int_equal(json_object_get_int64(get(k, "statics_bytes")), 0);
        }
        assert_true(json_object_get_int64(get(some, "statics_bytes")) > 0);
    }
}

int xl_detect_state(void)
{
    return xl_run_tests("state", NULL, NULL);
}
