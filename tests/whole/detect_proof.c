/* Detectors: what executed, and what is proven by that.
 * SPDX-License-Identifier: MIT
 */
#include "detect.h"

/* The outcome of one XL_VARIANT on ROW, and the checks that it failed. */
static void assert_variant(const char *name, const char *variant, const char *outcome,
                           const char *checks)
{
    struct json_object *kernels = get(find_row(ROW), "kernels");
    for (size_t k = 0; k < json_object_array_length(kernels); k++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, k);
        if (strcmp(text(kernel, "variant"), variant) != 0)
            continue;
        assert_string_equal(text(kernel, "kernel"), name);
        assert_string_equal(text(kernel, "outcome"), outcome);
        assert_string_equal(json_object_to_json_string_ext(get(kernel, "checks"), 0), checks);
        return;
    }
    fail_msg("no variant %s", variant);
}

/* Each by itself, and none that nobody knows of. */
XL_TEST(test_variants_apart)
{
    assert_variant("variants", "sse4:variant_right", "pass", "[]");
    assert_variant("variants", "sse4:variant_wrong", "fail", "[\"value\"]");
    assert_variant("variants", "sse4:variant_scalar", "fail", "[\"evidence\"]");
    assert_variant("aligns_named", "sse4:aligns_named_by_16", "pass", "[]");
    assert_variant("aligns_named", "sse4:aligns_named_by_2", "fail", "[\"crash\"]");
    assert_caught(ROW, "untold_vector", XL_CHECK_missing);
    assert_caught(ROW, "untold_variant", XL_CHECK_missing);
    assert_has(find_kernel(ROW, "untold_vector"), "reason",
               "XL_VARIANT(untold_vector, sse4, untold_vector__sse4)");
    assert_has(find_kernel(ROW, "untold_variant"), "reason", "outside of #if");
}

/* Every value of these is right on every row. */
XL_TEST(test_only_evidence_shows_it)
{
    for (size_t i = 0; i < TRACED; i++) {
        assert_caught(traced[i], "scalar_code", XL_CHECK_evidence);
        assert_caught(traced[i], "dispatcher", XL_CHECK_evidence);
        assert_caught(traced[i], "copies", XL_CHECK_evidence);
        assert_caught(traced[i], "names_another", XL_CHECK_evidence);
        assert_caught(traced[i], "scalar_beside", XL_CHECK_evidence);
        assert_outcome(find_kernel(traced[i], "beside_scalar"), "pass");
        assert_outcome(find_kernel(traced[i], "ends_early"), "pass");
        struct json_object *k = find_kernel(traced[i], "correct");
        assert_outcome(k, "pass");
        assert_true(json_object_get_int64(get(k, "vector_insns")) > 0);
        assert_true(json_object_get_int64(get(k, "insns_covered")) > 0);
        assert_true(json_object_get_int64(get(k, "insns_covered")) <=
                    json_object_get_int64(get(k, "insns_total")));
    }
    assert_has(find_kernel(ROW, "scalar_code"), "reason", "no sse instruction");
    assert_has(find_kernel(ROW, "names_another"), "reason",
               "functions counted: add_of_global_function, names_another__sse4");
}

/* What is the same without them is not their work. */
XL_TEST(test_vectors_are_needed)
{
    static const char *const idle[] = {"vectors_dropped", "vectors_unused", "vectors_half",
                                       "vectors_unreached", "vectors_copy"};
    for (size_t i = 0; i < TRACED; i++)
        for (size_t k = 0; k < sizeof idle / sizeof idle[0]; k++)
            assert_caught(traced[i], idle[k], XL_CHECK_evidence);
    assert_has(find_kernel(traced[2], "vectors_dropped"), "reason",
               "instructions replaced by nops: they contribute nothing");
    assert_has(find_kernel(traced[2], "vectors_half"), "reason", "2048 of 4096 more elements of r");
    assert_caught(ROW, "vectors_by_lane", XL_CHECK_evidence);
    assert_has(find_kernel(ROW, "vectors_by_lane"), "reason",
               "remove .by_lane for sse4 from its record");
    for (size_t k = 0; k < sizeof idle / sizeof idle[0]; k++) {
        struct json_object *native = find_kernel_in(xl_detected.native, NATIVE, idle[k]);
        assert_outcome(native, "fail");
        if (k < 2)
            assert_has(native, "reason", "they contribute nothing");
    }
}

/* A kernel may copy or invert in whole vectors, and compute in its remainder alone. */
XL_TEST(test_images_are_believed)
{
    static const char *const on[] = {NEON32, NEON32_CLANG, ROW, NATIVE_WIDE};
    static const char *const right[] = {"image_inverted", "image_inverted_whole", "image_copied",
                                        "image_copied_whole"};
    struct json_object *in = xl_detected.images;
    for (size_t r = 0; r < sizeof on / sizeof on[0]; r++) {
        for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
            assert_outcome(find_kernel_in(in, on[r], right[i]), "pass");
        }
        struct json_object *unsaid = find_kernel_in(in, on[r], "image_unsaid");
        assert_outcome(find_kernel_in(in, on[r], "image_dropped"), "fail");
        assert_has(unsaid, "reason", "say `.bitwise = 1`");
    }
    assert_has(find_kernel_in(in, NEON32, "image_copied"), "proof",
               "its vectors copy: other instructions show nothing");
    assert_has(find_kernel_in(in, NATIVE_WIDE, "image_dropped"), "reason",
               "they contribute nothing");
}

/* Whatever function of the program they are in, and however many elements they take. */
XL_TEST(test_vectors_are_found)
{
    for (size_t i = 0; i < TRACED; i++) {
        struct json_object *k = find_kernel(traced[i], "threshold");
        assert_outcome(k, "pass");
        assert_has(k, "proof", "no vectors with n = ");
        assert_outcome(find_kernel(traced[i], "threshold_blocks"), "pass");
        assert_outcome(find_kernel(traced[i], "threshold_sum"), "pass");
        k = find_kernel(traced[i], "global_function");
        assert_outcome(k, "pass");
        assert_has(k, "proof", "which names_another__");
    }
}

/* What was taken is told, right or wrong, and judged by what the CPU has. */
XL_TEST(test_dispatchers)
{
    for (size_t i = 0; i < TRACED; i++) {
        struct json_object *right = find_kernel(traced[i], "dispatch_right"),
                           *lesser = find_kernel(traced[i], "dispatch_lesser");
        assert_outcome(right, "pass");
        assert_string_equal(text(right, "dispatched"), i ? "step_by_element" : "step_by_vector");
        assert_outcome(lesser, "pass");
        assert_string_equal(text(lesser, "dispatched"), "step_by_element");
        assert_caught(traced[i], "dispatch_wrong", XL_CHECK_dispatch);
        assert_caught(traced[i], "dispatch_untold", XL_CHECK_dispatch);
        assert_caught(traced[i], "dispatch_scalar", XL_CHECK_evidence);
    }
    assert_string_equal(text(find_kernel(ROW, "dispatch_wrong"), "reason"),
                        "CPU with sse4: dispatcher must call step_by_vector, called "
                        "step_by_element");
    assert_string_equal(text(find_kernel(ROW, "dispatch_untold"), "reason"),
                        "no entry of .dispatch is for this CPU; called step_by_vector");
    assert_string_equal(text(find_kernel(ROW, "correct"), "dispatched"), "");
}

/* A need that is said skips the kernel where the CPU lacks it, by name, and nowhere else. */
XL_TEST(test_needs)
{
    struct json_object *k = find_kernel(ROW, "needs_said");
    assert_outcome(k, "skip");
    assert_string_equal(text(k, "lacks"), "pclmulqdq aes");
    assert_string_equal(text(k, "reason"), "it needs pclmulqdq aes, which this CPU lacks");
    assert_outcome(find_kernel(WIDE, "needs_said"), "pass");
    assert_outcome(find_kernel(ROW, "needs_had"), "pass");
    assert_outcome(find_kernel(WIDE, "needs_had"), "pass");
}

/* What a record needs must execute, on each architecture that has vectors beyond its ISAs. */
XL_TEST(test_needs_are_shown)
{
    const struct {
        struct json_object *in;
        const char *row, *feature;
    } where[] = {{xl_detected.secrets, "x86_64-haswell-gcc-O2", "pclmulqdq"},
                 {xl_detected.secrets, "aarch64-nosve-gcc-O2", "asimddp"},
                 {xl_detected.secrets, "aarch64-sve256-gcc-O2", "asimddp"},
                 {xl_detected.secrets, NEON32, "aes"},
                 {xl_detected.secrets, "ppc64el-power10-gcc-O2", "mma"},
                 {xl_detected.secrets, CRYPTO, "zvknhb"},
                 {xl_detected.native, NATIVE_WIDE, "pclmulqdq"}};
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
        char words[200];
        const bool is_native = where[i].in == xl_detected.native;
        struct json_object *in = where[i].in,
                           *idle = find_kernel_in(in, where[i].row, "needs_idle"),
                           *small = find_kernel_in(in, where[i].row, "needs_small"),
                           *once = find_kernel_in(in, where[i].row, "needs_idle_once");
        snprintf(words, sizeof words,
                 "it executed no instruction of %s, which its .needs names: ", where[i].feature);
        assert_outcome(idle, "fail");
        assert_has(idle, "reason", words);
        /* Natively, code that has the instructions is not traced. */
        assert_outcome(small, is_native ? "pass" : "fail");
        assert_outcome(once, is_native ? "pass" : "fail");
        if (!is_native) {
            assert_has(small, "reason", ": it has them for small n only: ");
            assert_has(once, "reason", ": they do not do its work; ");
        }
        assert_outcome(find_kernel_in(in, where[i].row, "needs_busy"), "pass");
        assert_outcome(find_kernel_in(in, where[i].row, "needs_idle_said"), "pass");
    }
    assert_has(find_kernel_in(xl_detected.secrets, NEON32, "needs_idle_said"), "proof",
               "none of its .needs: the target is a whole CPU");
}

/* What the ISA does not promise is broken where it is executed, unless the record asks for it, or
 * the code tests the CPU. */
XL_TEST(test_beyond_the_isa)
{
    static const char *const right[] = {"beyond_needed", "beyond_tested", "beyond_never"};
    const struct {
        struct json_object *in;
        const char *row, *words;
    } where[] = {
        {xl_detected.all, ROW, "it executed `cmpxchg16b` (CMPXCHG16B), which sse4 does not"},
        {xl_detected.all, WIDE, "it executed `sdot` (DotProd), which sve does not promise"},
        {xl_detected.native, NATIVE, "add .needs = {{\"sse4\", \"cx16\"}} to its record"}};
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
        struct json_object *broken = find_kernel_in(where[i].in, where[i].row, "beyond_executed");
        assert_outcome(broken, "fail");
        assert_non_null(strstr(text(broken, "reason"), where[i].words));
        assert_has(broken, "reason", "beyond.c:");
        for (size_t k = 0; k < sizeof right / sizeof right[0]; k++)
            assert_outcome(find_kernel_in(where[i].in, where[i].row, right[k]), "pass");
    }
}

/* An estimate is no failure; that hardware may be less exact is said once for all rows. */
XL_TEST(test_estimates_are_noted)
{
    char line[1024] = "", found[1024] = "";
    assert_outcome(find_kernel(ROW, "estimate"), "pass");
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
XL_TEST(test_undecodable_is_its_owners)
{
    assert_caught(ROW, "undecodable", XL_CHECK_evidence);
    assert_has(find_kernel(ROW, "undecodable"), "reason", "no instruction at undecodable__sse4+0x");
    assert_has(find_row(ROW), "evidence", "traced");
    assert_outcome(find_kernel("s390x-z15-gcc-O2", "undecodable"), "pass");
}

XL_TEST(test_steps_are_of_whole_vectors)
{
    assert_outcome(find_kernel(ROW, "wrong_step"), "pass");
    assert_caught(WIDE, "wrong_step", XL_CHECK_evidence);
    for (size_t i = 0; i < TRACED; i++)
        assert_outcome(find_kernel(traced[i], "constant_product"), "pass");
}

/* Vectors for a part of the elements, of the calls, or of a vector's bits. */
XL_TEST(test_some_vectors)
{
    static const char *const broken[] = {"some_first",   "some_eights",    "some_whole",
                                         "some_aligned", "some_calls",     "some_never",
                                         "some_threads", "some_conflicts", "some_stacks",
                                         "some_large",   "some_part",      "some_divided"};
    for (size_t i = 0; i < TRACED; i++) {
        for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++)
            assert_caught(traced[i], broken[k], XL_CHECK_evidence);
        assert_outcome(find_kernel(traced[i], "some_peeled"), "pass");
        assert_outcome(find_kernel(traced[i], "some_loops"), "pass");
        assert_outcome(find_kernel(traced[i], "some_narrow"), "pass");
        assert_has(find_kernel(traced[i], "some_large"), "reason", "list the n in .thresholds");
        assert_has(find_kernel(traced[i], "some_threads"), "reason", ", called by another thread");
        assert_has(find_kernel(traced[i], "some_part"), "reason", "a part of each vector");
    }
    assert_has(find_kernel(ROW, "some_divided"), "reason",
               "more scalar instructions such as `divl`");
    assert_has(find_kernel(ROW, "some_first"), "reason", "executed 0 more sse instructions");
    assert_has(find_kernel(ROW, "some_half"), "reason", "a scalar loop");
    assert_caught(WIDE, "some_half", XL_CHECK_evidence);
    assert_outcome(find_kernel(ROW, "outside_domain"), "pass");
    assert_has(find_kernel(ROW, "outside_domain"), "proof", "a scalar loop for others");
    assert_null(strstr(text(find_kernel(ROW, "correct"), "proof"), "a scalar loop"));
    assert_has(find_kernel(WIDE, "lengths_kept"), "proof", "lane by lane: its scalar part");
    assert_caught(WIDE, "some_lanes", XL_CHECK_evidence);
    assert_has(find_kernel(WIDE, "some_lanes"), "reason", "it uses a part of each vector");
    assert_has(find_kernel(WIDE, "some_narrow"), "proof",
               "not wider than 128 bits: this test wants it so");
    assert_outcome(find_kernel(ROW, "some_lanes"), "pass");
}

/* Inputs that end early say nothing about how much of its vectors a kernel uses; others tell. */
XL_TEST(test_inputs_that_end_early)
{
    assert_caught(WIDE, "narrow_sum", XL_CHECK_evidence);
    assert_has(find_kernel(WIDE, "narrow_sum"), "reason",
               "sve instructions per element with 512 bits as with 128, expected 0.25 times");
    assert_outcome(find_kernel(ROW, "narrow_sum"), "pass");
    for (size_t i = 0; i < TRACED; i++) {
        assert_outcome(find_kernel(traced[i], "narrow_sum_whole"), "pass");
        assert_outcome(find_kernel(traced[i], "narrow_rounds"), "pass");
    }
}

/* Natively each kernel's death is its proof, where the emulator can be without the ISA. */
XL_TEST(test_each_dies_natively)
{
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2"))
#endif
        skip();
    static const char *const by_place[] = {"some_threads", "some_conflicts", "some_stacks"};
    for (size_t k = 0; k < sizeof by_place / sizeof by_place[0]; k++)
        assert_outcome(find_kernel_in(xl_detected.native, NATIVE_WIDE, by_place[k]), "fail");
    struct json_object *never = find_kernel_in(xl_detected.native, NATIVE_WIDE, "some_never");
    assert_outcome(never, "fail");
    assert_has(never, "reason", "did not trap on a CPU without avx2");
    assert_outcome(find_kernel_in(xl_detected.native, NATIVE_WIDE, "some_peeled"), "pass");
}

XL_TEST(test_control_dies_in_a_kernel)
{
    struct json_object *row = find_row(WIDE);
    assert_string_equal(text(row, "evidence"), "traced");
    assert_has(row, "control", "trapped with SIGILL in ");
    assert_has(row, "control", "__sve+0x");
    assert_has(row, "control", "; so did ");
    assert_has(find_row(ROW), "control", "trapped with SIGILL in ");
}

int xl_detect_proof(void)
{
    return xl_run_tests("proof", NULL, NULL);
}
