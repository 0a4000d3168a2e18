/* crosslane plan: the rows that a CI run should run, as jobs.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "ci/plan.h"
#include "ci/slurm.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "matrix/shard.h"

struct wanted {
    struct xl_cli_selection s;
    const char *base, *json, *github, *gitlab, *costs[XL_TIERS];
    const char *given_labels[XL_MAX_LABELS], *label_list;
    size_t given_label_count, cost_count;
    struct xl_words labels;                  /* all of both */
    unsigned max_jobs, job_seconds, runners; /* runners 0: no --runners */
    struct xl_slurm slurm;                   /* dir NULL: no --slurm */
};

const struct xl_cli_usage xl_cli_plan_usage = {
    .begin = "Usage: crosslane plan [OPTION]...\n"
             "Select rows and pack them into jobs.\n"
             "\n",
    .options =
        {
            XL_SELECT_TIER("rows of pr (default), trunk or full"),
            XL_VALUE_OPTION(
                "base", "REV", TEXT, struct wanted, base,
                "only rows and kernels that the change since REV can affect; of a change that "
                "can affect all rows, those of the tier"),
            XL_SELECT_CHANGED_KERNELS,
            XL_LIST_OPTION("label", "LABEL", TEXT, struct wanted, given_labels, given_label_count,
                           "also rows of ciflow/ARCH or ciflow/TIER; repeatable"),
            XL_VALUE_OPTION("labels", "LIST", TEXT, struct wanted, label_list,
                            "labels as a JSON array, or separated by commas"),
            XL_SELECT_ROW("of these rows only matching ones; repeatable"),
            XL_LIST_OPTION("costs", "FILE", FILE, struct wanted, costs, cost_count,
                           "results with the times of rows; one per tier"),
            XL_NUMBER_OPTION("job-seconds", "N", struct wanted, job_seconds, 1, 100000, 150,
                             "longest job: seconds of its builds and rows"),
            XL_NUMBER_OPTION("max-jobs", "N", struct wanted, max_jobs, 1, 100000, 256,
                             "most jobs; then jobs are longer"),
            XL_NUMBER_OPTION("runners", "N", struct wanted, runners, 1, XL_MOST_SHARDS, 0,
                             "print how long each tier takes on N runners, with run --shard I/N"),
            XL_VALUE_OPTION("json", "FILE", FILE, struct wanted, json, "write the plan"),
            XL_VALUE_OPTION("github", "FILE", FILE, struct wanted, github,
                            "append outputs for a GitHub Actions step"),
            XL_VALUE_OPTION("gitlab", "FILE", FILE, struct wanted, gitlab,
                            "write a GitLab pipeline"),
            XL_VALUE_OPTION("slurm", "DIR", DIRECTORY, struct wanted, slurm.dir,
                            "write a job array for Slurm and its merging step; results go to DIR"),
            XL_VALUE_OPTION("slurm-local", "DIR", DIRECTORY, struct wanted, slurm.local,
                            "DIR of each node, if nodes share no directory"),
            XL_VALUE_OPTION("sbatch", "OPTIONS", TEXT, struct wanted, slurm.options,
                            "sbatch's, for all jobs of --slurm"),
            XL_VALUE_OPTION("native", "OPTIONS", TEXT, struct wanted, slurm.native,
                            "sbatch's, such as --constraint=avx512, for an array of native rows"),
        },
    .end = "Exit status: 0, 2 usage, 3 environment\n",
};

static int add_labels_json(struct xl_words *labels, const char *text)
{
    struct json_object *array = json_tokener_parse(text);
    int status = json_object_is_type(array, json_type_array) ? 0 : -1;
    for (size_t i = 0; !status && i < json_object_array_length(array); i++) {
        struct json_object *label = json_object_array_get_idx(array, i);
        if (json_object_is_type(label, json_type_string))
            xl_words_add(labels, json_object_get_string(label));
        else
            status = -1;
    }
    json_object_put(array);
    if (status)
        fprintf(stderr, "crosslane: error: --labels: not a JSON array of strings\n");
    return status;
}

/* GitHub's labels are an array, GitLab's a list with commas. */
static int add_labels(struct xl_words *labels, const char *text)
{
    char *copy = xl_copy_text(text), *rest;
    const bool is_json = text[0] == '[';
    const int status = is_json ? add_labels_json(labels, text) : 0;
    if (!is_json && strcmp(text, "null") != 0)
        for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
            xl_words_add(labels, word);
    free(copy);
    return status;
}

static int take_labels(struct wanted *w)
{
    for (size_t i = 0; i < w->given_label_count; i++)
        xl_words_add(&w->labels, w->given_labels[i]);
    return w->label_list ? add_labels(&w->labels, w->label_list) : 0;
}

static int write_text(const char *file, const char *mode, const char *text)
{
    FILE *f = fopen(file, mode);
    int failed = !f || fputs(text, f) < 0;
    if (f && fclose(f))
        failed = 1;
    if (failed)
        fprintf(stderr, "crosslane: error: cannot write %s: %s\n", file, strerror(errno));
    return failed ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
}

static int write_object(const char *file, struct json_object *o)
{
    return write_text(file, "w",
                      json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
                                                            JSON_C_TO_STRING_NOSLASHESCAPE));
}

/* GitHub refuses an empty matrix: `any` lets a job be skipped instead. */
static int write_github(const struct wanted *w, struct json_object *plan, size_t jobs,
                        const struct xl_affected *affected)
{
    const int plain = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;
    char *text = NULL;
    const bool fresh =
        (w->s.run.tier == XL_TIER_FULL && w->s.run.row_count == 0) || xl_affected_fresh(affected);
    if (asprintf(&text, "any=%s\nfresh=%s\ntests=%s\n", jobs ? "true" : "false",
                 fresh ? "true" : "false",
                 json_object_to_json_string_ext(json_object_object_get(plan, "tests"), plain)) < 0)
        return XL_EXIT_ENVIRONMENT;
    int status = write_text(w->github, "a", text);
    free(text);
    return status;
}

static void print_job(const struct xl_job *job, struct json_object *test)
{
    const size_t builds = xl_plan_builds(job->rows, job->row_count);
    printf("%s: %zu row%s, %zu build%s, about %.0f s\n", xl_json_text(test, "name"), job->row_count,
           xl_s(job->row_count), builds, xl_s(builds), job->seconds);
    for (size_t r = 0; r < job->row_count; r++)
        printf("  %s%s\n", job->rows[r]->name, job->kernels ? "  affected kernels" : "");
}

static int write_plan(const struct wanted *w, const struct xl_plan *plan,
                      const struct xl_affected *affected)
{
    struct json_object *o = xl_plan_json(plan, affected, w->s.run.tier), *pipeline = NULL;
    int status = XL_EXIT_OK;
    if (w->json)
        status = write_object(w->json, o);
    if (!status && w->github)
        status = write_github(w, o, plan->job_count, affected);
    if (!status && w->gitlab) {
        pipeline = xl_plan_gitlab(o);
        status = write_object(w->gitlab, pipeline);
    }
    struct json_object *tests =
        json_object_object_get(json_object_object_get(o, "tests"), "include");
    printf("plan: %zu of %zu rows in %zu job%s, about %d s (tier %s, %zu changed file%s)\n",
           plan->row_count, affected->list->count, plan->job_count, xl_s(plan->job_count),
           json_object_get_int(json_object_object_get(o, "seconds")), xl_tier_name(w->s.run.tier),
           affected->changes.count, xl_s(affected->changes.count));
    for (size_t i = 0; i < plan->job_count; i++)
        print_job(&plan->jobs[i], json_object_array_get_idx(tests, i));
    json_object_put(pipeline);
    json_object_put(o);
    return status;
}

/* An option of plans of jobs; NULL: none is given. */
static const char *option_of_jobs(const struct wanted *w)
{
    return w->base           ? "--base"
           : w->labels.count ? "--label"
           : w->json         ? "--json"
           : w->github       ? "--github"
           : w->gitlab       ? "--gitlab"
                             : NULL;
}

/* Makes the directory, because realpath needs it. */
static int check_slurm(struct wanted *w, char dir[PATH_MAX], char costs[PATH_MAX])
{
    struct xl_error err;
    struct xl_slurm *s = &w->slurm;
    const char *other = option_of_jobs(w);
    if (!s->dir && !s->local && !s->options && !s->native)
        return 0;
    if (!s->dir || other || w->cost_count > 1) {
        fprintf(stderr, "crosslane: error: %s\n",
                !s->dir ? "--slurm-local, --sbatch and --native need --slurm DIR"
                : other ? "--slurm runs whole tiers and writes scripts only"
                        : "--slurm takes one file of --costs");
        return -1;
    }
    if ((mkdir(s->dir, 0777) && errno != EEXIST) || !realpath(s->dir, dir)) {
        fprintf(stderr, "crosslane: error: --slurm: cannot make %s: %s\n", s->dir, strerror(errno));
        return -1;
    }
    s->dir = dir;
    s->costs = w->cost_count ? realpath(w->costs[0], costs) : NULL;
    s->kernels_dir = w->s.run.kernels_dir;
    s->job_seconds = (double)w->job_seconds;
    s->max_jobs = (unsigned)w->max_jobs;
    if (!xl_slurm_check(s, &err))
        return 0;
    xl_error_print(&err);
    return -1;
}

static int write_slurm(const struct wanted *w, const struct xl_plan *plan,
                       const struct xl_affected *affected, const struct xl_costs *costs)
{
    struct xl_error err;
    if (!plan->row_count) {
        fprintf(stderr, "crosslane: error: --slurm: no row of the tier is selected\n");
        return XL_EXIT_USAGE;
    }
    if (xl_slurm_write(&w->slurm, plan, affected->kernel_count, costs, stdout, &err)) {
        xl_error_print(&err);
        return XL_EXIT_ENVIRONMENT;
    }
    printf("submit: %s/submit.sh\n", w->slurm.dir);
    return XL_EXIT_OK;
}

/* Shards are of whole tiers. */
static int check_runners(const struct wanted *w)
{
    const char *other = option_of_jobs(w);
    other = !other && w->slurm.dir ? "--slurm" : other;
    if (!w->runners || !other)
        return 0;
    fprintf(stderr, "crosslane: error: --runners prints times of whole tiers; omit %s\n", other);
    return -1;
}

static size_t count_kernels(const struct xl_affected *affected, const struct xl_row *row)
{
    size_t count = 0;
    for (size_t k = 0; k < affected->kernel_count; k++)
        count += xl_row_has_kernel(row, affected->kernels[k]);
    return count;
}

static void print_tier(const struct wanted *w, const struct xl_affected *affected,
                       const struct xl_plan_request *request, const struct xl_costs *costs)
{
    struct xl_plan plan;
    xl_plan_make(affected, request, &plan);
    struct xl_part_cost *each = xl_alloc(plan.row_count + 1, sizeof *each);
    unsigned *shard_of = xl_alloc(plan.row_count + 1, sizeof *shard_of);
    for (size_t i = 0; i < plan.row_count; i++)
        each[i] = xl_part_cost(plan.rows[i], count_kernels(affected, plan.rows[i]), false,
                               xl_costs_of(costs, plan.rows[i]));
    const struct xl_sharded sharded = {plan.rows, plan.row_count, each};
    const size_t parts = xl_sharded_parts(&sharded);
    const unsigned runners = w->runners < parts ? (unsigned)w->runners : (unsigned)parts;
    const uint64_t alone = parts ? xl_sharded_divide(&sharded, 1, shard_of) : 0,
                   shared = parts ? xl_sharded_divide(&sharded, runners, shard_of) : 0;
    printf("%-6s %5zu  %6zu  %9.0f s  %9.0f s  %7u\n", xl_tier_name(request->tier), plan.row_count,
           xl_plan_builds(plan.rows, plan.row_count), (double)alone / 1000, (double)shared / 1000,
           runners);
    free(each);
    free(shard_of);
    xl_plan_free(&plan);
}

/* How long each tier takes. */
static void print_runners(const struct wanted *w, const struct xl_affected *affected,
                          struct xl_plan_request request, const struct xl_costs *costs)
{
    char on[32];
    snprintf(on, sizeof on, "on %u", w->runners);
    request.job_seconds = 1e9; /* all rows of a build are adjacent */
    request.max_jobs = affected->list->count;
    printf("%-6s %5s  %6s  %11s  %11s  %7s\n", "tier", "rows", "builds", "on 1", on, "in use");
    for (enum xl_tier tier = 0; tier < XL_TIERS; tier++) {
        request.tier = tier;
        if (!w->s.run.has_tier || tier == w->s.run.tier)
            print_tier(w, affected, &request, costs);
    }
    puts("runners with two cores, nothing cached; without their start, packages, tools, sysroots");
}

/* A plan of nothing would be green. */
static int check_patterns(const struct wanted *w, const struct xl_row_list *list,
                          struct xl_error *err)
{
    for (size_t i = 0; i < w->s.run.row_count; i++) {
        bool hit = false;
        for (size_t r = 0; r < list->count && !hit; r++)
            hit = fnmatch(w->s.rows[i], list->rows[r].name, 0) == 0;
        if (!hit) {
            xl_error_set(err, "no row matches '%s'; see ./crosslane list rows", w->s.rows[i]);
            return -1;
        }
    }
    return 0;
}

static int make_plan(const struct wanted *w, const struct xl_row_list *list,
                     const struct xl_affected_kernels *kernels)
{
    struct xl_affected affected = {0};
    struct xl_costs costs = {0};
    struct xl_plan plan = {0};
    struct xl_error err;
    struct xl_plan_request request = {
        .tier = w->s.run.tier,
        .patterns = w->s.rows,
        .pattern_count = w->s.run.row_count,
        .max_jobs = w->max_jobs,
        .job_seconds = (double)w->job_seconds,
        .cost = xl_costs_of,
        .costs = &costs,
    };
    int failed = xl_affected_find(w->base, list, kernels, &affected, &err);
    for (size_t i = 0; !failed && i < w->cost_count; i++)
        failed = xl_costs_read(w->costs[i], &costs, &err);
    for (size_t i = 0; !failed && i < w->labels.count; i++)
        failed = xl_affected_label(&affected, w->labels.at[i], &err);
    failed = failed || check_patterns(w, list, &err);
    if (failed)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    request.vocabulary =
        !failed && !w->s.run.kernels_dir && !w->runners && xl_affected_vocabulary(&affected);
    if (!failed && w->runners)
        print_runners(w, &affected, request, &costs);
    else if (!failed)
        xl_plan_make(&affected, &request, &plan);
    int status = failed         ? XL_EXIT_USAGE
                 : w->runners   ? XL_EXIT_OK
                 : w->slurm.dir ? write_slurm(w, &plan, &affected, &costs)
                                : write_plan(w, &plan, &affected);
    xl_plan_free(&plan);
    xl_costs_free(&costs);
    xl_affected_free(&affected);
    return status;
}

/* Reads what the plan is made of. */
static int read_and_plan(const struct wanted *w)
{
    const char *dir = w->s.run.kernels_dir;
    struct xl_row_list list;
    struct xl_named_kernels kernels;
    struct xl_error err;
    if (xl_cli_rows_read(dir, &list))
        return XL_EXIT_USAGE;
    int status = xl_cli_named_kernels_load(dir, &kernels) ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
    /* The matrix names kernels of this repository. */
    if (!status && !dir &&
        xl_row_list_check_kernels(&list, kernels.names, kernels.loaded.count, &err)) {
        fprintf(stderr, "%s\n", err.text);
        status = XL_EXIT_USAGE;
    }
    if (!status)
        status = make_plan(w, &list, &kernels.all);
    xl_cli_named_kernels_free(&kernels);
    xl_row_list_free(&list);
    return status;
}

int xl_cli_plan(int argc, char **argv)
{
    struct wanted w = {.s = {.run = {.tier = XL_TIER_PR}}};
    char slurm_dir[PATH_MAX], costs[PATH_MAX];
    int status = xl_cli_parse(argc, argv, &xl_cli_plan_usage, &w, NULL);
    if (status != -1)
        return status;
    status = take_labels(&w) || check_runners(&w) || check_slurm(&w, slurm_dir, costs)
                 ? XL_EXIT_USAGE
                 : read_and_plan(&w);
    xl_words_free(&w.labels);
    return status;
}
