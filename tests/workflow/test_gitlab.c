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
#include <unistd.h>

#include <cmocka.h>

#include "cli/cli.h"
#include "matrix/yaml.h"
#include "root.h"
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

static void check_file(const struct xl_node *file)
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
    }
    assert_int_equal(found, 4);
}

static void test_files(void **state)
{
    (void)state;
    check_file(parent);
    check_file(templates);
}

/* For each build a job, for each row a job that needs its build's, and the report. */
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
    xl_root_path(local + 1, path, sizeof path);
    assert_int_equal(access(path, R_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_include),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
