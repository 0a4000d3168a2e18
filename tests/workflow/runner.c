/* Jobs and their steps.
 * SPDX-License-Identifier: MIT
 */
#include "workflow/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "workflow/shell.h"

enum { XL_MAX_ENV = 64 };

static const char job_keys[] = "needs if name runs-on timeout-minutes strategy env outputs steps";
static const char step_keys[] = "id if uses with run env";

void xl_only_keys(const struct xl_node *mapping, const char *known)
{
    assert_int_equal(mapping->type, XL_NODE_MAPPING);
    for (size_t i = 0; i < mapping->count; i++) {
        const struct xl_node *key = mapping->pairs[i].key;
        const char *at = strstr(known, key->text);
        size_t length = strlen(key->text);
        if (!at || (at > known && at[-1] != ' ') || (at[length] && at[length] != ' '))
            fail_msg("%s:%u: the test does not know the key '%s'", key->file, key->line, key->text);
    }
}

void xl_run_log(const struct xl_job_run *run, const char *fmt, ...)
{
    va_list args;
    FILE *f = fopen(run->log, "a");
    assert_non_null(f);
    va_start(args, fmt);
    vfprintf(f, fmt, args);
    va_end(args);
    fputc('\n', f);
    assert_int_equal(fclose(f), 0);
}

const char *xl_run_text(struct xl_job_run *run, const struct xl_node *node)
{
    char buffer[XL_NUMBER_TEXT];
    const char *text = NULL;
    struct xl_error err;
    if (node && xl_scope_text(&run->scope, xl_node_text(node, buffer), &text, &err))
        fail_msg("%s:%u: %s", node->file, node->line, err.text);
    return text;
}

static bool holds(struct xl_scope *scope, const struct xl_node *condition)
{
    struct xl_error err;
    bool value = false;
    if (xl_scope_holds(scope, condition ? condition->text : NULL, &value, &err))
        fail_msg("%s:%u: %s", condition->file, condition->line, err.text);
    return value;
}

/* Adds NAME=VALUE for each variable of an `env:`. */
static void add_env(struct xl_job_run *run, const struct xl_node *env, char **all, size_t *count)
{
    for (size_t i = 0; env && i < env->count; i++) {
        const char *value = xl_run_text(run, env->pairs[i].value);
        assert_true(*count < XL_MAX_ENV - 10);
        assert_true(asprintf(&all[(*count)++], "%s=%s", env->pairs[i].key->text, value) > 0);
    }
}

static void add_bare_env(const struct xl_job_run *run, char **all, size_t *count)
{
    const struct xl_runner *r = run->runner;
    for (const char *const *job = r->bare_jobs; job && *job; job++)
        if (strcmp(*job, run->name) == 0)
            for (const char *const *env = r->bare_env; *env; env++)
                all[(*count)++] = strdup(*env);
}

/* The lines of a value, up to the line that is its mark. */
static char *read_lines(const char *file, const char *mark, char **rest)
{
    char *value = strdup("");
    for (char *line; (line = strtok_r(NULL, "\n", rest));) {
        char *longer;
        if (strcmp(line, mark) == 0)
            return value;
        assert_true(asprintf(&longer, "%s%s%s", value, *value ? "\n" : "", line) >= 0);
        free(value);
        value = longer;
    }
    free(value);
    fail_msg("%s: no line %s", file, mark);
    return NULL;
}

/* The file has lines name=value, or name<<MARK, the value, and MARK. */
static void read_outputs(const char *file, struct json_object *outputs)
{
    char *text = xl_read(file), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *end = line + strcspn(line, "=<"), *value = NULL;
        if (strncmp(end, "<<", 2) == 0)
            value = read_lines(file, end + 2, &rest);
        else if (*end == '=')
            value = strdup(end + 1);
        else
            fail_msg("%s: no name=value: %s", file, line);
        *end = '\0';
        json_object_object_add(outputs, line, json_object_new_string(value));
        free(value);
    }
    free(text);
}

/* A step that is a command: one of `./crosslane ci`. Returns its exit status. */
static int run_command(struct xl_job_run *run, const struct xl_node *step,
                       struct json_object *outputs)
{
    const char *folder = run->runner->folder, *command = xl_node_get(step, "run")->text;
    char *env[XL_MAX_ENV] = {0}, file[PATH_MAX];
    const char *argv[XL_MAX_ENV + 10] = {"env", "-C", run->clone};
    size_t count = 0, n = 3;
    if (strncmp(command, "./crosslane ci ", 15) != 0 ||
        command[15 + strspn(command + 15, "abcdefghijklmnopqrstuvwxyz-")])
        fail_msg("%s: a step that is no `./crosslane ci STEP`: %s", run->name, command);
    assert_true(asprintf(&env[count++], "GITHUB_STEP_SUMMARY=%s/summaries/%s", folder, run->name) >
                0);
    assert_true(asprintf(&env[count++], "GITHUB_OUTPUT=%s/output", folder) > 0);
    env[count++] = strdup("GITHUB_ACTIONS=true");
    env[count++] = strdup("CI=true");
    add_bare_env(run, env, &count);
    add_env(run, xl_node_get(run->job, "env"), env, &count);
    add_env(run, xl_node_get(step, "env"), env, &count);
    for (size_t i = 0; i < count; i++)
        argv[n++] = env[i];
    memcpy(argv + n, (const char *[]){"sh", "-e", "-c", command}, 4 * sizeof *argv);
    xl_path(file, "%s/output", folder);
    fclose(fopen(file, "w"));
    xl_run_log(run, "$ %s", command);
    int status = xl_shell(run->log, run->minutes, argv);
    read_outputs(file, outputs);
    for (size_t i = 0; i < count; i++)
        free(env[i]);
    return status;
}

static void run_step(struct xl_job_run *run, const struct xl_node *step)
{
    const struct xl_node *id = xl_node_get(step, "id"), *uses = xl_node_get(step, "uses");
    struct json_object *outputs, *done;
    xl_only_keys(step, step_keys);
    if (!uses == !xl_node_get(step, "run"))
        fail_msg("%s:%u: a step wants one of uses and run", step->file, step->line);
    if (!holds(&run->scope, xl_node_get(step, "if")))
        return;
    outputs = json_object_new_object();
    int status = uses ? xl_action(run, step, outputs) : run_command(run, step, outputs);
    if (status) {
        xl_run_log(run, "step failed (%d): %s", status,
                   uses ? uses->text : xl_node_get(step, "run")->text);
        run->scope.failed = true;
    }
    done = json_object_new_object();
    json_object_object_add(done, "outputs", outputs);
    if (id)
        json_object_object_add(json_object_object_get(run->scope.contexts, "steps"), id->text,
                               done);
    else
        json_object_put(done);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The contexts of a job: the run's, its own needs, and an entry of its matrix. */
static struct json_object *contexts_of(const struct xl_runner *r, struct json_object *needs,
                                       struct json_object *matrix)
{
    struct json_object *all = json_object_new_object();
    json_object_object_foreach(r->contexts, key, value)
    {
        json_object_object_add(all, key, json_object_get(value));
    }
    json_object_object_add(all, "needs", json_object_get(needs));
    json_object_object_add(all, "matrix", json_object_get(matrix));
    json_object_object_add(all, "steps", json_object_new_object());
    return all;
}

/* A job's outputs, evaluated after its last step. */
static struct json_object *outputs_of(struct xl_job_run *run)
{
    const struct xl_node *wanted = xl_node_get(run->job, "outputs");
    struct json_object *outputs = json_object_new_object();
    for (size_t i = 0; wanted && i < wanted->count; i++)
        json_object_object_add(outputs, wanted->pairs[i].key->text,
                               json_object_new_string(xl_run_text(run, wanted->pairs[i].value)));
    return outputs;
}

/* Runs a job with one entry of its matrix, or with none. Returns whether all its steps were good.
 */
static bool run_job(const struct xl_runner *r, const char *name, struct json_object *needs,
                    struct json_object *matrix, struct json_object **outputs)
{
    char clone[PATH_MAX], log[PATH_MAX];
    struct xl_job_run run = {
        .runner = r,
        .name = name,
        .job = xl_node_get(xl_node_get(r->workflow, "jobs"), name),
        .scope = {.contexts = contexts_of(r, needs, matrix)},
        .clone = xl_path(clone, "%s/clone", r->folder),
        .log = xl_path(log, "%s/logs/%s", r->folder, name),
    };
    const struct xl_node *title = xl_node_get(run.job, "name"),
                         *steps = xl_node_get(run.job, "steps");
    const struct xl_node *minutes = xl_node_get(run.job, "timeout-minutes");
    double begin = seconds();
    assert_true(minutes && minutes->type == XL_NODE_NUMBER);
    run.minutes = (int)minutes->number;
    for (size_t i = 0; i < steps->count; i++)
        run_step(&run, steps->items[i]);
    json_object_put(*outputs);
    *outputs = outputs_of(&run);
    printf("%s: %s, %.1f s\n", title ? xl_run_text(&run, title) : name,
           run.scope.failed ? "failed" : "ok", seconds() - begin);
    fflush(stdout);
    json_object_put(run.scope.made);
    json_object_put(run.scope.contexts);
    return !run.scope.failed;
}

/* The job's own needs: {JOB: {"result", "outputs"}}. *waits if one of them has not run yet. */
static struct json_object *needs_of(const struct xl_runner *r, const struct xl_node *job,
                                    bool *waits)
{
    const struct xl_node *names = xl_node_get(job, "needs");
    struct json_object *needs = json_object_new_object(), *done;
    bool one = names && names->type == XL_NODE_STRING;
    *waits = false;
    for (size_t i = 0; names && i < (one ? 1 : names->count); i++) {
        const char *name = one ? names->text : names->items[i]->text;
        if (!xl_node_get(xl_node_get(r->workflow, "jobs"), name))
            fail_msg("a job needs '%s', which there is not", name);
        if (json_object_object_get_ex(r->jobs, name, &done))
            json_object_object_add(needs, name, json_object_get(done));
        else
            *waits = true;
    }
    return needs;
}

static bool all_succeeded(struct json_object *needs)
{
    json_object_object_foreach(needs, key, done)
    {
        (void)key;
        if (strcmp(json_object_get_string(json_object_object_get(done, "result")), "success") != 0)
            return false;
    }
    return true;
}

/* Runs the job once for each entry of its matrix, which must be a list of them. */
static bool run_entries(const struct xl_runner *r, const char *name, struct xl_scope *scope,
                        struct json_object *needs, struct json_object **outputs)
{
    const struct xl_node *job = xl_node_get(xl_node_get(r->workflow, "jobs"), name);
    const struct xl_node *strategy = xl_node_get(job, "strategy");
    struct json_object *matrix, *include;
    struct xl_error err;
    bool good = true;
    if (!strategy)
        return run_job(r, name, needs, NULL, outputs);
    xl_only_keys(strategy, "fail-fast matrix");
    if (xl_scope_value(scope, xl_node_get(strategy, "matrix")->text, &matrix, &err))
        fail_msg("%s: matrix: %s", name, err.text);
    include = json_object_object_get(matrix, "include");
    assert_int_equal(json_object_object_length(matrix), 1);
    assert_true(json_object_array_length(include) > 0);
    for (size_t i = 0; i < json_object_array_length(include); i++)
        good &= run_job(r, name, needs, json_object_array_get_idx(include, i), outputs);
    return good;
}

const char *xl_runner_job(struct xl_runner *r, const char *name)
{
    const struct xl_node *job = xl_node_get(xl_node_get(r->workflow, "jobs"), name);
    bool waits;
    char path[PATH_MAX];
    assert_non_null(job);
    xl_only_keys(job, job_keys);
    struct json_object *needs = needs_of(r, job, &waits), *outputs = NULL,
                       *done = json_object_new_object();
    struct xl_scope scope = {.contexts = contexts_of(r, needs, NULL),
                             .failed = !all_succeeded(needs)};
    const char *result = "skipped";
    assert_false(waits);
    remove(xl_path(path, "%s/logs/%s", r->folder, name));
    remove(xl_path(path, "%s/summaries/%s", r->folder, name));
    if (holds(&scope, xl_node_get(job, "if")))
        result = run_entries(r, name, &scope, needs, &outputs) ? "success" : "failure";
    json_object_object_add(done, "result", json_object_new_string(result));
    json_object_object_add(done, "outputs", outputs);
    json_object_object_add(r->jobs, name, done);
    json_object_put(scope.made);
    json_object_put(scope.contexts);
    json_object_put(needs);
    return xl_runner_result(r, name);
}

const char *xl_runner_result(const struct xl_runner *r, const char *name)
{
    struct json_object *done = NULL;
    if (!json_object_object_get_ex(r->jobs, name, &done))
        fail_msg("the job %s did not run", name);
    return json_object_get_string(json_object_object_get(done, "result"));
}

/* The first job that has not run although all that it needs has; NULL when all ran. */
static const char *next_job(const struct xl_runner *r)
{
    const struct xl_node *jobs = xl_node_get(r->workflow, "jobs");
    size_t ran = 0;
    for (size_t i = 0; i < jobs->count; i++) {
        const char *name = jobs->pairs[i].key->text;
        bool waits, done = json_object_object_get_ex(r->jobs, name, NULL);
        json_object_put(needs_of(r, jobs->pairs[i].value, &waits));
        if (!done && !waits)
            return name;
        ran += done;
    }
    if (ran < jobs->count)
        fail_msg("jobs need each other");
    return NULL;
}

void xl_runner_all(struct xl_runner *r)
{
    const char *name;
    json_object_put(r->jobs);
    r->jobs = json_object_new_object();
    while ((name = next_job(r)))
        xl_runner_job(r, name);
}
