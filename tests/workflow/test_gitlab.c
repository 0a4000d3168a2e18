/* GitLab's files: that they can be read, and that the jobs of a planned pipeline lean on jobs that
 * are there.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/yaml.h"
#include "cli/cli.h"
#include "workflow/shell.h"

static struct xl_yaml *parent_doc, *templates_doc, *pipeline_doc;
static const struct xl_node *parent, *templates, *pipeline;

/* As the job `plan` makes it. */
static struct xl_yaml *plan(void)
{
    char file[] = "/tmp/crosslane-pipeline-XXXXXX";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    char *argv[] = {"plan", "--gitlab", file, "--row", "s390x-z15-*", "--tier", "full", NULL};
    setenv("CROSSLANE_IMAGE", "debian:12@sha256:0", 1);
    setenv("CROSSLANE_POLICY", "pull", 1);
    setenv("CROSSLANE_SEED", "417", 1);
    assert_int_equal(xl_cli_plan(sizeof argv / sizeof argv[0] - 1, argv), 0);
    struct xl_yaml *doc = xl_read_yaml(file);
    remove(file);
    return doc;
}

static int set_up(void **state)
{
    (void)state;
    parent_doc = xl_read_yaml(".gitlab-ci.yml");
    templates_doc = xl_read_yaml("matrix/gitlab-cross.yml");
    pipeline_doc = plan();
    parent = xl_yaml_root(parent_doc);
    templates = xl_yaml_root(templates_doc);
    pipeline = xl_yaml_root(pipeline_doc);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    xl_yaml_free(parent_doc);
    xl_yaml_free(templates_doc);
    xl_yaml_free(pipeline_doc);
    return 0;
}

/* Keys of a GitLab file that are no jobs. */
static bool is_job(const char *key)
{
    static const char *const others[] = {"stages", "workflow", "variables", "default", "include"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(key, others[i]) == 0)
            return false;
    return true;
}

static const struct xl_node *stage_of(const struct xl_node *job)
{
    const struct xl_node *extends = xl_node_get(job, "extends");
    return xl_node_get(extends ? xl_node_get(templates, extends->text) : job, "stage");
}

static void assert_stage(const struct xl_node *job, const struct xl_node *stages)
{
    const struct xl_node *stage = stage_of(job);
    bool found = false;
    for (size_t i = 0; stage && i < stages->count && !found; i++)
        found = strcmp(stages->items[i]->text, stage->text) == 0;
    if (!found)
        fail_msg("%s:%u: a job without a stage of the file's", job->file, job->line);
}

/* A need is a job of `own` or `more`, or, where it names a pipeline, of the parent. */
static void assert_needs(const struct xl_node *job, const struct xl_node *own,
                         const struct xl_node *more)
{
    const struct xl_node *needs = xl_node_get(job, "needs");
    for (size_t i = 0; needs && i < needs->count; i++) {
        const struct xl_node *need = needs->items[i], *name = xl_node_get(need, "job");
        bool found = name ? xl_node_get(parent, name->text) != NULL
                          : xl_node_get(own, need->text) || xl_node_get(more, need->text);
        if (!found)
            fail_msg("%s:%u: no job '%s'", need->file, need->line, name ? name->text : need->text);
    }
}

/* Jobs run `./crosslane ci`, the one that hands on artifacts apart. */
static void assert_script(const struct xl_node *job)
{
    const struct xl_node *script = xl_node_get(job, "script");
    for (size_t i = 0; script && i < script->count; i++) {
        const char *line = script->items[i]->text;
        if (strncmp(line, "./crosslane ci ", 15) != 0 && strcmp(line, "ls -l build/ci") != 0)
            fail_msg("%s:%u: %s", job->file, script->items[i]->line, line);
    }
}

static void check_file(const struct xl_node *file, size_t jobs)
{
    size_t found = 0;
    for (size_t i = 0; i < file->count; i++) {
        const struct xl_node *job = file->pairs[i].value;
        if (!is_job(file->pairs[i].key->text))
            continue;
        found++;
        assert_stage(job, xl_node_get(file, "stages"));
        assert_needs(job, file, file);
        assert_script(job);
        if (!xl_node_get(job, "trigger") && !xl_node_get(job, "timeout"))
            fail_msg("%s:%u: a job without a timeout", job->file, job->line);
        if (xl_node_get(job, "allow_failure"))
            fail_msg("%s:%u: a job whose failure is none", job->file, job->line);
    }
    assert_int_equal(found, jobs);
}

static void test_files(void **state)
{
    (void)state;
    check_file(parent, 4);
    check_file(templates, 6);
    const struct xl_node *limit = xl_node_get(
        xl_node_get(xl_node_get(templates, ".test-cross"), "variables"), "CROSSLANE_TIME_LIMIT");
    const struct xl_node *timeout = xl_node_get(xl_node_get(templates, ".test-cross"), "timeout");
    assert_int_equal((int)limit->number, atoi(timeout->text) * 60 - 300);
    /* What fails in the child fails the parent. */
    const struct xl_node *trigger = xl_node_get(xl_node_get(parent, "cross"), "trigger");
    assert_string_equal(xl_node_get(trigger, "strategy")->text, "depend");
}

/* A cache of a job, by what it keeps. */
static const struct xl_node *cache_of(const struct xl_node *file, const char *job, const char *path)
{
    const struct xl_node *caches = xl_node_get(xl_node_get(file, job), "cache");
    for (size_t i = 0; caches && i < caches->count; i++)
        if (strcmp(xl_node_get(caches->items[i], "paths")->items[0]->text, path) == 0)
            return caches->items[i];
    fail_msg("%s has no cache of %s", job, path);
    return NULL;
}

/* Trees: one job writes them, each month anew, and protected branches take none of others'. What
 * the default branch measured is for all to read, and for it alone to write. */
static void test_caches(void **state)
{
    (void)state;
    static const char *const trees[] = {".trees/tools-*", ".trees/sysroot-*"};
    static const struct {
        const char *job, *policy;
    } users[] = {{"trees", "pull-push"}, {"test-native", "pull"}, {".build-cross", "pull"}};
    for (size_t i = 0; i < 6; i++) {
        const struct xl_node *cache = cache_of(templates, users[i / 2].job, trees[i % 2]);
        const struct xl_node *prefix = xl_node_get(xl_node_get(cache, "key"), "prefix");
        assert_string_equal(xl_node_get(cache, "policy")->text, users[i / 2].policy);
        assert_null(xl_node_get(cache, "unprotect"));
        assert_non_null(strstr(prefix->text, "-$CROSSLANE_MONTH"));
    }
    const struct xl_node *read = cache_of(parent, "plan", "build/ci/known/"),
                         *write = cache_of(templates, ".report", "build/ci/known/");
    assert_true(xl_node_get(read, "unprotect")->boolean);
    assert_true(xl_node_get(write, "unprotect")->boolean);
    assert_string_equal(xl_node_get(read, "policy")->text, "pull");
    assert_string_equal(xl_node_get(write, "policy")->text, "$CROSSLANE_POLICY");
}

/* GitLab shows the rows among its tests, also of a report that fails. */
static void test_reports(void **state)
{
    (void)state;
    const struct xl_node *kept = xl_node_get(xl_node_get(templates, ".report"), "artifacts");
    assert_string_equal(xl_node_get(kept, "when")->text, "always");
    assert_string_equal(xl_node_get(xl_node_get(kept, "reports"), "junit")->text,
                        "build/ci/report.xml");
}

/* Only pipelines of the default branch write what it measured. */
static void test_policies(void **state)
{
    (void)state;
    const struct xl_node *rules = xl_node_get(xl_node_get(parent, "workflow"), "rules");
    const struct xl_node *usual = xl_node_get(xl_node_get(parent, "variables"), "CROSSLANE_POLICY");
    assert_string_equal(usual->text, "pull");
    for (size_t i = 0; i < rules->count; i++) {
        const char *when = xl_node_get(rules->items[i], "if")->text;
        const struct xl_node *variables = xl_node_get(rules->items[i], "variables"),
                             *policy =
                                 variables ? xl_node_get(variables, "CROSSLANE_POLICY") : NULL;
        bool writes = strstr(when, "schedule") || strstr(when, "$CI_DEFAULT_BRANCH");
        assert_int_equal(policy != NULL, writes);
        if (policy)
            assert_string_equal(policy->text, "pull-push");
    }
}

static const char *variable(const char *name)
{
    const struct xl_node *value = xl_node_get(xl_node_get(pipeline, "variables"), name);
    return value ? value->text : "";
}

/* The child gets what its parent's plan had, and the month; nothing else is forwarded. */
static void test_variables(void **state)
{
    (void)state;
    char month[16];
    time_t now = time(NULL);
    struct tm utc;
    strftime(month, sizeof month, "%Y-%m", gmtime_r(&now, &utc));
    assert_string_equal(variable("CROSSLANE_MONTH"), month);
    assert_string_equal(variable("CROSSLANE_IMAGE"), "debian:12@sha256:0");
    assert_string_equal(variable("CROSSLANE_POLICY"), "pull");
    assert_string_equal(variable("CROSSLANE_SEED"), "417");
    const struct xl_node *inherit = xl_node_get(xl_node_get(parent, "cross"), "inherit");
    assert_int_equal(xl_node_get(inherit, "variables")->type, XL_NODE_BOOL);
    for (size_t i = 0; i < 2; i++) {
        const struct xl_node *usual = xl_node_get(i ? templates : parent, "default");
        assert_string_equal(xl_node_get(usual, "image")->text, "$CROSSLANE_IMAGE");
    }
}

/* For each build a job, for its rows a job that needs it, and the report. */
static void test_pipeline(void **state)
{
    (void)state;
    size_t builds = 0, rows = 0, others = 0;
    for (size_t i = 0; i < pipeline->count; i++) {
        const char *name = pipeline->pairs[i].key->text;
        const struct xl_node *job = pipeline->pairs[i].value;
        if (!is_job(name))
            continue;
        const struct xl_node *extends = xl_node_get(job, "extends");
        if (!extends || extends->text[0] != '.' || !xl_node_get(templates, extends->text))
            fail_msg("%s extends no job of matrix/gitlab-cross.yml", name);
        assert_stage(job, xl_node_get(templates, "stages"));
        assert_needs(job, pipeline, templates);
        builds += strncmp(name, "build-cross: s390x-", 19) == 0;
        rows += strncmp(name, "test-cross: s390x-z15-", 22) == 0 && xl_node_get(job, "needs");
        others += strcmp(name, "report") == 0;
    }
    assert_true(builds > 1);
    assert_int_equal(rows, builds);
    assert_int_equal(others, 1);
}

/* The included file is there, under the name that GitLab looks for. */
static void test_include(void **state)
{
    (void)state;
    const struct xl_node *include = xl_node_get(pipeline, "include");
    char path[4096];
    assert_int_equal(include->count, 1);
    const char *local = xl_node_get(include->items[0], "local")->text;
    assert_int_equal(local[0], '/');
    xl_repository_path(local + 1, path, sizeof path);
    assert_int_equal(access(path, R_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),     cmocka_unit_test(test_caches),
        cmocka_unit_test(test_reports),   cmocka_unit_test(test_policies),
        cmocka_unit_test(test_variables), cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_include),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
