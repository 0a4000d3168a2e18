/* What a CI run reports: results merged, a summary that GitHub shows, ISAs on which nothing ran.
 * SPDX-License-Identifier: MIT
 */
#include <sys/stat.h>
#include <unistd.h>

#include "report/formats.h"
#include "unit.h"

static char directory[] = "/tmp/crosslane-merge-XXXXXX";

static int make_directory(void **state)
{
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

/* The name of a file of the directory; the same buffer each time. */
static const char *file_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static void write_text(const char *name, const char *text)
{
    FILE *f = fopen(file_of(name), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static char *read_text(const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(file_of(name), "r");
    assert_non_null(f);
    if (getdelim(&text, &size, '\0', f) < 0)
        text[0] = '\0';
    fclose(f);
    return text;
}

static void merge_text(const char *text, struct xl_merged *m)
{
    char path[128];
    struct xl_error err;
    const char *files[] = {path};
    write_text("results.json", text);
    snprintf(path, sizeof path, "%s", file_of("results.json"));
    if (xl_merge(files, 1, NULL, m, &err))
        fail_msg("%s", err.text);
}

static char *summary_of(const struct xl_merged *m, const char *due)
{
    FILE *f = fopen(file_of("summary.md"), "a");
    assert_non_null(f);
    assert_true(xl_summary_write(m, due, "report.json", f));
    fclose(f);
    return read_text("summary.md");
}

/* Results of 48 rows on which each of 100 kernels has three findings, of other elements: the same
 * on each row, or others. */
static char *many_findings(bool distinct)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    fprintf(f, "{\"version\":1,\"rows\":[");
    for (int row = 0; row < 48; row++) {
        fprintf(f, "%s{\"row\":\"aarch64-sve%d-gcc-O2\",\"isa\":\"sve\",\"outcome\":\"fail\",",
                row ? "," : "", row);
        fprintf(f, "\"reason\":\"100 of 100 kernels failed\",\"expected\":100,\"kernels\":[");
        for (int k = 0; k < 300; k++) {
            if (k % 3 == 0)
                fprintf(f,
                        "%s{\"kernel\":\"kernel%d\",\"outcome\":\"fail\",\"checked\":9,"
                        "\"findings\":[",
                        k ? "," : "", k / 3);
            fprintf(f,
                    "%s{\"check\":\"value\",\"message\":\"result[%d] is not what the reference"
                    " says %c%c%c\",\"got\":\"0x1\",\"expected\":\"0x2\",\"command\":\"./crosslane"
                    " run --row 'aarch64-sve%d-gcc-O2' --kernel 'kernel%d' --seed 1\"}%s",
                    k % 3 ? "," : "", k % 3, 'a' + distinct * (row / 26),
                    'a' + distinct * (row % 26), 'a' + distinct * (k % 3), row, k / 3,
                    k % 3 == 2 ? "]}" : "");
        }
        fprintf(f, "]}");
    }
    fprintf(f, "]}");
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

/* Numbers do not tell them apart. */
XL_TEST(test_equal_findings_are_said_once)
{
    struct xl_merged m;
    char *results = many_findings(false);
    remove(file_of("summary.md"));
    merge_text(results, &m);
    char *text = summary_of(&m, "");
    assert_true(strlen(text) < XL_SUMMARY_MOST);
    assert_int_equal(count_of(text, "\n- **"), 100);
    assert_int_equal(count_of(text, "<br>on 48 rows: aarch64-sve0-gcc-O2, "), 100);
    assert_int_equal(count_of(text, "\n| aarch64-sve"), 48);
    assert_null(strstr(text, "left out"));
    free(text);
    free(results);
    xl_merged_free(&m);
}

/* Not one finding is like another. All rows are there all the same, and the file may already hold
 * a part of what GitHub shows. */
XL_TEST(test_a_summary_ends_before_github_drops_it)
{
    struct xl_merged m;
    char *results = many_findings(true), *before = malloc(300001);
    assert_non_null(before);
    memset(before, 'x', 300000);
    before[300000] = '\0';
    merge_text(results, &m);
    for (int held = 0; held < 2; held++) {
        write_text("summary.md", held ? before : "");
        char *text = summary_of(&m, "");
        size_t shown = count_of(text, "\n- **");
        char said[200];
        snprintf(said, sizeof said, "%zu of 14400 findings are left out", 14400 - shown);
        assert_in_range(strlen(text), XL_SUMMARY_MOST - 5000, XL_SUMMARY_MOST);
        assert_true(shown > 0);
        if (!strstr(text, said))
            fail_msg("it does not say: %s", said);
        assert_non_null(strstr(text, "all are in report.json"));
        assert_int_equal(count_of(text, "\n| aarch64-sve"), 48);
        free(text);
    }
    free(before);
    free(results);
    xl_merged_free(&m);
}

XL_TEST(test_a_full_summary_is_left_alone)
{
    struct xl_merged m;
    merge_text("{\"rows\":[]}", &m);
    FILE *f = fopen(file_of("summary.md"), "w+");
    assert_non_null(f);
    for (int i = 0; i < XL_SUMMARY_MOST; i++)
        fputc('x', f);
    assert_false(xl_summary_write(&m, "", NULL, f));
    assert_int_equal(ftell(f), XL_SUMMARY_MOST);
    fclose(f);
    xl_merged_free(&m);
}

/* So many rows that their table alone is too much: findings are shown all the same. */
XL_TEST(test_a_long_table_gives_way)
{
    char *results = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&results, &size);
    assert_non_null(f);
    fprintf(f, "{\"rows\":[{\"row\":\"bad\",\"outcome\":\"fail\",\"kernels\":[{\"kernel\":\"k\","
               "\"findings\":[{\"check\":\"value\",\"message\":\"wrong\"}]}]}");
    for (int i = 0; i < 5000; i++)
        fprintf(f, ",{\"row\":\"row%d\",\"outcome\":\"skip\",\"reason\":\"%0300d\",\"kernels\":[]}",
                i, i);
    fprintf(f, "]}");
    fclose(f);
    struct xl_merged m;
    remove(file_of("summary.md"));
    merge_text(results, &m);
    char *text = summary_of(&m, "");
    assert_true(strlen(text) <= XL_SUMMARY_MOST);
    assert_non_null(strstr(text, "- **k** (value): wrong<br>on 1 row: bad<br>"));
    assert_non_null(strstr(text, " rows are left out."));
    assert_non_null(strstr(text, "</details>"));
    free(text);
    free(results);
    xl_merged_free(&m);
}

#define ROW(NAME, ISA, OUTCOME, REASON, CHECKED)                                                   \
    "{\"row\":\"" NAME "\",\"isa\":" ISA ",\"outcome\":\"" OUTCOME "\",\"reason\":" REASON         \
    ",\"kernels\":[{\"kernel\":\"k\",\"outcome\":\"pass\",\"checked\":" CHECKED "}]}"
#define SKIPPED                                                                                    \
    "{\"rows\":[" ROW("a", "\"avx512\"", "skip", "\"no avx512 here\"",                             \
                      "0") "," ROW("b", "\"avx512\"", "skip", "\"no avx512 here\"",                \
                                   "0") "," ROW("c", "\"sve\"", "pass", "\"\"", "3") "]}"
#define RAN "{\"rows\":[" ROW("a", "\"avx512\"", "pass", "\"\"", "3") "]}"
#define OTHER "{\"rows\":[" ROW("c", "\"sve\"", "pass", "\"\"", "3") "]}"

XL_TEST(test_the_summary_says_what_nothing_ran_on)
{
    struct xl_merged m;
    remove(file_of("summary.md"));
    merge_text(SKIPPED, &m);
    char *text = summary_of(&m, "nothing ran on avx512 for 3 reports in a row");
    assert_non_null(strstr(text,
                           "on 1 of 3 rows; **nothing ran on avx512** (2 rows skipped: no "
                           "avx512 here)\n\n**nothing ran on avx512 for 3 reports in a row**"));
    free(text);
    xl_merged_free(&m);
    remove(file_of("summary.md"));
    merge_text(RAN, &m);
    text = summary_of(&m, "");
    assert_null(strstr(text, "nothing ran"));
    free(text);
    xl_merged_free(&m);
}

/* A row that failed before any kernel was called has run nothing. */
XL_TEST(test_words_for_what_nothing_ran_on)
{
    struct xl_untested u = {NULL};
    char *why = xl_untested_why(&u), *names = xl_untested_names(&u);
    assert_string_equal(why, "");
    assert_string_equal(names, "");
    free(why);
    free(names);
    xl_untested_add(&u, "avx512", XL_SKIP, "no\x1b[31m avx512", false);
    xl_untested_add(&u, "sve", XL_FAIL, "VL", false);
    xl_untested_add(&u, "vx", XL_PASS, "", true);
    names = xl_untested_names(&u);
    why = xl_untested_why(&u);
    assert_string_equal(names, "avx512, sve");
    assert_string_equal(why, "avx512: 1 row skipped: no [31m avx512; sve: 1 row not run: VL");
    free(why);
    free(names);
    xl_untested_free(&u);
    xl_untested_add(&u, "sve", XL_NOT_RUN, "interrupted", false);
    xl_untested_add(&u, "vx", XL_NOT_RUN, "interrupted", false);
    why = xl_untested_why(&u);
    assert_string_equal(why, "2 rows not run: interrupted");
    free(why);
    xl_untested_free(&u);
}

/* One more report. Returns what it says is due; the caller frees it. */
static char *count_report(const char *results, unsigned nights)
{
    struct xl_merged m;
    struct xl_error err;
    char *due;
    merge_text(results, &m);
    if (xl_untested_count(&m.untested, file_of("unrun.json"), nights, &due, &err))
        fail_msg("%s", err.text);
    xl_merged_free(&m);
    return due;
}

/* kept: without blanks, which differ between releases of json-c. */
static void check_report(const char *results, const char *due, const char *kept)
{
    char *said = count_report(results, 3);
    struct json_object *counts = json_object_from_file(file_of("unrun.json"));
    const char *text = json_object_to_json_string_ext(counts, JSON_C_TO_STRING_PLAIN);
    assert_string_equal(said, due);
    if (!strstr(text, kept))
        fail_msg("%s does not have %s", text, kept);
    free(said);
    json_object_put(counts);
}

/* Counted up while nothing runs, left alone while there are no rows, forgotten once it ran. */
XL_TEST(test_reports_in_a_row)
{
    remove(file_of("unrun.json"));
    check_report(SKIPPED, "", "\"avx512\":1");
    check_report(SKIPPED, "", "\"avx512\":2");
    check_report(OTHER, "", "\"avx512\":2");
    check_report(SKIPPED, "nothing ran on avx512 for 3 reports in a row", "\"avx512\":3");
    check_report(SKIPPED, "nothing ran on avx512 for 4 reports in a row", "\"avx512\":4");
    check_report(OTHER, "", "\"avx512\":4");
    check_report(RAN, "", "\"unrun\":{}");
    check_report(SKIPPED, "", "\"avx512\":1");
    char *said = count_report(SKIPPED, 0);
    assert_string_equal(said, "");
    free(said);
}

/* What is no such file is named, and stays as it is. */
XL_TEST(test_foreign_counts)
{
    static const char *const table[] = {
        "",
        "{",
        "[]",
        "3",
        "null",
        "{}",
        "{\"unrun\":3}",
        "{\"unrun\":[1]}",
        "{\"unrun\":{\"avx512\":\"3\"}}",
        "{\"unrun\":{\"avx512\":-1}}",
        "{\"unrun\":{\"avx512\":0}}",
        "{\"unrun\":{\"avx512\":1.5}}",
        "{\"unrun\":{\"avx512\":null}}",
        "{\"unrun\":{\"avx512\":99999999999999999999}}",
        "{\"unrun\":{\"\":1}}",
        "{\"rows\":[]}",
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_untested u = {NULL};
        struct xl_error err = {.text = ""};
        char *due = NULL;
        write_text("unrun.json", table[i]);
        xl_untested_add(&u, "avx512", XL_SKIP, "", false);
        assert_int_equal(xl_untested_count(&u, file_of("unrun.json"), 3, &due, &err), -1);
        assert_non_null(strstr(err.text, "unrun.json: error: "));
        char *text = read_text("unrun.json");
        assert_string_equal(text, table[i]);
        free(text);
        free(due);
        xl_untested_free(&u);
    }
}

XL_TEST(test_counts_that_cannot_be_read_or_written)
{
    struct xl_untested u = {NULL};
    struct xl_error err;
    char *due = NULL;
    xl_untested_add(&u, "avx512", XL_SKIP, "", false);
    assert_int_equal(xl_untested_count(&u, directory, 3, &due, &err), -1);
    free(due);
    assert_int_equal(xl_untested_count(&u, file_of("none/unrun.json"), 3, &due, &err), -2);
    assert_non_null(strstr(err.text, "cannot write"));
    free(due);
    xl_untested_free(&u);
}

/* Fields of other types than a run writes: no crash, and nothing is made of them. */
XL_TEST(test_fields_of_other_types)
{
    static const char *const table[] = {
        "{\"rows\":[" ROW("a", "3", "skip", "[]", "\"x\"") "]}",
        "{\"rows\":[" ROW("a", "null", "fail", "{}", "-3") "]}",
        "{\"rows\":[{\"row\":\"a\",\"isa\":[],\"outcome\":\"fail\",\"reason\":1,\"seconds\":\"\","
        "\"kernels\":[3,null,{\"findings\":3},{\"findings\":[3,{\"message\":[]}]}]}]}",
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_merged m;
        remove(file_of("summary.md"));
        merge_text(table[i], &m);
        char *text = summary_of(&m, "");
        assert_null(strstr(text, "nothing ran"));
        free(text);
        xl_merged_free(&m);
    }
}

int main(void)
{
    return xl_run_tests("merge", make_directory, remove_directory);
}
