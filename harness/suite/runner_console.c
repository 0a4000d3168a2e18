/* Reads what only the consoles of test runners have.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "suite/runner_output.h"

/* "	  3 - NAME (SEGFAULT)" of the list at the end. It has tests of one name in their order. */
static void read_failure(const char *line, struct xl_tests *tests)
{
    const char *name = *line == '\t' ? strstr(line, " - ") : NULL;
    for (size_t i = 0; name && i < tests->count; i++) {
        struct xl_test *t = &tests->at[i];
        const size_t length = strlen(t->label);
        const char *status = name + 3 + length;
        if (t->outcome != XL_FAIL || t->reason[0] || strncmp(name + 3, t->label, length) != 0 ||
            strncmp(status, " (", 2) != 0)
            continue;
        free(t->reason);
        t->reason = xl_format("%.*s", (int)strcspn(status + 2, ")"), status + 2);
        return;
    }
}

void xl_read_ctest_failures(const char *console, struct xl_tests *tests)
{
    char *text = xl_copy_text(console), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));)
        read_failure(line, tests);
    free(text);
}

/* Whether a .trs file is of the test that the console names: by its path from the directory in
 * which make runs, perhaps with an extension. */
static bool has_trs(const struct xl_words *files, const char *name, size_t length)
{
    const char *dot = memrchr(name, '.', length);
    for (size_t i = 0; i < files->count; i++) {
        const char *label = files->at[i];
        const size_t ends[] = {length, dot ? (size_t)(dot - name) : length};
        for (int k = 0; k < 2; k++) {
            const size_t size = strlen(label);
            if (size >= ends[k] && strncmp(label + size - ends[k], name, ends[k]) == 0 &&
                (size == ends[k] || label[size - ends[k] - 1] == '/'))
                return true;
        }
    }
    return false;
}

/* FAIL: NAME */
static bool read_serial(char *line, const struct xl_words *files, struct xl_tests *tests)
{
    static const struct {
        const char *word;
        enum xl_outcome outcome;
    } words[] = {{"PASS: ", XL_PASS}, {"XFAIL: ", XL_PASS}, {"SKIP: ", XL_SKIP},
                 {"FAIL: ", XL_FAIL}, {"XPASS: ", XL_FAIL}, {"ERROR: ", XL_FAIL}};
    line[strcspn(line, "\r")] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(line, words[i].word, strlen(words[i].word)) != 0)
            continue;
        const char *name = line + strlen(words[i].word);
        while (strncmp(name, "../", 3) == 0)
            name += 3;
        if (*name && !has_trs(files, name, strcspn(name, " ")))
            xl_tests_set(
                tests, &(struct xl_test_result){.label = name,
                                                .outcome = words[i].outcome,
                                                .reason = words[i].outcome == XL_PASS ? "" : line});
        return *name;
    }
    return false;
}

bool xl_read_serial_tests(const char *console, struct xl_tests *tests)
{
    char *text = xl_copy_text(console), *rest = text;
    struct xl_words files = {0};
    bool is_any = false;
    for (size_t i = 0; i < tests->count; i++)
        if (tests->at[i].has_result)
            xl_words_add(&files, tests->at[i].label);
    for (char *line; (line = strsep(&rest, "\n"));)
        is_any |= read_serial(line, &files, tests);
    xl_words_free(&files);
    free(text);
    return is_any;
}
