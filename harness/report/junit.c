/* Results as JUnit XML, which CI systems show as tests.
 * SPDX-License-Identifier: MIT
 *
 * The elements and attributes are in Jenkins' schema (xunit-plugin, junit-10.xsd), which GitLab and
 * others read, too; except `file` and `line` of a test case, which are those of pytest's xunit1.
 * GitLab shows `file`. tests/whole/junit.xsd has all that are used.
 */
#include "report/formats.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "report/code_place.h"
#include "report/finding_text.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

struct junit {
    FILE *f;
    const struct xl_merged *merged;
    struct json_object *sources; /* by kernel */
    uint64_t seed;
    const char *tool; /* version and commit, or "" */
};

/* How the cases of a suite ended. */
struct counts {
    size_t tests, failures, errors, skipped;
};

static const char *element_of(int outcome)
{
    static const char *const elements[XL_OUTCOMES] = {"", "failure", "skipped", "skipped", "error"};
    return outcome < 0 ? "error" : elements[outcome];
}

static void count(struct counts *c, int outcome)
{
    c->tests++;
    c->failures += outcome == XL_FAIL;
    c->errors += outcome == XL_NOT_RUN || outcome < 0;
    c->skipped += outcome == XL_SKIP || outcome == XL_EMU_BUG;
}

/* Whether the row's outcome is none of its kernels': then the row has a case of its own. */
static bool has_own_case(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    const int outcome = xl_key_outcome(row);
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        if (xl_key_verdict(json_object_array_get_idx(kernels, i)) == outcome)
            return false;
    return outcome != XL_PASS;
}

static struct counts count_row(struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    struct counts c = {0};
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        count(&c, xl_key_verdict(json_object_array_get_idx(kernels, i)));
    if (has_own_case(row))
        count(&c, xl_key_outcome(row));
    return c;
}

static void put_attribute(FILE *f, const char *name, const char *value)
{
    fprintf(f, " %s=\"", name);
    xl_put_xml(f, value);
    fputc('"', f);
}

static void put_counts(FILE *f, const struct counts *c)
{
    fprintf(f, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", c->tests, c->failures, c->errors);
}

/* All findings of a kernel, whole. */
static void put_findings(const struct junit *j, struct json_object *row, struct json_object *kernel,
                         FILE *f)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    size_t count = xl_json_length(findings);
    size_t differences = xl_key_number(kernel, XL_KEY_kernel_differences);
    for (size_t i = 0; i < count; i++) {
        struct json_object *finding = json_object_array_get_idx(findings, i);
        char *title = xl_finding_title(finding);
        fprintf(f, "%s\n", title);
        free(title);
        xl_finding_put(f, row, kernel, xl_source_of(j->sources, kernel), finding, j->seed, false);
        fprintf(f, "  reproduce  %s\n", xl_key_text(finding, XL_KEY_finding_command));
    }
    if (differences > count)
        fprintf(f, "and %zu more difference%s\n", differences - count, xl_s(differences - count));
    fputs(xl_key_text(kernel, XL_KEY_kernel_output), f);
}

/* message: the reason, or "". */
static void put_result(FILE *f, int outcome, const char *type, const char *message,
                       const char *text)
{
    const char *element = element_of(outcome);
    if (!*element)
        return;
    fprintf(f, "<%s", element);
    put_attribute(f, "type", type);
    put_attribute(f, "message", message);
    fputc('>', f);
    xl_put_xml(f, text);
    fprintf(f, "</%s>", element);
}

/* What it failed with. The caller frees it. */
static char *message_of(const struct junit *j, struct json_object *kernel,
                        struct json_object *first)
{
    const char *bug = xl_key_text(kernel, XL_KEY_kernel_known_bug),
               *reason = xl_key_text(kernel, XL_KEY_kernel_reason),
               *said = xl_key_text(first, XL_KEY_finding_message);
    const bool is_own = *reason && strcmp(reason, said) != 0;
    char *sentence = xl_finding_sentence(xl_source_of(j->sources, kernel), first);
    char *message = xl_format("%s%s%s%s%s%s", *bug ? "known bug " : "", bug,
                              *bug && (*reason || *sentence) ? ": " : "", is_own ? reason : "",
                              is_own && *sentence ? ": " : "", sentence);
    free(sentence);
    return message;
}

static void put_place(const struct junit *j, struct json_object *kernel, struct json_object *first)
{
    struct xl_code_place place = xl_code_place(kernel, first, xl_source_of(j->sources, kernel));
    if (*place.file)
        put_attribute(j->f, "file", place.file);
    if (*place.file && place.line)
        fprintf(j->f, " line=\"%zu\"", place.line);
    free(place.file);
}

static void put_kernel(const struct junit *j, struct json_object *row, struct json_object *kernel)
{
    const int outcome = xl_key_verdict(kernel);
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    struct json_object *first = findings ? json_object_array_get_idx(findings, 0) : NULL;
    const char *bug = xl_key_text(kernel, XL_KEY_kernel_known_bug);
    char *text = NULL;
    size_t size = 0;
    FILE *to = xl_checked_memory(open_memstream(&text, &size));
    put_findings(j, row, kernel, to);
    fclose(to);
    char *message = message_of(j, kernel, first);
    fputs("<testcase", j->f);
    put_attribute(j->f, "classname", xl_key_text(row, XL_KEY_row_row));
    put_attribute(j->f, "name", xl_key_text(kernel, XL_KEY_kernel_kernel));
    if (xl_key_has(kernel, XL_KEY_kernel_seconds))
        fprintf(j->f, " time=\"%.3f\"", xl_key_double(kernel, XL_KEY_kernel_seconds));
    put_place(j, kernel, first);
    fputc('>', j->f);
    put_result(j->f, outcome,
               *bug    ? bug
               : first ? xl_key_text(first, XL_KEY_finding_check)
                       : "outcome",
               message, text);
    if (*xl_key_text(kernel, XL_KEY_kernel_hollow)) {
        fputs("<system-out>hollow: ", j->f);
        xl_put_xml(j->f, xl_key_text(kernel, XL_KEY_kernel_hollow));
        fputs("</system-out>", j->f);
    }
    if (outcome == XL_PASS && xl_key_outcome(kernel) == XL_FLAKY) {
        fputs("<system-out>flaky: ", j->f);
        xl_put_xml(j->f, xl_key_text(kernel, XL_KEY_kernel_reason));
        fputs("</system-out>", j->f);
    }
    fputs("</testcase>\n", j->f);
    free(message);
    free(text);
}

static void put_own_case(const struct junit *j, struct json_object *row)
{
    fputs("<testcase", j->f);
    put_attribute(j->f, "classname", xl_key_text(row, XL_KEY_row_row));
    put_attribute(j->f, "name", "(row)");
    fputc('>', j->f);
    put_result(j->f, xl_key_outcome(row), xl_key_text(row, XL_KEY_row_outcome),
               xl_key_text(row, XL_KEY_row_reason), xl_key_text(row, XL_KEY_row_evidence));
    fputs("</testcase>\n", j->f);
}

static void put_property(FILE *f, struct json_object *row, enum xl_key key)
{
    if (!*xl_key_text(row, key))
        return;
    fputs("<property", f);
    put_attribute(f, "name", xl_key_name(key));
    put_attribute(f, "value", xl_key_text(row, key));
    fputs("/>", f);
}

static void put_properties(FILE *f, struct json_object *row, const char *tool)
{
    static const enum xl_key keys[] = {
        XL_KEY_row_arch,     XL_KEY_row_isa,    XL_KEY_row_compiler, XL_KEY_row_compiler_version,
        XL_KEY_row_opt,      XL_KEY_row_qemu,   XL_KEY_row_qemu_cpu, XL_KEY_row_library,
        XL_KEY_row_evidence, XL_KEY_row_control};
    fputs("<properties>", f);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        put_property(f, row, keys[i]);
    if (xl_key_number(row, XL_KEY_row_vl_bits))
        fprintf(f, "<property name=\"vl_bits\" value=\"%zu\"/>",
                xl_key_number(row, XL_KEY_row_vl_bits));
    if (*tool) {
        fputs("<property name=\"crosslane\"", f);
        put_attribute(f, "value", tool);
        fputs("/>", f);
    }
    fputs("</properties>\n", f);
}

static void put_row(const struct junit *j, struct json_object *row, size_t id)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    const struct counts c = count_row(row);
    fputs("<testsuite", j->f);
    put_attribute(j->f, "name", xl_key_text(row, XL_KEY_row_row));
    put_counts(j->f, &c);
    fprintf(j->f, " skipped=\"%zu\" time=\"%.3f\" id=\"%zu\"", c.skipped,
            xl_key_double(row, XL_KEY_row_seconds), id);
    put_attribute(j->f, "package", xl_key_text(row, XL_KEY_row_arch));
    put_attribute(j->f, "timestamp", xl_key_text(j->merged->results, XL_KEY_run_started));
    fputs(">\n", j->f);
    put_properties(j->f, row, j->tool);
    for (size_t i = 0; i < xl_json_length(kernels); i++)
        put_kernel(j, row, json_object_array_get_idx(kernels, i));
    if (has_own_case(row))
        put_own_case(j, row);
    if (*xl_key_text(row, XL_KEY_row_notes)) {
        fputs("<system-out>", j->f);
        xl_put_xml(j->f, xl_key_text(row, XL_KEY_row_notes));
        fputs("</system-out>\n", j->f);
    }
    fputs("</testsuite>\n", j->f);
}

size_t xl_report_junit(const struct xl_report *r, FILE *f)
{
    const struct xl_merged *merged = r->merged;
    struct json_object *rows = xl_key_array(merged->results, XL_KEY_run_rows);
    struct json_object *sources = xl_sources_by_kernel(merged->results);
    char tool[XL_TOOL_TEXT];
    xl_tool_text(merged->results, tool);
    const struct junit j = {f, merged, sources, xl_key_number(merged->results, XL_KEY_run_seed),
                            tool};
    struct counts all = {0};
    double seconds = 0;
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_at(rows, i);
        const struct counts c = count_row(row);
        all.tests += c.tests;
        all.failures += c.failures;
        all.errors += c.errors;
        seconds += xl_key_double(row, XL_KEY_row_seconds);
        json_object_put(row);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"crosslane\"", f);
    put_counts(f, &all);
    fprintf(f, " time=\"%.3f\">\n", seconds);
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_at(rows, i);
        put_row(&j, row, i);
        json_object_put(row);
    }
    fputs("</testsuites>\n", f);
    json_object_put(sources);
    return 0;
}
