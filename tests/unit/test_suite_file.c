/* `suite:` of crosslane.yml: which words a row has, and what is not accepted.
 * SPDX-License-Identifier: MIT
 */
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "suite/suite_file.h"
#include "unit.h"

static char directory[] = "/tmp/crosslane-suite-file-XXXXXX";

static int make_directory(void **state)
{
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    char *file = xl_join_path(directory, "crosslane.yml");
    unlink(file);
    free(file);
    return rmdir(directory);
}

/* Reads `suite:` with these keys. */
static int read_suite(const char *keys, struct xl_suite *suite, struct xl_error *err)
{
    char *file = xl_join_path(directory, "crosslane.yml"),
         *text = xl_format("suite:\n  build: cmake\n%s", keys);
    assert_int_equal(xl_file_update(file, text, strlen(text), err), 0);
    free(text);
    free(file);
    return xl_suite_read(directory, suite, err);
}

XL_TEST(test_words)
{
    struct xl_suite suite;
    struct xl_error err;
    struct xl_words texts = {0};
    assert_int_equal(
        read_suite("  arguments: ['-C@FOLDER@/a@NATIVE@', '@SOURCE@']\n", &suite, &err), 0);
    xl_suite_select(&suite, XL_SUITE_ARGUMENTS, NULL, "/native", NULL, &texts);
    char *first = xl_format("-C%s/a/native", directory);
    assert_int_equal(texts.count, 2);
    assert_string_equal(texts.at[0], first);
    assert_string_equal(texts.at[1], directory); /* without `source`, it is the directory */
    free(first);
    xl_words_free(&texts);
    xl_suite_free(&suite);
}

XL_TEST(test_optional)
{
    struct xl_suite suite;
    struct xl_error err;
    assert_int_equal(read_suite("  optional: {'*/SVE2': old CPUs lack it}\n", &suite, &err), 0);
    assert_int_equal(suite.lists[XL_SUITE_OPTIONAL].count, 1);
    assert_string_equal(suite.lists[XL_SUITE_OPTIONAL].at[0].name, "*/SVE2");
    assert_string_equal(suite.lists[XL_SUITE_OPTIONAL].at[0].text, "old CPUs lack it");
    xl_suite_free(&suite);
}

XL_TEST(test_selectors)
{
    struct xl_suite suite;
    struct xl_error err;
    struct xl_row row = {
        .arch = xl_arch_find("aarch64"), .isa = xl_isa_find("aarch64", "sve"), .compiler = "gcc"};
    assert_int_equal(read_suite("  exclude:\n"
                                "    sve gcc: {iut*simd: other rows run it}\n"
                                "    tester*: an hour\n",
                                &suite, &err),
                     0);
    assert_string_equal(xl_suite_match(&suite, XL_SUITE_EXCLUDE, &row, "iutadvsimd"),
                        "other rows run it");
    assert_string_equal(xl_suite_match(&suite, XL_SUITE_EXCLUDE, &row, "tester3"), "an hour");
    assert_null(xl_suite_match(&suite, XL_SUITE_EXCLUDE, &row, "iutsve"));
    row.isa = xl_isa_find("aarch64", "neon");
    assert_null(xl_suite_match(&suite, XL_SUITE_EXCLUDE, &row, "iutadvsimd"));
    xl_suite_free(&suite);
}

XL_TEST(test_no_reason)
{
    static const struct {
        const char *keys, *message;
    } bad[] = {
        {"  optional: ['*/SVE2']\n",
         "'optional' is a mapping: a pattern of tests, and why some rows lack them"},
        {"  exclude: {svee: {iut*: other rows run it}}\n", "'svee'"},
        {"  exclude: {sve: {iut*: }}\n", "this must be a text"},
        {"  exclude: slow\n",
         "'exclude' is a mapping: a pattern of tests, and why they mean nothing here"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct xl_suite suite;
        struct xl_error err;
        assert_int_equal(read_suite(bad[i].keys, &suite, &err), -1);
        assert_non_null(strstr(err.text, bad[i].message));
        xl_suite_free(&suite);
    }
}

/* A name is a directory in the cache: one that leads elsewhere is refused where it stands. */
XL_TEST(test_names)
{
    static const char *const bad[] = {"'..'",   "'.'",           "''",    "'-x'",   "a/b",
                                      "../b",   "'a b'",         "'/'",   "'.x'",   "'+'",
                                      "'a\tb'", "\"a\\u202eb\"", "['a']", "{a: b}", "\"\\u001b\""};
    static const char *const good[] = {"a", "libjpeg-turbo", "x264_2.0+git", "_", "7zip", "a..b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct xl_suite suite;
        struct xl_error err;
        char *keys = xl_format("  name: %s\n", bad[i]);
        if (read_suite(keys, &suite, &err) != -1)
            fail_msg("name: %s is taken", bad[i]);
        assert_non_null(strstr(err.text, "crosslane.yml:3:"));
        assert_non_null(strstr(err.text, "a name"));
        free(keys);
        xl_suite_free(&suite);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct xl_suite suite;
        struct xl_error err;
        char *keys = xl_format("  name: %s\n", good[i]);
        assert_int_equal(read_suite(keys, &suite, &err), 0);
        assert_string_equal(suite.name, good[i]);
        free(keys);
        xl_suite_free(&suite);
    }
}

int main(void)
{
    return xl_run_tests("suite_file", make_directory, remove_directory);
}
