/* The checks: what else a line of checks.def wants, and what is switched off with what.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <fnmatch.h>
#include <glob.h>

#include "base/file.h"
#include "matrix/known_issues.h"
#include "results/checks.h"
#include "unit.h"

XL_TEST(test_names)
{
    for (int i = 0; i < XL_CHECKS; i++)
        assert_int_equal(xl_check_find(xl_check_name((enum xl_check)i)), i);
    assert_int_equal(xl_check_find("valeu"), -1);
    assert_int_equal(xl_check_find(""), -1);
}

/* No finding carries it: something else does, because of it. */
static bool is_silent(enum xl_check check)
{
    return check == XL_CHECK_guards || check == XL_CHECK_poison;
}

/* Whether a source has the constant, as a whole word. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; (text = strstr(text, word)); text += length)
        if (!isalnum((unsigned char)text[length]) && text[length] != '_')
            return true;
    return false;
}

/* What is in all files of a pattern; the caller frees it. */
static char *read_all(const char *pattern)
{
    glob_t files;
    char path[4096], *all = NULL;
    size_t size;
    FILE *f = open_memstream(&all, &size);
    assert_non_null(f);
    xl_repository_path(pattern, path, sizeof path);
    assert_int_equal(glob(path, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct xl_error err;
        size_t length;
        char *text = xl_generated_read(files.gl_pathv[i], &length, &err);
        assert_non_null(text);
        fputs(text, f);
        free(text);
    }
    globfree(&files);
    fclose(f);
    return all;
}

static bool has_constant(const char *text, enum xl_check check)
{
    char word[64];
    snprintf(word, sizeof word, "XL_CHECK_%s", xl_check_name(check));
    return has_word(text, word);
}

XL_TEST(test_each_has_code_that_finds)
{
    char *harness = read_all("harness/*/*.c");
    for (enum xl_check c = 0; c < XL_CHECKS; c++)
        if (!has_constant(harness, c) && !is_silent(c))
            fail_msg("no code of harness/ finds what the check %s of checks.def is for: "
                     "xl_add_finding, in harness/execute/verify.c as a rule",
                     xl_check_name(c));
    free(harness);
}

/* Without a run: that it fires is what that test is for. */
XL_TEST(test_each_has_a_kernel_that_it_catches)
{
    char *tests = read_all("tests/whole/*detect*.c"), *kernels = read_all("tests/detect/*.c");
    for (enum xl_check c = 0; c < XL_CHECKS; c++)
        if (!has_constant(tests, c))
            fail_msg("nothing is to be caught by the check %s: a broken kernel in tests/detect/, "
                     "and its line in tests/whole/test_detect.c",
                     xl_check_name(c));
    for (const char *at = kernels; (at = strstr(at, "\nXL_KERNEL(")); at++) {
        char name[64], quoted[70];
        assert_int_equal(sscanf(at, " XL_KERNEL(%63[a-z0-9_]", name), 1);
        snprintf(quoted, sizeof quoted, "\"%s\"", name);
        if (!strstr(tests, quoted))
            fail_msg("nothing says what is to become of %s of tests/detect/: "
                     "tests/whole/test_detect.c",
                     name);
    }
    free(kernels);
    free(tests);
}

/* A word of theirs that is no check's would explain nothing. */
XL_TEST(test_known_bugs_name_checks)
{
    struct xl_known_bugs known = {0};
    struct xl_error err;
    assert_int_equal(xl_known_bugs_read_own(&known, &err), 0);
    for (size_t i = 0; i < known.count; i++) {
        for (size_t k = 0; k < known.bugs[i].checks.count; k++) {
            int found = 0;
            for (enum xl_check c = 0; c < XL_CHECKS; c++)
                found += fnmatch(known.bugs[i].checks.words[k], xl_check_name(c), 0) == 0;
            if (!found)
                fail_msg("%s: no check is named '%s'", known.bugs[i].where,
                         known.bugs[i].checks.words[k]);
        }
    }
    xl_known_bugs_free(&known);
}

/* What sees the same bugs goes with it, and the agent is told both. */
XL_TEST(test_switched_off)
{
    const struct xl_disabled_checks none = {.check = {false}},
                                    off = {.check[XL_CHECK_repeat] = true};
    const char *argv[2 + XL_CHECKS] = {"agent", NULL};
    for (enum xl_check c = 0; c < XL_CHECKS; c++) {
        assert_false(xl_check_is_disabled(&none, c));
        bool with = c == XL_CHECK_repeat || c == XL_CHECK_threads || c == XL_CHECK_signals;
        assert_int_equal(xl_check_is_disabled(&off, c), with);
    }
    xl_check_tell(&none, argv);
    assert_null(argv[1]);
    xl_check_tell(&off, argv);
    assert_string_equal(argv[1], "repeat");
    assert_string_equal(argv[2], "threads");
    assert_string_equal(argv[3], "signals");
    assert_null(argv[4]);
}

int main(void)
{
    return xl_run_tests("checks", NULL, NULL);
}
