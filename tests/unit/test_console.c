/* README.md shows the table that the console prints today.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/root.h"
#include "report/console.h"

/* The rows of README's example that decide how it looks: the longest name, and one that passes. */
static struct xl_isa sve = {.name = "sve"};
static const struct xl_row longest = {.name = "riscv64-v256_ones-gcc-O2", .isa = &sve};
static const struct xl_row passing = {.name = "aarch64-sve256-gcc-O2", .isa = &sve};

static void print_table(void)
{
    static struct xl_kernel_result kernel = {.outcome = XL_PASS, .checked = 1};
    struct xl_row_result rows[] = {{.row = &longest},
                                   {.row = &passing,
                                    .has_vl = 1,
                                    .vl_bits = 256,
                                    .seconds = 0.1,
                                    .kernels = &kernel,
                                    .kernel_count = 1,
                                    .expected = 1}};
    const struct xl_results results = {.seed = 1, .rows = rows, .row_count = 2};
    xl_console_head(NULL, &results);
    xl_console_row(NULL, &results, &rows[1]);
}

/* What is printed, in a file that the caller closes. */
static FILE *printed(void)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    fflush(stdout);
    int console = dup(STDOUT_FILENO);
    dup2(fileno(f), STDOUT_FILENO);
    print_table();
    dup2(console, STDOUT_FILENO);
    close(console);
    rewind(f);
    return f;
}

static char *read_readme(void)
{
    char path[4096], *text = NULL;
    size_t size = 0;
    xl_root_path("README.md", path, sizeof path);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    fclose(f);
    return text;
}

/* The other rows of the example lie under its head too. */
static void check_rows(const char *readme, const char *head)
{
    const size_t outcome = (size_t)(strstr(head, "outcome") - head);
    const char *line = strstr(readme, head) + strlen(head);
    for (size_t length; (length = strcspn(line, "\n")) > 0; line += length + 1)
        if (length <= outcome ||
            (strncmp(line + outcome, "pass ", 5) != 0 && strncmp(line + outcome, "fail ", 5) != 0))
            fail_msg("README.md's example has a row that is not in its columns: %.*s", (int)length,
                     line);
}

static void test_readme(void **state)
{
    (void)state;
    char line[400], *readme = read_readme();
    FILE *f = printed();
    int lines = 0;
    for (; fgets(line, sizeof line, f); lines++) {
        if (!strstr(readme, line))
            fail_msg("README.md's example lacks a line that the console prints so (its values are "
                     "those of print_table here): %s",
                     line);
        if (strncmp(line, "row ", 4) == 0)
            check_rows(readme, line);
    }
    assert_int_equal(lines, 3);
    fclose(f);
    free(readme);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
