/* Reads the lines that test runners print for each test.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "suite/runner_output.h"

/* Skips "  1/26 ". NULL: the line does not begin so. */
static char *after_fraction(char *line)
{
    static const char digits[] = "0123456789";
    char *at = line + strspn(line, " ");
    const size_t first = strspn(at, digits);
    at += first;
    if (!first || *at != '/' || !strspn(at + 1, digits))
        return NULL;
    at += 1 + strspn(at + 1, digits);
    return *at == ' ' ? at + strspn(at, " ") : NULL;
}

/* Cuts the blanks off the end. */
static char *trimmed(char *text)
{
    text += strspn(text, " *");
    for (size_t end = strlen(text); end > 0 && strchr(" :\r", text[end - 1]); end--)
        text[end - 1] = '\0';
    return text;
}

/* Where a status begins: after a blank and dots. *dots: the first of them. */
static char *find_status(char *text, char **dots)
{
    for (char *at = text; (at = strstr(at, " .")); at++) {
        *dots = at + 1;
        char *status = at + 1 + strspn(at + 1, ".");
        if (strncmp(status, "   Passed", 9) == 0 || strncmp(status, "***", 3) == 0 ||
            strstr(status, "***Exception"))
            return status;
    }
    return NULL;
}

/* Cuts "  0.00 sec" off the end; 0: it is not there. */
static double cut_seconds(char *status)
{
    char *end = NULL;
    for (char *at = status; (at = strstr(at, " sec")); at++)
        end = at;
    if (!end || end[strspn(end, " sec\r")])
        return 0;
    while (end > status && strchr("0123456789.", end[-1]))
        end--;
    const double seconds = strtod(end, NULL);
    *end = '\0';
    return seconds;
}

/* The reason and outcome of "   Passed  ", "***Failed  REASON", "Subprocess aborted***Exception:
 * " and the like (cmCTestRunTest::EndTest). */
static const char *read_status(char *status, enum xl_outcome *outcome)
{
    static const struct {
        const char *begin;
        enum xl_outcome outcome;
        const char *reason; /* NULL: the status */
    } known[] = {{"Passed", XL_PASS, ""},
                 {"Skipped", XL_SKIP, NULL},
                 {"Not Run (Disabled)", XL_SKIP, "Disabled"},
                 {"Not Run", XL_NOT_RUN, NULL}};
    char *exception = strstr(status, "***Exception");
    if (exception && exception > status)
        *exception = '\0';
    char *text = trimmed(status);
    *outcome = XL_FAIL;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(text, known[i].begin, strlen(known[i].begin)) == 0) {
            *outcome = known[i].outcome;
            return known[i].reason ? known[i].reason : text;
        }
    return strncmp(text, "Failed  ", 8) == 0 ? trimmed(text + 8) : text;
}

/* Start 22: NAME. It is all that the console has of a test that ran when its runner was killed. */
static bool read_start(char *line, struct xl_tests *tests)
{
    char *at = line + strspn(line, " ");
    if (strncmp(at, "Start ", 6) != 0)
        return false;
    const unsigned long number = strtoul(at + 6, &at, 10);
    if (strncmp(at, ": ", 2) != 0)
        return false;
    xl_tests_set_started(tests, at + 2, number);
    return true;
}

/* 1/26 Test #22: NAME ......***Failed  REASON  0.00 sec. There is no fraction if the test is tried
 * again. */
static bool read_ctest(char *line, struct xl_tests *tests)
{
    char *at = after_fraction(line), *dots = NULL;
    if (read_start(line, tests))
        return true;
    at = at ? at : line + strspn(line, " ");
    if (strncmp(at, "Test ", 5) != 0 || !(at = strchr(at, '#')))
        return false;
    const unsigned long number = strtoul(at + 1, &at, 10);
    char *status = strncmp(at, ": ", 2) == 0 ? find_status(at + 2, &dots) : NULL;
    if (!status)
        return false;
    struct xl_test_result r = {.label = at + 2, .reason = ""};
    dots[-1] = '\0';
    r.seconds = cut_seconds(status);
    const char *reason = read_status(status, &r.outcome);
    if (r.outcome != XL_PASS)
        r.reason = reason;
    xl_tests_set_by_console(tests, &r, number);
    return true;
}

/* 1/25 SUITE / NAME   FAIL   0.02s   exit status 3 */
static bool read_meson(char *line, struct xl_tests *tests)
{
    char *label = after_fraction(line);
    for (char *at = label; at && (at = strchr(at, ' '));) {
        char *word = at + strspn(at, " "), *end;
        const size_t length = strcspn(word, " ");
        struct xl_test_result r = {.label = label, .reason = ""};
        r.seconds = strtod(word + length, &end);
        if (end == word + length || *end != 's' || !xl_meson_outcome(word, length, &r.outcome)) {
            at = word;
            continue;
        }
        word[length] = *at = '\0';
        const char *details = trimmed(end + 1);
        const bool is_killed = strcmp(word, "TIMEOUT") == 0 || strcmp(word, "INTERRUPT") == 0;
        if (r.outcome != XL_PASS)
            r.reason = *details && !is_killed ? details : word;
        xl_tests_set_by_console(tests, &r, 0);
        return true;
    }
    return false;
}

/* Whether a .trs file is of the test that the console names: by its path from the directory in
 * which make runs, perhaps with an extension. */
static bool has_trs(const struct xl_tests *tests, const char *name, size_t length)
{
    const char *dot = memrchr(name, '.', length);
    for (size_t i = 0; i < tests->count; i++) {
        const char *label = tests->at[i].label;
        const size_t ends[] = {length, dot ? (size_t)(dot - name) : length};
        for (int k = 0; k < 2 && tests->at[i].has_result; k++) {
            const size_t size = strlen(label);
            if (size >= ends[k] && strncmp(label + size - ends[k], name, ends[k]) == 0 &&
                (size == ends[k] || label[size - ends[k] - 1] == '/'))
                return true;
        }
    }
    return false;
}

/* FAIL: NAME, of tests without .trs files: those of Automake's option serial-tests. */
static bool read_automake(char *line, struct xl_tests *tests)
{
    static const struct {
        const char *word;
        enum xl_outcome outcome;
    } words[] = {{"PASS: ", XL_PASS}, {"XFAIL: ", XL_PASS}, {"SKIP: ", XL_SKIP},
                 {"FAIL: ", XL_FAIL}, {"XPASS: ", XL_FAIL}, {"ERROR: ", XL_FAIL}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(line, words[i].word, length) != 0)
            continue;
        char *name = trimmed(line + length);
        while (strncmp(name, "../", 3) == 0)
            name += 3;
        if (!*name || has_trs(tests, name, strcspn(name, " ")))
            return *name;
        xl_tests_set_by_console(
            tests,
            &(struct xl_test_result){.label = name,
                                     .outcome = words[i].outcome,
                                     .reason = words[i].outcome == XL_PASS ? "" : line},
            0);
        return true;
    }
    return false;
}

bool xl_read_console(enum xl_runner runner, const char *console, struct xl_tests *tests)
{
    char *text = xl_copy_text(console), *rest = text;
    bool is_any = false;
    for (char *line; (line = strsep(&rest, "\n"));)
        is_any |= runner == XL_CTEST      ? read_ctest(line, tests)
                  : runner == XL_MESON    ? read_meson(line, tests)
                  : runner == XL_AUTOMAKE ? read_automake(line, tests)
                                          : false;
    free(text);
    return is_any;
}
