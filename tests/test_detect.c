/* Every detector fires: each broken kernel of tests/detect is caught by the check meant for it, and
 * the correct one passes.
 * SPDX-License-Identifier: MIT
 *
 * This is also the user's view of `crosslane run --kernels`: a command, an exit status, a JSON
 * file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>
#include <json-c/json.h>

#define ROW "x86_64-nehalem-gcc-O2"

static struct json_object *results; /* of one run over all kernels, which the tests share */
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

static int run_all(void **state)
{
    (void)state;
    char file[] = XL_ROOT "/build/test-detect.json";
    char command[1024];
    snprintf(command, sizeof command,
             XL_CROSSLANE " run --call-limit 1 --kernels " XL_ROOT "/tests/detect --row " ROW
                          " --row s390x-z15-gcc-O2 --json %s > " XL_ROOT
                          "/build/test-detect.log 2>&1",
             file);
    remove(file);
    int ended = system(command);
    status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    results = json_object_from_file(file);
    return results ? 0 : -1;
}

static int forget(void **state)
{
    (void)state;
    json_object_put(results);
    return 0;
}

static struct json_object *find_kernel(const char *row_name, const char *name)
{
    struct json_object *rows = get(results, "rows");
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i),
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

static void assert_caught(const char *row, const char *kernel, const char *check)
{
    struct json_object *k = find_kernel(row, kernel), *findings = get(k, "findings");
    assert_string_equal(text(k, "outcome"), "fail");
    assert_true(json_object_array_length(findings) > 0);
    struct json_object *f = json_object_array_get_idx(findings, 0);
    if (strcmp(text(f, "check"), check) != 0)
        fail_msg("%s was caught by the check '%s', not '%s': %s", kernel, text(f, "check"), check,
                 text(f, "message"));
    assert_non_null(strstr(text(f, "command"), "--row '"));
    assert_non_null(strstr(text(f, "command"), "--seed 1"));
    assert_non_null(strstr(text(f, "command"), kernel));
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
    assert_string_equal(text(find_kernel("s390x-z15-gcc-O2", "correct"), "outcome"), "pass");
    assert_string_equal(text(find_kernel(ROW, "aligned"), "outcome"), "pass");
}

static void test_each_is_caught(void **state)
{
    (void)state;
    static const struct {
        const char *kernel, *check;
    } table[] = {
        {"lost_tail", "value"},      {"one_lane", "value"},       {"wide_error", "value"},
        {"overread", "crash"},       {"underread", "crash"},      {"overwrite", "overwrite"},
        {"underwrite", "overwrite"}, {"changes_input", "input"},  {"crashes", "crash"},
        {"exits", "exit"},           {"hangs", "hang"},           {"garbles", "protocol"},
        {"no_compile", "build"},     {"no_code", "missing"},      {"fast_path_small", "value"},
        {"odd_lane", "value"},       {"nan_lane", "value"},       {"all_equal", "value"},
        {"pair_only", "value"},      {"unwritten", "value"},      {"lane_dependent", "lanes"},
        {"in_place_wrong", "alias"}, {"adjacent_wrong", "alias"}, {"misaligned", "crash"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_caught(ROW, table[i].kernel, table[i].check);
}

/* A flood ends by the limit on the size of a file or by the limit on the time of a call, whichever
 * comes first. */
static void test_flood_ends(void **state)
{
    (void)state;
    assert_string_equal(text(find_kernel(ROW, "floods"), "outcome"), "fail");
}

static void test_only_where_broken(void **state)
{
    (void)state;
    assert_caught(ROW, "only_sse4", "value");
    assert_string_equal(text(find_kernel("s390x-z15-gcc-O2", "only_sse4"), "outcome"), "pass");
    assert_caught("s390x-z15-gcc-O2", "only_big_endian", "value");
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
    assert_says(ROW, "overread", "(overread+0x");
    assert_says(ROW, "underread", "at byte -1 before the start of a, n = 0, pc 0x");
    assert_says(ROW, "misaligned", "(misaligned+0x");
    /* This CPU tells the page only. */
    assert_says("s390x-z15-gcc-O2", "overread", "at byte +0 to +4095 past the end of a, n = 0,");
    assert_says("s390x-z15-gcc-O2", "overread", "(overread+0x");
    assert_says("s390x-z15-gcc-O2", "underread", "at byte -4096 to -1 before the start of a,");
}

static void test_alias_is_named(void **state)
{
    (void)state;
    assert_says(ROW, "in_place_wrong", "when r is a");
    assert_says(ROW, "adjacent_wrong", "when the buffers lie ");
    assert_says(ROW, "lane_dependent", "differ although their inputs are the same");
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
        cmocka_unit_test(test_findings_exit_1),
        cmocka_unit_test(test_correct_passes),
        cmocka_unit_test(test_each_is_caught),
        cmocka_unit_test(test_flood_ends),
        cmocka_unit_test(test_only_where_broken),
        cmocka_unit_test(test_missing_with_reason_is_a_skip),
        cmocka_unit_test(test_finding_tells_everything),
        cmocka_unit_test(test_fault_is_located),
        cmocka_unit_test(test_alias_is_named),
        cmocka_unit_test(test_build_message_is_the_compilers),
    };
    return cmocka_run_group_tests_name("detectors", tests, run_all, forget);
}
