/* What the workflow file promises, without running it; and the expressions it is written with.
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/yaml.h"
#include "workflow/expression.h"
#include "workflow/shell.h"

static struct xl_yaml *doc;
static const struct xl_node *workflow;

static int read_workflow(void **state)
{
    (void)state;
    doc = xl_read_yaml(".github/workflows/simd.yml");
    workflow = xl_yaml_root(doc);
    return 0;
}

static int free_workflow(void **state)
{
    (void)state;
    xl_yaml_free(doc);
    return 0;
}

static const struct xl_node *jobs(void)
{
    const struct xl_node *all = xl_node_get(workflow, "jobs");
    assert_non_null(all);
    assert_true(all->count > 0);
    return all;
}

static bool does_need(const struct xl_node *job, const char *other)
{
    const struct xl_node *needs = xl_node_get(job, "needs");
    if (needs && needs->type == XL_NODE_STRING)
        return strcmp(needs->text, other) == 0;
    for (size_t i = 0; needs && i < needs->count; i++)
        if (strcmp(needs->items[i]->text, other) == 0)
            return true;
    return false;
}

/* The token can read the repository and do nothing else. */
static void test_permissions(void **state)
{
    (void)state;
    const struct xl_node *all = xl_node_get(workflow, "permissions");
    assert_non_null(all);
    assert_int_equal(all->type, XL_NODE_MAPPING);
    assert_int_equal(all->count, 1);
    assert_string_equal(xl_node_get(all, "contents")->text, "read");
    for (size_t i = 0; i < jobs()->count; i++)
        assert_null(xl_node_get(jobs()->pairs[i].value, "permissions"));
}

static void test_every_job_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < jobs()->count; i++) {
        const struct xl_node *job = jobs()->pairs[i].value,
                             *minutes = xl_node_get(job, "timeout-minutes");
        if (!minutes || minutes->type != XL_NODE_NUMBER || minutes->number > 60)
            fail_msg("%s:%u: a job without a timeout of at most an hour", job->file, job->line);
    }
}

/* A row that fails must not end the others. */
static void test_no_job_ends_another(void **state)
{
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < jobs()->count; i++) {
        const struct xl_node *strategy = xl_node_get(jobs()->pairs[i].value, "strategy");
        if (!strategy)
            continue;
        const struct xl_node *fast = xl_node_get(strategy, "fail-fast");
        found++;
        if (!fast || fast->type != XL_NODE_BOOL || fast->boolean)
            fail_msg("%s:%u: no fail-fast: false", strategy->file, strategy->line);
    }
    assert_int_equal(found, 3);
}

/* What an event brings reaches a command as a variable, never as a part of its text. */
static void test_no_expression_is_run(void **state)
{
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < jobs()->count; i++) {
        const struct xl_node *steps = xl_node_get(jobs()->pairs[i].value, "steps");
        assert_null(xl_node_get(jobs()->pairs[i].value, "defaults"));
        for (size_t k = 0; k < steps->count; k++) {
            const struct xl_node *run = xl_node_get(steps->items[k], "run");
            if (!run)
                continue;
            found++;
            if (run->expression || strchr(run->text, '\n'))
                fail_msg("%s:%u: %s", run->file, run->line, run->text);
        }
    }
    assert_true(found >= 6);
}

/* Actions by what their tags say of themselves: these run on node24, and no others are known to. */
static void test_pins(void **state)
{
    (void)state;
    static const char *const pins[] = {
        "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1",
        "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
        "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
        "actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae",
        "actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae",
    };
    for (size_t i = 0; i < jobs()->count; i++) {
        const struct xl_node *steps = xl_node_get(jobs()->pairs[i].value, "steps");
        for (size_t k = 0; k < steps->count; k++) {
            const struct xl_node *uses = xl_node_get(steps->items[k], "uses");
            bool known = !uses;
            for (size_t p = 0; p < sizeof pins / sizeof pins[0] && !known; p++)
                known = strcmp(uses->text, pins[p]) == 0;
            if (!known)
                fail_msg("%s:%u: %s is no action that is known to run on node24", uses->file,
                         uses->line, uses->text);
        }
    }
}

/* The value of an input of an action; NULL if the step has none. */
static const char *input(const struct xl_node *step, const char *name)
{
    const struct xl_node *with = xl_node_get(step, "with"),
                         *value = with ? xl_node_get(with, name) : NULL;
    return value ? value->text : NULL;
}

static bool uses(const struct xl_node *step, const char *action)
{
    const struct xl_node *text = xl_node_get(step, "uses");
    return text && strncmp(text->text, action, strlen(action)) == 0;
}

/* How many steps of a job use an action on the trees `path` names, under the key of the month. */
static size_t count_trees(const struct xl_node *job, const char *action, const char *path)
{
    const struct xl_node *steps = xl_node_get(job, "steps");
    size_t count = 0;
    for (size_t k = 0; k < steps->count; k++) {
        const char *key = input(steps->items[k], "key"), *where = input(steps->items[k], "path");
        if (!uses(steps->items[k], action) || !strstr(where, path))
            continue;
        count++;
        assert_non_null(strstr(key, "-${{ steps.keys.outputs.month }}"));
    }
    return count;
}

/* One job saves the trees, and nothing that failed; those that need them wait for it. */
static void test_trees(void **state)
{
    (void)state;
    static const char *const paths[] = {"tools-path", "sysroots-path"};
    for (size_t i = 0; i < jobs()->count; i++) {
        const char *name = jobs()->pairs[i].key->text;
        const struct xl_node *job = jobs()->pairs[i].value;
        bool makes = strcmp(name, "trees") == 0,
             takes = strcmp(name, "test-native") == 0 || strcmp(name, "build-cross") == 0;
        for (size_t p = 0; p < 2; p++) {
            assert_int_equal(count_trees(job, "actions/cache/save@", paths[p]), makes);
            assert_int_equal(count_trees(job, "actions/cache/restore@", paths[p]), makes || takes);
        }
        if (takes)
            assert_true(does_need(job, "trees"));
    }
    const struct xl_node *steps = xl_node_get(xl_node_get(jobs(), "trees"), "steps");
    for (size_t k = 0; k < steps->count; k++) {
        const struct xl_node *condition = xl_node_get(steps->items[k], "if");
        if (condition && strchr(condition->text, '('))
            fail_msg("%s:%u: a step that may come after a failure", condition->file,
                     condition->line);
    }
}

/* A variable of a step of a job. */
static const struct xl_node *variable(const char *job, const char *name)
{
    const struct xl_node *steps = xl_node_get(xl_node_get(jobs(), job), "steps"), *found = NULL;
    assert_non_null(steps);
    for (size_t i = 0; i < steps->count && !found; i++) {
        const struct xl_node *env = xl_node_get(steps->items[i], "env");
        found = env ? xl_node_get(env, name) : NULL;
    }
    if (!found)
        fail_msg("no step of %s has %s", job, name);
    return found;
}

/* The last job hears of every other one, and is never skipped: a check that can be required. */
static void test_verdict(void **state)
{
    (void)state;
    const struct xl_node *verdict = xl_node_get(jobs(), "verdict");
    assert_non_null(verdict);
    assert_string_equal(xl_node_get(verdict, "if")->text, "${{ always() }}");
    for (size_t i = 0; i < jobs()->count; i++) {
        const char *name = jobs()->pairs[i].key->text;
        char key[100], value[100], upper[60] = "";
        if (strcmp(name, "verdict") == 0)
            continue;
        for (size_t c = 0; name[c]; c++)
            upper[c] = name[c] == '-' ? '_' : (char)toupper((unsigned char)name[c]);
        snprintf(key, sizeof key, "CROSSLANE_RESULT_%s", upper);
        snprintf(value, sizeof value, "${{ needs.%s.result }}", name);
        if (!does_need(verdict, name))
            fail_msg("verdict does not need %s", name);
        assert_string_equal(variable("verdict", key)->text, value);
    }
}

/* json-c reads 'text' too, which C's strings need not escape. */
static struct xl_scope scope_of(const char *contexts)
{
    struct xl_scope s = {.contexts = json_tokener_parse(contexts)};
    assert_non_null(s.contexts);
    return s;
}

static void free_scope(struct xl_scope *s)
{
    json_object_put(s->contexts);
    json_object_put(s->made);
}

static void test_expressions(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"a${{ g.s }}b${{ g.n }}c", "atextb7c"},
        {"${{ g.none }}${{ g.none.x.y }}", ""},
        {"${{ g.none || g.s }} ${{ g.s || 'x' }}", "text text"},
        {"${{ g.e || g.s == 'TEXT' && 'yes' || 'no' }}", "yes"},
        {"${{ g.s != 'text' && 'yes' || 'no' }}", "no"},
        {"${{ g.none == '' }} ${{ g.s == '' }} ${{ g.n == '7' }}", "true false true"},
        {"${{ !(g.s && g.none) }} ${{ !!g.s }}", "true true"},
        {"${{ startsWith(g.s, 'TE') }} ${{ startsWith(g.none, 'a') }}", "true false"},
        {"${{ 'it''s' }}", "it's"},
        {"${{ toJSON(g.list.*.name) }}", "[\n  \"a\",\n  \"b\"\n]"},
        {"${{ toJSON(g.none.*.name) }}", "[]"},
        {"${{ fromJSON('{\"a\": {\"b\": \"c\"}}') }}", "Object"},
        {"${{\n g.s }}", "text"},
    };
    struct xl_scope s = scope_of(
        "{'g': {'s': 'text', 'e': '', 'n': 7, 'list': [{'name': 'a'}, {}, {'name': 'b'}]}}");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_error err;
        const char *text;
        if (xl_scope_text(&s, table[i][0], &text, &err))
            fail_msg("%s", err.text);
        assert_string_equal(text, table[i][1]);
    }
    free_scope(&s);
}

static void test_expressions_refused(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"${{ h.s }}", "unknown context 'h' in the expression"},
        {"${{ contains(g.s, 'a') }}", "'contains'"},
        {"${{ startsWith(g.s) }}", "'startsWith'"},
        {"${{ success() }}", "'success'"},
        {"${{ g.s", "cannot read"},
        {"${{ g.s = 1 }}", "cannot read '= 1 }}'"},
        {"${{ (g.s }}", "no ) before"},
        {"${{ 'text }}", "no end of the string"},
        {"${{ }}", "no value at"},
        {"${{ g. }}", "no name at"},
        {"${{ fromJSON(g.s) }}", "no JSON"},
    };
    struct xl_scope s = scope_of("{'g': {'s': 'text'}}");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct xl_error err;
        const char *text;
        assert_int_equal(xl_scope_text(&s, table[i][0], &text, &err), -1);
        if (!strstr(err.text, table[i][1]))
            fail_msg("%s: %s", table[i][0], err.text);
    }
    free_scope(&s);
}

/* An `if:` says success() unless it asks for the status itself. */
static void test_conditions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool after_success, after_failure;
    } table[] = {
        {NULL, true, false},
        {"g.s == 'text'", true, false},
        {"g.s", true, false},
        {"${{ g.s != 'text' }}", false, false},
        {"${{ !cancelled() }}", true, true},
        {"${{ !cancelled() && g.s == 'x' }}", false, false},
        {"cancelled()", false, false},
        {"${{ always() }}", true, true},
    };
    struct xl_scope s = scope_of("{'g': {'s': 'text'}}");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (int failed = 0; failed < 2; failed++) {
            struct xl_error err;
            bool holds;
            s.failed = failed;
            if (xl_scope_holds(&s, table[i].text, &holds, &err))
                fail_msg("%s", err.text);
            assert_int_equal(holds, failed ? table[i].after_failure : table[i].after_success);
        }
    free_scope(&s);
}

static const char *text_in(struct xl_scope *s, const struct xl_node *node)
{
    struct xl_error err;
    const char *text;
    if (xl_scope_text(s, node->text, &text, &err))
        fail_msg("%s", err.text);
    return text;
}

/* Whether the first jobs run, and what that makes of the last one. */
static void assert_starts(struct xl_scope *s, bool starts)
{
    static const char *const first[] = {"build-native", "trees", "fresh"};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        struct xl_error err;
        bool runs;
        if (xl_scope_holds(s, xl_node_get(xl_node_get(jobs(), first[i]), "if")->text, &runs, &err))
            fail_msg("%s", err.text);
        assert_int_equal(runs, starts);
    }
    assert_string_equal(text_in(s, xl_node_get(xl_node_get(jobs(), "verdict"), "name")),
                        starts ? "verdict" : "label");
    assert_string_equal(text_in(s, variable("verdict", "CROSSLANE_LABEL")), starts ? "" : "bug");
}

/* A label that asks for nothing neither starts a run nor ends one, nor makes a check that is
 * required. */
static void test_events(void **state)
{
    (void)state;
    static const struct {
        const char *github, *group, *cancels;
        bool starts;
    } table[] = {
        {"'event_name': 'pull_request', 'event': {'action': 'synchronize', 'pull_request': "
         "{'number': 5}}",
         "simd-pull_request-5-run", "true", true},
        {"'event_name': 'pull_request', 'event': {'action': 'labeled', 'label': {'name': "
         "'ciflow/full'}, 'pull_request': {'number': 5}}",
         "simd-pull_request-5-run", "true", true},
        {"'event_name': 'pull_request', 'event': {'action': 'labeled', 'label': {'name': 'bug'}, "
         "'pull_request': {'number': 5}}",
         "simd-pull_request-5-99", "true", false},
        {"'event_name': 'push', 'event': {}", "simd-push-refs/heads/main-run", "false", true},
        {"'event_name': 'schedule', 'event': {}", "simd-schedule-refs/heads/main-99", "false",
         true},
        {"'event_name': 'workflow_dispatch', 'event': {}",
         "simd-workflow_dispatch-refs/heads/main-99", "false", true},
        {"'event_name': 'merge_group', 'event': {'action': 'checks_requested'}",
         "simd-merge_group-refs/heads/main-run", "false", true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "{'github': {'ref': 'refs/heads/main', 'run_id': '99', %s}}",
                 table[i].github);
        struct xl_scope s = scope_of(text);
        const struct xl_node *concurrency = xl_node_get(workflow, "concurrency");
        assert_string_equal(text_in(&s, xl_node_get(concurrency, "group")), table[i].group);
        assert_string_equal(text_in(&s, xl_node_get(concurrency, "cancel-in-progress")),
                            table[i].cancels);
        assert_starts(&s, table[i].starts);
        free_scope(&s);
    }
}

/* The fuzzers run at night alone, and begin where the night before ended. */
static void test_fuzz(void **state)
{
    (void)state;
    static const char *const events[] = {"schedule", "pull_request", "push"};
    const struct xl_node *job = xl_node_get(jobs(), "fuzz"), *steps = xl_node_get(job, "steps");
    const struct xl_node *first = NULL, *last = NULL;
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        char text[100];
        struct xl_error err;
        bool runs;
        snprintf(text, sizeof text, "{'github': {'event_name': '%s', 'event': {}}}", events[i]);
        struct xl_scope s = scope_of(text);
        assert_int_equal(xl_scope_holds(&s, xl_node_get(job, "if")->text, &runs, &err), 0);
        assert_int_equal(runs, i == 0);
        assert_string_equal(text_in(&s, variable("verdict", "CROSSLANE_NIGHT")),
                            i == 0 ? "night" : "");
        free_scope(&s);
    }
    for (size_t i = 0; i < steps->count; i++) {
        const struct xl_node *uses = xl_node_get(steps->items[i], "uses");
        if (uses && strncmp(uses->text, "actions/cache/restore@", 22) == 0)
            first = xl_node_get(steps->items[i], "with");
        if (uses && strncmp(uses->text, "actions/cache/save@", 19) == 0)
            last = xl_node_get(steps->items[i], "with");
    }
    assert_non_null(first);
    assert_non_null(last);
    assert_string_equal(xl_node_get(first, "path")->text, "build/ci/corpus");
    assert_string_equal(xl_node_get(first, "path")->text, xl_node_get(last, "path")->text);
    assert_string_equal(xl_node_get(first, "key")->text, xl_node_get(last, "key")->text);
    assert_string_equal(xl_node_get(first, "restore-keys")->text, "corpus-");
    assert_true(does_need(xl_node_get(jobs(), "verdict"), "fuzz"));
}

/* Its value where the contexts are these. */
static void assert_value(const struct xl_node *node, const char *contexts, const char *wanted)
{
    struct xl_scope s = scope_of(contexts);
    assert_string_equal(text_in(&s, node), wanted);
    free_scope(&s);
}

/* Which rows each event means, and what its change is counted from. */
static void test_plan_of_events(void **state)
{
    (void)state;
    static const struct {
        const char *contexts, *tier, *base;
    } table[] = {
        {"{'inputs': null, 'github': {'event_name': 'pull_request', 'event': {'pull_request': "
         "{'base': {'sha': 'old'}}}}}",
         "pr", "HEAD^1"},
        {"{'inputs': null, 'github': {'event_name': 'merge_group', 'event': {'merge_group': "
         "{'base_sha': 'b'}}}}",
         "trunk", "b"},
        {"{'inputs': null, 'github': {'event_name': 'push', 'event': {}}}", "trunk", ""},
        {"{'inputs': null, 'github': {'event_name': 'schedule', 'event': {}}}", "full", ""},
        {"{'inputs': {'tier': 'pr'}, 'github': {'event_name': 'workflow_dispatch', 'event': {}}}",
         "pr", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_value(variable("plan", "CROSSLANE_TIER"), table[i].contexts, table[i].tier);
        assert_value(variable("plan", "CROSSLANE_BASE"), table[i].contexts, table[i].base);
    }
    assert_non_null(xl_node_get(xl_node_get(workflow, "on"), "merge_group"));
}

/* Random input is another each night, and the same everywhere else. */
static void test_seed(void **state)
{
    (void)state;
    static const struct {
        const char *event, *seed;
    } table[] = {{"schedule", "417"}, {"push", "1"}, {"pull_request", "1"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "{'github': {'event_name': '%s', 'run_number': '417'}}",
                 table[i].event);
        assert_value(variable("test-cross", "CROSSLANE_SEED"), text, table[i].seed);
    }
}

/* Rows end, and their results are kept, five minutes before the job is stopped. */
static void test_time_limit(void **state)
{
    (void)state;
    const struct xl_node *limit = variable("test-cross", "CROSSLANE_TIME_LIMIT"),
                         *minutes =
                             xl_node_get(xl_node_get(jobs(), "test-cross"), "timeout-minutes");
    assert_int_equal((int)limit->number, (int)minutes->number * 60 - 300);
    const struct xl_node *steps = xl_node_get(xl_node_get(jobs(), "test-cross"), "steps"),
                         *last = steps->items[steps->count - 1];
    assert_true(uses(last, "actions/upload-artifact@"));
    assert_string_equal(xl_node_get(last, "if")->text, "${{ always() }}");
}

/* Only nights count those without a row of an ISA. */
static void test_nights(void **state)
{
    (void)state;
    const struct xl_node *nights = variable("report", "CROSSLANE_NIGHTS");
    assert_value(nights, "{'github': {'event_name': 'schedule'}}", "14");
    assert_value(nights, "{'github': {'event_name': 'push'}}", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permissions),
        cmocka_unit_test(test_every_job_ends),
        cmocka_unit_test(test_no_job_ends_another),
        cmocka_unit_test(test_no_expression_is_run),
        cmocka_unit_test(test_pins),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_expressions_refused),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_fuzz),
        cmocka_unit_test(test_plan_of_events),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_nights),
    };
    return cmocka_run_group_tests(tests, read_workflow, free_workflow);
}
