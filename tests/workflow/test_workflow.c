/* The workflow .github/workflows/simd.yml, run job by job for one row: what passes, and what does
 * not when results or an agent are missing.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#include <cmocka.h>

#include "base/file.h"
#include "workflow/runner.h"
#include "workflow/shell.h"

static char folder[PATH_MAX];
static struct xl_yaml *doc;
static struct xl_runner runner;
static bool all_ran; /* what the tests after the first one start from */

static const char row[] = "s390x-z15-gcc-O2";

static const char dispatch[] =
    "{'github': {'event_name': 'workflow_dispatch', 'ref': 'refs/heads/main', 'run_id': '1',"
    " 'event': {}},"
    " 'inputs': {'tier': 'pr', 'cpu': 's390x-z15', 'build': 'gcc-O2'}}";

static const char push[] =
    "{'github': {'event_name': 'push', 'ref': 'refs/heads/main', 'run_id': '1', 'event': {}},"
    " 'inputs': null}";

/* base.sha is where the branch was when the request was opened. */
static const char pull_request[] =
    "{'github': {'event_name': 'pull_request', 'ref': 'refs/pull/5/merge', 'run_id': '2',"
    " 'event': {'action': 'labeled', 'label': {'name': 'ciflow/s390x'},"
    "  'pull_request': {'number': 5, 'base': {'sha': '%s'},"
    "   'labels': [{'name': 'ciflow/s390x'}, {'name': 'bug'}]}}},"
    " 'inputs': null}";

/* What a job on a machine without compilers, trees and packages would have. */
static const char *const bare_jobs[] = {"plan", "test-cross", "report", "verdict", NULL};
static char *bare_env[] = {NULL, NULL, NULL, NULL};
static const char bare_script[] =
    "mkdir -p \"$1/bin\" \"$1/home\" \"$1/cache\"\n"
    "for tool in gcc cc c99 clang ld as cmake ninja make debootstrap pkg-config dpkg-query apt-get "
    "sudo wget curl; do\n"
    "    printf '#!/bin/sh\\necho \"%s $*\" >>\"%s/mark\"\\nexit 99\\n' \"$tool\" \"$1\" "
    ">\"$1/bin/$tool\"\n"
    "    chmod +x \"$1/bin/$tool\"\n"
    "done";

/* One file of the folder. */
static const char *in_folder(const char *name)
{
    static char path[PATH_MAX];
    return xl_path(path, "%s/%s", folder, name);
}

static void set_event(const char *text)
{
    json_object_put(runner.contexts);
    runner.contexts = json_tokener_parse(text);
    assert_non_null(runner.contexts);
}

static struct json_object *read_json(const char *name)
{
    struct json_object *o = json_object_from_file(in_folder(name));
    if (!o)
        fail_msg("%s: %s", name, json_util_get_last_err());
    return o;
}

/* Fails, with what the job said, unless its result is this. */
static void assert_result(const char *job, const char *result)
{
    char path[PATH_MAX];
    if (strcmp(xl_runner_result(&runner, job), result) == 0)
        return;
    xl_path(path, "%s/logs/%s", folder, job);
    fail_msg("%s: %s, wanted %s\n%s", job, xl_runner_result(&runner, job), result,
             xl_exists(path) ? xl_read(path) : "");
}

static void make_bare_env(void)
{
    assert_true(asprintf(&bare_env[0], "PATH=%s/bare/bin:%s", folder, getenv("PATH")) > 0);
    assert_true(asprintf(&bare_env[1], "HOME=%s/bare/home", folder) > 0);
    assert_true(asprintf(&bare_env[2], "CROSSLANE_CACHE=%s/bare/cache", folder) > 0);
    xl_script(bare_script, in_folder("bare"), NULL);
    /* A compiler that is called there is noticed. */
    const char *argv[] = {"env", bare_env[0], bare_env[1], bare_env[2], "gcc", "--version", NULL};
    char log[PATH_MAX];
    assert_int_equal(xl_shell(xl_path(log, "%s/logs/bare", folder), 1, argv), 99);
    xl_assert_in_file(in_folder("bare/mark"), "gcc --version");
    remove(in_folder("bare/mark"));
}

/* The work tree as it is, with what is not committed. */
static void make_origin(void)
{
    xl_script("git init -q --bare -b main \"$2\"\n"
              "export GIT_DIR=\"$2\" GIT_WORK_TREE=\"$1\"\n"
              "cd \"$1\"\n"
              "git add -A\n"
              "git -c user.name=test -c user.email=test -c commit.gpgSign=false commit -qm all",
              xl_root(), in_folder("origin"));
}

/* What a CI system or a hook may have set here. */
static void clean_environment(void)
{
    static const char *const names[] = {
        "GITLAB_CI",           "GIT_DIR",           "GIT_WORK_TREE",
        "GIT_INDEX_FILE",      "CROSSLANE_TIER",    "CROSSLANE_CPU",
        "CROSSLANE_CPU_BUILD", "CROSSLANE_BASE",    "CROSSLANE_LABELS",
        "CROSSLANE_ARCHES",    "CROSSLANE_BUILD",   "CROSSLANE_JOB",
        "CROSSLANE_ROWS",      "CROSSLANE_KERNELS", "CROSSLANE_SEED",
        "CROSSLANE_ANY",       "CROSSLANE_LABEL",   "CROSSLANE_TIME_LIMIT",
        "CROSSLANE_NIGHTS",    "CROSSLANE_SUITE",   "CROSSLANE_USER",
        "CROSSLANE_WHOLE",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
    /* Of all tests a few: this one is among them. */
    setenv("CROSSLANE_TESTS", "^(rows|judge|docs)$", 1);
}

static int set_up(void **state)
{
    (void)state;
    char path[PATH_MAX];
    xl_path(folder, "%s/build/workflow-test", xl_root());
    clean_environment();
    xl_script("mkdir -p \"$(dirname \"$1\")\"", folder, NULL);
    int lock = open(xl_path(path, "%s.lock", folder), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (lock < 0 || flock(lock, LOCK_EX))
        fail_msg("cannot lock %s", path);
    xl_script("rm -rf \"$1\"; mkdir -p \"$1/artifacts\" \"$1/logs\" \"$1/summaries\"", folder,
              NULL);
    make_origin();
    make_bare_env();
    doc = xl_read_yaml(".github/workflows/simd.yml");
    runner = (struct xl_runner){
        .workflow = xl_yaml_root(doc),
        .folder = folder,
        .bare_jobs = bare_jobs,
        .bare_env = (const char *const *)bare_env,
    };
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    json_object_put(runner.contexts);
    json_object_put(runner.jobs);
    xl_yaml_free(doc);
    for (size_t i = 0; bare_env[i]; i++)
        free(bare_env[i]);
    return 0;
}

static const char *text_of(struct json_object *o, const char *key)
{
    return json_object_get_string(json_object_object_get(o, key));
}

/* The report has the row and no other, and each kernel of the plan passed on it. */
static void check_report(void)
{
    struct json_object *report = read_json("artifacts/report/report.json");
    struct json_object *plan = read_json("artifacts/plan/plan.json");
    struct json_object *rows = json_object_object_get(report, "rows");
    assert_int_equal(json_object_array_length(rows), 1);
    struct json_object *only = json_object_array_get_idx(rows, 0),
                       *kernels = json_object_object_get(only, "kernels");
    assert_string_equal(text_of(only, "row"), row);
    assert_string_equal(text_of(only, "outcome"), "pass");
    assert_true(json_object_array_length(kernels) > 0);
    assert_int_equal(json_object_array_length(kernels),
                     json_object_get_int(json_object_object_get(plan, "kernels")));
    for (size_t i = 0; i < json_object_array_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        assert_string_equal(text_of(kernel, "outcome"), "pass");
        assert_true(json_object_get_int64(json_object_object_get(kernel, "checked")) > 0);
    }
    json_object_put(report);
    json_object_put(plan);
    xl_assert_in_file(in_folder("artifacts/report/report.html"), row);
    xl_assert_in_file(in_folder("artifacts/report/report.xml"), row);
    xl_assert_in_file(in_folder("artifacts/report/report.sarif"), "\"2.1.0\"");
}

static void assert_empty(const char *name)
{
    char pattern[PATH_MAX];
    glob_t found;
    if (glob(xl_path(pattern, "%s/%s/*", folder, name), GLOB_PERIOD, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *file = strrchr(found.gl_pathv[i], '/') + 1;
            if (strcmp(file, ".") != 0 && strcmp(file, "..") != 0)
                fail_msg("a job without compilers and trees left %s", found.gl_pathv[i]);
        }
    globfree(&found);
}

static void test_every_job(void **state)
{
    (void)state;
    static const char *const jobs[] = {"build-native", "trees",  "test-native",
                                       "fresh",        "plan",   "build-cross",
                                       "test-cross",   "report", "verdict"};
    set_event(dispatch);
    xl_runner_all(&runner);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++)
        assert_result(jobs[i], "success");
    assert_result("fuzz", "skipped");
    check_report();
    xl_assert_in_file(in_folder("summaries/report"), " kernels checked on 1 of 1 rows");
    xl_assert_in_file(in_folder("logs/test-native"), "100% tests passed");
    xl_assert_in_file(in_folder("logs/test-native"), "out of 3");
    all_ran = true;

    /* The main branch's report is what later plans start from. */
    assert_false(xl_exists(in_folder("caches/known-1")));
    set_event(push);
    xl_script("rm -rf \"$1\"", in_folder("artifacts/report"), NULL);
    xl_runner_job(&runner, "report");
    assert_result("report", "success");
    assert_true(xl_exists(in_folder("caches/known-1")));
}

static void test_rows_need_no_compiler(void **state)
{
    (void)state;
    if (xl_exists(in_folder("bare/mark")))
        fail_msg("a job called a compiler: %s", xl_read(in_folder("bare/mark")));
    assert_empty("bare/home");
    assert_empty("bare/cache");
}

/* A change to one kernel, and a label; another kernel changed in the meantime. The last run's
 * records come from the cache. */
static void test_a_pull_request(void **state)
{
    (void)state;
    char event[2 * sizeof pull_request], path[PATH_MAX];
    if (!all_ran)
        skip();
    xl_script(
        "rm -rf \"$2\"; git clone -q \"$1\" \"$2\"; cd \"$2\"\n"
        "git rev-parse HEAD >../base\n"
        "change() {\n"
        "    echo '/* changed */' >>\"$1\"\n"
        "    git commit -qam change\n"
        "}\n"
        "git config user.name test; git config user.email test; git config commit.gpgSign false\n"
        "git checkout -q -b request; change kernels/arith/add_f32.c\n"
        "git checkout -q main; change kernels/arith/mul_f32.c\n"
        "git merge -q -m merge request\n"
        "git push -q origin HEAD",
        xl_path(path, "%s/origin", folder), in_folder("edit"));
    char *base = xl_read(in_folder("base"));
    base[strcspn(base, "\n")] = '\0';
    snprintf(event, sizeof event, pull_request, base);
    free(base);
    set_event(event);
    xl_script("rm -rf \"$1\"", in_folder("artifacts/plan"), NULL);
    xl_runner_job(&runner, "plan");
    assert_result("plan", "success");
    xl_assert_in_file(in_folder("logs/plan"), "1 changed files");
    xl_assert_in_file(in_folder("logs/plan"), "  s390x-z13-llvm-O3\n"); /* by the label */
    xl_assert_in_file(in_folder("logs/plan"), "  x86_64-k8-llvm-O0  affected kernels\n");
    assert_true(xl_exists(in_folder("clone/build/ci/known/costs-full.json")));
    assert_true(xl_exists(in_folder("clone/build/s390x-gcc-O2/dependencies-vxe2")));
}

static void test_missing_results(void **state)
{
    (void)state;
    if (!all_ran)
        skip();
    set_event(dispatch);
    xl_script("cd \"$1\"; rm -r results-* report", in_folder("artifacts"), NULL);
    xl_runner_job(&runner, "report");
    assert_result("report", "failure");
    xl_assert_in_file(in_folder("logs/report"), "step failed (1): ./crosslane ci report");
    xl_assert_in_file(in_folder("summaries/report"), " kernels checked on 0 of 1 rows");
    xl_assert_in_file(in_folder("summaries/report"), row);
    xl_assert_in_file(in_folder("summaries/report"), "1 not-run");
}

static void test_missing_agent(void **state)
{
    (void)state;
    if (!all_ran)
        skip();
    set_event(dispatch);
    xl_script("cd \"$1\"; rm -r agent-* report", in_folder("artifacts"), NULL);
    xl_runner_job(&runner, "test-cross");
    assert_result("test-cross", "failure");
    xl_runner_job(&runner, "report");
    assert_result("report", "failure");
    xl_assert_in_file(in_folder("summaries/report"), row);
    xl_assert_in_file(in_folder("summaries/report"), "1 not-run");
}

static void set_result(const char *job, const char *result)
{
    struct json_object *done = json_object_object_get(runner.jobs, job);
    json_object_object_add(done, "result", json_object_new_string(result));
}

/* Red for each job that did not end as it should, skipped ones among them. */
static void test_verdict(void **state)
{
    (void)state;
    static const char *const jobs[] = {"build-native", "trees",       "test-native", "fresh",
                                       "plan",         "build-cross", "test-cross",  "report"};
    static const char *const others[] = {"failure", "skipped", "cancelled"};
    char words[100];
    if (!all_ran)
        skip();
    set_event(dispatch);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++)
        set_result(jobs[i], "success");
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        const char *other = others[i % 3];
        set_result(jobs[i], other);
        xl_runner_job(&runner, "verdict");
        assert_result("verdict", "failure");
        snprintf(words, sizeof words, "%s: %s, and should be success", jobs[i], other);
        xl_assert_in_file(in_folder("logs/verdict"), words);
        set_result(jobs[i], "success");
    }
    xl_runner_job(&runner, "verdict");
    assert_result("verdict", "success");
}

/* Without a row to run, the jobs of rows are skipped, and these alone. */
static void test_verdict_on_nothing(void **state)
{
    (void)state;
    static const char *const jobs[] = {"build-cross", "test-cross", "report"};
    if (!all_ran)
        skip();
    struct json_object *plan = json_object_object_get(runner.jobs, "plan");
    json_object_object_add(json_object_object_get(plan, "outputs"), "any",
                           json_object_new_string("false"));
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        xl_runner_job(&runner, jobs[i]);
        assert_result(jobs[i], "skipped");
    }
    xl_runner_job(&runner, "verdict");
    assert_result("verdict", "success");
    set_result("test-native", "skipped");
    xl_runner_job(&runner, "verdict");
    assert_result("verdict", "failure");
}

/* Nothing runs but the last job, which then has another name. */
static void test_another_label(void **state)
{
    (void)state;
    struct json_object *jobs = runner.jobs;
    runner.jobs = NULL;
    set_event("{'github': {'event_name': 'pull_request', 'ref': 'refs/pull/5/merge', 'run_id': "
              "'3', 'event': {'action': 'labeled', 'label': {'name': 'bug'}, 'pull_request': "
              "{'number': 5, 'labels': [{'name': 'bug'}]}}}, 'inputs': null}");
    xl_runner_all(&runner);
    json_object_object_foreach(runner.jobs, job, done)
    {
        (void)done;
        assert_result(job, strcmp(job, "verdict") == 0 ? "success" : "skipped");
    }
    set_result("trees", "success");
    xl_runner_job(&runner, "verdict");
    assert_result("verdict", "failure");
    json_object_put(runner.jobs);
    runner.jobs = jobs;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_job),          cmocka_unit_test(test_rows_need_no_compiler),
        cmocka_unit_test(test_missing_results),    cmocka_unit_test(test_missing_agent),
        cmocka_unit_test(test_a_pull_request),     cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_verdict_on_nothing), cmocka_unit_test(test_another_label),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
