/* The checks: what else a line of checks.def wants, and what is switched off with what.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <fnmatch.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/root.h"
#include "docs/generated.h"
#include "matrix/known.h"
#include "results/checks.h"

static void test_names(void **state)
{
    (void)state;
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

static void test_each_has_code_that_finds(void **state)
{
    (void)state;
    glob_t files;
    char pattern[4096], word[64];
    bool found[XL_CHECKS] = {false};
    xl_root_path("harness/*/*.c", pattern, sizeof pattern);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct xl_error err;
        size_t size;
        char *text = xl_generated_read(files.gl_pathv[i], &size, &err);
        assert_non_null(text);
        for (int c = 0; c < XL_CHECKS; c++) {
            snprintf(word, sizeof word, "XL_CHECK_%s", xl_check_name((enum xl_check)c));
            found[c] |= has_word(text, word);
        }
        free(text);
    }
    globfree(&files);
    for (int c = 0; c < XL_CHECKS; c++)
        if (!found[c] && !is_silent((enum xl_check)c))
            fail_msg("no code of harness/ finds what the check %s of checks.def is for: "
                     "xl_new_finding, in harness/call/calls.c as a rule",
                     xl_check_name((enum xl_check)c));
}

/* A word of theirs that is no check's would explain nothing. */
static void test_known_bugs_name_checks(void **state)
{
    (void)state;
    struct xl_known_bugs known = {NULL, 0};
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
static void test_switched_off(void **state)
{
    (void)state;
    const struct xl_checks_off none = {{false}}, off = {.check[XL_CHECK_repeat] = true};
    const char *argv[2 + XL_CHECKS] = {"agent", NULL};
    for (enum xl_check c = 0; c < XL_CHECKS; c++) {
        assert_false(xl_check_is_off(&none, c));
        bool with = c == XL_CHECK_repeat || c == XL_CHECK_threads || c == XL_CHECK_signals;
        assert_int_equal(xl_check_is_off(&off, c), with);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_each_has_code_that_finds),
        cmocka_unit_test(test_known_bugs_name_checks),
        cmocka_unit_test(test_switched_off),
    };
    return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
