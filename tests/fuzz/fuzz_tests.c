/* libFuzzer: arbitrary bytes as each file and console of test runners.
 * SPDX-License-Identifier: MIT
 *
 * -max_len=4096
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/runner_output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What runner_output.h promises of each test. */
static void check(struct xl_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        const struct xl_test *t = &tests->at[i];
        if (!t->name || !t->reason || strchr(t->reason, '\n') ||
            strlen(t->output) > XL_TEST_OUTPUT || !(t->seconds >= 0))
            abort();
        for (size_t k = 0; k < i; k++)
            if (strcmp(t->name, tests->at[k].name) == 0)
                abort();
    }
    xl_tests_free(tests);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum xl_runner runners[] = {XL_CTEST, XL_MESON, XL_AUTOMAKE};
    struct xl_tests tests = {0};
    struct xl_error err;
    char *text = strndup(size ? (const char *)data : "", size);
    FILE *f = size ? fmemopen((void *)data, size, "r") : NULL;
    for (int i = 0; i < 3; i++) {
        xl_tests_list(runners[i], (const char *)data, size, &tests, &err);
        xl_read_ctest_failures(text, &tests);
        xl_read_serial_tests(text, &tests);
        if (f && i == 0)
            xl_read_junit(f, &tests);
        if (f && i == 1)
            xl_read_meson_log(f, &tests);
        if (f && i == 2)
            xl_read_trs("test", f, (const char *)data, size, &tests);
        if (f)
            rewind(f);
        check(&tests);
    }
    if (f)
        fclose(f);
    free(text);
    return 0;
}
