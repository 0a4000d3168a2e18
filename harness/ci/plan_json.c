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

/* A job of one row has the row's name, of one build the build's, unless another job has that build
 * too. Others have a number. */
static void name_job(const struct xl_plan *plan, size_t i, char *name, size_t size)
{
    const struct xl_job *job = &plan->jobs[i];
    const char *build = job->rows[0]->build;
    size_t with_build = 0;
    for (size_t j = 0; j < plan->job_count; j++)
        for (size_t r = 0; r < plan->jobs[j].row_count; r++)
            if (strcmp(plan->jobs[j].rows[r]->build, build) == 0) {
                with_build++;
                break;
            }
    if (job->row_count == 1)
        snprintf(name, size, "%s", job->rows[0]->name);
    else if (with_build == 1 && xl_plan_builds(job->rows, job->row_count) == 1)
        snprintf(name, size, "%s", build);
    else
        snprintf(name, size, "rows-%zu-of-%zu", i + 1, plan->job_count);
}

/* The architectures of a job's rows. Trees are made for them. */
static struct json_object *arches_text(const struct xl_job *job)
{
    const char **all = xl_alloc(xl_arch_count, sizeof *all);
    bool *in = xl_alloc(xl_arch_count, sizeof *in);
    for (size_t i = 0; i < xl_arch_count; i++)
        all[i] = xl_arches[i].name;
    for (size_t r = 0; r < job->row_count; r++)
        in[job->rows[r]->arch - xl_arches] = true;
    struct json_object *o = names(all, in, xl_arch_count);
    free(all);
    free(in);
    return o;
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
        json_object_object_add(test, "arches", arches_text(job));
        json_object_object_add(test, "rows", rows_text(job));
        json_object_object_add(test, "kernels",
                               job->kernels
                                   ? names(affected->kernels, job->kernels, affected->kernel_count)
                                   : json_object_new_string("*"));
        add_string(test, "vocabulary", plan->vocabulary ? "true" : "");
        json_object_array_add(include, test);
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
    double seconds = 0;
    for (size_t i = 0; i < plan->job_count; i++)
        seconds += plan->jobs[i].seconds;
    json_object_object_add(o, "seconds", json_object_new_int((int)seconds));
    json_object_object_add(o, "tests", tests_json(plan, affected));
    return o;
}

static const char *text_of(struct json_object *o, const char *key)
{
    return json_object_get_string(json_object_object_get(o, key));
}

/* A month, as 2026-11. */
static void add_month(struct json_object *variables, const char *name, struct tm day)
{
    char month[16] = "";
    strftime(month, sizeof month, "%Y-%m", &day);
    add_string(variables, name, month);
}

/* Variables of the planning job, where GitLab has merged all that can set them; and this month and
 * the last one, for keys of caches, because no variable of GitLab has them. */
static struct json_object *gitlab_variables(void)
{
    static const char *const passed_on[] = {
        "CROSSLANE_IMAGE",     "CROSSLANE_TEST_IMAGE",   "CROSSLANE_SEED",
        "CROSSLANE_POLICY",    "CROSSLANE_NIGHTS",       "CROSSLANE_DIR",
        "CROSSLANE_TOOLS_KEY", "CROSSLANE_SYSROOTS_KEY", "CROSSLANE_CXX_KEY"};
    struct json_object *variables = json_object_new_object();
    const time_t now = time(NULL);
    struct tm day;
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        const char *value = getenv(passed_on[i]);
        if (value)
            add_string(variables, passed_on[i], value);
    }
    if (gmtime_r(&now, &day)) {
        add_month(variables, "CROSSLANE_MONTH", day);
        day.tm_year -= day.tm_mon == 0;
        day.tm_mon = day.tm_mon ? day.tm_mon - 1 : 11;
        add_month(variables, "CROSSLANE_LAST_MONTH", day);
    }
    return variables;
}

/* A pipeline of a merge request ends when a newer one begins. Others are never ended. */
static void add_gitlab_ends(struct json_object *pipeline)
{
    const char *source = getenv("CI_PIPELINE_SOURCE");
    const bool ends = source && strcmp(source, "merge_request_event") == 0;
    struct json_object *workflow = json_object_new_object(), *o = json_object_new_object();
    add_string(o, "on_new_commit", ends ? "interruptible" : "none");
    json_object_object_add(workflow, "auto_cancel", o);
    json_object_object_add(pipeline, "workflow", workflow);
}

struct json_object *xl_plan_gitlab(struct json_object *plan)
{
    struct json_object *pipeline = json_object_new_object(), *include = json_object_new_array();
    struct json_object *file = json_object_new_object(),
                       *tests =
                           json_object_object_get(json_object_object_get(plan, "tests"), "include");
    add_string(file, "local", "/matrix/gitlab-cross.yml");
    json_object_array_add(include, file);
    json_object_object_add(pipeline, "include", include);
    json_object_object_add(pipeline, "variables", gitlab_variables());
    add_gitlab_ends(pipeline);
    for (size_t i = 0; i < json_object_array_length(tests); i++) {
        struct json_object *test = json_object_array_get_idx(tests, i);
        struct json_object *job = json_object_new_object(), *variables = json_object_new_object();
        char name[300];
        snprintf(name, sizeof name, "test-cross: %s", text_of(test, "name"));
        add_string(variables, "CROSSLANE_JOB", text_of(test, "name"));
        add_string(variables, "CROSSLANE_ARCHES", text_of(test, "arches"));
        add_string(variables, "CROSSLANE_ROWS", text_of(test, "rows"));
        add_string(variables, "CROSSLANE_KERNELS", text_of(test, "kernels"));
        add_string(variables, "CROSSLANE_VOCABULARY", text_of(test, "vocabulary"));
        add_string(job, "extends", ".test-cross");
        json_object_object_add(job, "variables", variables);
        json_object_object_add(pipeline, name, job);
    }
    if (json_object_array_length(tests)) {
        struct json_object *report = json_object_new_object();
        add_string(report, "extends", ".report");
        json_object_object_add(pipeline, "report", report);
    }
    return pipeline;
}
