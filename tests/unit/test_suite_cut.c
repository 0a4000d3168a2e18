/* What is read of test runners that were killed, and of files that are not theirs.
 * SPDX-License-Identifier: MIT
 */
#include "suite_tests_example.h"

#include <sys/stat.h>
#include <time.h>

/* CTest was killed: it writes its file at the end. */
static void test_killed(void **state)
{
    static const char list[] = "{\"tests\":[{\"name\":\"a\"},{\"name\":\"b\"}]}";
    static const struct expected expected[] = {{"a", XL_NOT_RUN, ""}, {"b", XL_NOT_RUN, ""}};
    struct xl_tests tests = {0};
    struct xl_error err;
    assert_int_equal(xl_tests_list(XL_CTEST, list, strlen(list), &tests, &err), 0);
    assert_int_equal(xl_tests_read(XL_CTEST, "/nowhere", "/nowhere/junit.xml", 0,
                                   "1/2 Test #1: a ......   Passed  0.02 sec\n", &tests, &err),
                     -1);
    check(&tests, expected, COUNT(expected));
    xl_tests_free(&tests);
}

static void test_cut(void **state)
{
    size_t size;
    struct xl_error err;
    static const struct {
        enum xl_runner runner;
        const char *file;
    } files[] = {{XL_CTEST, "ctest-junit.xml"}, {XL_MESON, "meson-log.json"}};
    for (size_t i = 0; i < COUNT(files); i++) {
        char *text = content(files[i].file, &size);
        struct xl_tests whole = {0}, half = {0};
        assert_int_equal(read_file_of(files[i].runner, text, size, NULL, &whole, &err), 0);
        assert_int_equal(read_file_of(files[i].runner, text, size / 2, NULL, &half, &err), 0);
        assert_in_range(half.count, 5, whole.count - 5);
        for (size_t k = 0; k < half.count; k++) {
            assert_string_equal(half.at[k].name, whole.at[k].name);
            assert_int_equal(half.at[k].outcome, whole.at[k].outcome);
        }
        xl_tests_free(&half);
        xl_tests_free(&whole);
        free(text);
    }
}

/* ---- What is no output of a runner ---- */

static void test_unreadable(void **state)
{
    static const enum xl_runner runners[] = {XL_CTEST, XL_MESON};
    static const char *const texts[] = {"", "no results", "{}", "[1]", "<", "null", "<a></a>"};
    struct xl_tests tests = {0};
    struct xl_error err;
    for (size_t i = 0; i < COUNT(runners); i++)
        for (size_t k = 0; k < COUNT(texts); k++) {
            const char *text = texts[k];
            assert_int_equal(read_file_of(runners[i], text, strlen(text), "", &tests, &err), -1);
            assert_non_null(strstr(err.text, "log.json: no results of tests: "));
        }
    assert_int_equal(xl_tests_read(XL_AUTOMAKE, "/nowhere", NULL, 0, NULL, &tests, &err), -1);
    assert_int_equal(tests.count, 0);
}

static void test_bad_lists(void **state)
{
    static const char *const texts[] = {"", "{", "{}", "{\"tests\":1}", "3", "[{\"name\":"};
    struct xl_tests tests = {0};
    struct xl_error err;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(xl_tests_list(XL_CTEST, texts[i], strlen(texts[i]), &tests, &err), -1);
        assert_int_equal(xl_tests_list(XL_MESON, texts[i], strlen(texts[i]), &tests, &err), -1);
        assert_non_null(strstr(err.text, "not a list of tests"));
    }
    assert_int_equal(tests.count, 0);
    xl_tests_free(&tests);
}

static void test_no_tests(void **state)
{
    static const char junit[] = "<testsuite name=\"\" tests=\"0\"></testsuite>";
    struct xl_tests tests = {0};
    struct xl_error err;
    assert_int_equal(xl_tests_list(XL_CTEST, "{\"tests\":[]}", 12, &tests, &err), 0);
    assert_int_equal(xl_tests_list(XL_MESON, "[]", 2, &tests, &err), 0);
    assert_int_equal(xl_tests_list(XL_AUTOMAKE, NULL, 0, &tests, &err), 0);
    assert_int_equal(read_file_of(XL_CTEST, junit, strlen(junit), NULL, &tests, &err), 0);
    assert_int_equal(tests.count, 0);
    xl_tests_free(&tests);
}

static void test_entities(void **state)
{
    static const char junit[] = "<!DOCTYPE a [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
                                "<testsuite><testcase name=\"&b;\" status=\"run\"/></testsuite>";
    struct xl_tests tests = {0};
    struct xl_error err;
    assert_int_equal(read_file_of(XL_CTEST, junit, strlen(junit), NULL, &tests, &err), -1);
    assert_int_equal(tests.count, 0);
}

/* A file of an earlier run would be green. */
static void test_earlier_run(void **state)
{
    static const char junit[] = "<testsuite><testcase name=\"a\" status=\"run\"/></testsuite>";
    struct xl_tests tests = {0};
    struct xl_error err;
    struct folder f = make_folder("a.trs", ":test-result: PASS\n", 19);
    struct folder j = make_folder("junit.xml", junit, strlen(junit));
    const time_t later = time(NULL) + 10;
    assert_int_equal(xl_tests_read(XL_AUTOMAKE, f.path, NULL, later, NULL, &tests, &err), -1);
    assert_int_equal(xl_tests_read(XL_CTEST, j.path, j.file, later, NULL, &tests, &err), -1);
    assert_int_equal(tests.count, 0);
    assert_int_equal(xl_tests_read(XL_AUTOMAKE, f.path, NULL, later - 20, NULL, &tests, &err), 0);
    assert_int_equal(tests.count, 1);
    xl_tests_free(&tests);
    remove_folder(&f);
    remove_folder(&j);
}

/* It would wait for ever for somebody who writes. */
static void test_pipe(void **state)
{
    struct xl_tests tests = {0};
    struct xl_error err;
    struct folder f = make_folder("a.xml", "", 0);
    assert_int_equal(unlink(f.file), 0);
    assert_int_equal(mkfifo(f.file, 0600), 0);
    assert_int_equal(xl_tests_read(XL_CTEST, f.path, f.file, 0, NULL, &tests, &err), -1);
    remove_folder(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed),      cmocka_unit_test(test_cut),
        cmocka_unit_test(test_unreadable),  cmocka_unit_test(test_bad_lists),
        cmocka_unit_test(test_no_tests),    cmocka_unit_test(test_entities),
        cmocka_unit_test(test_earlier_run), cmocka_unit_test(test_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
