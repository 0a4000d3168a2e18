/* Writes a plan as JSON for GitHub and GitLab.
 * SPDX-License-Identifier: MIT
 */
#include "ci/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/text.h"

static void add_string(struct json_object *o, const char *key, const char *value)
{
    json_object_object_add(o, key, json_object_new_string(value));
}

/* The names, separated by blanks; of those in `in`, unless it is NULL. */
static struct json_object *names(const char *const *all, const bool *in, size_t count)
{
    struct xl_text text = {0};
    for (size_t i = 0; i < count; i++)
        if (!in || in[i])
            xl_text_add(&text, "%s%s", text.used ? " " : "", all[i]);
    struct json_object *o = json_object_new_string(text.at ? text.at : "");
    free(text.at);
    return o;
}

static struct json_object *rows_text(const struct xl_job *job)
{
    const char **all = xl_alloc(job->row_count, sizeof *all);
    for (size_t i = 0; i < job->row_count; i++)
        all[i] = job->rows[i]->name;
    struct json_object *o = names(all, NULL, job->row_count);
    free(all);
    return o;
}

/* A job of one row has the row's name. Others have the build's name and a number. */
static void name_job(const struct xl_plan *plan, size_t i, char *name, size_t size)
{
    const struct xl_job *job = &plan->jobs[i];
    if (job->row_count == 1) {
        snprintf(name, size, "%s", job->rows[0]->name);
        return;
    }
    size_t first = i, last = i;
    while (first > 0 && strcmp(plan->jobs[first - 1].build, job->build) == 0)
        first--;
    while (last + 1 < plan->job_count && strcmp(plan->jobs[last + 1].build, job->build) == 0)
        last++;
    snprintf(name, size, "%s-%zu-of-%zu", job->build, i - first + 1, last - first + 1);
}

static struct json_object *tests_json(const struct xl_plan *plan,
                                      const struct xl_affected *affected)
{
    struct json_object *include = json_object_new_array(), *o = json_object_new_object();
    for (size_t i = 0; i < plan->job_count; i++) {
        const struct xl_job *job = &plan->jobs[i];
        struct json_object *test = json_object_new_object();
        char name[256];
        name_job(plan, i, name, sizeof name);
        add_string(test, "name", name);
        add_string(test, "build", job->build);
        json_object_object_add(test, "rows", rows_text(job));
        json_object_object_add(test, "kernels",
                               job->kernels
                                   ? names(affected->kernels, job->kernels, affected->kernel_count)
                                   : json_object_new_string("*"));
        json_object_array_add(include, test);
    }
    json_object_object_add(o, "include", include);
    return o;
}

/* The ISAs of a build's planned rows. Agents are made for them. */
static struct json_object *isas_text(const struct xl_plan *plan, const struct xl_build_spec *spec)
{
    const char **all = xl_alloc(xl_isa_count, sizeof *all);
    bool *in = xl_alloc(xl_isa_count, sizeof *in);
    for (size_t i = 0; i < plan->job_count; i++)
        for (size_t r = 0; plan->jobs[i].build == spec->name && r < plan->jobs[i].row_count; r++)
            in[plan->jobs[i].rows[r]->isa - xl_isas] = true;
    for (size_t i = 0; i < xl_isa_count; i++)
        all[i] = xl_isas[i].name;
    struct json_object *o = names(all, in, xl_isa_count);
    free(all);
    free(in);
    return o;
}

static struct json_object *builds_json(const struct xl_plan *plan, const struct xl_row_list *list)
{
    struct json_object *include = json_object_new_array(), *o = json_object_new_object();
    for (size_t b = 0; b < list->build_count; b++) {
        const struct xl_build_spec *spec = &list->builds[b];
        bool used = false;
        for (size_t i = 0; i < plan->job_count && !used; i++)
            used = plan->jobs[i].build == spec->name;
        if (!used)
            continue;
        struct json_object *build = json_object_new_object();
        add_string(build, "build", spec->name);
        json_object_object_add(build, "isas", isas_text(plan, spec));
        add_string(build, "arch", spec->arch->name);
        add_string(build, "compiler", spec->compiler);
        add_string(build, "opt", spec->opt);
        json_object_array_add(include, build);
    }
    json_object_object_add(o, "include", include);
    return o;
}

static struct json_object *row_json(const struct xl_row *row, const bool *selected,
                                    const struct xl_affected *affected)
{
    struct json_object *o = json_object_new_object();
    size_t kernels = 0;
    for (size_t k = 0; k < affected->kernel_count; k++)
        kernels += (!selected || selected[k]) && xl_row_has_kernel(row, affected->kernels[k]);
    add_string(o, "row", row->name);
    add_string(o, "isa", row->isa->name);
    json_object_object_add(o, "kernels", json_object_new_uint64(kernels));
    return o;
}

struct json_object *xl_plan_json(const struct xl_plan *plan, const struct xl_affected *affected,
                                 enum xl_tier tier)
{
    struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
    add_string(o, "tier", xl_tier_name(tier));
    json_object_object_add(o, "kernels", json_object_new_uint64(affected->kernel_count));
    for (size_t i = 0; i < plan->job_count; i++)
        for (size_t r = 0; r < plan->jobs[i].row_count; r++)
            json_object_array_add(rows,
                                  row_json(plan->jobs[i].rows[r], plan->jobs[i].kernels, affected));
    json_object_object_add(o, "rows", rows);
    json_object_object_add(o, "builds", builds_json(plan, affected->list));
    json_object_object_add(o, "tests", tests_json(plan, affected));
    return o;
}

static const char *text_of(struct json_object *o, const char *key)
{
    return json_object_get_string(json_object_object_get(o, key));
}

static struct json_object *included(struct json_object *plan, const char *matrix)
{
    return json_object_object_get(json_object_object_get(plan, matrix), "include");
}

/* Adds a job to the pipeline: a job of matrix/gitlab-cross.yml with variables. */
static struct json_object *gitlab_job(struct json_object *pipeline, const char *kind,
                                      const char *name, struct json_object *variables)
{
    struct json_object *job = json_object_new_object();
    char text[300];
    snprintf(text, sizeof text, ".%s", kind);
    add_string(job, "extends", text);
    json_object_object_add(job, "variables", variables);
    snprintf(text, sizeof text, "%s: %s", kind, name);
    json_object_object_add(pipeline, text, job);
    return job;
}

/* The job `inputs` provides the host tool. */
static struct json_object *gitlab_needs(const char *build)
{
    struct json_object *needs = json_object_new_array();
    char text[300];
    snprintf(text, sizeof text, "build-cross: %s", build);
    json_object_array_add(needs, json_object_new_string("inputs"));
    json_object_array_add(needs, json_object_new_string(text));
    return needs;
}

/* Variables of the planning job, where GitLab has merged all that can set them; and the month, for
 * keys of caches, because no variable of GitLab has it. */
static struct json_object *gitlab_variables(void)
{
    static const char *const passed_on[] = {"CROSSLANE_IMAGE", "CROSSLANE_SEED", "CROSSLANE_POLICY",
                                            "CROSSLANE_NIGHTS"};
    struct json_object *variables = json_object_new_object();
    const time_t now = time(NULL);
    struct tm utc;
    char month[16] = "";
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        const char *value = getenv(passed_on[i]);
        if (value)
            add_string(variables, passed_on[i], value);
    }
    if (gmtime_r(&now, &utc))
        strftime(month, sizeof month, "%Y-%m", &utc);
    add_string(variables, "CROSSLANE_MONTH", month);
    return variables;
}

struct json_object *xl_plan_gitlab(struct json_object *plan)
{
    struct json_object *pipeline = json_object_new_object(), *include = json_object_new_array();
    struct json_object *file = json_object_new_object(), *builds = included(plan, "builds"),
                       *tests = included(plan, "tests");
    add_string(file, "local", "/matrix/gitlab-cross.yml");
    json_object_array_add(include, file);
    json_object_object_add(pipeline, "include", include);
    json_object_object_add(pipeline, "variables", gitlab_variables());
    for (size_t i = 0; i < json_object_array_length(builds); i++) {
        struct json_object *build = json_object_array_get_idx(builds, i);
        struct json_object *variables = json_object_new_object();
        add_string(variables, "CROSSLANE_BUILD", text_of(build, "build"));
        add_string(variables, "CROSSLANE_ARCHES", text_of(build, "arch"));
        add_string(variables, "CROSSLANE_ISAS", text_of(build, "isas"));
        gitlab_job(pipeline, "build-cross", text_of(build, "build"), variables);
    }
    for (size_t i = 0; i < json_object_array_length(tests); i++) {
        struct json_object *test = json_object_array_get_idx(tests, i);
        struct json_object *variables = json_object_new_object();
        add_string(variables, "CROSSLANE_JOB", text_of(test, "name"));
        add_string(variables, "CROSSLANE_BUILD", text_of(test, "build"));
        add_string(variables, "CROSSLANE_ROWS", text_of(test, "rows"));
        add_string(variables, "CROSSLANE_KERNELS", text_of(test, "kernels"));
        struct json_object *job =
            gitlab_job(pipeline, "test-cross", text_of(test, "name"), variables);
        json_object_object_add(job, "needs", gitlab_needs(text_of(test, "build")));
    }
    struct json_object *report = json_object_new_object();
    add_string(report, "extends", ".report");
    json_object_object_add(pipeline, "report", report);
    return pipeline;
}
