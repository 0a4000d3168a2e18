/* Findings as SARIF 2.1.0: alerts at the source line of a variant's code.
 * SPDX-License-Identifier: MIT
 *
 * OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0. GitHub recognises an
 * alert by its fingerprint. So the fingerprint has nothing that changes between runs: no seed, no
 * numbers, and only the architecture and ISA of the row.
 */
#include "report/formats.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "report/code_place.h"
#include "report/finding_text.h"
#include "report/suite_text.h"
#include "results/checks.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

enum { XL_SHOWN_ROWS = 20 };

struct sarif {
    const struct xl_merged *merged;
    struct json_object *sources; /* by kernel */
    struct json_object *by_key;  /* the results, by what their fingerprints are of */
    struct json_object *errors, *notes;
    struct json_object *rules; /* by id */
};

static struct json_object *text_json(const char *text)
{
    char *shown = xl_printable(text, "\n\t");
    struct json_object *o = json_object_new_string(shown);
    free(shown);
    return o;
}

static void add_text(struct json_object *to, const char *key, const char *text)
{
    json_object_object_add(to, key, text_json(text));
}

/* {"text": ...}. A blank in "](" keeps the text from becoming a link. */
static struct json_object *message_json(const char *text)
{
    char *plain = xl_alloc(2 * strlen(text) + 1, 1), *to = plain;
    struct json_object *o = json_object_new_object();
    for (; *text; text++) {
        *to++ = *text;
        if (text[0] == ']' && text[1] == '(')
            *to++ = ' ';
    }
    add_text(o, "text", plain);
    free(plain);
    return o;
}

/* A path as a URI, below the repository or from the root. */
static struct json_object *uri_json(const char *path)
{
    struct xl_text uri = {0};
    xl_text_add(&uri, "%s", path[0] == '/' ? "file://" : "");
    for (; *path; path++) {
        if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
            xl_text_add_bytes(&uri, path, 1);
        else
            xl_text_add(&uri, "%%%02X", (unsigned char)*path);
    }
    struct json_object *o = json_object_new_string(uri.at);
    free(uri.at);
    return o;
}

/* One alert. */
struct alert {
    const char *rule, *kernel, *variant, *known_bug;
    struct json_object *row;
    const char *text;
    struct json_object *result, *finding; /* of the kernel; or NULL */
    const char *level;                    /* NULL: "error" */
};

/* The variant's file and line. If they are unknown, the file that the row is of: an alert must have
 * a location. */
static struct json_object *locations_json(const struct sarif *s, const struct alert *a)
{
    struct json_object *source = NULL, *file = json_object_new_object(),
                       *region = json_object_new_object(), *at = json_object_new_object(),
                       *location = json_object_new_object(), *list = json_object_new_array();
    json_object_object_get_ex(s->sources, a->kernel, &source);
    struct xl_code_place place = xl_code_place(a->result, a->finding, source);
    const bool is_known = *place.file;
    const char *rows = xl_key_has(a->row, XL_KEY_row_suite) ? "crosslane.yml" : "matrix/matrix.yml";
    json_object_object_add(file, "uri", uri_json(is_known ? place.file : rows));
    json_object_object_add(region, "startLine",
                           json_object_new_uint64(is_known && place.line ? place.line : 1));
    free(place.file);
    json_object_object_add(at, "artifactLocation", file);
    json_object_object_add(at, "region", region);
    json_object_object_add(location, "physicalLocation", at);
    json_object_array_add(list, location);
    return list;
}

static struct json_object *fingerprints_json(const char *key)
{
    char text[32];
    struct json_object *o = json_object_new_object();
    snprintf(text, sizeof text, "%016llx", (unsigned long long)xl_hash(key, strlen(key)));
    add_text(o, "crosslane/v1", text);
    /* The one that GitHub reads ends in a number. */
    snprintf(text, sizeof text, "%016llx:1", (unsigned long long)xl_hash(key, strlen(key)));
    add_text(o, "primaryLocationLineHash", text);
    return o;
}

/* What a rule requires. Rules are checks, and a few others. */
static const char *rule_text(const char *id)
{
    static const char *const others[][2] = {
        {XL_CHECK_OF_SUITES, "a test of a project's own suite passed"},
        {"hollow", "a test of a project's own suite tests something"},
        {"never-executed", "each vector function executes on a row"},
        {"row", "the row fails only if a kernel fails"},
        {"not-run", "the row was run to its end"},
        {"disagreement", "a .reproducible kernel gives the same bits on all rows"},
    };
    int check = xl_check_find(id);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i][0], id) == 0)
            return others[i][1];
    return check >= 0 ? xl_check_text((enum xl_check)check) : "the kernel passes";
}

static void add_rule(struct sarif *s, const char *id)
{
    const char *text = rule_text(id);
    if (json_object_object_get_ex(s->rules, id, NULL))
        return;
    struct json_object *rule = json_object_new_object();
    add_text(rule, "id", id);
    json_object_object_add(rule, "shortDescription", message_json(text));
    json_object_object_add(rule, "fullDescription", message_json(text));
    json_object_object_add(rule, "help", message_json("docs/first-kernel.md of Crosslane"));
    json_object_object_add(s->rules, id, rule);
}

static struct json_object *new_result(struct sarif *s, const struct alert *a, const char *key)
{
    bool is_known = *a->known_bug;
    struct json_object *o = json_object_new_object(), *properties = json_object_new_object();
    add_rule(s, a->rule);
    add_text(o, "ruleId", a->rule);
    add_text(o, "level", is_known ? "note" : a->level ? a->level : "error");
    add_text(o, "message", a->text); /* finish adds the rows */
    json_object_object_add(o, "locations", locations_json(s, a));
    json_object_object_add(o, "partialFingerprints", fingerprints_json(key));
    if (is_known) {
        struct json_object *list = json_object_new_array(), *why = json_object_new_object();
        add_text(why, "kind", "external");
        add_text(why, "justification", a->known_bug);
        json_object_array_add(list, why);
        json_object_object_add(o, "suppressions", list);
    }
    add_text(properties, "kernel", a->kernel);
    add_text(properties, "variant", a->variant);
    add_text(properties, "arch", xl_key_text(a->row, XL_KEY_row_arch));
    add_text(properties, "command", xl_key_text(a->finding, XL_KEY_finding_command));
    if (*xl_key_text(a->finding, XL_KEY_finding_id))
        add_text(properties, "id", xl_key_text(a->finding, XL_KEY_finding_id));
    json_object_object_add(properties, "rows", json_object_new_array());
    json_object_object_add(o, "properties", properties);
    return o;
}

static void add_alert(struct sarif *s, const struct alert *a)
{
    struct json_object *result = NULL;
    char *key = xl_format("%s\n%s\n%s\n%s\n%s\n%s", a->kernel, a->variant, a->rule,
                          xl_key_text(a->row, XL_KEY_row_arch), xl_key_text(a->row, XL_KEY_row_isa),
                          a->known_bug);
    if (!json_object_object_get_ex(s->by_key, key, &result)) {
        result = new_result(s, a, key);
        json_object_object_add(s->by_key, key, result);
        json_object_array_add(*a->known_bug || a->level ? s->notes : s->errors,
                              json_object_get(result));
    }
    free(key);
    struct json_object *rows =
        xl_json_array(xl_json_get(result, "properties", json_type_object), "rows");
    const size_t count = xl_json_length(rows);
    const char *name = xl_key_text(a->row, XL_KEY_row_row),
               *last =
                   count ? json_object_get_string(json_object_array_get_idx(rows, count - 1)) : "";
    if (strcmp(last, name) != 0)
        json_object_array_add(rows, text_json(name));
}

/* A finding in one sentence. The caller frees it. */
static char *finding_sentence(const struct sarif *s, struct json_object *kernel,
                              struct json_object *finding)
{
    char *sentence = xl_finding_sentence(xl_source_of(s->sources, kernel), finding),
         *whole = xl_format("%s: %s", xl_key_text(kernel, XL_KEY_kernel_kernel), sentence);
    free(sentence);
    return whole;
}

static void add_kernel(struct sarif *s, struct json_object *row, struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    const int outcome = xl_key_verdict(kernel);
    size_t count = xl_json_length(findings);
    struct alert a = {.rule = "outcome",
                      .kernel = xl_key_text(kernel, XL_KEY_kernel_kernel),
                      .variant = xl_key_text(kernel, XL_KEY_kernel_variant),
                      .known_bug = xl_key_text(kernel, XL_KEY_kernel_known_bug),
                      .row = row,
                      .result = kernel};
    if (outcome != XL_FAIL && outcome != XL_EMU_BUG)
        return;
    for (size_t i = 0; i < count; i++) {
        a.finding = json_object_array_get_idx(findings, i);
        /* An unknown check of another machine's file becomes the rule "outcome". */
        const char *check = xl_key_text(a.finding, XL_KEY_finding_check);
        a.rule =
            xl_check_find(check) >= 0 || strcmp(check, XL_CHECK_OF_SUITES) == 0 ? check : "outcome";
        char *sentence = finding_sentence(s, kernel, a.finding);
        a.text = sentence;
        add_alert(s, &a);
        free(sentence);
    }
    a.text = xl_key_text(kernel, XL_KEY_kernel_reason);
    if (!count)
        add_alert(s, &a);
}

/* A test that did not fail, and tested nothing. */
static void add_hollow(struct sarif *s, struct json_object *row, struct json_object *test)
{
    const char *why = xl_key_text(test, XL_KEY_kernel_hollow),
               *name = xl_key_text(test, XL_KEY_kernel_kernel);
    if (!*why)
        return;
    char *text = xl_format("%s may have tested nothing: %s", name, why);
    add_alert(s, &(struct alert){.rule = "hollow",
                                 .kernel = name,
                                 .variant = xl_key_text(test, XL_KEY_kernel_variant),
                                 .known_bug = "",
                                 .row = row,
                                 .text = text,
                                 .level = "warning"});
    free(text);
}

/* Functions of an ISA that no row executed: one alert, with the ISA's rows. */
static void add_never(struct sarif *s, struct json_object *rows, const char *text)
{
    char *isa = xl_format("%.*s", (int)strcspn(text, ":"), text);
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_notable(rows, i);
        if (row && xl_key_has(row, XL_KEY_row_suite) &&
            strcmp(xl_key_text(row, XL_KEY_row_isa), isa) == 0)
            add_alert(s, &(struct alert){.rule = "never-executed",
                                         .kernel = "",
                                         .variant = isa,
                                         .known_bug = "",
                                         .row = row,
                                         .text = text,
                                         .level = "note"});
    }
    free(isa);
}

static void add_functions(struct sarif *s, struct json_object *rows)
{
    struct xl_words lines = xl_suite_never(rows, XL_SHOWN_ROWS);
    for (size_t i = 0; i < lines.count; i++)
        if (strstr(lines.at[i], " executed on no row: "))
            add_never(s, rows, lines.at[i]);
    xl_words_free(&lines);
}

/* Adds the kernels of a row; and the row itself, if it failed without a failed kernel or was not
 * run. */
static void add_row(struct sarif *s, struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    const int outcome = xl_key_outcome(row);
    bool is_kernels = false;
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        is_kernels |= xl_key_verdict(kernel) == XL_FAIL;
        add_kernel(s, row, kernel);
        add_hollow(s, row, kernel);
    }
    const struct alert a = {.rule = outcome == XL_FAIL ? "row" : "not-run",
                            .kernel = "",
                            .variant = xl_key_text(row, XL_KEY_row_isa),
                            .known_bug = "",
                            .row = row,
                            .text = xl_key_text(row, XL_KEY_row_reason)};
    if (outcome == XL_NOT_RUN || (outcome == XL_FAIL && !is_kernels))
        add_alert(s, &a);
}

static void add_disagreement(struct sarif *s, struct json_object *o)
{
    char text[600];
    struct json_object *rows = xl_key_array(o, XL_KEY_disagreement_rows);
    snprintf(text, sizeof text, "%.100s is .reproducible, but %zu %s from %.200s",
             xl_key_text(o, XL_KEY_disagreement_kernel), xl_json_length(rows),
             xl_plural(xl_json_length(rows), "row differs", "rows differ"),
             xl_key_text(o, XL_KEY_disagreement_like));
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_new_object();
        xl_key_add(row, XL_KEY_row_row, json_object_get(json_object_array_get_idx(rows, i)));
        add_alert(s, &(struct alert){.rule = "disagreement",
                                     .kernel = xl_key_text(o, XL_KEY_disagreement_kernel),
                                     .variant = "",
                                     .known_bug = "",
                                     .row = row,
                                     .text = text});
        json_object_put(row);
    }
}

/* Adds the rows to a result's message. */
static void finish(struct json_object *result)
{
    struct xl_text text = {0};
    struct json_object *properties = xl_json_get(result, "properties", json_type_object);
    struct json_object *rows = xl_json_array(properties, "rows");
    const size_t count = xl_json_length(rows);
    xl_text_add(&text, "%s\n\nOn %zu row%s: ", xl_json_text(result, "message"), count, xl_s(count));
    for (size_t i = 0; i < count && i < XL_SHOWN_ROWS; i++)
        xl_text_add(&text, "%s%s", i ? ", " : "",
                    json_object_get_string(json_object_array_get_idx(rows, i)));
    if (count > XL_SHOWN_ROWS)
        xl_text_add(&text, " and %zu more", count - XL_SHOWN_ROWS);
    if (*xl_json_text(properties, "command"))
        xl_text_add(&text, "\n\nReproduce: %s", xl_json_text(properties, "command"));
    json_object_object_add(result, "message", message_json(text.at));
    free(text.at);
}

/* Moves results to the file while there is room. Returns how many are left out. */
static size_t take(struct json_object *from, struct json_object *to, size_t *room)
{
    size_t left_out = 0;
    for (size_t i = 0; i < xl_json_length(from); i++) {
        struct json_object *result = json_object_array_get_idx(from, i);
        finish(result);
        size_t size = strlen(json_object_to_json_string_ext(result, JSON_C_TO_STRING_PLAIN)) + 2;
        if (left_out || size > *room || xl_json_length(to) >= XL_SARIF_RESULTS) {
            left_out++;
            continue;
        }
        *room -= size;
        json_object_array_add(to, json_object_get(result));
    }
    return left_out;
}

static struct json_object *invocations_json(size_t left_out, size_t all)
{
    char text[300];
    struct json_object *list = json_object_new_array(), *o = json_object_new_object();
    json_object_object_add(o, "executionSuccessful", json_object_new_boolean(true));
    if (left_out) {
        struct json_object *notices = json_object_new_array(), *notice = json_object_new_object();
        snprintf(text, sizeof text,
                 "%zu of %zu results are left out: GitHub takes %d at most, and 10 MB", left_out,
                 all, XL_SARIF_RESULTS);
        add_text(notice, "level", "warning");
        json_object_object_add(notice, "message", message_json(text));
        json_object_array_add(notices, notice);
        json_object_object_add(o, "toolExecutionNotifications", notices);
    }
    json_object_array_add(list, o);
    return list;
}

static struct json_object *tool_json(const struct sarif *s)
{
    struct json_object *tool = json_object_new_object(), *driver = json_object_new_object(),
                       *rules = json_object_new_array();
    json_object_object_foreach(s->rules, id, rule)
    {
        (void)id;
        json_object_array_add(rules, json_object_get(rule));
    }
    const char *version = xl_tool_version_of(s->merged->results);
    add_text(driver, "name", "Crosslane");
    if (*version)
        add_text(driver, "version", version);
    json_object_object_add(driver, "rules", rules);
    json_object_object_add(tool, "driver", driver);
    return tool;
}

static void collect(struct sarif *s)
{
    struct json_object *rows = xl_key_array(s->merged->results, XL_KEY_run_rows);
    struct json_object *found = xl_key_array(s->merged->results, XL_KEY_run_disagreements);
    for (size_t i = 0; i < xl_json_length(rows); i++)
        if (xl_row_notable(rows, i))
            add_row(s, xl_row_notable(rows, i));
    if (s->merged->has_suites)
        add_functions(s, rows);
    for (size_t i = 0; i < xl_json_length(found); i++)
        add_disagreement(s, json_object_array_get_idx(found, i));
}

size_t xl_report_sarif(const struct xl_report *r, FILE *f)
{
    struct sarif s = {r->merged,
                      xl_sources_by_kernel(r->merged->results),
                      json_object_new_object(),
                      json_object_new_array(),
                      json_object_new_array(),
                      json_object_new_object()};
    struct json_object *all = json_object_new_object(), *runs = json_object_new_array(),
                       *run = json_object_new_object(), *results = json_object_new_array();
    size_t room = XL_SARIF_MOST;
    collect(&s);
    size_t there = xl_json_length(s.errors) + xl_json_length(s.notes);
    size_t left_out = take(s.errors, results, &room);
    left_out += take(s.notes, results, &room);
    json_object_object_add(run, "tool", tool_json(&s));
    json_object_object_add(run, "invocations", invocations_json(left_out, there));
    json_object_object_add(run, "results", results);
    json_object_array_add(runs, run);
    add_text(all, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    add_text(all, "version", "2.1.0");
    json_object_object_add(all, "runs", runs);
    fprintf(f, "%s\n",
            json_object_to_json_string_ext(all, JSON_C_TO_STRING_PLAIN |
                                                    JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(all);
    struct json_object *own[] = {s.sources, s.by_key, s.errors, s.notes, s.rules};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        json_object_put(own[i]);
    return left_out;
}
