/* Every detector fires: each broken kernel of tests/detect is caught by the check meant for it, and
 * the correct one passes.
 * SPDX-License-Identifier: MIT
 *
 * This is also the user's view of `crosslane run --kernels`: a command, an exit status, a JSON
 * file.
 */
#include "detect.h"

#include <sys/wait.h>

#include "base/memory.h"
#include "base/text.h"

struct xl_detected xl_detected;
static int status; /* of the run that was last: over all kernels */

/* The kernels that are broken in their state, and their correct twin. */
static const char *const state_kernels[] = {
    "callee_saved",    "general_saved",  "rounding_left",  "flush_left",       "stack_canary",
    "stack_at_32",     "stack_off_32",   "dirty_zero",     "upper_half",       "one_rounding",
    "spurious_flag",   "static_state",   "race",           "interrupted",      "wide_result",
    "correct",         "correct_state",  "correct_rows",   "reference_static", "reference_rounds",
    "flushed_between", "arguments_kept", "wide_size_kept", "wide_size_cut",    "aligns_kept",
    "blocks_kept",     "after_other",    "before_other",   "flags_cleared",    "flags_held",
    "mode_left",       "stack_grows",    "stack_of_tile",  "stack_of_halves",  "stack_is_large",
    "wide_reference",  "streaming_left", "za_left"};
enum { STATE_KERNELS = sizeof state_kernels / sizeof state_kernels[0] };

static void put_path(FILE *f, const char *before, const char *path)
{
    fputs(before, f);
    xl_put_quoted(f, path);
}

static struct json_object *run(const char *options, const char *name)
{
    char *command = NULL, *file = xl_format(XL_ROOT "/build/%s.json", name),
         *log = xl_format(XL_ROOT "/build/%s.log", name);
    size_t size;
    FILE *f = open_memstream(&command, &size);
    put_path(f, "", XL_CROSSLANE);
    put_path(f, " run --no-cache --call-limit 1 --kernels ", XL_ROOT "/tests/detect");
    put_path(f, " --baseline ", XL_ROOT "/tests/detect/accuracy");
    fprintf(f, " %s", options);
    put_path(f, " --json ", file);
    put_path(f, " >", log);
    fputs(" 2>&1", f);
    fclose(f);
    remove(file);
    int ended = system(command);
    status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    struct json_object *results = json_object_from_file(file);
    free(command);
    free(file);
    free(log);
    return results;
}

static void run_secrets(void)
{
    char options[1024] = "--jobs 8 --call-limit 20 --kernel 'secret_*' --kernel 'rule_*' "
                         "--kernel 'needs_[ibs]*' --row " CRYPTO;
    for (size_t i = 0; i < SECRET_ROWS; i++)
        xl_append(options, sizeof options, " --row %s", secret_rows[i]);
    xl_detected.secrets = run(options, "test-detect-secrets");
}

static int run_all(void)
{
    char options[4096] = "--jobs 8 --call-limit 20 --no-evidence "; /* some have no vector code */
    for (size_t i = 0; i < ROWS + STATE_KERNELS; i++) {
        size_t used = strlen(options);
        snprintf(options + used, sizeof options - used, "%s %s ", i < ROWS ? "--row" : "--kernel",
                 i < ROWS ? rows[i] : state_kernels[i - ROWS]);
    }
    xl_detected.state = run(options, "test-detect-state");
    xl_detected.native =
        run("--row " NATIVE " --row " NATIVE_WIDE " --call-limit 20 "
            "--kernel 'dispatch_[lru]*' --kernel some_never --kernel some_peeled "
            "--kernel some_threads --kernel some_conflicts --kernel some_stacks "
            "--kernel correct --kernel scalar_code --kernel 'leaves_*' --kernel 'vectors_*' "
            "--kernel 'beyond_*' --kernel 'needs_[ibs]*' "
            "--kernel 'kills_*' --kernel 'reference_leaves_*' "
            "--kernel reference_kills --kernel takes_signals",
            "test-detect-native");
    xl_detected.lengths =
        run("--row " SHORT " --row " WIDE " --kernel longer_costs --kernel more_work",
            "test-detect-lengths");
    xl_detected.images = run("--row " NEON32 " --row " NEON32_CLANG " --row " ROW
                             " --row " NATIVE_WIDE " --call-limit 20 --kernel 'image_*'",
                             "test-detect-images");
    run_secrets();
    xl_detected.all = run("--row " ROW " --row s390x-z15-gcc-O2 --row " WIDE, "test-detect");
    return xl_detected.all && xl_detected.state && xl_detected.native && xl_detected.lengths &&
                   xl_detected.images && xl_detected.secrets
               ? 0
               : -1;
}

static void forget(void)
{
    json_object_put(xl_detected.all);
    json_object_put(xl_detected.state);
    json_object_put(xl_detected.native);
    json_object_put(xl_detected.lengths);
    json_object_put(xl_detected.images);
    json_object_put(xl_detected.secrets);
}

/* On the host's own CPU, which nothing emulates, calls of dispatchers are stepped through, and
 * those of a kernel in whose code there are no vectors. */
XL_TEST(test_steps_natively)
{
    struct json_object *native = xl_detected.native;
    struct json_object *right = find_kernel_in(native, NATIVE, "dispatch_right"),
                       *lesser = find_kernel_in(native, NATIVE, "dispatch_lesser"),
                       *untold = find_kernel_in(native, NATIVE, "dispatch_untold"),
                       *longer = find_kernel_in(native, NATIVE, "dispatch_longer"),
                       *lagging = find_kernel_in(native, NATIVE, "dispatch_lagging"),
                       *scalar = find_kernel_in(native, NATIVE, "scalar_code"),
                       *correct = find_kernel_in(native, NATIVE, "correct");
    assert_outcome(right, "pass");
    assert_string_equal(text(right, "dispatched"), "step_by_vector");
    assert_true(json_object_get_int64(get(right, "vector_insns")) > 0);
    assert_outcome(lesser, "pass");
    assert_string_equal(text(lesser, "dispatched"), "step_by_element");
    assert_string_equal(text(untold, "reason"),
                        "no entry of .dispatch is for this CPU; called step_by_vector");
    /* The CPU may have no wider vectors. */
    const bool is_wide = strcmp(text(longer, "dispatched"), "step_by_element") != 0;
    assert_outcome(longer, "pass");
    assert_outcome(lagging, is_wide ? "fail" : "pass");
    assert_outcome(correct, "pass");
    assert_string_equal(text(correct, "dispatched"), "");
    assert_outcome(scalar, "fail");
    assert_has(scalar, "reason", "no sse instruction in scalar_");
}

XL_TEST(test_tolerances_are_kept)
{
    static const char *const right[] = {
        "off_by_one",   "within_bound_u8", "either_zero",   "pointers_kept", "sizes_kept",
        "lengths_kept", "listed_kept",     "listed_rows",   "blocks_kept",   "aligns_kept",
        "ratio_kept",   "ratio_rows",      "wide_size_kept"};
    for (size_t r = 0; r < TRACED; r++)
        for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
            assert_outcome(find_kernel(traced[r], right[i]), "pass");
    struct json_object *f =
        json_object_array_get_idx(get(find_kernel(ROW, "off_by_two"), "findings"), 0);
    assert_true(json_object_get_double(get(f, "error")) >= 2);
    assert_true(json_object_get_double(get(f, "bound")) == 1);
}

/* A size_t and an alignment are the row's: one of 32 bits is not cut short, and what is right for
 * 64 bytes is wrong where an ISA is promised fewer. */
XL_TEST(test_the_rows_own_record)
{
    for (size_t i = 0; i < ROWS; i++) {
        static const char *const right[] = {"wide_size_kept", "aligns_kept", "blocks_kept"};
        const bool is_narrow = strncmp(rows[i], "armhf", 5) == 0;
        struct json_object *cut = find_kernel_in(xl_detected.state, rows[i], "wide_size_cut");
        for (size_t k = 0; k < sizeof right / sizeof right[0]; k++)
            assert_outcome(find_kernel_in(xl_detected.state, rows[i], right[k]), "pass");
        assert_string_equal(text(cut, "outcome"), is_narrow ? "pass" : "fail");
    }
    assert_caught("s390x-z15-gcc-O2", "aligns_assumed", XL_CHECK_crash);
    assert_outcome(find_kernel(WIDE, "aligns_assumed"), "pass");
}

/* Rows that each pass by themselves, compared with one another. */
XL_TEST(test_other_bits)
{
    struct json_object *found = get(xl_detected.all, "disagreements");
    assert_int_equal(json_object_array_length(found), 1);
    struct json_object *o = json_object_array_get_idx(found, 0), *rows_of = get(o, "rows");
    assert_string_equal(text(o, "kernel"), "other_bits");
    assert_int_equal(json_object_array_length(rows_of), 1);
    assert_string_equal(json_object_get_string(json_object_array_get_idx(rows_of, 0)), WIDE);
    assert_int_equal(json_object_get_int(get(o, "others")), 2);
    assert_outcome(find_kernel(WIDE, "other_bits"), "pass");
    assert_outcome(find_kernel(WIDE, "same_bits"), "pass");
}

XL_TEST(test_findings_exit_1)
{
    assert_int_equal(status, 1);
}

XL_TEST(test_correct_passes)
{
    struct json_object *k = find_kernel(ROW, "correct");
    assert_outcome(k, "pass");
    assert_true(json_object_get_int64(get(k, "checked")) > 10007);
    assert_int_equal(json_object_array_length(get(k, "findings")), 0);
    assert_string_not_equal(text(k, "digest"), "0x0000000000000000");
    assert_outcome(find_kernel("s390x-z15-gcc-O2", "correct"), "pass");
    assert_outcome(find_kernel(ROW, "autovectorized"), "pass");
    assert_outcome(find_kernel(ROW, "aligned"), "pass");
}

XL_TEST(test_each_is_caught)
{
    static const struct {
        const char *kernel;
        enum xl_check check;
    } table[] = {
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
        {"crashes_in_libc", XL_CHECK_crash},
        {"aborts", XL_CHECK_crash},
        {"aborts_in_free", XL_CHECK_crash},
        {"smashes_stack", XL_CHECK_crash},
        {"newer_scalar", XL_CHECK_crash},
        {"hangs", XL_CHECK_hang},
        {"hangs_deaf", XL_CHECK_hang},
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
        {"some_first", XL_CHECK_evidence},
        {"some_half", XL_CHECK_evidence}, /* but for s390x, where gcc unrolls its scalar loop */
        {"some_eights", XL_CHECK_evidence},
        {"some_whole", XL_CHECK_evidence},
        {"some_aligned", XL_CHECK_evidence},
        {"some_calls", XL_CHECK_evidence},
        {"some_never", XL_CHECK_evidence},
        {"outside_never", XL_CHECK_evidence},
        {"beyond_executed", XL_CHECK_evidence},
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
        {"more_work", XL_CHECK_work},
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
        {"listed_wrong", XL_CHECK_value},
        {"blocks_wrong", XL_CHECK_value},
        {"aligns_assumed", XL_CHECK_crash},
        {"ratio_less", XL_CHECK_value},
        {"ratio_more", XL_CHECK_crash},
        {"wide_size_wraps", XL_CHECK_value},
        {"wide_size_cut", XL_CHECK_value},
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
XL_TEST(test_each_check_fires)
{
    for (enum xl_check c = 0; c < XL_CHECKS; c++)
        if (c != XL_CHECK_guards && c != XL_CHECK_poison && c != XL_CHECK_skip &&
            !is_in(xl_detected.all, xl_check_name(c)) &&
            !is_in(xl_detected.state, xl_check_name(c)) &&
            !is_in(xl_detected.lengths, xl_check_name(c)))
            fail_msg("no kernel of tests/detect makes the check '%s' fire: it has none, or its "
                     "findings come behind those of another, of which a kernel keeps the first few",
                     xl_check_name(c));
}

static struct json_object *first_finding(struct json_object *kernel)
{
    return json_object_array_get_idx(get(kernel, "findings"), 0);
}

/* What records ask beyond the ABI, on each architecture that has it. */
XL_TEST(test_abi_rules)
{
    static const struct {
        const char *kernel, *archs;
        enum xl_check check;
        const char *words;
    } table[] = {
        {"rule_x18", "aarch64", XL_CHECK_state, "the platform register x18 changed"},
        {"rule_upper_halves", "x86_64", XL_CHECK_state, "upper halves of vector registers (no vz"},
        {"rule_vector_pcs_lost", "aarch64", XL_CHECK_state,
         "callee-saved v8 to v23 (vector_pcs) changed"},
        {"rule_ms_abi_lost", "x86_64", XL_CHECK_state,
         "callee-saved rsi (ms_abi), xmm7 (ms_abi) changed"},
        {"rule_no_pad", "aarch64 x86_64", XL_CHECK_landing_pads,
         "no landing pad: the call arrives at `"},
        {"rule_no_pad_inside", "aarch64 x86_64", XL_CHECK_landing_pads,
         "no landing pad: an indirect call arrives at `"},
        {"rule_wrong_frame", NULL, XL_CHECK_unwinding, "unwind information (CFI) is wrong at `"},
        {"rule_wrong_register", NULL, XL_CHECK_unwinding, ": it does not lead to the caller's "},
        {"rule_no_information", NULL, XL_CHECK_unwinding, "no unwind information (CFI) at `"},
    };
    for (size_t r = 0; r < SECRET_ROWS; r++) {
        const char *row = secret_rows[r];
        char arch[16];
        snprintf(arch, sizeof arch, "%.*s", (int)strcspn(row, "-"), row);
        /* clang 19 has no unwind information of RISC-V's function ends. */
        const bool has_ends = !strstr(row, "llvm");
        struct json_object *kept = find_kernel_in(xl_detected.secrets, row, "rule_kept");
        assert_outcome(kept, has_ends ? "pass" : "fail");
        if (!has_ends)
            assert_has(first_finding(kept), "message", "is wrong at `ret `");
        else
            assert_outcome(find_kernel_in(xl_detected.secrets, row, "rule_deep"), "pass");
        struct json_object *unasked = find_kernel_in(xl_detected.secrets, row, "rule_unasked");
        assert_outcome(unasked, "pass");
        assert_string_equal(text(unasked, "unasked"),
                            strcmp(arch, "x86_64") == 0 ? "upper_halves" : "");
        assert_string_equal(text(kept, "unasked"), "");
        assert_outcome(find_kernel_in(xl_detected.secrets, row, "rule_ms_abi"), "pass");
        assert_outcome(find_kernel_in(xl_detected.secrets, row, "rule_vector_pcs"), "pass");
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            struct json_object *k = find_kernel_in(xl_detected.secrets, row, table[i].kernel);
            const bool is_broken = !table[i].archs || xl_has_word(table[i].archs, arch);
            assert_outcome(k, is_broken ? "fail" : "pass");
            if (!is_broken)
                continue;
            assert_has(first_finding(k), "message", table[i].words);
            assert_string_equal(text(first_finding(k), "check"), xl_check_name(table[i].check));
        }
    }
}

/* Each kind of leak on each architecture, and nothing in the kernel that has none. */
XL_TEST(test_secrets)
{
    static const struct {
        const char *kernel, *words;
    } table[] = {
        {"secret_compared", "which instructions execute depends on `a`: calls part after `"},
        {"secret_counted", "which instructions execute depends on `a`: calls part after `"},
        {"secret_looked_up", "which memory is touched depends on `a`: `"},
        {"secret_divided", "what is divided depends on `a`: `"},
    };
    for (size_t r = 0; r < SECRET_ROWS; r++) {
        assert_outcome(find_kernel_in(xl_detected.secrets, secret_rows[r], "secret_kept"), "pass");
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            struct json_object *k = find_kernel_in(xl_detected.secrets, secret_rows[r],
                                                   table[i].kernel),
                               *findings = get(k, "findings");
            assert_outcome(k, "fail");
            assert_int_equal(json_object_array_length(findings), 1);
            assert_string_equal(text(json_object_array_get_idx(findings, 0), "check"),
                                xl_check_name(XL_CHECK_secret));
            assert_has(json_object_array_get_idx(findings, 0), "message", table[i].words);
            assert_has(json_object_array_get_idx(findings, 0), "message",
                       "tests/detect/secrets.c:");
        }
    }
}

/* A kernel that costs more on the row with the longer vectors fails there, and only beside the row
 * with shorter ones. */
XL_TEST(test_longer_vectors)
{
    struct json_object *in = xl_detected.lengths, *k = find_kernel_in(in, WIDE, "longer_costs"),
                       *f = json_object_array_get_idx(get(k, "findings"), 0);
    assert_outcome(k, "fail");
    assert_string_equal(text(f, "check"), xl_check_name(XL_CHECK_lengths));
    assert_has(f, "message", SHORT);
    assert_outcome(find_kernel_in(in, SHORT, "longer_costs"), "pass");
    assert_outcome(find_kernel(WIDE, "longer_costs"), "pass");
    assert_outcome(find_kernel_in(in, WIDE, "more_work"), "pass");
}

XL_TEST(test_initialising_calls)
{
    for (size_t i = 0; i < TRACED; i++) {
        assert_outcome(find_kernel(traced[i], "initialised_once"), "pass");
        assert_caught(traced[i], "initialised_to_death", XL_CHECK_crash);
    }
}

/* A flood ends by the limit on the size of a file or by the limit on the time of a call, whichever
 * comes first. */
XL_TEST(test_flood_ends)
{
    assert_outcome(find_kernel(ROW, "floods"), "fail");
    assert_outcome(find_kernel(ROW, "fills_disk"), "fail");
}

XL_TEST(test_only_where_broken)
{
    assert_caught(ROW, "only_sse4", XL_CHECK_value);
    assert_outcome(find_kernel("s390x-z15-gcc-O2", "only_sse4"), "pass");
    assert_caught("s390x-z15-gcc-O2", "only_big_endian", XL_CHECK_value);
    assert_outcome(find_kernel(ROW, "only_big_endian"), "pass");
}

XL_TEST(test_missing_with_reason_is_a_skip)
{
    struct json_object *k = find_kernel(ROW, "no_code_said");
    assert_outcome(k, "skip");
    assert_string_equal(text(k, "reason"), "this test wants it missing");
}

int main(void)
{
    if (run_all()) {
        fputs("no results: build/test-detect.log, build/test-detect-state.log, "
              "build/test-detect-native.log, build/test-detect-images.log\n",
              stderr);
        return 1;
    }
    const int failed = xl_run_tests("detectors", NULL, NULL) + xl_detect_state() +
                       xl_detect_left() + xl_detect_proof() + xl_detect_findings();
    forget();
    return failed;
}
