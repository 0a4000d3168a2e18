/* Which tests a project's runner has and how they ended, by outputs of CTest 3.25, Meson 1.0 and
 * Automake 1.16; of runners that were killed, and of files that are not theirs.
 * SPDX-License-Identifier: MIT
 */
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/unicode.h"
#include "suite/runner_output.h"
#include "unit.h"

#define CORPUS XL_ROOT "/tests/corpus/tests/"

static char *content(const char *name, size_t *size)
{
    struct xl_error err;
    char *path = xl_join_path(CORPUS, "%s", name), *text = xl_file_read(path, size, &err);
    assert_non_null(text);
    free(path);
    return text;
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

/* A directory for files of runners. */
struct directory {
    char path[64];
    char *file;
};

static struct directory make_directory(const char *name, const char *text, size_t size)
{
    struct directory f = {.path = "/tmp/test_suite_tests.XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    f.file = xl_join_path(f.path, "%s", name);
    FILE *file = fopen(f.file, "we");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return f;
}

static void remove_directory(struct directory *f)
{
    assert_int_equal(unlink(f->file), 0);
    assert_int_equal(rmdir(f->path), 0);
    free(f->file);
}

/* The result of reading this JUnit file, or this log of Meson. */
static int read_file_of(enum xl_runner runner, const char *text, size_t size, const char *console,
                        struct xl_tests *tests, struct xl_error *err)
{
    struct directory f = make_directory("log.json", text, size);
    char *junit = runner == XL_MESON ? xl_join_path(f.path, "log.junit.xml") : xl_copy_text(f.file);
    const int status = xl_tests_read(runner, f.path, junit, 0, console, tests, err);
    free(junit);
    remove_directory(&f);
    return status;
}

/* ---- Runners ---- */

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

static const char long_name[] = "a_name_that_is_so_long_that_ctest_may_not_have_room_for_dots_"
                                "after_it_0123456789_0123456789_0123456789";

static void test_ctest(void **state)
{
    static const struct expected expected[] = {
        {"ok", XL_PASS, ""},
        {"fail", XL_FAIL, "Failed"},
        {"segv", XL_FAIL, "SEGFAULT"},
        {"abrt", XL_FAIL, "Subprocess aborted"},
        {"ill", XL_FAIL, "ILLEGAL"},
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
        {"my_proj / tap", XL_FAIL, "FAIL"},
        {"my_proj / tapxp", XL_FAIL, "FAIL"},
        {"my_proj / tapskip", XL_SKIP, "SKIP"},
        {"my_proj / tapcut", XL_FAIL, "ERROR"},
        {"my_proj / tapok", XL_PASS, ""},
        {"my_proj / gtest", XL_FAIL, "exit status 1"},
        {"my_proj / noexe", XL_FAIL, "exit status 127"},
        {"my_proj / dup", XL_PASS, ""},
        {"my_proj / dup (2)", XL_FAIL, "exit status 3"},
        {"my_proj:su:ite / name_colon", XL_PASS, ""},
        {"subp / ok", XL_PASS, ""},
    };
    struct xl_tests tests = {0};
    tests = read_all(XL_MESON, "meson-list.json", "meson-log.junit.xml", NULL);
    check(&tests, expected, COUNT(expected));
    const struct xl_test *t = find(&tests, "my_proj / dup (2)");
    assert_int_equal(t->command.count, 2);
    assert_string_equal(t->command.at[1], "fail");
    assert_string_equal(t->selector, "my_proj:dup");
    assert_string_equal(find(&tests, "my_proj:alpha / suited")->selector, "my_proj:suited");
    assert_string_equal(find(&tests, "subp / ok")->selector, "subp:ok");
    assert_string_equal(t->output, "mode fail\n");
    assert_true(find(&tests, "my_proj / hang")->seconds > 1.0);
    xl_tests_free(&tests);
}

/* ---- Names and outputs ---- */

static void test_names(void **state)
{
    static const char list[] =
        "{\"tests\":[{\"name\":\"a\"},{\"name\":\"a (2)\"},{\"name\":\"a\"},{\"name\":\"a\"}]}";
    static const char *const names[] = {"a", "a (2)", "a (3)", "a (4)"};
    struct xl_tests tests = {0};
    struct xl_error err;
    assert_int_equal(xl_tests_list(XL_CTEST, list, strlen(list), &tests, &err), 0);
    assert_int_equal(tests.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(tests.at[i].name, names[i]);
    xl_tests_free(&tests);
}

static void test_output(void **state)
{
    struct xl_text log = {0};
    struct xl_tests tests = {0};
    struct xl_error err;
    xl_text_add(&log, "{\"name\":\"a\",\"result\":\"FAIL\",\"returncode\":139,\"duration\":1e999,"
                      "\"stdout\":\"");
    for (int i = 0; i < 3000; i++)
        xl_text_add(&log, "\u00e9");
    xl_text_add(&log, "\\u0000\",\"stderr\":\"\xff end\"}\n");
    assert_int_equal(read_file_of(XL_MESON, log.at, log.used, NULL, &tests, &err), 0);
    const char *output = tests.at[0].output, *at = output;
    const size_t size = strlen(output);
    assert_in_range(size, XL_TEST_OUTPUT - 3, XL_TEST_OUTPUT);
    while (*at)
        assert_true(xl_utf8_next(&at, output + size) >= 0);
    assert_string_equal(output + size - 7, "\ufffd end");
    assert_string_equal(tests.at[0].reason, "exit status 139 or signal 11 SIGSEGV");
    assert_true(tests.at[0].seconds == 0);
    xl_tests_free(&tests);
    free(log.at);
}

static void test_emulator(void **state)
{
    static const struct {
        const char *words, *program;
    } commands[] = {
        {"\"/build/t\",\"-x\"", "/build/t"},
        {"\"/usr/bin/qemu-aarch64\",\"-L\",\"/sysroot\",\"-strace\",\"t\"", "t"},
        {"\"qemu-riscv64\",\"--cpu\",\"max\",\"t\",\"-L\"", "t"},
        {"\"/x/crosslane-start\",\"t\"", "t"},
        {"\"/build/my-qemu-test\",\"-L\"", "/build/my-qemu-test"},
        {"\"qemu-arm\",\"-cpu\"", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < COUNT(commands); i++) {
        struct xl_tests tests = {0};
        struct xl_error err;
        char *list = xl_format("[{\"name\":\"a\",\"cmd\":[%s]}]", commands[i].words);
        assert_int_equal(xl_tests_list(XL_MESON, list, strlen(list), &tests, &err), 0);
        const struct xl_words *words = &tests.at[0].command;
        assert_int_equal(words->count > 0, commands[i].program != NULL);
        if (words->count)
            assert_string_equal(words->at[0], commands[i].program);
        xl_tests_free(&tests);
        free(list);
    }
}

/* Lines that only look like those of a runner. */
static void test_other_lines(void **state)
{
    static const char lines[] = "1/2 Test #1: a ...   Passed\n1/2 a OK 1s\nPASS:a\nPASSED: a\n"
                                "PASS: \n\t1 - a (Failed)\n\t0 - a\n\t\n\r\n";
    static const enum xl_runner runners[] = {XL_CTEST, XL_MESON, XL_AUTOMAKE};
    struct xl_error err;
    struct xl_tests tests = {0};
    for (size_t i = 0; i < COUNT(runners); i++)
        assert_int_equal(xl_tests_read(runners[i], "/nowhere", NULL, 0, lines, &tests, &err), -1);
    assert_int_equal(tests.count, 0);
}

/* ---- Automake ---- */

static struct xl_tests read_text(enum xl_runner runner, const char *console)
{
    struct xl_tests tests = {0};
    struct xl_error err;
    assert_int_equal(xl_tests_read(runner, "/nowhere", NULL, 0, console, &tests, &err), 0);
    return tests;
}

static void test_automake_console(void **state)
{
    struct xl_tests tests = read_text(XL_AUTOMAKE, "PASS: a\nFAIL: d/b.sh\nSKIP: c\nXFAIL: e\n"
                                                   "XPASS: f\nERROR: g\n");
    static const struct expected expected[] = {
        {"a", XL_PASS, ""}, {"d/b.sh", XL_FAIL, "FAIL: d/b.sh"}, {"c", XL_SKIP, "SKIP: c"},
        {"e", XL_PASS, ""}, {"f", XL_FAIL, "XPASS: f"},          {"g", XL_FAIL, "ERROR: g"},
    };
    check(&tests, expected, COUNT(expected));
    xl_tests_free(&tests);
}

static void test_automake(void **state)
{
    static const struct {
        const char *trs;
        struct expected expected;
    } files[] = {
        {":test-result: PASS\n:global-test-result: PASS\n", {"d/a", XL_PASS, ""}},
        {":test-result: XFAIL\n", {"d/a", XL_PASS, ""}},
        {":test-result: FAIL\n", {"d/a", XL_FAIL, "FAIL a.sh (exit status: 3)"}},
        {":test-result: ERROR\n", {"d/a", XL_FAIL, "ERROR"}},
        {":test-result: XPASS\n", {"d/a", XL_FAIL, "XPASS"}},
        {":test-result: SKIP\n", {"d/a", XL_SKIP, "SKIP"}},
        {":test-result: SKIP\n:test-result: PASS\n", {"d/a", XL_PASS, ""}},
        {":test-result: FAIL x\n:test-result: PASS\n",
         {"d/a", XL_FAIL, "FAIL a.sh (exit status: 3)"}},
        {":test-result: PASS\n:global-test-result: ERROR\n", {"d/a", XL_FAIL, "ERROR"}},
        {":test-result: WELL\n", {"d/a", XL_FAIL, "ERROR"}},
        {":test-result:", {"d/a", XL_FAIL, "ERROR"}},
        {"", {"d/a", XL_NOT_RUN, "its .trs file has no result"}},
    };
    for (size_t i = 0; i < COUNT(files); i++) {
        struct xl_tests tests = {0};
        struct xl_error err;
        struct directory f = make_directory("a.log", "\nFAIL a.sh (exit status: 3)\n", 28);
        char *directory = xl_join_path(f.path, "d"), *trs = xl_join_path(directory, "a.trs");
        char *log = xl_join_path(directory, "a.log");
        assert_int_equal(mkdir(directory, 0777), 0);
        assert_int_equal(rename(f.file, log), 0);
        FILE *file = fopen(trs, "we");
        fputs(files[i].trs, file);
        fclose(file);
        /* Lines of the console are of the same test. */
        assert_int_equal(xl_tests_read(XL_AUTOMAKE, f.path, NULL, 0,
                                       "PASS: a.sh\nPASS: a.sh 1 - one\nPASS: d/a\n", &tests, &err),
                         0);
        check(&tests, &files[i].expected, 1);
        assert_string_equal(tests.at[0].output, "\nFAIL a.sh (exit status: 3)\n");
        xl_tests_free(&tests);
        rename(log, f.file);
        unlink(trs);
        rmdir(directory);
        remove_directory(&f);
        free(log);
        free(trs);
        free(directory);
    }
}

/* ---- Runners that were killed ---- */

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
    struct directory f = make_directory("a.trs", ":test-result: PASS\n", 19);
    struct directory j = make_directory("junit.xml", junit, strlen(junit));
    const time_t later = time(NULL) + 10;
    assert_int_equal(xl_tests_read(XL_AUTOMAKE, f.path, NULL, later, NULL, &tests, &err), -1);
    assert_int_equal(xl_tests_read(XL_CTEST, j.path, j.file, later, NULL, &tests, &err), -1);
    assert_int_equal(tests.count, 0);
    assert_int_equal(xl_tests_read(XL_AUTOMAKE, f.path, NULL, later - 20, NULL, &tests, &err), 0);
    assert_int_equal(tests.count, 1);
    xl_tests_free(&tests);
    remove_directory(&f);
    remove_directory(&j);
}

/* It would wait for ever for somebody who writes. */
static void test_pipe(void **state)
{
    struct xl_tests tests = {0};
    struct xl_error err;
    struct directory f = make_directory("a.xml", "", 0);
    assert_int_equal(unlink(f.file), 0);
    assert_int_equal(mkfifo(f.file, 0600), 0);
    assert_int_equal(xl_tests_read(XL_CTEST, f.path, f.file, 0, NULL, &tests, &err), -1);
    remove_directory(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ctest),
        cmocka_unit_test(test_meson),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_output),
        cmocka_unit_test(test_emulator),
        cmocka_unit_test(test_other_lines),
        cmocka_unit_test(test_automake_console),
        cmocka_unit_test(test_automake),
        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_bad_lists),
        cmocka_unit_test(test_no_tests),
        cmocka_unit_test(test_entities),
        cmocka_unit_test(test_earlier_run),
        cmocka_unit_test(test_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
