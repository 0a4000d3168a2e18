/* The tests of a project on a row as results: a test takes the place of a kernel.
 * SPDX-License-Identifier: MIT
 */
#include "suite/suite_tested.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build/library.h"
#include "results/results_json.h"

char *xl_suite_row_name(const struct xl_suite *suite, const struct xl_row *row)
{
    return xl_format("%s/%s", suite->name, row->name);
}

/* A command that repeats the row, or one test of it. The caller frees it. */
static char *repro_command(const struct xl_suite *suite, const struct xl_row *row, const char *test)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    fprintf(f, "%s suite ", xl_program());
    xl_put_word(f, xl_display_path(suite->directory));
    fprintf(f, " --row %s", row->name);
    if (test) {
        fputs(" --test ", f);
        char *glob = xl_glob_of(test); /* --test takes a pattern */
        xl_put_quoted(f, glob);
        free(glob);
    }
    fclose(f);
    return text;
}

static struct json_object *finding(const struct xl_suite *suite, const struct xl_row *row,
                                   const char *test, const char *check, const char *message)
{
    char id[XL_ID_TEXT],
        *command = repro_command(suite, row, test),
        *key = xl_format("%s\n%s\n%s\n%s", suite->name, row->name, test ? test : "", check);
    struct json_object *o = json_object_new_object();
    snprintf(id, sizeof id, "%08x", (unsigned)xl_digest_text(key).low);
    xl_key_add_text(o, XL_KEY_finding_id, id);
    xl_key_add_text(o, XL_KEY_finding_check, check);
    xl_key_add_text(o, XL_KEY_finding_message, message);
    xl_key_add_text(o, XL_KEY_finding_command, command);
    free(command);
    free(key);
    return o;
}

static struct json_object *test_json(const struct xl_suite_tested *t, size_t i)
{
    const struct xl_test *test = &t->tests.at[i];
    struct json_object *o = json_object_new_object(), *findings = json_object_new_array(),
                       *checks = json_object_new_array();
    const bool is_flaky = test->outcome == XL_FLAKY,
               failed = test->outcome == XL_FAIL || (is_flaky && !t->options->allows_flaky);
    if (failed) {
        char *message = xl_format("test %s%s: %s", test->name, is_flaky ? " is flaky" : "",
                                  *test->reason ? test->reason : "it failed");
        json_object_array_add(
            findings, finding(t->options->suite, t->row, test->name, XL_CHECK_OF_SUITES, message));
        json_object_array_add(checks, json_object_new_string(XL_CHECK_OF_SUITES));
        free(message);
    }
    xl_key_add_text(o, XL_KEY_kernel_kernel, test->name);
    xl_key_add_text(o, XL_KEY_kernel_variant, t->row->isa->name);
    xl_key_add_text(o, XL_KEY_kernel_outcome, xl_outcome_name(test->outcome));
    xl_key_add_text(o, XL_KEY_kernel_reason,
                    test->outcome == XL_PASS ? ""
                    : *test->reason          ? test->reason
                                             : "it gave no reason");
    xl_key_add(o, XL_KEY_kernel_cached, NULL);
    xl_key_add_text(o, XL_KEY_kernel_known_bug, "");
    xl_key_add_number(o, XL_KEY_kernel_checked,
                      test->outcome == XL_PASS || test->outcome == XL_FAIL || is_flaky);
    xl_key_add(o, XL_KEY_kernel_seconds, json_object_new_double(test->seconds));
    xl_key_add_text(o, XL_KEY_kernel_hollow, t->states[i].hollow ? t->states[i].hollow : "");
    if (t->groups_are_known) {
        xl_key_add_number(o, XL_KEY_kernel_programs, t->groups[i].programs);
        xl_key_add_number(o, XL_KEY_kernel_vector_functions, t->groups[i].functions);
    }
    xl_key_add_number(o, XL_KEY_kernel_differences, failed);
    xl_key_add(o, XL_KEY_kernel_checks, checks);
    xl_key_add(o, XL_KEY_kernel_findings, findings);
    if (failed || is_flaky)
        xl_key_add_text(o, XL_KEY_kernel_output, test->output);
    return o;
}

/* Whether a test passed that may have started programs, which this machine does not run. */
static bool is_unproven(const struct xl_suite_tested *t, size_t i)
{
    return t->cannot_start && t->tests.at[i].outcome == XL_PASS && !t->states[i].is_left_out &&
           !(t->groups_are_known && t->groups[i].programs);
}

/* Names tests of an outcome, or those that are unproven; a number of the rest. Returns how many
 * there are. */
static size_t name_tests(const struct xl_suite_tested *t, enum xl_outcome outcome, bool unproven,
                         char *text, size_t size)
{
    size_t count = 0;
    text[0] = '\0';
    for (size_t i = 0; i < t->tests.count; i++)
        if (t->tests.at[i].outcome == outcome && !t->states[i].is_left_out &&
            (!unproven || is_unproven(t, i)))
            xl_append_name(text, size, &count, t->tests.at[i].name);
    xl_append_rest(text, size, count);
    return count;
}

/* The outcome of the row, and why. */
static enum xl_outcome judge(const struct xl_suite_tested *t, char *why, size_t size)
{
    size_t counts[XL_OUTCOMES] = {0};
    char names[400];
    /* A runner that is stopped does not write how its tests ended. */
    const bool is_unknown = t->stopped[0] && t->runner != XL_COMMANDS;
    for (size_t i = 0; i < t->tests.count; i++)
        if (!t->states[i].is_left_out)
            counts[t->tests.at[i].outcome]++;
    why[0] = '\0';
    if (*t->skipped) {
        xl_append(why, size, "%s", t->skipped);
        return XL_SKIP;
    }
    if (t->stopped[0])
        xl_append(why, size, "the tests were stopped: %s", t->stopped);
    if (counts[XL_FAIL]) {
        name_tests(t, XL_FAIL, false, names, sizeof names);
        xl_append(why, size, "%s%zu test%s failed: %s", *why ? "; " : "", counts[XL_FAIL],
                  xl_s(counts[XL_FAIL]), names);
    }
    if (counts[XL_FLAKY] && !t->options->allows_flaky) {
        name_tests(t, XL_FLAKY, false, names, sizeof names);
        xl_append(why, size, "%s%zu %s flaky: %s", *why ? "; " : "", counts[XL_FLAKY],
                  xl_plural(counts[XL_FLAKY], "test is", "tests are"), names);
    }
    if (counts[XL_NOT_RUN]) {
        name_tests(t, XL_NOT_RUN, false, names, sizeof names);
        xl_append(why, size, "%s%zu test%s %s: %s", *why ? "; " : "", counts[XL_NOT_RUN],
                  xl_s(counts[XL_NOT_RUN]), is_unknown ? "may not have run" : "did not run", names);
    }
    const size_t unproven = name_tests(t, XL_PASS, true, names, sizeof names);
    if (unproven)
        xl_append(why, size,
                  "%sprograms that tests start do not run here, so %zu test%s may have tested "
                  "nothing: %s",
                  *why ? "; " : "", unproven, xl_s(unproven), names);
    if (!counts[XL_PASS] && !counts[XL_FAIL] && !counts[XL_FLAKY] && !is_unknown)
        xl_append(why, size, "%sno test ran%s", *why ? "; " : "",
                  t->tests.count || t->has_selection || t->runner == XL_COMMANDS
                      ? ""
                      : ": the build has none; name the commands that test under 'test'");
    if (t->evidence.defect[0])
        xl_append(why, size, "%s%s", *why ? "; " : "", t->evidence.defect);
    return *why ? XL_FAIL : XL_PASS;
}

char *xl_suite_untraced(const struct xl_suite_tested *t)
{
    const char *host = t->row->host;
    return xl_format("by runner %s%s%s, which is not traced: what executed there is unknown",
                     t->row->runner, host ? " " : "", host ? host : "");
}

static void set_evidence(const struct xl_suite_tested *t, struct xl_row_result *row)
{
    const struct xl_evidence *e = &t->evidence;
    if (t->row->runner) {
        char *untraced = xl_suite_untraced(t);
        snprintf(row->evidence, sizeof row->evidence, "%s", untraced);
        free(untraced);
    } else if (t->row->native && !e->is_by_entries)
        snprintf(row->evidence, sizeof row->evidence, "native: what executed is unknown");
    else if (xl_family_find(t->row->isa->family) == XL_FAMILY_none)
        snprintf(row->evidence, sizeof row->evidence, "the row has no vector ISA");
    else
        snprintf(row->evidence, sizeof row->evidence,
                 "%zu of %zu vector functions of %s executed, in %zu program%s", e->executed,
                 e->functions, t->row->isa->name, e->code.programs, xl_s(e->code.programs));
    snprintf(row->control, sizeof row->control, "%s", e->control);
    row->suite.functions = e->functions;
    row->suite.executed = e->executed;
    row->suite.files = xl_evidence_json(e);
}

/* What every row of a suite has. */
static void begin_row(const struct xl_suite *suite, const struct xl_row *row,
                      const struct xl_suite_build *build, struct xl_row_result *result)
{
    char *package = xl_source_version(suite->source ? suite->source : "");
    *result = (struct xl_row_result){
        .row = row, .suite.name = suite->name, .sysroot = build ? build->sysroot : NULL};
    snprintf(result->library, sizeof result->library, "%s", package);
    if (build)
        snprintf(result->compiler_version, sizeof result->compiler_version, "%s",
                 build->compiler_version);
    free(package);
}

static struct json_object *row_json(struct xl_row_result *row, struct json_object *tests)
{
    row->expected = json_object_array_length(tests);
    struct json_object *o = xl_row_head_json(row);
    xl_key_add(o, XL_KEY_row_seconds, json_object_new_double(row->seconds)); /* all digits */
    xl_key_add(o, XL_KEY_row_kernels, tests);
    json_object_put(row->suite.files);
    return o;
}

struct json_object *xl_suite_row_without_tests(const struct xl_suite *suite,
                                               const struct xl_row *row,
                                               const struct xl_suite_build *build,
                                               enum xl_outcome outcome, const char *reason)
{
    struct xl_row_result result;
    begin_row(suite, row, build, &result);
    result.outcome = outcome;
    snprintf(result.reason, sizeof result.reason, "%s", reason);
    snprintf(result.evidence, sizeof result.evidence, "no test ran");
    return row_json(&result, json_object_new_array());
}

struct json_object *xl_suite_tested_json(const struct xl_suite_tested *t)
{
    struct xl_row_result row;
    struct json_object *tests = json_object_new_array();
    begin_row(t->options->suite, t->row, t->build, &row);
    row.outcome = judge(t, row.reason, sizeof row.reason);
    snprintf(row.qemu, sizeof row.qemu, "%s", t->trees->qemu);
    snprintf(row.runner, sizeof row.runner, "%s", t->trees->runner);
    row.vl_bits = t->trees->vl_bits;
    row.has_vl = t->trees->vl_bits != 0;
    row.seconds = t->seconds;
    row.notes = t->notes.at;
    set_evidence(t, &row);
    for (size_t i = 0; i < t->tests.count; i++)
        if (!t->states[i].is_left_out)
            json_object_array_add(tests, test_json(t, i));
    return row_json(&row, tests);
}

void xl_suite_tested_free(struct xl_suite_tested *t)
{
    xl_tests_free(&t->tests);
    xl_evidence_free(&t->evidence);
    xl_library_names_free(&t->library);
    xl_words_free(&t->names);
    xl_words_free(&t->commands);
    free(t->made);
    free(t->libraries);
    free(t->states);
    free(t->groups);
    free(t->notes.at);
    *t = (struct xl_suite_tested){0};
}
