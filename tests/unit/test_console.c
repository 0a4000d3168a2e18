/* What the console prints: README.md's table, and findings, each bug once.
 * SPDX-License-Identifier: MIT
 */
#include <unistd.h>

#include <json-c/json.h>

#include "base/file.h"
#include "report/conclusion.h"
#include "report/console.h"
#include "report/finding_groups.h"
#include "report/finding_text.h"
#include "results/cross_row.h"
#include "results/packed_rows.h"
#include "results/results_json.h"
#include "unit.h"

/* The rows of README's example that decide how it looks: the longest name, and one that passes. */
static struct xl_isa rvv = {.name = "rvv"}, sve = {.name = "sve"};
static const struct xl_row longest = {.name = "riscv64-v256_ones-gcc-O2", .isa = &rvv};
static const struct xl_row passing = {.name = "riscv64-v256-gcc-O2", .isa = &rvv};

static void print_table(void)
{
    static struct xl_kernel_result kernel = {.outcome = XL_PASS, .checked = 1};
    struct xl_row_result example[] = {{.row = &longest},
                                      {.row = &passing,
                                       .has_vl = 1,
                                       .vl_bits = 256,
                                       .seconds = 0.2,
                                       .kernels = &kernel,
                                       .kernel_count = 1,
                                       .expected = 1}};
    const struct xl_results results = {.seed = 1, .rows = example, .row_count = 2};
    xl_console_head(NULL, &results);
    xl_console_row(NULL, &results, &example[1]);
}

/* What is printed, in a file that the caller closes. */
static FILE *printed(void (*print)(void))
{
    FILE *f = tmpfile();
    assert_non_null(f);
    fflush(stdout);
    int console = dup(STDOUT_FILENO);
    dup2(fileno(f), STDOUT_FILENO);
    print();
    fflush(stdout);
    dup2(console, STDOUT_FILENO);
    close(console);
    rewind(f);
    return f;
}

static char *read_page(const char *name)
{
    char path[4096], *text = NULL;
    size_t size = 0;
    xl_repository_path(name, path, sizeof path);
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

XL_TEST(test_readme)
{
    char line[400], *readme = read_page("README.md");
    FILE *f = printed(print_table);
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

/* Rows on which kernels fail, each with three findings that say the same. */
enum { ROWS = 3, KERNELS = 160, EMU_BUGS = 5 };

static struct xl_row_result rows[ROWS];
static struct xl_results many = {.seed = 1, .rows = rows, .row_count = ROWS};
static bool print_everything;
static const char *json;

static void print_tail(void)
{
    xl_console_tail(&many, print_everything ? XL_EACH_FINDING : XL_EACH_BUG, json);
}

/* The last kernels fail on the first row only, by a crash; the first of all meet a known bug. */
static void fill_kernel(struct xl_kernel_result *k, size_t row, size_t i)
{
    static char names[KERNELS][16];
    snprintf(names[i], sizeof names[i], "kernel_%c%c", (char)('a' + i / 26), (char)('a' + i % 26));
    bool is_bug = i < EMU_BUGS, is_crash = i >= KERNELS - 40;
    *k = (struct xl_kernel_result){.kernel = names[i],
                                   .variant = "sve",
                                   .outcome = is_bug ? XL_EMU_BUG : XL_FAIL,
                                   .checked = 1,
                                   .differences = 100};
    if (is_bug)
        snprintf(k->known_bug, sizeof k->known_bug, "qemu-some-bug");
    if (is_crash && row > 0)
        *k = (struct xl_kernel_result){.kernel = names[i], .variant = "sve", .checked = 1};
    for (size_t f = 0; f < XL_MAX_FINDINGS && k->outcome != XL_PASS; f++) {
        struct xl_finding *finding = &k->findings[k->finding_count++];
        finding->check = is_crash ? XL_CHECK_crash : XL_CHECK_value;
        snprintf(finding->message, sizeof finding->message, "r[%zu] on row %zu is not right", f,
                 1 + row);
    }
}

static int make_many(void **state)
{
    static const char *const names[ROWS] = {"one", "two", "three"};
    static struct xl_row matrix[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        matrix[i] = (struct xl_row){.name = (char *)names[i],
                                    .arch = &xl_arches[0],
                                    .isa = &sve,
                                    .compiler = "gcc",
                                    .opt = "O2",
                                    .qemu_cpu = "max"};
        rows[i] = (struct xl_row_result){.row = &matrix[i],
                                         .outcome = XL_FAIL,
                                         .kernels = calloc(KERNELS, sizeof *rows[i].kernels),
                                         .kernel_count = KERNELS};
        for (size_t k = 0; rows[i].kernels && k < KERNELS; k++)
            fill_kernel(&rows[i].kernels[k], i, k);
    }
    xl_results_compare_rows(&many);
    return rows[ROWS - 1].kernels ? 0 : -1;
}

static int free_many(void **state)
{
    for (size_t i = 0; i < ROWS; i++)
        free(rows[i].kernels);
    json_object_put(many.disagreements);
    return 0;
}

/* What print_tail prints; the caller frees it. */
static char *tail_of(bool all, const char *file)
{
    char *text = NULL;
    size_t size = 0;
    print_everything = all;
    json = file;
    FILE *f = printed(print_tail);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    fclose(f);
    return text;
}

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;
    for (; (text = strstr(text, words)); text += strlen(words))
        count++;
    return count;
}

static void assert_in(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("no '%s' in:\n%s", words, text);
}

/* 160 kernels on three rows, and what a person has to read of it. */
XL_TEST(test_findings_are_few)
{
    char *text = tail_of(false, NULL);
    assert_int_equal(count_of(text, "FINDING kernel_"), 20);
    assert_int_equal(
        count_of(text, "  also on    two, three\n  rows       fails on all 3 rows\n  reproduce  "),
        20);
    assert_true(count_of(text, "\n") < 200);
    /* Those on most rows are first, and the first of a kernel's three stands for them. */
    assert_in(text, "FINDING kernel_af on one: r[0] on row 1 is not right\n");
    assert_in(text, "\n155 findings in all, by check:\n"
                    "  value: 115 kernels on 3 rows: kernel_af, kernel_ag, kernel_ah and 112 more\n"
                    "  crash: 40 kernels on 1 row: kernel_eq, kernel_er, kernel_es and 37 more\n"
                    "135 of them are not shown above, by row:\n"
                    "  one: 135 kernels (value 95, crash 40): kernel_az, kernel_ba, kernel_bb and "
                    "132 more\n"
                    "  three: 95 kernels (value 95): kernel_az, ");
    assert_in(text, "\n38500 differences; --all shows duplicates, --json FILE writes them\n");
    free(text);
    text = tail_of(false, "results.json");
    assert_in(text, "; --all shows duplicates, results.json has them\n");
    free(text);
}

/* A known bug is a line with its name, and no finding is told whole. */
XL_TEST(test_a_known_bug_is_a_line)
{
    char *text = tail_of(false, NULL);
    assert_in(text, "\nknown bug qemu-some-bug: kernel_aa, kernel_ab, kernel_ac and 2 more on one, "
                    "two, three\n");
    assert_null(strstr(text, "FINDING kernel_aa"));
    free(text);
}

XL_TEST(test_all_has_everything)
{
    char *text = tail_of(true, NULL);
    assert_int_equal(count_of(text, "FINDING kernel_"),
                     XL_MAX_FINDINGS * (ROWS * (KERNELS - 40) + 40));
    assert_in(text, "FINDING kernel_aa on three: r[2] on row 3 is not right\n");
    assert_in(text, "  and 97 more differences of kernel_ab on two\n");
    free(text);
}

static void set_kernel(struct xl_kernel_result *k, const char *dispatched, const char *lacks)
{
    *k = (struct xl_kernel_result){.kernel = "k", .checked = *dispatched != '\0'};
    snprintf(k->dispatched, sizeof k->dispatched, "%s", dispatched);
    snprintf(k->lacks, sizeof k->lacks, "%s", lacks);
}

static struct xl_kernel_result spread[5];
static struct xl_row_result spread_rows[5];
static struct xl_results spread_results = {.rows = spread_rows, .row_count = 5};

static void print_spread(void)
{
    xl_print_dispatched(&spread_results);
    xl_print_lacks(&spread_results);
}

/* Rows are gathered by what was taken, in a line for a kernel, and by what they lack. */
XL_TEST(test_what_dispatchers_took)
{
    static const char *const names[5] = {"one", "two", "three", "four", "five"};
    static struct xl_row matrix[5];
    char *text = NULL;
    size_t size = 0;
    for (size_t i = 0; i < 5; i++) {
        matrix[i] = (struct xl_row){.name = (char *)names[i], .isa = &sve};
        spread_rows[i] = (struct xl_row_result){
            .row = &matrix[i], .kernels = &spread[i], .kernel_count = 1, .expected = 1};
        set_kernel(&spread[i], i == 1 ? "b" : "a", "");
    }
    FILE *f = printed(print_spread);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    assert_string_equal(text, "dispatch: k called a on one, three, four and 1 more; b on two\n");
    fclose(f);
    for (size_t i = 0; i < 5; i++)
        set_kernel(&spread[i], "", i == 1 ? "x y" : "x");
    f = printed(print_spread);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    assert_string_equal(text,
                        "skipped: k, which needs x, on one, three, four and 1 more: 4 of 5 "
                        "rows; no row of this run has all of it\n"
                        "skipped: k, which needs x y, on two: 1 of 5 rows; no row of this run "
                        "has all of it\n");
    fclose(f);
    spread[1].lacks[0] = '\0';
    spread[1].checked = 1;
    f = printed(print_spread);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    assert_string_equal(text,
                        "skipped: k, which needs x, on one, three, four and 1 more: 4 of 5 rows\n");
    fclose(f);
    /* What another function does says nothing of this one. */
    for (size_t i = 0; i < 5; i++)
        spread[i].variant = i == 1 ? "sve" : "sve:by_x";
    f = printed(print_spread);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    assert_string_equal(text,
                        "skipped: k, variant sve:by_x, which needs x, on one, three, four and "
                        "1 more: 4 of 5 rows; no row of this run has all of it\n");
    fclose(f);
    free(text);
}

/* What a message names of a row, its ISA, its registers and instructions, does not make another
 * bug.
 */
XL_TEST(test_a_cause_is_shown_once)
{
    static const struct {
        const char *isa, *message;
    } of[] = {
        {"sse4", "no sse instruction in k__sse4 computes at n = 16 (98 others ran); functions "
                 "counted: k__sse4"},
        {"vxe2", "no vx instruction in k__vxe2 computes at n = 25 (97 others ran); functions "
                 "counted: help, k__vxe2"},
        {"sve", "no sve instruction in k__sve computes at n = 25 (97 others ran); functions "
                "counted: k__sve"},
        {"lasx", "in vector registers only loads, stores and logic ran (`xvxor.v`), which scalar "
                 "code has too"},
        {"vsx", "in vector registers only loads, stores and logic ran (`xxlxor`, `xxlor`), which "
                "scalar code has too"},
        {"neon", "callee-saved d8, d9 changed"},
        {"vxe2", "callee-saved f8 changed"},
        {"vsx", "floating-point control changed: vscr:fpscr 0x0 before, 0x1 after"},
        {"sse4", "floating-point control changed: mxcsr 0x0 before, 0x1 after"},
        {"sve", "flags cleared: invalid (fpsr 0x1 before, 0x0 after); restore them"},
        {"vsx", "flags cleared: invalid (fpscr 0x1 before, 0x0 after); restore them"},
        {"sve", "flags cleared: inexact (fpsr 0x1 before, 0x0 after); restore them"},
        {"sse4", "the x87 control word changed"},
        {"sve", "callee-saved"},
        {"sve", "no sve instruction in k__sve computes at n = 25 (97 others ran): it uses vectors "
                "for small n only; functions counted: k__sve"}};
    static const size_t wanted[] = {3, 2, 2, 2, 2, 1, 1, 1, 1};
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        char *text = NULL;
        assert_true(asprintf(&text,
                             "{\"row\":\"%zu\",\"isa\":\"%s\",\"kernels\":[{\"kernel\":\"k\","
                             "\"outcome\":\"fail\",\"findings\":[{\"check\":\"state\","
                             "\"message\":\"%s\"}]}]}",
                             i, of[i].isa, of[i].message) > 0);
        json_object_array_add(list, json_tokener_parse(text));
        free(text);
    }
    struct xl_finding_groups groups = xl_finding_groups(list, list);
    assert_int_equal(groups.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < groups.count; i++)
        assert_int_equal(json_object_array_length(groups.at[i].rows), wanted[i]);
    xl_finding_groups_free(&groups);
    json_object_put(list);
}

/* A fault is one on all architectures, whatever instruction it was and how far a CPU tells where;
 * what is another buffer's, or another thread's, is another. */
XL_TEST(test_a_fault_is_shown_once)
{
    static const char *const messages[] = {
        "crashed with signal 11 (Segmentation fault) at byte +0 past the end of a, n = 1, pc "
        "0x4023f0 (k__sve+0x10: ld1w { z31.s }, p7/z, [x0, x3, lsl #2], k.c:16, by sve.h:157)",
        "crashed with signal 11 (Segmentation fault) at byte +0 to +4095 past the end of a, "
        "n "
        "= 5, pc 0x1002cea (k__vxe2+0x5a: vl %v4, 0(%r1,%r2), k.c:16, by vx.h:57)",
        "crashed with signal 11 (Segmentation fault) at byte +8 past the end of a, n = 3, pc "
        "0x1f4",
        "crashed with signal 11 (Segmentation fault) at byte +0 past the end of b, n = 1, pc "
        "0x4023f0 (k__sve+0x10: ld1w)",
        "crashed with signal 11 (Segmentation fault) at byte +0 past the end of a, n = 1, pc "
        "0x4023f0 (k__sve+0x10: ld1w), called by two threads at once",
        "it died, pc 0x1 (unfinished (",
        "it died, pc 0x2 ("};
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        char *text = NULL;
        assert_true(asprintf(&text,
                             "{\"row\":\"%zu\",\"kernels\":[{\"kernel\":\"k\",\"outcome\":\"fail\","
                             "\"findings\":[{\"check\":\"crash\",\"message\":\"%s\"}]}]}",
                             i, messages[i]) > 0);
        json_object_array_add(list, json_tokener_parse(text));
        free(text);
    }
    struct xl_finding_groups groups = xl_finding_groups(list, list);
    static const size_t wanted[] = {3, 2, 1, 1};
    assert_int_equal(groups.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(json_object_array_length(groups.at[i].rows), wanted[i]);
    xl_finding_groups_free(&groups);
    json_object_put(list);
}

/* Rows on which a kernel fails are compared with those where it passes: packed ones too, not those
 * of a known bug or another function. */
XL_TEST(test_rows_are_compared)
{
    static const char *const texts[] = {
        "{\"row\":\"a\",\"arch\":\"s390x\",\"isa\":\"vx\",\"outcome\":\"fail\",\"kernels\":["
        "{\"kernel\":\"k\",\"outcome\":\"fail\",\"findings\":[{\"check\":\"value\"},"
        "{\"check\":\"crash\"}]},"
        "{\"kernel\":\"v\",\"variant\":\"vx:f\",\"outcome\":\"fail\",\"findings\":[{}]},"
        "{\"kernel\":\"v\",\"variant\":\"vx:g\",\"outcome\":\"pass\"},"
        "{\"kernel\":\"alone\",\"outcome\":\"fail\",\"findings\":[{}]}]}",
        "{\"row\":\"b\",\"arch\":\"x86_64\",\"isa\":\"sse2\",\"outcome\":\"pass\",\"kernels\":["
        "{\"kernel\":\"k\",\"outcome\":\"pass\"},"
        "{\"kernel\":\"v\",\"variant\":\"sse2:f\",\"outcome\":\"pass\"}]}",
        "{\"row\":\"c\",\"arch\":\"s390x\",\"isa\":\"vxe\",\"outcome\":\"fail\",\"kernels\":["
        "{\"kernel\":\"k\",\"outcome\":\"fail\",\"findings\":[{\"check\":\"value\"}]}]}",
        "{\"row\":\"d\",\"arch\":\"armhf\",\"isa\":\"neon32\",\"outcome\":\"emu-bug\",\"kernels\":["
        "{\"kernel\":\"k\",\"outcome\":\"emu-bug\",\"findings\":[{\"check\":\"value\"}]},"
        "{\"kernel\":\"alone\",\"outcome\":\"skip\"}]}"};
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        json_object_array_add(list, i == 1 ? xl_row_pack(texts[i], strlen(texts[i]))
                                           : json_tokener_parse(texts[i]));
    struct xl_finding_groups groups = xl_finding_groups(list, list);
    assert_int_equal(groups.count, 4);
    static const char both[] = "fails on s390x alone (big-endian); passes on 1 row";
    assert_string_equal(groups.at[0].fails, both); /* value, on two rows */
    assert_string_equal(groups.at[1].fails, both); /* crash, of the same kernel */
    assert_string_equal(groups.at[2].fails, "fails on 1 of 2 rows: a, on s390x alone (big-endian)");
    assert_null(groups.at[3].fails);
    xl_finding_groups_free(&groups);
    json_object_put(list);
}

static void print_failing_pair(void)
{
    static struct xl_kernel_result kernels[] = {{.kernel = "k", .variant = "sve", .checked = 1},
                                                {.kernel = "k", .variant = "sve", .checked = 1}};
    static struct xl_row matrix[2];
    struct xl_row_result pair[2];
    for (size_t i = 0; i < 2; i++) {
        matrix[i] = (struct xl_row){.name = i ? "two" : "one",
                                    .arch = &xl_arches[0],
                                    .isa = &sve,
                                    .compiler = i ? "llvm" : "gcc",
                                    .opt = "O2",
                                    .qemu_cpu = "max"};
        pair[i] = (struct xl_row_result){
            .row = &matrix[i], .kernels = &kernels[i], .kernel_count = 1, .expected = 1};
    }
    kernels[0].outcome = pair[0].outcome = XL_FAIL;
    kernels[0].finding_count = 1;
    const struct xl_results results = {.seed = 1, .rows = pair, .row_count = 2};
    xl_console_tail(&results, XL_EACH_BUG, NULL);
}

/* Kernels that passed have nothing to report, but are compared. */
XL_TEST(test_a_run_compares_rows)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = printed(print_failing_pair);
    assert_true(getdelim(&text, &size, '\0', f) > 0);
    fclose(f);
    assert_in(text, "\n  rows       fails on 1 of 2 rows: one, under gcc alone\n");
    free(text);
}

/* Rows as results have them: what is concluded from them. */
static void check_conclusion(const char *text, size_t count, const char *unit, const char *wanted)
{
    struct json_object *list = json_tokener_parse(text);
    assert_non_null(list);
    char *conclusion = xl_conclusion(list, NULL, count, unit);
    assert_string_equal(conclusion, wanted);
    free(conclusion);
    json_object_put(list);
}

XL_TEST(test_conclusions)
{
#define KERNEL(NAME, OUTCOME) "{\"kernel\":\"" NAME "\",\"outcome\":\"" OUTCOME "\"}"
#define PASSED "{\"row\":\"r\",\"outcome\":\"pass\",\"kernels\":[]}"
    check_conclusion("[" PASSED "]", 1, "kernels", "PASS: 1 kernel on 1 row");
    check_conclusion("[" PASSED "," PASSED ",{\"outcome\":\"skip\"},{\"outcome\":\"emu-bug\"}]", 9,
                     "kernels", "PASS: 9 kernels on 3 rows, 1 with known bugs, 1 skipped");
    check_conclusion("[" PASSED ",{\"outcome\":\"fail\",\"kernels\":[" KERNEL("b", "fail") "]}]", 1,
                     "kernels", "FAIL: b on 1 of 2 rows");
    check_conclusion("[{\"outcome\":\"fail\",\"kernels\":[" KERNEL("a", "fail") "," KERNEL(
                         "b", "fail") "," KERNEL("c", "pass") "]},{\"outcome\":\"not-run\"}]",
                     3, "kernels", "FAIL: a and b on 1 of 2 rows; 1 of 2 rows did not run");
    check_conclusion(
        "[{\"outcome\":\"fail\",\"kernels\":[" KERNEL("a", "fail") "," KERNEL(
            "b", "fail") "," KERNEL("c", "fail") "," KERNEL("d", "fail") "," KERNEL("e",
                                                                                    "fail") "]}]",
        5, "kernels", "FAIL: 5 kernels on 1 of 1 row: a, b, c and 2 more");
    check_conclusion("[{\"outcome\":\"fail\",\"reason\":\"no evidence\\nmore\"}]", 1, "kernels",
                     "FAIL: 1 of 1 row: no evidence");
    check_conclusion("[{\"outcome\":\"skip\"}]", 1, "kernels", "SKIP: 1 row");
    check_conclusion("[{\"outcome\":\"skip\"},{\"outcome\":\"skip\"}]", 1, "tests",
                     "FAIL: no test ran on any of 2 rows");
    check_conclusion("[{\"outcome\":\"pass\",\"kernels\":[{\"kernel\":\"t\",\"outcome\":\"pass\","
                     "\"hollow\":\"it ended\"}]}]",
                     1, "tests", "PASS: 1 test on 1 row; 1 test is hollow");
#undef PASSED
#undef KERNEL
}

static void check_title(const char *message, const char *differs, const char *wanted)
{
    struct json_object *finding = json_object_new_object();
    xl_key_add_text(finding, XL_KEY_finding_message, message);
    xl_key_add_text(finding, XL_KEY_finding_arg, "r");
    xl_key_add_number(finding, XL_KEY_finding_element, 3);
    xl_key_add_text(finding, XL_KEY_finding_differs, differs);
    char *title = xl_finding_title(finding);
    assert_string_equal(title, wanted);
    free(title);
    json_object_put(finding);
}

XL_TEST(test_titles_say_the_cause)
{
    check_title("wrong value in r[3]",
                "expected is a limit of the type: got is not saturated, in all 12 wrong elements",
                "r[3] is not saturated (wrong value)");
    check_title("wrong value in r[3] when r is a", "got is expected + 1, in all 2 wrong elements",
                "r[3] is the expected value + 1 (wrong value when r is a)");
    check_title("wrong value in r[3]", "got is 0; got is the operand b, expected is a",
                "r[3] is 0; it is the operand b, expected is a (wrong value)");
    check_title("wrong value in r[3]", "neighbouring lanes are exchanged",
                "r[3]: neighbouring lanes are exchanged (wrong value)");
    check_title("wrong value in r[3]", "", "wrong value in r[3]");
    check_title("crashed with signal 11", "got is 0", "crashed with signal 11");
    check_title("wrong value in r[30]", "got is 0", "wrong value in r[30]");
}

static void check_inputs(const char *inputs, const char *wanted)
{
    struct json_object *source = json_tokener_parse("{\"args\":\"a:u8 by:i16 f:f32\"}");
    char *text = xl_inputs_in_words(source, inputs);
    assert_string_equal(text, wanted);
    free(text);
    json_object_put(source);
}

XL_TEST(test_bits_are_numbers)
{
    check_inputs("a[3]=0xfe by=0xffff", "a[3]=0xfe (254) by=0xffff (-1)");
    check_inputs("a[3]=0x01 f=0x3f800000", "a[3]=0x01 f=0x3f800000 (1)");
    check_inputs("a=0x00, except a[256]=0x10 c=0x20", "a=0x00, except a[256]=0x10 (16) c=0x20");
    check_inputs("a[0..1]=0xfe 0xff", "a[0..1]=0xfe 0xff");
    check_inputs("", "");
}

/* All that the console can print of a finding. */
static void print_all_words(void)
{
    static const char text[] =
        "[{\"row\":\"one\",\"outcome\":\"fail\",\"kernels\":[{\"kernel\":\"k\",\"variant\":\"sve\","
        "\"outcome\":\"fail\",\"failing_calls\":\"all\",\"findings\":[{\"id\":\"12345678\","
        "\"check\":"
        "\"value\",\"message\":\"m\",\"n\":1,\"group\":\"sizes\",\"arg\":\"r\",\"element\":1,"
        "\"lane\":1,"
        "\"got\":\"0x1\",\"expected\":\"0x2\",\"ulp\":3,\"lanes\":\".x\",\"which\":\"w\","
        "\"differs\":\"d\","
        "\"inputs\":\"a=0x1\",\"alone\":\"a\",\"vector\":\"v\",\"command\":\"c\"}]}]}]";
    struct json_object *list = json_tokener_parse(text),
                       *sources =
                           json_tokener_parse("[{\"kernel\":\"k\",\"file\":\"f\",\"line\":1}]");
    assert_non_null(list);
    xl_findings_print(list, sources, 1, XL_EACH_BUG, NULL);
    json_object_put(list);
    json_object_put(sources);
}

/* Each word that begins a line of a finding is in the table of docs/findings.md. */
XL_TEST(test_words_are_in_docs)
{
    char line[400], word[40], row[60], *page = read_page("docs/findings.md");
    size_t words = 0;
    FILE *f = printed(print_all_words);
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "  %39s", word) != 1 || strncmp(line, "  ", 2) != 0)
            continue;
        words++;
        snprintf(row, sizeof row, "\n| `%s", word);
        if (!strstr(page, row) && strcmp(word, "expected") != 0)
            fail_msg("docs/findings.md has no line of '%s'", word);
    }
    assert_int_equal(words, 19);
    fclose(f);
    free(page);
}

static void print_without_findings(void)
{
    struct json_object *list = json_tokener_parse(
        "[{\"row\":\"r\"},{\"row\":\"s\",\"kernels\":[{\"kernel\":\"k\",\"outcome\":\"fail\","
        "\"differences\":2}]}]");
    xl_findings_print(list, NULL, 1, XL_EACH_FINDING, NULL);
    json_object_put(list);
}

/* A file of another machine may lack `kernels` and `findings`. */
XL_TEST(test_all_without_findings)
{
    char line[400];
    FILE *f = printed(print_without_findings);
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line, "  and 2 more differences of k on s\n");
    assert_null(fgets(line, sizeof line, f));
    fclose(f);
}

int main(void)
{
    return xl_run_tests("console", make_many, free_many);
}
