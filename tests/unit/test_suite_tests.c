/* Which tests a project's runner has and how they ended, by outputs of CTest 3.25, Meson 1.0 and
 * Automake 1.16.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "suite/tests.h"

#define CORPUS XL_ROOT "/tests/corpus/tests/"

static char *content(const char *name, size_t *size)
{
    struct xl_error err;
    char *path = xl_join_path(CORPUS, "%s", name), *text = xl_file_read(path, size, &err);
    assert_non_null(text);
    free(path);
    return text;
}

/* The tests of a runner: listed (NULL: not), read from its file, and from its console. */
static struct xl_tests read_all(enum xl_runner runner, const char *list, const char *junit,
                                const char *console)
{
    struct xl_tests tests = {0};
    struct xl_error err;
    size_t size = 0;
    char *text = list ? content(list, &size) : NULL;
    char *lines = console ? content(console, &(size_t){0}) : NULL;
    char *path = junit ? xl_join_path(CORPUS, "%s", junit) : NULL;
    if (text)
        assert_int_equal(xl_tests_list(runner, text, size, &tests, &err), 0);
    assert_int_equal(xl_tests_read(runner, "/nowhere", path, 0, lines, &tests, &err), 0);
    free(path);
    free(lines);
    free(text);
    return tests;
}

struct expected {
    const char *name;
    enum xl_outcome outcome;
    const char *reason;
};

static const struct xl_test *find(const struct xl_tests *tests, const char *name)
{
    for (size_t i = 0; i < tests->count; i++)
        if (strcmp(tests->at[i].name, name) == 0)
            return &tests->at[i];
    fail_msg("there is no test '%s'", name);
    return NULL;
}

static void check(struct xl_tests *tests, const struct expected *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct xl_test *t = find(tests, expected[i].name);
        if (t->outcome != expected[i].outcome || strcmp(t->reason, expected[i].reason) != 0)
            fail_msg("%s: outcome %d, reason '%s'", t->name, (int)t->outcome, t->reason);
    }
    assert_int_equal(tests->count, count);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char long_name[] = "a_name_that_is_so_long_that_ctest_may_not_have_room_for_dots_"
                                "after_it_0123456789_0123456789_0123456789";

static void test_ctest(void **state)
{
    (void)state;
    static const struct expected expected[] = {
        {"ok", XL_PASS, ""},
        {"fail", XL_FAIL, "Failed"},
        {"segv", XL_FAIL, "Exception: SegFault"},
        {"abrt", XL_FAIL, "Subprocess aborted"},
        {"ill", XL_FAIL, "Exception: Illegal"},
        {"skip", XL_SKIP, "SKIP_RETURN_CODE=77"},
        {"hang", XL_FAIL, "Timeout"},
        {"bytes", XL_FAIL, "Failed"},
        {"wfail", XL_PASS, ""},
        {"wfailok", XL_FAIL, "Failed"},
        {"dis", XL_SKIP, "Disabled"},
        {"sp ace <&\"é> x", XL_PASS, ""},
        {"skipre", XL_SKIP, "SKIP_REGULAR_EXPRESSION_MATCHED"},
        {"passre", XL_FAIL, "Required regular expression not found. Regex=[nothing ]"},
        {"failre", XL_FAIL, "Error regular expression found in output. Regex=[mode ok]"},
        {"noexe", XL_NOT_RUN, "Unable to find executable: /nowhere/at/all"},
        {"noexe2", XL_NOT_RUN, "Unable to find executable: nowherecmd"},
        {"workdir", XL_NOT_RUN,
         "Failed to change working directory to /nowhere : No such file or directory"},
        {"reqfile", XL_NOT_RUN, "Unable to find required file: /nowhere"},
        {"fixsetup", XL_FAIL, "Failed"},
        {"fixuse", XL_NOT_RUN, "Failed test dependencies: fixsetup"},
        {long_name, XL_FAIL, "Failed"},
        {"ok (2)", XL_FAIL, "Failed"},
        {"dup", XL_PASS, ""},
    };
    struct xl_tests tests =
        read_all(XL_CTEST, "ctest-list.json", "ctest-junit.xml", "ctest-console.txt");
    check(&tests, expected, COUNT(expected));
    /* The emulator in front of the command is not the test's. */
    const struct xl_test *t = find(&tests, "segv");
    assert_int_equal(t->command.count, 2);
    assert_string_equal(t->command.at[0], "/build/t");
    assert_string_equal(t->command.at[1], "segv");
    assert_string_equal(t->output, "mode segv\n");
    assert_int_equal(find(&tests, "noexe")->command.count, 0);
    assert_true(find(&tests, "hang")->seconds > 1.0);
    assert_non_null(strstr(find(&tests, "bytes")->output, "é<]]>&\n"));
    xl_tests_free(&tests);
}

static void test_meson(void **state)
{
    (void)state;
    static const struct expected expected[] = {
        {"my_proj / ok", XL_PASS, ""},
        {"my_proj / fail", XL_FAIL, "exit status 3"},
        {"my_proj / segv", XL_FAIL, "killed by signal 11 SIGSEGV"},
        {"my_proj / abrt", XL_FAIL, "killed by signal 6 SIGABRT"},
        {"my_proj / skip", XL_SKIP, "exit status 77"},
        {"my_proj / err", XL_FAIL, "exit status 99"},
        {"my_proj / bytes", XL_FAIL, "exit status 1"},
        {"my_proj / hang", XL_FAIL, "TIMEOUT"},
        {"my_proj / wfail", XL_PASS, ""},
        {"my_proj / wfailok", XL_FAIL, "UNEXPECTEDPASS"},
        {"my_proj:alpha+beta / suited", XL_PASS, ""},
        {"my_proj:alpha / suited", XL_FAIL, "exit status 3"},
        {"my_proj:with space / sp ace <&\"é> x / y", XL_PASS, ""},
        {"my_proj / tap", XL_FAIL, "2/3 subtests passed"},
        {"my_proj / tapxp", XL_FAIL, "1/2 subtests passed"},
        {"my_proj / tapskip", XL_SKIP, "SKIP"},
        {"my_proj / tapcut", XL_FAIL, "1 subtests passed"},
        {"my_proj / tapok", XL_PASS, ""},
        {"my_proj / gtest", XL_FAIL, "exit status 1"},
        {"my_proj / noexe", XL_FAIL, "exit status 127"},
        {"my_proj / dup", XL_PASS, ""},
        {"my_proj / dup (2)", XL_FAIL, "exit status 3"},
        {"my_proj:su:ite / name_colon", XL_PASS, ""},
        {"subp / ok", XL_PASS, ""},
    };
    struct xl_tests tests = {0};
    tests = read_all(XL_MESON, "meson-list.json", "meson-log.junit.xml", "meson-console.txt");
    check(&tests, expected, COUNT(expected));
    const struct xl_test *t = find(&tests, "my_proj / dup (2)");
    assert_int_equal(t->command.count, 2);
    assert_string_equal(t->command.at[1], "fail");
    assert_string_equal(t->output, "mode fail\n");
    assert_true(find(&tests, "my_proj / hang")->seconds > 1.0);
    xl_tests_free(&tests);
    /* The runner was killed before it wrote its log. */
    tests = read_all(XL_MESON, "meson-list.json", NULL, "meson-console.txt");
    check(&tests, expected, COUNT(expected));
    xl_tests_free(&tests);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ctest),
        cmocka_unit_test(test_meson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
