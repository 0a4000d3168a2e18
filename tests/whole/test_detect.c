/* Every detector fires: each broken kernel of tests/detect is caught by the check meant for it, and
 * the correct one passes.
 * SPDX-License-Identifier: MIT
 *
 * This is also the user's view of `crosslane run --kernels`: a command, an exit status, a JSON
 * file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "results/checks.h"

#define ROW "x86_64-nehalem-gcc-O2"
#define WIDE "aarch64-sve512-gcc-O2"

/* A row of each architecture, for what each has in its own call.S. */
static const char *const rows[] = {"x86_64-nehalem-gcc-O2",    "aarch64-nosve-gcc-O2",
                                   "aarch64-sve256-gcc-O2",    "armhf-max-gcc-O2",
                                   "ppc64el-power10-gcc-O2",   "s390x-z15-gcc-O2",
                                   "riscv64-v128_ones-gcc-O2", "x86_64-haswell-gcc-O2"};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The kernels that are broken in their state, and their correct twin. */
static const char *const state_kernels[] = {
    "callee_saved",     "general_saved",   "rounding_left", "flush_left",
    "stack_canary",     "dirty_zero",      "upper_half",    "one_rounding",
    "spurious_flag",    "static_state",    "race",          "interrupted",
    "wide_result",      "correct",         "correct_state", "reference_static",
    "reference_rounds", "flushed_between", "arguments_kept"};
enum { STATE_KERNELS = sizeof state_kernels / sizeof state_kernels[0] };

static struct json_object *results;       /* of one run over all kernels, which the tests share */
static struct json_object *state_results; /* of one over state_kernels on all rows */
static int status;

static struct json_object *get(struct json_object *o, const char *key)
{
    struct json_object *value = NULL;
    if (!json_object_object_get_ex(o, key, &value))
        fail_msg("the JSON has no key %s", key);
    return value;
}

static const char *text(struct json_object *o, const char *key)
{
    return json_object_get_string(get(o, key));
}

static struct json_object *run(const char *options, const char *name)
{
    char command[4096], file[512];
    snprintf(file, sizeof file, XL_ROOT "/build/%s.json", name);
    snprintf(command, sizeof command,
             XL_CROSSLANE " run --no-cache --call-limit 1 --kernels " XL_ROOT
                          "/tests/detect --baseline " XL_ROOT
                          "/tests/detect/accuracy %s --json %s > " XL_ROOT "/build/%s.log 2>&1",
             options, file, name);
    remove(file);
    int ended = system(command);
    status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return json_object_from_file(file);
}

static int run_all(void **state)
{
    (void)state;
    char options[2048] = "--jobs 8 --call-limit 20 --no-evidence "; /* some have no vector code */
    for (size_t i = 0; i < ROWS + STATE_KERNELS; i++) {
        size_t used = strlen(options);
        snprintf(options + used, sizeof options - used, "%s %s ", i < ROWS ? "--row" : "--kernel",
                 i < ROWS ? rows[i] : state_kernels[i - ROWS]);
    }
    state_results = run(options, "test-detect-state");
    results = run("--row " ROW " --row s390x-z15-gcc-O2 --row " WIDE, "test-detect");
    return results && state_results ? 0 : -1;
}

static int forget(void **state)
{
    (void)state;
    json_object_put(results);
    json_object_put(state_results);
    return 0;
}

static struct json_object *find_row(const char *name)
{
    struct json_object *list = get(results, "rows");
    for (size_t i = 0; i < json_object_array_length(list); i++)
        if (strcmp(text(json_object_array_get_idx(list, i), "row"), name) == 0)
            return json_object_array_get_idx(list, i);
    fail_msg("no row %s", name);
    return NULL;
}

static struct json_object *find_kernel_in(struct json_object *in, const char *row_name,
                                          const char *name)
{
    struct json_object *list = get(in, "rows");
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        struct json_object *row = json_object_array_get_idx(list, i),
                           *kernels = get(row, "kernels");
        for (size_t k = 0;
             strcmp(text(row, "row"), row_name) == 0 && k < json_object_array_length(kernels);
             k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            if (strcmp(text(kernel, "kernel"), name) == 0)
                return kernel;
        }
    }
    fail_msg("no kernel %s on row %s", name, row_name);
    return NULL;
}

static struct json_object *find_kernel(const char *row_name, const char *name)
{
    return find_kernel_in(results, row_name, name);
}

/* The outcome of one XL_VARIANT on ROW, and the checks that it failed. */
static void assert_variant(const char *variant, const char *outcome, const char *checks)
{
    struct json_object *kernels = get(find_row(ROW), "kernels");
    for (size_t k = 0; k < json_object_array_length(kernels); k++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, k);
        if (strcmp(text(kernel, "variant"), variant) != 0)
            continue;
        assert_string_equal(text(kernel, "kernel"), "variants");
        assert_string_equal(text(kernel, "outcome"), outcome);
        assert_string_equal(json_object_to_json_string_ext(get(kernel, "checks"), 0), checks);
        return;
    }
    fail_msg("no variant %s", variant);
}

static void assert_caught(const char *row, const char *kernel, enum xl_check check)
{
    struct json_object *k = find_kernel(row, kernel), *findings = get(k, "findings");
    assert_string_equal(text(k, "outcome"), "fail");
    assert_true(json_object_array_length(findings) > 0);
    struct json_object *f = json_object_array_get_idx(findings, 0);
    if (strcmp(text(f, "check"), xl_check_name(check)) != 0)
        fail_msg("%s was caught by the check '%s', not '%s': %s", kernel, text(f, "check"),
                 xl_check_name(check), text(f, "message"));
    assert_non_null(strstr(text(f, "command"), "--row '"));
    assert_non_null(strstr(text(f, "command"), "--seed 1"));
    assert_non_null(strstr(text(f, "command"), kernel));
    assert_null(strstr(text(f, "command"), "CROSSLANE_DEFINE"));
}

static void test_tolerances_are_kept(void **state)
{
    (void)state;
    static const char *const right[] = {"off_by_one",    "within_bound_u8", "either_zero",
                                        "pointers_kept", "sizes_kept",      "lengths_kept"},
                             *const all[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t r = 0; r < 3; r++)
        for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
            assert_string_equal(text(find_kernel(all[r], right[i]), "outcome"), "pass");
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "off_by_two"), "findings"), 0);
    assert_true(json_object_get_double(get(f, "error")) >= 2);
    assert_true(json_object_get_double(get(f, "bound")) == 1);
}

/* Each by itself, and none that nobody knows of. */
static void test_variants_apart(void **state)
{
    (void)state;
    assert_variant("sse4:variant_right", "pass", "[]");
    assert_variant("sse4:variant_wrong", "fail", "[\"value\"]");
    assert_variant("sse4:variant_scalar", "fail", "[\"evidence\"]");
    assert_caught(ROW, "untold_vector", XL_CHECK_missing);
    assert_caught(ROW, "untold_variant", XL_CHECK_missing);
    assert_non_null(strstr(text(find_kernel(ROW, "untold_vector"), "reason"),
                           "XL_VARIANT(untold_vector, sse4, untold_vector__sse4)"));
    assert_non_null(strstr(text(find_kernel(ROW, "untold_variant"), "reason"), "outside of #if"));
}

/* Rows that each pass by themselves, compared with one another. */
static void test_other_bits(void **state)
{
    (void)state;
    struct json_object *found = get(results, "disagreements");
    assert_int_equal(json_object_array_length(found), 1);
    struct json_object *o = json_object_array_get_idx(found, 0), *rows_of = get(o, "rows");
    assert_string_equal(text(o, "kernel"), "other_bits");
    assert_int_equal(json_object_array_length(rows_of), 1);
    assert_string_equal(json_object_get_string(json_object_array_get_idx(rows_of, 0)), WIDE);
    assert_int_equal(json_object_get_int(get(o, "others")), 2);
    assert_string_equal(text(find_kernel(WIDE, "other_bits"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(WIDE, "same_bits"), "outcome"), "pass");
}

/* On this row, by this check and with these words; XL_CHECKS: it passes. */
static void assert_state(const char *row, const char *kernel, enum xl_check check,
                         const char *words)
{
    struct json_object *k = find_kernel_in(state_results, row, kernel),
                       *findings = get(k, "findings");
    if (strcmp(text(k, "outcome"), check != XL_CHECKS ? "fail" : "pass") != 0)
        fail_msg("%s on %s: %s %s", kernel, row, text(k, "outcome"), text(k, "reason"));
    for (size_t i = 0; i < json_object_array_length(findings); i++) {
        struct json_object *f = json_object_array_get_idx(findings, i);
        if (strcmp(text(f, "check"), xl_check_name(check)) != 0 ||
            !strstr(text(f, "message"), words))
            fail_msg("%s on %s was caught by the check '%s', not '%s': %s", kernel, row,
                     text(f, "check"), xl_check_name(check), text(f, "message"));
    }
}

/* Each check, on each architecture. All findings are of the check meant for it: no other sees
 * anything. */
static void test_state_is_caught_everywhere(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        enum xl_check check;
        const char *words;
    } table[] = {
        {"callee_saved", XL_CHECK_state, "which a function must keep"},
        {"general_saved", XL_CHECK_state, "which a function must keep"},
        {"stack_canary", XL_CHECK_state, "its caller's stack"},
        {"rounding_left", XL_CHECK_state, "control"},
        {"flush_left", XL_CHECK_state, "floating-point control"},
        {"dirty_zero", XL_CHECK_value, ""},
        {"one_rounding", XL_CHECK_value, ", rounding "},
        {"spurious_flag", XL_CHECK_flags, "divide by zero"},
        {"static_state", XL_CHECK_repeat, ""},
        {"race", XL_CHECK_threads, ""},
        {"interrupted", XL_CHECK_signals, ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (size_t r = 0; r < ROWS; r++)
            assert_state(rows[r], table[i].kernel, table[i].check, table[i].words);
}

static void test_correct_state_passes_everywhere(void **state)
{
    (void)state;
    for (size_t r = 0; r < ROWS; r++) {
        assert_state(rows[r], "correct", XL_CHECKS, "");
        assert_state(rows[r], "correct_state", XL_CHECKS, "");
        assert_state(rows[r], "arguments_kept", XL_CHECKS, "");
        assert_state(rows[r], "reference_rounds", XL_CHECKS, "");
    }
}

/* The register that the kernel trashes, by its name. */
static void test_state_names_the_register(void **state)
{
    (void)state;
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
    }
}

/* What stands above a 32-bit argument is the caller's to make or the callee's, as the ABI has it;
 * RISC-V's sign extension is not the zero that this kernel hopes for. */
static void test_upper_half(void **state)
{
    (void)state;
    static const enum xl_check checks[ROWS] = {XL_CHECK_value, XL_CHECK_value, XL_CHECK_value,
                                               XL_CHECKS,      XL_CHECKS,      XL_CHECKS,
                                               XL_CHECK_value, XL_CHECK_value};
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "upper_half", checks[r], "");
}

/* Above a narrow result, the other way round. */
static void test_wide_result(void **state)
{
    (void)state;
    static const enum xl_check checks[ROWS] = {XL_CHECKS,      XL_CHECKS,      XL_CHECKS,
                                               XL_CHECK_state, XL_CHECK_state, XL_CHECK_state,
                                               XL_CHECK_state, XL_CHECKS};
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "wide_result", checks[r], "the result's register holds 0xbad");
}

static void test_findings_exit_1(void **state)
{
    (void)state;
    assert_int_equal(status, 1);
}

static void test_correct_passes(void **state)
{
    (void)state;
    struct json_object *k = find_kernel(ROW, "correct");
    assert_string_equal(text(k, "outcome"), "pass");
    assert_true(json_object_get_int64(get(k, "checked")) > 10007);
    assert_int_equal(json_object_array_length(get(k, "findings")), 0);
    assert_string_not_equal(text(k, "digest"), "0x0000000000000000");
    assert_string_equal(text(find_kernel("s390x-z15-gcc-O2", "correct"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(ROW, "autovectorized"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(ROW, "aligned"), "outcome"), "pass");
}

static void test_each_is_caught(void **state)
{
    (void)state;
    static const struct {
        const char *kernel;
        enum xl_check check;
    } table[] = {
        {"lost_tail", XL_CHECK_value},
        {"one_lane", XL_CHECK_value},
        {"wide_error", XL_CHECK_value},
        {"wide_sum", XL_CHECK_value},
        {"negative_near", XL_CHECK_value},
        {"wrong_reverse", XL_CHECK_value},
        {"overread", XL_CHECK_crash},
        {"underread", XL_CHECK_crash},
        {"overwrite", XL_CHECK_overwrite},
        {"underwrite", XL_CHECK_overwrite},
        {"changes_input", XL_CHECK_input},
        {"puts_back", XL_CHECK_input},
        {"crashes", XL_CHECK_crash},
        {"exits", XL_CHECK_exit},
        {"hangs", XL_CHECK_hang},
        {"reference_hangs", XL_CHECK_reference},
        {"reference_crashes", XL_CHECK_reference},
        {"reference_strays", XL_CHECK_reference},
        {"prepare_crashes", XL_CHECK_reference},
        {"garbles", XL_CHECK_protocol},
        {"no_compile", XL_CHECK_build},
        {"no_compile_either", XL_CHECK_build},
        {"no_compile_neither", XL_CHECK_build},
        {"no_code", XL_CHECK_missing},
        {"scalar_code", XL_CHECK_evidence},
        {"dispatcher", XL_CHECK_evidence},
        {"fast_path_small", XL_CHECK_value},
        {"odd_lane", XL_CHECK_value},
        {"nan_lane", XL_CHECK_value},
        {"all_equal", XL_CHECK_value},
        {"pair_only", XL_CHECK_value},
        {"unwritten", XL_CHECK_value},
        {"lane_dependent", XL_CHECK_lanes},
        {"in_place_wrong", XL_CHECK_alias},
        {"wrong_anywhere", XL_CHECK_value},
        {"wrong_and_in_place", XL_CHECK_value},
        {"adjacent_wrong", XL_CHECK_alias},
        {"misaligned", XL_CHECK_crash},
        {"wrong_zero", XL_CHECK_value},
        {"less_accurate", XL_CHECK_accuracy},
        {"forks_and_ends", XL_CHECK_exit},
        {"forks_and_stays", XL_CHECK_exit},
        {"maps_over", XL_CHECK_value},
        {"unmaps_all", XL_CHECK_crash},
        {"newer_isa", XL_CHECK_crash},
        {"pointers_guessed", XL_CHECK_value},
        {"pointers_changed", XL_CHECK_input},
        {"sizes_forgotten", XL_CHECK_value},
        {"sizes_threshold", XL_CHECK_value},
        {"lengths_too_long", XL_CHECK_value},
        {"lengths_of_reference", XL_CHECK_reference},
        {"arguments_cut", XL_CHECK_value},
        {"off_by_two", XL_CHECK_value},
        {"off_by_lane", XL_CHECK_lanes},
        {"past_bound_u8", XL_CHECK_value},
        {"neither_zero", XL_CHECK_value},
        {"dispatch_wrong", XL_CHECK_dispatch},
        {"dispatch_untold", XL_CHECK_dispatch},
        {"dispatch_scalar", XL_CHECK_evidence},
        {"needs_unsaid", XL_CHECK_crash},
        {"signature_fewer", XL_CHECK_build},
        {"signature_narrower", XL_CHECK_build},
        {"signature_float", XL_CHECK_build},
        {"signature_void", XL_CHECK_build},
        {"initialised_never", XL_CHECK_value},
        {"initialised_to_death", XL_CHECK_crash},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_caught(ROW, table[i].kernel, table[i].check);
}

static bool is_in(struct json_object *in, const char *check)
{
    struct json_object *list = get(in, "rows");
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        struct json_object *kernels = get(json_object_array_get_idx(list, i), "kernels");
        for (size_t k = 0; k < json_object_array_length(kernels); k++) {
            struct json_object *findings = get(json_object_array_get_idx(kernels, k), "findings");
            for (size_t f = 0; f < json_object_array_length(findings); f++)
                if (strcmp(text(json_object_array_get_idx(findings, f), "check"), check) == 0)
                    return true;
        }
    }
    return false;
}

/* But for guards and poison, which no finding carries, and skips, which only Crosslane's own
 * kernels have listed. */
static void test_each_check_fires(void **state)
{
    (void)state;
    for (enum xl_check c = 0; c < XL_CHECKS; c++)
        if (c != XL_CHECK_guards && c != XL_CHECK_poison && c != XL_CHECK_skip &&
            !is_in(results, xl_check_name(c)) && !is_in(state_results, xl_check_name(c)))
            fail_msg("no kernel of tests/detect makes the check '%s' fire: it has none, or its "
                     "findings come behind those of another, of which a kernel keeps the first few",
                     xl_check_name(c));
}

/* Every value of these is right on every row. */
static void test_only_evidence_shows_it(void **state)
{
    (void)state;
    static const char *const traced[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof traced / sizeof traced[0]; i++) {
        assert_caught(traced[i], "scalar_code", XL_CHECK_evidence);
        assert_caught(traced[i], "dispatcher", XL_CHECK_evidence);
        assert_caught(traced[i], "copies", XL_CHECK_evidence);
        assert_caught(traced[i], "names_another", XL_CHECK_evidence);
        assert_caught(traced[i], "scalar_beside", XL_CHECK_evidence);
        assert_string_equal(text(find_kernel(traced[i], "beside_scalar"), "outcome"), "pass");
        struct json_object *k = find_kernel(traced[i], "correct");
        assert_string_equal(text(k, "outcome"), "pass");
        assert_true(json_object_get_int64(get(k, "vector_insns")) > 0);
        assert_true(json_object_get_int64(get(k, "insns_covered")) > 0);
        assert_true(json_object_get_int64(get(k, "insns_covered")) <=
                    json_object_get_int64(get(k, "insns_total")));
    }
    assert_non_null(strstr(text(find_kernel(ROW, "scalar_code"), "reason"), "no sse instruction"));
    assert_non_null(strstr(text(find_kernel(ROW, "names_another"), "reason"),
                           "what counts: add_of_global_function, names_another__sse4"));
}

/* Whatever function of the program they are in, and however many elements they take. */
static void test_vectors_are_found(void **state)
{
    (void)state;
    static const char *const traced[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof traced / sizeof traced[0]; i++) {
        struct json_object *k = find_kernel(traced[i], "threshold");
        if (strcmp(text(k, "outcome"), "pass") != 0)
            fail_msg("threshold on %s: %s", traced[i], text(k, "reason"));
        assert_non_null(strstr(text(k, "proof"), "no vectors with n = "));
        k = find_kernel(traced[i], "global_function");
        if (strcmp(text(k, "outcome"), "pass") != 0)
            fail_msg("global_function on %s: %s", traced[i], text(k, "reason"));
        assert_non_null(strstr(text(k, "proof"), "which names_another__"));
    }
}

/* What was taken is told, right or wrong, and judged by what the CPU has. */
static void test_dispatchers(void **state)
{
    (void)state;
    static const char *const traced[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof traced / sizeof traced[0]; i++) {
        struct json_object *right = find_kernel(traced[i], "dispatch_right"),
                           *lesser = find_kernel(traced[i], "dispatch_lesser");
        assert_string_equal(text(right, "outcome"), "pass");
        assert_string_equal(text(right, "dispatched"), i ? "step_by_element" : "step_by_vector");
        assert_string_equal(text(lesser, "outcome"), "pass");
        assert_string_equal(text(lesser, "dispatched"), "step_by_element");
        assert_caught(traced[i], "dispatch_wrong", XL_CHECK_dispatch);
        assert_caught(traced[i], "dispatch_untold", XL_CHECK_dispatch);
        assert_caught(traced[i], "dispatch_scalar", XL_CHECK_evidence);
    }
    assert_string_equal(text(find_kernel(ROW, "dispatch_wrong"), "reason"),
                        "on a CPU with sse4 its dispatcher must take step_by_vector; it took "
                        "step_by_element");
    assert_string_equal(text(find_kernel(ROW, "dispatch_untold"), "reason"),
                        "its .dispatch has nothing for this CPU; it took step_by_vector");
    assert_string_equal(text(find_kernel(ROW, "correct"), "dispatched"), "");
}

/* A need that is said skips the kernel where the CPU lacks it, by name, and nowhere else. */
static void test_needs(void **state)
{
    (void)state;
    struct json_object *k = find_kernel(ROW, "needs_said");
    assert_string_equal(text(k, "outcome"), "skip");
    assert_string_equal(text(k, "lacks"), "pclmulqdq aes");
    assert_string_equal(text(k, "reason"), "it needs pclmulqdq aes, which this CPU does not have");
    assert_string_equal(text(find_kernel(WIDE, "needs_said"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(ROW, "needs_had"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(WIDE, "needs_had"), "outcome"), "pass");
}

static void test_initialising_calls(void **state)
{
    (void)state;
    static const char *const all[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_string_equal(text(find_kernel(all[i], "initialised_once"), "outcome"), "pass");
        assert_caught(all[i], "initialised_to_death", XL_CHECK_crash);
    }
}

/* An estimate is no failure; that hardware may be less exact is said once for all rows. */
static void test_estimates_are_noted(void **state)
{
    (void)state;
    char line[1024] = "", found[1024] = "";
    assert_string_equal(text(find_kernel(ROW, "estimate"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(ROW, "estimate"), "estimates"), "rcpps");
    assert_string_equal(text(find_kernel(WIDE, "estimate"), "estimates"), "");
    assert_string_equal(text(find_kernel(ROW, "correct"), "estimates"), "");
    FILE *log = fopen(XL_ROOT "/build/test-detect.log", "r");
    assert_non_null(log);
    while (fgets(line, sizeof line, log))
        if (strstr(line, "note: estimates that"))
            snprintf(found, sizeof found, "%s", line);
    fclose(log);
    assert_non_null(strstr(found, "estimate (rcpps)"));
}

/* What cannot be decoded is its own kernel's failure. */
static void test_undecodable_is_its_owners(void **state)
{
    (void)state;
    assert_caught(ROW, "undecodable", XL_CHECK_evidence);
    assert_non_null(strstr(text(find_kernel(ROW, "undecodable"), "reason"),
                           "no instruction at undecodable__sse4+0x"));
    assert_string_equal(text(find_row(ROW), "evidence"), "traced");
    assert_string_equal(text(find_kernel("s390x-z15-gcc-O2", "undecodable"), "outcome"), "pass");
}

static void test_steps_are_of_whole_vectors(void **state)
{
    (void)state;
    assert_string_equal(text(find_kernel(ROW, "wrong_step"), "outcome"), "pass");
    assert_caught(WIDE, "wrong_step", XL_CHECK_evidence);
    static const char *const traced[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof traced / sizeof traced[0]; i++)
        assert_string_equal(text(find_kernel(traced[i], "constant_product"), "outcome"), "pass");
}

static void test_control_dies_in_a_kernel(void **state)
{
    (void)state;
    struct json_object *row = find_row(WIDE);
    assert_string_equal(text(row, "evidence"), "traced");
    assert_non_null(strstr(text(row, "control"), "died of SIGILL in "));
    assert_non_null(strstr(text(row, "control"), "__sve+0x"));
    assert_non_null(strstr(text(find_row(ROW), "control"), "sse4"));
}

/* A flood ends by the limit on the size of a file or by the limit on the time of a call, whichever
 * comes first. */
static void test_flood_ends(void **state)
{
    (void)state;
    assert_string_equal(text(find_kernel(ROW, "floods"), "outcome"), "fail");
    assert_string_equal(text(find_kernel(ROW, "fills_disk"), "outcome"), "fail");
}

static void test_only_where_broken(void **state)
{
    (void)state;
    assert_caught(ROW, "only_sse4", XL_CHECK_value);
    assert_string_equal(text(find_kernel("s390x-z15-gcc-O2", "only_sse4"), "outcome"), "pass");
    assert_caught("s390x-z15-gcc-O2", "only_big_endian", XL_CHECK_value);
    assert_string_equal(text(find_kernel(ROW, "only_big_endian"), "outcome"), "pass");
}

static void test_missing_with_reason_is_a_skip(void **state)
{
    (void)state;
    struct json_object *k = find_kernel(ROW, "no_code_said");
    assert_string_equal(text(k, "outcome"), "skip");
    assert_string_equal(text(k, "reason"), "this test wants it missing");
}

static void test_finding_tells_everything(void **state)
{
    (void)state;
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "one_lane"), "findings"), 0);
    assert_int_equal(json_object_get_int64(get(f, "lane")), 2);
    assert_int_equal(json_object_get_int64(get(f, "element")) % 16, 2);
    assert_true(json_object_get_int64(get(f, "n")) > 2);
    unsigned got, expected;
    assert_int_equal(sscanf(text(f, "got"), "0x%x", &got), 1);
    assert_int_equal(sscanf(text(f, "expected"), "0x%x", &expected), 1);
    assert_int_equal(got, (expected + 1) & 0xff);
    assert_non_null(strstr(text(f, "inputs"), "a["));
    assert_non_null(get(f, "alignment"));
    assert_int_equal(strncmp(text(f, "lanes"), "..x", 3), 0);
    assert_int_equal(strspn(text(f, "lanes") + 3, "."), strlen(text(f, "lanes")) - 3);
}

/* Of an absolute bound, the error and the bound: no ULP says which is the larger. */
static void test_error_against_bound_is_told(void **state)
{
    (void)state;
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
static void test_lanes_are_tried_alone(void **state)
{
    (void)state;
    static const char *const tried[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        assert_alone(tried[i], "negative_near",
                     "it is right: it depends on lanes around it, such as lane ");
        assert_alone(tried[i], "odd_lane", "it is right: it depends on lanes around it");
        assert_alone(tried[i], "one_lane", "it is wrong too, and in no other lane of its vector");
        assert_alone(tried[i], "pair_only", "it is wrong too");
        /* By right each element depends on another; and what is wrong at n = 1 is alone. */
        assert_alone(tried[i], "wrong_reverse", NULL);
        assert_alone(tried[i], "wide_sum", NULL);
    }
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "negative_near"), "findings"), 0);
    unsigned lane, element, bits;
    const char *found = strstr(text(f, "alone"), "such as lane ");
    assert_int_equal(sscanf(found, "such as lane %u (a[%u]=0x%x", &lane, &element, &bits), 3);
    assert_int_equal(lane, element % 4);
    assert_true(bits >> 31);
    assert_non_null(strstr(text(f, "vector"), "a["));
    assert_non_null(strstr(text(f, "vector"), " b["));
    f = json_object_array_get_idx(get(find_kernel(ROW, "one_lane"), "findings"), 0);
    assert_false(json_object_object_get_ex(f, "vector", NULL));
}

static const char *first_message(const char *row, const char *kernel)
{
    return text(json_object_array_get_idx(get(find_kernel(row, kernel), "findings"), 0), "message");
}

static void assert_says(const char *row, const char *kernel, const char *words)
{
    if (!strstr(first_message(row, kernel), words))
        fail_msg("%s on %s: \"%s\" does not say \"%s\"", kernel, row, first_message(row, kernel),
                 words);
}

/* A fault says which buffer, how far from it, in a call with which n, and at which instruction. */
static void test_fault_is_located(void **state)
{
    (void)state;
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
static void test_refused_instruction_is_named(void **state)
{
    (void)state;
    assert_says(ROW, "newer_isa", "signal 4 (Illegal instruction), n = 0, pc 0x");
    assert_says(ROW, "newer_isa", "(newer_isa__sse4+0x");
    assert_says(ROW, "newer_isa",
                ": vpaddd %ymm0, %ymm0, %ymm0, newer_isa.c:22): an instruction of avx, of which "
                "this CPU lacks avx2");
    assert_says(ROW, "needs_unsaid", ": pclmulqdq $0x0, %xmm0, %xmm0, needs.c:");
    assert_says(ROW, "initialised_to_death", "(initialised_to_death_init+0x");
    assert_says(ROW, "crashes", ": ud2, crashes.c:22)");
    assert_says("s390x-z15-gcc-O2", "crashes", "signal 8 (Floating point exception), n = 5, pc 0x");
    assert_says("s390x-z15-gcc-O2", "crashes", ": cgite %r");
    assert_says(WIDE, "crashes", ": brk #");
}

static void test_alias_is_named(void **state)
{
    (void)state;
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
static void test_alias_is_what_touching_makes(void **state)
{
    (void)state;
    assert_true(has_fired(ROW, "wrong_anywhere", XL_CHECK_value));
    assert_false(has_fired(ROW, "wrong_anywhere", XL_CHECK_alias));
    assert_true(has_fired(ROW, "wrong_and_in_place", XL_CHECK_value));
    assert_true(has_fired(ROW, "wrong_and_in_place", XL_CHECK_alias));
}

/* The worst error is told with its input and those who judged; where more was known, with a note.
 */
static void test_accuracy_is_told(void **state)
{
    (void)state;
    assert_says(ROW, "less_accurate",
                "at 0x3f831e61 is 1.431 ULP, and the worst that was known is 0.600");
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
    assert_string_equal(text(find_kernel("s390x-z15-gcc-O2", "less_accurate"), "outcome"), "pass");
    assert_non_null(strstr(text(find_row("s390x-z15-gcc-O2"), "notes"), "better than"));
    k = find_kernel("s390x-z15-gcc-O2", "less_accurate");
    assert_true(json_object_get_double(get(k, "better_than")) == 2);
    assert_null(get(find_kernel(ROW, "less_accurate"), "better_than"));
    assert_string_equal(text(find_kernel(WIDE, "less_accurate"), "outcome"), "pass");
    assert_non_null(strstr(text(find_row(WIDE), "notes"), "has no worst errors of"));
}

/* Each row has a process of its own for it, which ends alone. */
static void test_reference_is_apart(void **state)
{
    (void)state;
    static const char *const of[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        assert_says(of[i], "reference_hangs", "its reference did not return within 1 s");
        assert_says(of[i], "reference_crashes", "its reference died of signal 8");
        assert_says(of[i], "reference_strays", "its reference died of signal 11");
        assert_says(of[i], "prepare_crashes", "its .prepare died of signal 11");
    }
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "reference_hangs"), "findings"), 0);
    assert_int_equal(json_object_get_int64(get(f, "n")), 5);
    assert_non_null(strstr(text(f, "inputs"), "a[4]="));
}

/* An intermediate value that is subnormal: accused where it is flushed, with these words. */
static void test_flushed_between(void **state)
{
    (void)state;
    for (size_t r = 0; r < ROWS; r++) {
        bool flushes = strncmp(rows[r], "armhf-", 6) == 0;
        assert_state(rows[r], "flushed_between", flushes ? XL_CHECK_value : XL_CHECKS,
                     "this ISA flushes f32 subnormals");
    }
}

/* Eight rows at once, of which no two may meet in it. */
static void test_reference_may_have_static_scratch(void **state)
{
    (void)state;
    for (size_t r = 0; r < ROWS; r++)
        assert_state(rows[r], "reference_static", XL_CHECKS, "");
}

static void test_wrong_signatures(void **state)
{
    (void)state;
    static const char *const all[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_string_equal(text(find_kernel(all[i], "signature_right"), "outcome"), "pass");
        assert_says(all[i], "signature_fewer", "signatures.c:");
        assert_says(all[i], "signature_fewer", " takes 3 arguments, and the record has 4");
        assert_says(all[i], "signature_narrower",
                    " takes an integer of 1 bytes for step, and the record has an argument of u16");
        assert_says(all[i], "signature_float",
                    " takes a float for step, and the record has an argument of u8");
        assert_says(all[i], "signature_void",
                    " returns nothing, and the record has a result of u32");
    }
}

static void test_build_message_is_the_compilers(void **state)
{
    (void)state;
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "no_compile"), "findings"), 0);
    assert_non_null(strstr(text(f, "message"), "error:"));
    assert_non_null(strstr(text(f, "message"), "no_compile.c:"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_bits),
        cmocka_unit_test(test_findings_exit_1),
        cmocka_unit_test(test_correct_passes),
        cmocka_unit_test(test_each_is_caught),
        cmocka_unit_test(test_each_check_fires),
        cmocka_unit_test(test_only_evidence_shows_it),
        cmocka_unit_test(test_variants_apart),
        cmocka_unit_test(test_tolerances_are_kept),
        cmocka_unit_test(test_vectors_are_found),
        cmocka_unit_test(test_dispatchers),
        cmocka_unit_test(test_needs),
        cmocka_unit_test(test_initialising_calls),
        cmocka_unit_test(test_estimates_are_noted),
        cmocka_unit_test(test_undecodable_is_its_owners),
        cmocka_unit_test(test_steps_are_of_whole_vectors),
        cmocka_unit_test(test_control_dies_in_a_kernel),
        cmocka_unit_test(test_flood_ends),
        cmocka_unit_test(test_only_where_broken),
        cmocka_unit_test(test_missing_with_reason_is_a_skip),
        cmocka_unit_test(test_finding_tells_everything),
        cmocka_unit_test(test_error_against_bound_is_told),
        cmocka_unit_test(test_lanes_are_tried_alone),
        cmocka_unit_test(test_fault_is_located),
        cmocka_unit_test(test_refused_instruction_is_named),
        cmocka_unit_test(test_alias_is_named),
        cmocka_unit_test(test_alias_is_what_touching_makes),
        cmocka_unit_test(test_accuracy_is_told),
        cmocka_unit_test(test_reference_is_apart),
        cmocka_unit_test(test_flushed_between),
        cmocka_unit_test(test_reference_may_have_static_scratch),
        cmocka_unit_test(test_wrong_signatures),
        cmocka_unit_test(test_build_message_is_the_compilers),
        cmocka_unit_test(test_state_is_caught_everywhere),
        cmocka_unit_test(test_correct_state_passes_everywhere),
        cmocka_unit_test(test_state_names_the_register),
        cmocka_unit_test(test_upper_half),
        cmocka_unit_test(test_wide_result),
    };
    return cmocka_run_group_tests_name("detectors", tests, run_all, forget);
}
