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
#define WIDE "aarch64-sve512-gcc-O2"

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
                          " --row s390x-z15-gcc-O2 --row " WIDE " --json %s > " XL_ROOT
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

static struct json_object *find_row(const char *name)
{
    struct json_object *rows = get(results, "rows");
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        if (strcmp(text(json_object_array_get_idx(rows, i), "row"), name) == 0)
            return json_object_array_get_idx(rows, i);
    fail_msg("no row %s", name);
    return NULL;
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
}

static void test_each_is_caught(void **state)
{
    (void)state;
    static const struct {
        const char *kernel, *check;
    } table[] = {
        {"lost_tail", "value"},      {"one_lane", "value"},      {"wide_error", "value"},
        {"overread", "crash"},       {"underread", "crash"},     {"overwrite", "overwrite"},
        {"underwrite", "overwrite"}, {"changes_input", "input"}, {"crashes", "crash"},
        {"exits", "exit"},           {"hangs", "hang"},          {"garbles", "protocol"},
        {"no_compile", "build"},     {"no_code", "missing"},     {"scalar_code", "evidence"},
        {"dispatcher", "evidence"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_caught(ROW, table[i].kernel, table[i].check);
}

/* Every value of these is right on every row. */
static void test_only_evidence_shows_it(void **state)
{
    (void)state;
    static const char *const rows[] = {ROW, WIDE, "s390x-z15-gcc-O2"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_caught(rows[i], "scalar_code", "evidence");
        assert_caught(rows[i], "dispatcher", "evidence");
        struct json_object *k = find_kernel(rows[i], "correct");
        assert_string_equal(text(k, "outcome"), "pass");
        assert_true(json_object_get_int64(get(k, "vector_insns")) > 0);
        assert_true(json_object_get_int64(get(k, "insns_covered")) > 0);
        assert_true(json_object_get_int64(get(k, "insns_covered")) <=
                    json_object_get_int64(get(k, "insns_total")));
    }
    assert_non_null(strstr(text(find_kernel(ROW, "scalar_code"), "reason"), "no sse instruction"));
}

static void test_steps_are_of_whole_vectors(void **state)
{
    (void)state;
    assert_string_equal(text(find_kernel(ROW, "wrong_step"), "outcome"), "pass");
    assert_caught(WIDE, "wrong_step", "evidence");
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
        cmocka_unit_test(test_only_evidence_shows_it),
        cmocka_unit_test(test_steps_are_of_whole_vectors),
        cmocka_unit_test(test_control_dies_in_a_kernel),
        cmocka_unit_test(test_flood_ends),
        cmocka_unit_test(test_only_where_broken),
        cmocka_unit_test(test_missing_with_reason_is_a_skip),
        cmocka_unit_test(test_finding_tells_everything),
        cmocka_unit_test(test_build_message_is_the_compilers),
    };
    return cmocka_run_group_tests_name("detectors", tests, run_all, forget);
}
