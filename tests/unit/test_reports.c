/* Reports that are files: text that nothing can break, what has no room, what differs.
 * SPDX-License-Identifier: MIT
 */
#include <json-c/json.h>

#include "base/json.h"
#include "base/unicode.h"
#include "report/code_place.h"
#include "report/formats.h"
#include "unit.h"

/* What breaks out of something, somewhere. */
static const char *const hostile[] = {
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><x y='1'>",
    "\"><img src=x onerror=alert(1)>",
    "' onload='x",
    "&lt;&#0;&bogus;",
    "a|b`c*d_e[f](g)~~h~~$i$ @everyone #1 !j <b>",
    "\n\n# heading\n- item\n```\n",
    "\x01\x02\x08\x0b\x0c\x0e\x1b[31m\x1f\x7f",
    "\x80\xff\xc0\xaf\xe2\x82",
    "\xed\xa0\x80\xef\xbf\xbe\xef\xbf\xbf\xf4\x90\x80\x80",
    "\xe2\x80\xa8\xe2\x80\xa9\xc2\x85",
    "%s%n%d {0} \\u0000 \\\" \\",
    "\xf0\x9f\x98\x80\xe2\x80\xae",
    "]](javascript:alert(1))",
    "\x1b]0;title\x07\r\xc2\x9b"
    "2J",
    "\xe2\x80\xaeright\xe2\x81\xa6\xe2\x81\xa9\xd8\x9c\xe2\x80\x8f\xef\xbb\xbf",
    "\xf3\xa0\x81\x81 unseen",
};
enum { HOSTILE = sizeof hostile / sizeof hostile[0] };

static char *written(void (*put)(FILE *f, const char *text), const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    assert_non_null(f);
    put(f, text);
    fclose(f);
    assert_int_equal(strlen(out), size);
    return out;
}

static void check_utf8(const char *text)
{
    char *clean = xl_utf8_clean(text);
    assert_string_equal(clean, text);
    free(clean);
}

/* Nothing in it acts on a terminal, or hides. */
static void check_printable(const char *text)
{
    char *shown = xl_printable(text, "\n\t");
    assert_string_equal(shown, text);
    free(shown);
}

/* The same of each text in a value of JSON. */
static void check_printable_json(struct json_object *o)
{
    if (json_object_is_type(o, json_type_string))
        check_printable(json_object_get_string(o));
    for (size_t i = 0; json_object_is_type(o, json_type_array) && i < xl_json_length(o); i++)
        check_printable_json(json_object_array_get_idx(o, i));
    if (!json_object_is_type(o, json_type_object))
        return;
    json_object_object_foreach(o, key, value)
    {
        check_printable(key);
        check_printable_json(value);
    }
}

/* Every & begins a number of a code point that XML has. */
static void check_references(const char *text)
{
    for (; (text = strchr(text, '&')); text++) {
        unsigned long code = strtoul(text + 2, NULL, 10);
        assert_int_equal(text[1], '#');
        assert_true(code == 9 || code == 10 || code == 13 || (code >= 32 && code < 0xFFFE));
        assert_int_equal(text[2 + strspn(text + 2, "0123456789")], ';');
    }
}

XL_TEST(test_xml)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        char *text = written(xl_put_xml, hostile[i]);
        check_utf8(text);
        check_printable(text);
        check_references(text);
        assert_null(strpbrk(text, "<>\"'"));
        assert_null(strstr(text, "\xef\xbf\xbe"));
        for (const char *c = text; *c; c++)
            assert_true((unsigned char)*c >= ' ');
        free(text);
    }
}

XL_TEST(test_markdown)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        char *text = written(xl_put_markdown, hostile[i]);
        check_utf8(text);
        check_printable(text);
        check_references(text);
        assert_null(strpbrk(text, "|`<>*~$@!\n"));
        for (const char *c = text; (c = strchr(c, '\\')); c++)
            assert_non_null(memchr("_[]", c[1], 3));
        for (const char *c = text; (c = strpbrk(c, "[]")); c++)
            assert_true(c > text && c[-1] == '\\');
        for (const char *c = text; (c = strchr(c, '#')); c++)
            assert_true(c > text && c[-1] == '&');
        free(text);
    }
}

XL_TEST(test_markdown_underscores)
{
    static const char *const written_as[][2] = {
        {"add_f32", "add_f32"},
        {"k__sve2", "k__sve2"},
        {"_a_", "\\_a\\_"},
        {"a_ b", "a\\_ b"},
        {"a_*", "a\\_&#42;"},
        {"__", "\\_\\_"},
        {"a_\xc3\xa9", "a\\_\xc3\xa9"},
        {"a_b_c", "a_b_c"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof written_as / sizeof written_as[0]; i++) {
        char *text = written(xl_put_markdown, written_as[i][0]);
        assert_string_equal(text, written_as[i][1]);
        free(text);
    }
}

/* It comes back as it is shown, and a <script> that it stands in goes on. */
XL_TEST(test_json)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        char *text = written(xl_put_json, hostile[i]), *shown = xl_printable(hostile[i], "\n\t");
        struct json_object *o = json_tokener_parse(text);
        assert_non_null(o);
        assert_string_equal(json_object_get_string(o), shown);
        assert_null(strpbrk(text, "<>&\n"));
        assert_null(strstr(text, "\xe2\x80\xa8"));
        check_utf8(text);
        json_object_put(o);
        free(shown);
        free(text);
    }
}

static void merge_text(const char *text, struct xl_merged *m)
{
    struct xl_error err = {.text = ""};
    struct json_object *o = json_tokener_parse(text);
    assert_non_null(o);
    if (xl_merge_one(o, m, &err))
        fail_msg("%s", err.text);
    json_object_put(o);
}

enum kind { JUNIT, SARIF, MARKDOWN, HTML, KINDS };

static char *report(enum kind kind, const struct xl_merged *m, struct json_object *difference,
                    size_t *left_out)
{
    const struct xl_report r = {.merged = m, .difference = difference};
    char *text = NULL;
    size_t size = 0, cut = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    if (kind == JUNIT)
        xl_report_junit(&r, f);
    else if (kind == SARIF)
        cut = xl_report_sarif(&r, f);
    else if (kind == MARKDOWN)
        xl_summary_write(m, "", NULL, f);
    else
        cut = xl_report_html(&r, f);
    fclose(f);
    if (left_out)
        *left_out = cut;
    return text;
}

/* Results that have this text wherever text is. */
static char *results_with(const char *text)
{
    char *clean = xl_utf8_clean(text), *all = NULL;
    struct json_object *o = json_object_new_string(clean);
    const char *quoted = json_object_to_json_string(o);
    assert_true(
        asprintf(
            &all,
            "{\"version\":1,\"seed\":7,\"started\":%1$s,\"sources\":[{\"kernel\":%1$s,"
            "\"family\":%1$s,\"file\":%1$s,\"line\":3,\"args\":%1$s}],\"rows\":[{\"row\":%1$s,"
            "\"arch\":%1$s,\"isa\":%1$s,\"compiler\":%1$s,\"qemu\":%1$s,\"outcome\":\"fail\","
            "\"reason\":%1$s,\"evidence\":%1$s,\"control\":%1$s,\"notes\":%1$s,\"seconds\":1.5,"
            "\"kernels\":[{\"kernel\":%1$s,\"variant\":%1$s,\"outcome\":\"fail\",\"reason\":"
            "%1$s,\"checked\":3,\"differences\":9,\"findings\":[{\"id\":%1$s,\"check\":%1$s,"
            "\"message\":%1$s,\"inputs\":%1$s,\"arg\":%1$s,\"element\":1,\"got\":%1$s,"
            "\"expected\":%1$s,\"lanes\":%1$s,\"vector\":%1$s,\"pc\":%1$s,\"command\":%1$s}],"
            "\"code\":%1$s,\"errors\":%1$s},{\"kernel\":"
            "\"k\",\"outcome\":\"emu-bug\",\"known_bug\":%1$s,\"reason\":%1$s,\"findings\":[]},"
            "{\"kernel\":\"s\",\"outcome\":\"skip\",\"reason\":%1$s,\"findings\":[]}]}]}",
            quoted) > 0);
    json_object_put(o);
    free(clean);
    return all;
}

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;
    for (; (text = strstr(text, words)); text += strlen(words))
        count++;
    return count;
}

/* The data of a page, which the caller puts. */
static struct json_object *data_of(const char *page)
{
    static const char begin[] = "id=\"data\">";
    const char *from = strstr(page, begin), *to = from ? strstr(from, "</script>") : NULL;
    assert_non_null(to);
    from += strlen(begin);
    char *text = strndup(from, (size_t)(to - from));
    struct json_object *o = json_tokener_parse(text);
    assert_non_null(o);
    free(text);
    return o;
}

XL_TEST(test_reports_of_hostile_results)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        struct xl_merged m;
        char *results = results_with(hostile[i]), *clean = xl_printable(hostile[i], "\n\t");
        merge_text(results, &m);
        struct json_object *difference = xl_difference(m.results, m.results, hostile[i]);
        char *texts[KINDS];
        for (int kind = 0; kind < KINDS; kind++) {
            texts[kind] = report((enum kind)kind, &m, difference, NULL);
            check_utf8(texts[kind]);
            check_printable(texts[kind]);
        }
        struct json_object *sarif = json_tokener_parse(texts[SARIF]), *data = data_of(texts[HTML]);
        assert_non_null(sarif);
        check_printable_json(sarif);
        check_printable_json(data);
        struct json_object *row = json_object_array_get_idx(xl_json_array(data, "rows"), 0);
        assert_string_equal(xl_json_text(row, "row"), clean);
        assert_int_equal(count_of(texts[HTML], "<script"), 2);
        assert_int_equal(count_of(texts[HTML], "</script"), 2);
        assert_int_equal(count_of(texts[JUNIT], "<testcase"), 3);
        assert_int_equal(count_of(texts[JUNIT], "</testcase>"), 3);
        assert_int_equal(count_of(texts[JUNIT], "<"), count_of(texts[JUNIT], ">"));
        assert_int_equal(count_of(texts[MARKDOWN], "<"), 2 * count_of(texts[MARKDOWN], "<code>") +
                                                             count_of(texts[MARKDOWN], "<br>") + 4);
        for (int kind = 0; kind < KINDS; kind++)
            free(texts[kind]);
        json_object_put(sarif);
        json_object_put(data);
        json_object_put(difference);
        xl_merged_free(&m);
        free(clean);
        free(results);
    }
}

/* Rows of kernels, each of which fails with so many findings. */
static char *failing(size_t rows, size_t kernels, size_t findings, unsigned seed)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    fprintf(f, "{\"seed\":%u,\"rows\":[", seed);
    for (size_t r = 0; r < rows; r++) {
        fprintf(f, "%s{\"row\":\"row%zu\",\"arch\":\"s390x\",\"isa\":\"vx\",\"outcome\":\"fail\",",
                r ? "," : "", r);
        fprintf(f, "\"kernels\":[");
        for (size_t k = 0; k < kernels; k++) {
            fprintf(f, "%s{\"kernel\":\"kernel%zu\",\"variant\":\"vx\",\"outcome\":\"fail\",",
                    k ? "," : "", k);
            fprintf(f, "\"checked\":1,\"findings\":[");
            for (size_t i = 0; i < findings; i++)
                fprintf(f,
                        "%s{\"check\":\"value\",\"message\":\"r[%zu] is wrong, %u\",\"command\":\""
                        "./crosslane run --seed %u\",\"inputs\":\"%0200d\"}",
                        i ? "," : "", i, seed, seed, 0);
            fprintf(f, "]}");
        }
        fprintf(f, "]}");
    }
    fprintf(f, "]}");
    fclose(f);
    return text;
}

static struct json_object *run_of(struct json_object *sarif)
{
    return json_object_array_get_idx(xl_json_array(sarif, "runs"), 0);
}

/* More than GitHub accepts: the first are there, and what is cut is said. */
XL_TEST(test_sarif_is_what_github_accepts)
{
    struct xl_merged m;
    size_t left_out;
    char *results = failing(1, 26000, 1, 1);
    merge_text(results, &m);
    char *text = report(SARIF, &m, NULL, &left_out);
    struct json_object *sarif = json_tokener_parse(text);
    size_t there = json_object_array_length(xl_json_array(run_of(sarif), "results"));
    char said[100];
    snprintf(said, sizeof said, "%zu of 26000 results are left out", left_out);
    assert_int_equal(there + left_out, 26000);
    assert_in_range(there, 10000, XL_SARIF_RESULTS);
    assert_in_range(strlen(text), XL_SARIF_MOST / 2, 10000000);
    assert_non_null(strstr(text, said));
    json_object_put(sarif);
    free(text);
    free(results);
    xl_merged_free(&m);
}

/* One alert a kernel and check, the same in the next run, with all rows. */
XL_TEST(test_fingerprints_stay)
{
    char prints[2][100];
    for (unsigned run = 0; run < 2; run++) {
        struct xl_merged m;
        char *results = failing(3, 1, 3, run + 1);
        merge_text(results, &m);
        char *text = report(SARIF, &m, NULL, NULL);
        struct json_object *sarif = json_tokener_parse(text);
        struct json_object *all = xl_json_array(run_of(sarif), "results");
        assert_int_equal(json_object_array_length(all), 1);
        struct json_object *result = json_object_array_get_idx(all, 0);
        struct json_object *print = xl_json_get(result, "partialFingerprints", json_type_object);
        snprintf(prints[run], sizeof prints[run], "%s",
                 xl_json_text(print, "primaryLocationLineHash"));
        assert_non_null(strstr(text, "On 3 rows: row0, row1, row2"));
        json_object_put(sarif);
        free(text);
        free(results);
        xl_merged_free(&m);
    }
    assert_string_equal(prints[0], prints[1]);
    assert_int_equal(strlen(prints[0]), 18);
}

/* So many findings of one kernel: a hundred are kept, all are counted. */
XL_TEST(test_many_findings_are_counted)
{
    struct xl_merged m;
    char *results = failing(1, 1, 5000, 1);
    merge_text(results, &m);
    char *xml = report(JUNIT, &m, NULL, NULL), *page = report(HTML, &m, NULL, NULL);
    struct json_object *data = data_of(page);
    assert_int_equal(count_of(xml, "is wrong, 1&#10;"), XL_MERGED_FINDINGS);
    assert_non_null(strstr(xml, "and 4900 more differences"));
    assert_int_equal(xl_json_number(data, "differences"), 5000);
    assert_int_equal(json_object_array_length(xl_json_array(data, "findings")), XL_MERGED_FINDINGS);
    json_object_put(data);
    free(page);
    free(xml);
    free(results);
    xl_merged_free(&m);
}

/* How far off a result is, and how far it may be: in every report that is not the page, which has
 * the numbers. */
XL_TEST(test_errors_are_told)
{
    static const char results[] =
        "{\"rows\":[{\"row\":\"a\",\"outcome\":\"fail\",\"kernels\":[{\"kernel\":\"k\",\"outcome\":"
        "\"fail\",\"findings\":[{\"check\":\"value\",\"message\":\"wrong\",\"arg\":\"r\","
        "\"element\":0,"
        "\"got\":\"0x1\",\"expected\":\"0x2\",\"ulp\":7,\"error\":0.5,\"bound\":0.25}]},{"
        "\"kernel\":"
        "\"l\",\"outcome\":\"fail\",\"findings\":[{\"check\":\"value\",\"message\":\"wrong\","
        "\"arg\":"
        "\"r\",\"element\":0,\"got\":\"0x1\",\"expected\":\"0x2\",\"ulp\":null}]}]}]}";
    struct xl_merged m;
    merge_text(results, &m);
    for (enum kind kind = JUNIT; kind < HTML; kind++) {
        char *text = report(kind, &m, NULL, NULL);
        assert_non_null(strstr(text, "0.5, bound 0.25"));
        assert_non_null(strstr(text, "inf ULP"));
        free(text);
    }
    xl_merged_free(&m);
}

/* What many rows share is there once; more than there is room for is not. */
XL_TEST(test_details_are_there_once)
{
    struct xl_merged m;
    char *long_code = calloc(1, XL_HTML_DETAILS), *all = NULL;
    memset(long_code, 'x', XL_HTML_DETAILS - 10);
    assert_true(
        asprintf(&all,
                 "{\"rows\":[{\"row\":\"a\",\"outcome\":\"fail\",\"kernels\":[{\"kernel\":\"k\","
                 "\"outcome\":\"fail\",\"code\":\"* 10 nop\",\"errors\":\"a:f32 0.5 -\","
                 "\"bound\":2.5},{\"kernel\":\"l\",\"outcome\":\"fail\",\"code\":\"%s\"}]},"
                 "{\"row\":\"b\",\"outcome\":\"fail\",\"kernels\":[{\"kernel\":\"k\",\"outcome\":"
                 "\"fail\",\"code\":\"* 10 nop\"}]}]}",
                 long_code) > 0);
    merge_text(all, &m);
    char *page = report(HTML, &m, NULL, NULL);
    assert_int_equal(count_of(page, "\"* 10 nop\""), 1);
    assert_int_equal(count_of(page, "\"a\":{\"0\":0}"), 2);
    assert_int_equal(count_of(page, "\"e\":{\"0\":1}"), 1);
    assert_int_equal(count_of(page, ",2.5]"), 1);
    assert_int_equal(count_of(page, "xxxxxxxxxxxxxxxx"), 0);
    free(page);
    free(all);
    free(long_code);
    xl_merged_free(&m);
}

/* Markdown and the page have what rows on which a kernel fails have in common. */
XL_TEST(test_rows_are_compared)
{
    static const char results[] =
        "{\"rows\":[{\"row\":\"a\",\"arch\":\"s390x\",\"outcome\":\"fail\",\"kernels\":["
        "{\"kernel\":\"other\",\"outcome\":\"pass\"},"
        "{\"kernel\":\"k\",\"outcome\":\"fail\",\"findings\":[{\"check\":\"value\"}]}]},"
        "{\"row\":\"b\",\"arch\":\"s390x\",\"outcome\":\"fail\",\"kernels\":["
        "{\"kernel\":\"k\",\"outcome\":\"fail\",\"findings\":[{\"check\":\"value\"}]}]},"
        "{\"row\":\"c\",\"arch\":\"x86_64\",\"outcome\":\"pass\",\"kernels\":["
        "{\"kernel\":\"k\",\"outcome\":\"pass\"}]}]}";
    struct xl_merged m;
    merge_text(results, &m);
    char *text = report(MARKDOWN, &m, NULL, NULL);
    assert_non_null(strstr(text, "<br>fails on s390x alone "));
    free(text);
    text = report(HTML, &m, NULL, NULL);
    assert_non_null(
        strstr(text, "\"fails\":{\"1\":\"fails on s390x alone (big-endian); passes on 1 row\"},"));
    free(text);
    xl_merged_free(&m);
}

/* Where a variant's code is: of a crash, the line of its instruction. */
XL_TEST(test_places_of_code)
{
#define PLACE(CODE, PC, FILE)                                                                      \
    "{\"sources\":[{\"kernel\":\"k\",\"file\":\"" FILE "\",\"line\":3}],\"rows\":[{\"row\":\"a\"," \
    "\"outcome\":\"fail\",\"kernels\":[{\"kernel\":\"k\",\"outcome\":\"fail\",\"seconds\":0.25,"   \
    "\"code\":\"" CODE                                                                             \
    "\",\"findings\":[{\"id\":\"0badf00d\",\"check\":\"value\",\"message\":\"wrong\","             \
    "\"got\":\"0x1\",\"expected\":\"0x2\",\"differs\":\"lanes\",\"pc\":\"" PC "\"}]}]}]}"
#define CODE                                                                                       \
    "k__sve.cold:\\ndir/k.c:7: trap();\\n  40f0 trap\\nk__sve:\\ndir/k.c:21: loop(); // "          \
    "x.c:1:\\n  40a0 nop\\ndir/k.c:20: {\\n* 40a4 add ; "                                          \
    "vec.h:7\\n"                                                                                   \
    "inner:\\ndir/k.c:9: {\\n  40b0 nop\\n"
/* A record's function that calls a library's. */
#define CALLS                                                                                      \
    "k__neon:\\n/p/tests/k.c:21: k();\\n  10 b 0x20\\nk:\\n/p/src/k.c:18: for\\n* 20 dup v0\\n"    \
    "/p/src/k.c:19: add\\n* 24 add v1\\n/p/src/k.c:18: for\\n  28 b 0x24\\n"
/* Without optimization the record's reference is there, too. */
#define WITH_REFERENCE "k_reference:\\nk.c:7: {\\n  10 nop\\nk__neon:\\nk.c:20: {\\n  14 nop\\n"
    static const struct {
        const char *results, *file, *line;
    } cases[] = {{PLACE(CALLS, "", "tests/k.c"), "src/k.c", "19"},
                 {PLACE(CALLS, "0x28", "tests/k.c"), "src/k.c", "18"},
                 {PLACE(WITH_REFERENCE, "", "k.c"), "k.c", "20"},
                 {PLACE(CODE, "", "k.c"), "k.c", "20"},
                 {PLACE(CODE, "0x40a0", ""), "dir/k.c", "21"},
                 {PLACE(CODE, "0x40b0", "k.c"), "k.c", "9"},
                 {PLACE(CODE, "0x7", "c"), "dir/k.c", "20"},
                 {PLACE("", "0x40a0", "k.c"), "k.c", "3"},
                 {PLACE("x:y: z", "", "k.c"), "k.c", "3"},
                 {PLACE("  1:2: x", "0x1", "k.c"), "k.c", "3"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct xl_merged m;
        char wanted[200];
        merge_text(cases[i].results, &m);
        char *xml = report(JUNIT, &m, NULL, NULL), *sarif = report(SARIF, &m, NULL, NULL);
        snprintf(
            wanted, sizeof wanted,
            "time=\"0.250\" file=\"%s\" line=\"%s\"><failure type=\"value\" message=\"wrong: got "
            "0x1, expected 0x2; lanes\">",
            cases[i].file, cases[i].line);
        if (!strstr(xml, wanted))
            fail_msg("%s is not in %s", wanted, xml);
        snprintf(wanted, sizeof wanted,
                 "{\"artifactLocation\":{\"uri\":\"%s\"},\"region\":{\"startLine\":%s}}",
                 cases[i].file, cases[i].line);
        if (!strstr(sarif, wanted))
            fail_msg("%s is not in %s", wanted, sarif);
        char *markdown = report(MARKDOWN, &m, NULL, NULL);
        assert_non_null(strstr(markdown, "<code>./crosslane repro 0badf00d</code>"));
        assert_non_null(strstr(markdown, "wrong: got 0x1, expected 0x2; lanes<br>"));
        assert_non_null(strstr(sarif, "k: wrong: got 0x1, expected 0x2; lanes\\n"));
        free(markdown);
        free(xml);
        free(sarif);
        xl_merged_free(&m);
    }
}

/* A changed register: the line of the last instruction that writes it. */
XL_TEST(test_places_of_registers)
{
    static const char *const cases[][2] = {{"callee-saved d8, d9 changed", "5"},
                                           {"callee-saved x19 changed", "6"},
                                           {"callee-saved x20 changed", "3"}};
    struct json_object *kernel = json_tokener_parse(
        "{\"kernel\":\"k\",\"code\":\"k__neon:\\nk.c:3: {\\n  10 movi v8.2d, #0\\nk.c:5: d8\\n* 14 "
        "fadd s8, s1, s2\\nk.c:6: x\\n  18 mov w19, w1\\n  1c str x20, [x1]\\n  1e add x190, x19, "
        "x20\\n\"}");
    struct json_object *source = json_tokener_parse("{\"file\":\"k.c\",\"line\":1}");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[20];
        struct json_object *finding = json_object_new_object();
        json_object_object_add(finding, "message", json_object_new_string(cases[i][0]));
        const struct xl_code_place place = xl_code_place(kernel, finding, source);
        snprintf(line, sizeof line, "%zu", place.line);
        assert_string_equal(line, cases[i][1]);
        free(place.file);
        json_object_put(finding);
    }
    json_object_put(kernel);
    json_object_put(source);
}

XL_TEST(test_a_page_has_room_for_so_much)
{
    struct xl_merged m;
    size_t left_out;
    char *results = failing(4, 60, 100, 1);
    merge_text(results, &m);
    char *page = report(HTML, &m, NULL, &left_out);
    struct json_object *data = data_of(page);
    size_t there = json_object_array_length(xl_json_array(data, "findings"));
    assert_true(left_out > 0);
    assert_int_equal(there + left_out, 24000);
    assert_int_equal(xl_json_number(data, "left_out"), left_out);
    assert_in_range(strlen(page), XL_HTML_FINDINGS / 2, XL_HTML_FINDINGS + 200000);
    json_object_put(data);
    free(page);
    free(results);
    xl_merged_free(&m);
}

/* Two rows of a suite: one hollow test, one flaky, and a function that no row executed. */
static const char suite[] =
    "{\"seed\":1,\"rows\":["
    "{\"row\":\"s/one\",\"suite\":\"s\",\"arch\":\"aarch64\",\"isa\":\"neon\",\"outcome\":\"pass\","
    "\"expected\":2,\"vector_functions\":2,\"vector_functions_executed\":1,\"kernels\":["
    "{\"kernel\":\"quiet\",\"variant\":\"neon\",\"outcome\":\"pass\",\"checked\":1,\"hollow\":\"it "
    "skipped itself\"},{\"kernel\":\"now_and_then\",\"variant\":\"neon\",\"outcome\":\"flaky\","
    "\"checked\":1,\"reason\":\"failed once\"}],\"files\":[{\"file\":\"f\",\"functions\":["
    "{\"function\":\"taken\",\"vector_insns\":4,\"vector_insns_executed\":4},"
    "{\"function\":\"ns::dot<float>\",\"vector_insns\":4,\"vector_insns_executed\":0}]}]}]}";

/* What suites are run for is in each report. */
XL_TEST(test_suites)
{
    struct xl_merged m;
    merge_text(suite, &m);
    char *markdown = report(MARKDOWN, &m, NULL, NULL), *sarif = report(SARIF, &m, NULL, NULL),
         *page = report(HTML, &m, NULL, NULL);
    static const char *const in_markdown[] = {
        " tests ran on 1 of 1 rows",
        "| one | neon | 1 of 2 | 1 | 1 of 2 | pass |",
        "**Hollow tests**: they did not fail, and may have tested nothing\n\n- quiet: it skipped "
        "itself, on 1 row: s/one\n",
        "**Flaky tests**: they failed, and passed unchanged\n\n- now_and_then: failed once, on "
        "1 "
        "row: s/one\n",
        "- neon: 1 of 2 vector functions executed on no row: ns::dot&#60;float&#62;\n",
    };
    static const char *const in_sarif[] = {
        "\"ruleId\":\"hollow\",\"level\":\"warning\",\"message\":{\"text\":\"quiet may have tested "
        "nothing: it skipped itself",
        "\"ruleId\":\"never-executed\",\"level\":\"note\",\"message\":{\"text\":\"neon: 1 of 2 "
        "vector "
        "functions executed on no row: ns::dot<float>",
        "\"uri\":\"crosslane.yml\"",
    };
    for (size_t i = 0; i < sizeof in_markdown / sizeof in_markdown[0]; i++)
        if (!strstr(markdown, in_markdown[i]))
            fail_msg("no '%s' in %s", in_markdown[i], markdown);
    for (size_t i = 0; i < sizeof in_sarif / sizeof in_sarif[0]; i++)
        if (!strstr(sarif, in_sarif[i]))
            fail_msg("no '%s' in %s", in_sarif[i], sarif);
    struct json_object *data = data_of(page),
                       *cell = json_object_array_get_idx(xl_json_array(data, "cells"), 0);
    assert_string_equal(xl_json_text(data, "unit"), "tests");
    assert_int_equal(xl_json_length(xl_json_array(cell, "y")), 1);
    assert_int_equal(json_object_object_length(xl_json_get(cell, "h", json_type_object)), 1);
    assert_non_null(strstr(page, "\"function\":\"taken\""));
    json_object_put(data);
    free(markdown);
    free(sarif);
    free(page);
    xl_merged_free(&m);
}

#define ROW(ROW, OUTCOME, KERNELS)                                                                 \
    "{\"row\":\"" ROW "\",\"arch\":\"s390x\",\"isa\":\"vx\",\"outcome\":\"" OUTCOME                \
    "\",\"reason\":\"why of " ROW "\",\"seconds\":1,\"kernels\":[" KERNELS "]}"
#define KERNEL(NAME, OUTCOME, ULP, INSNS)                                                          \
    "{\"kernel\":\"" NAME "\",\"variant\":\"vx\",\"outcome\":\"" OUTCOME                           \
    "\",\"reason\":\"\",\"checked\":5,\"max_ulp\":" ULP ",\"vector_insns\":" INSNS                 \
    ",\"findings\":[]}"
static const char now[] =
    "{\"seed\":1,\"rows\":[" ROW("a", "fail",
                                 KERNEL("k", "fail", "9", "10") "," KERNEL("l", "pass", "1.5",
                                                                           "12")) ","            //
    ROW("b", "pass", KERNEL("k", "pass", "null", "10") "," KERNEL("l", "skip", "0", "null")) "," //
    ROW("c", "not-run", "") "," ROW("d", "skip", "") "," ROW("e", "emu-bug", "") "]}";
static const char before[] =
    "{\"seed\":1,\"rows\":[" ROW("a", "pass",
                                 KERNEL("k", "pass", "1", "10") "," KERNEL("l", "pass", "0.5",
                                                                           "10")) ","      //
    ROW("b", "fail", KERNEL("k", "fail", "1", "10") "," KERNEL("l", "pass", "0", "3")) "," //
    ROW("c", "pass", KERNEL("k", "pass", "1", "10")) "," ROW("z", "pass", "") "]}";

/* Where a row, and not a kernel, is what ended so, it is a case of its own. */
XL_TEST(test_junit_counts)
{
    struct xl_merged m;
    merge_text(now, &m);
    char *xml = report(JUNIT, &m, NULL, NULL);
    assert_non_null(strstr(xml, "<testsuites name=\"crosslane\" tests=\"7\" failures=\"1\" "
                                "errors=\"1\" time=\"5.000\">"));
    assert_non_null(strstr(xml, "<testcase classname=\"c\" name=\"(row)\"><error type=\"not-run\" "
                                "message=\"why of c\">"));
    assert_non_null(
        strstr(xml, "name=\"d\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""));
    assert_int_equal(count_of(xml, "<testsuite "), 5);
    free(xml);
    xl_merged_free(&m);
}

static void check_change(struct json_object *difference, const char *kind, const char *wanted)
{
    const char *got =
        json_object_to_json_string_ext(xl_json_array(difference, kind), JSON_C_TO_STRING_PLAIN);
    if (!strstr(got, wanted))
        fail_msg("%s: %s is not in %s", kind, wanted, got);
}

XL_TEST(test_differences)
{
    struct xl_merged old, new;
    merge_text(before, &old);
    merge_text(now, &new);
    struct json_object *d = xl_difference(old.results, new.results, "old.json");
    check_change(d, "broke", "\"kernel\":\"k\",\"rows\":[\"a\"],\"was\":\"pass\",\"is\":\"fail\"");
    check_change(d, "broke",
                 "\"kernel\":\"\",\"rows\":[\"c\"],\"was\":\"pass\",\"is\":\"not-run\"");
    check_change(d, "mended", "\"kernel\":\"k\",\"rows\":[\"b\"]");
    check_change(d, "lost", "\"kernel\":\"l\",\"rows\":[\"b\"],\"was\":\"pass\",\"is\":\"skip\"");
    check_change(d, "less_accurate", "\"rows\":[\"a\"],\"was\":\"0.5 ULP\",\"is\":\"1.5 ULP\"");
    check_change(d, "slower", "\"kernel\":\"l\",\"rows\":[\"a\"],\"was\":\"10\",\"is\":\"12\"");
    assert_int_equal(json_object_array_length(xl_json_array(d, "broke")), 2);
    assert_true(xl_difference_is_bad(d));
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    xl_difference_print(d, f);
    xl_difference_markdown(d, f);
    fclose(f);
    assert_non_null(strstr(text, "against old.json: 2 broke, 1 fixed, 1 no longer checked, "));
    assert_non_null(strstr(text, "  broke: k on a: pass -> fail\n"));
    assert_non_null(strstr(text, "**fixed**\n\n- k on b: fail -> pass\n"));
    free(text);
    json_object_put(d);
    /* Counts of another variant say nothing. */
    struct json_object *rows = xl_json_array(old.results, "rows");
    json_object_object_add(
        json_object_array_get_idx(xl_json_array(json_object_array_get_idx(rows, 0), "kernels"), 1),
        "variant", json_object_new_string("scalar"));
    d = xl_difference(old.results, new.results, "old.json");
    assert_int_equal(json_object_array_length(xl_json_array(d, "slower")), 0);
    json_object_put(d);
    d = xl_difference(new.results, new.results, "same");
    assert_false(xl_difference_is_bad(d));
    assert_int_equal(json_object_array_length(xl_json_array(d, "slower")), 0);
    json_object_put(d);
    xl_merged_free(&old);
    xl_merged_free(&new);
}

int main(void)
{
    return xl_run_tests("reports", NULL, NULL);
}
