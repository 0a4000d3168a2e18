/* Packs the rows to run into the jobs of a CI system.
 * SPDX-License-Identifier: MIT
 *
 * Rows with the same set of kernels are a group, whatever their builds. Groups are joined if that
 * is cheap. Within a group, jobs are shards of its rows (matrix/shard.h).
 */
#include "ci/plan.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "matrix/shard.h"

/* A row that is to run. */
struct item {
    const struct xl_row *row;
    const bool *kernels; /* NULL: all */
    double cost;         /* seconds with all kernels */
    unsigned job;        /* of its group, from 1 */
};

/* Items next to each other. */
struct group {
    struct item *items;
    size_t count, agents; /* rows; agents of their ISAs in their builds */
    const bool *kernels;
    double cost;        /* of its rows with all kernels */
    struct group *into; /* into which it was joined; NULL: none */
    size_t jobs;
};

struct packing {
    const struct xl_affected *affected;
    struct item *items;
    size_t item_count;
    struct group *groups;
    size_t group_count;
    bool vocabulary;
};

/* The fraction of the kernels that is in a set. */
static double fraction(const struct packing *p, const bool *kernels)
{
    size_t all = p->affected->kernel_count, some = 0;
    for (size_t k = 0; kernels && k < all; k++)
        some += kernels[k];
    return kernels ? (double)some / (double)all : 1;
}

/* Seconds of rows with some of the kernels. */
static double row_seconds(const struct packing *p, double cost, size_t rows, const bool *kernels)
{
    double start = xl_row_start * (double)rows;
    return (start + (cost - start) * fraction(p, kernels)) / XL_MEASURED_CORES;
}

static double agent_seconds(const struct packing *p, const bool *kernels)
{
    return xl_agent_seconds((double)p->affected->kernel_count * fraction(p, kernels)) +
           (p->vocabulary ? xl_agent_vocabulary : 0);
}

static double group_seconds(const struct packing *p, const struct group *g, const bool *kernels)
{
    return row_seconds(p, g->cost, g->count, kernels) +
           agent_seconds(p, kernels) * (double)g->agents;
}

static bool matches(const char *const *patterns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return count == 0;
}

static void collect(struct packing *p, const struct xl_plan_request *r)
{
    const struct xl_affected *a = p->affected;
    const bool whole_tier = !a->has_base || a->is_shared;
    for (size_t i = 0; i < a->list->count; i++) {
        const struct xl_row *row = &a->list->rows[i];
        const bool *cells = a->cells + i * a->kernel_count,
                   is_whole = whole_tier && row->tier <= r->tier;
        size_t some = 0;
        for (size_t k = 0; k < a->kernel_count; k++)
            some += cells[k];
        if (!matches(r->patterns, r->pattern_count, row->name) || (!is_whole && !some))
            continue;
        bool all = is_whole || some > XL_ALL_KERNELS_FROM || some == a->kernel_count;
        double cost = r->cost(r->costs, row);
        if (cost <= 0)
            cost = xl_row_seconds(row, a->kernel_count);
        p->items[p->item_count++] =
            (struct item){row, all ? NULL : cells, cost > xl_row_start ? cost : xl_row_start, 0};
    }
}

static int compare_kernels(const bool *a, const bool *b, size_t count)
{
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return memcmp(a, b, count * sizeof *a);
}

static bool have_same_agent(const struct xl_row *a, const struct xl_row *b)
{
    return a->isa == b->isa && strcmp(a->build, b->build) == 0;
}

/* Sorts items by group, build and ISA, the longest first. qsort_r passes the number of kernels. */
static int by_group(const void *a, const void *b, void *count)
{
    const struct item *x = a, *y = b;
    int order = compare_kernels(x->kernels, y->kernels, *(const size_t *)count);
    if (!order)
        order = strcmp(x->row->build, y->row->build);
    if (!order)
        order = strcmp(x->row->isa->name, y->row->isa->name);
    if (!order)
        order = (x->cost < y->cost) - (x->cost > y->cost);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static void group(struct packing *p)
{
    size_t kernels = p->affected->kernel_count;
    qsort_r(p->items, p->item_count, sizeof *p->items, by_group, &kernels);
    p->group_count = 0;
    for (size_t i = 0; i < p->item_count; i++) {
        struct item *item = &p->items[i], *last = i ? item - 1 : NULL;
        const bool is_new = !last || compare_kernels(item->kernels, last->kernels, kernels) != 0;
        if (is_new)
            p->groups[p->group_count++] = (struct group){.items = item, .kernels = item->kernels};
        struct group *g = &p->groups[p->group_count - 1];
        g->agents += is_new || !have_same_agent(item->row, last->row);
        g->count++;
        g->cost += item->cost;
    }
}

/* Writes the union of two sets to `set`. Returns NULL, which means all kernels, if it is large. */
static const bool *unite(const struct packing *p, const bool *a, const bool *b, bool *set)
{
    size_t count = 0;
    for (size_t k = 0; a && b && k < p->affected->kernel_count; k++)
        count += set[k] = a[k] || b[k];
    return a && b && count <= XL_ALL_KERNELS_FROM ? set : NULL;
}

/* How many seconds longer two groups take with the kernels of both. `set` has room for a set. */
static double joined_cost(const struct packing *p, const struct group *a, const struct group *b,
                          bool *set)
{
    const bool *both = unite(p, a->kernels, b->kernels, set);
    return group_seconds(p, a, both) + group_seconds(p, b, both) - group_seconds(p, a, a->kernels) -
           group_seconds(p, b, b->kernels);
}

/* The best pair of groups to join: the result and *with, a later one. NULL if one more job is
 * faster than joining. sets: room for a set for each group. */
static struct group *find_pair(const struct packing *p, bool *sets, struct group **with)
{
    struct group *best = NULL, *end = p->groups + p->group_count;
    double least = xl_job_start;
    for (struct group *a = p->groups; a < end; a++)
        for (struct group *b = a + 1; b < end; b++) {
            if (a->into || b->into)
                continue;
            size_t place = (size_t)(b - p->groups) * p->affected->kernel_count;
            double cost = joined_cost(p, a, b, sets + place);
            if (cost < least) {
                best = a;
                *with = b;
                least = cost;
            }
        }
    return best;
}

/* The kernels of a group after joining. */
static const bool *joined_kernels(const struct group *g)
{
    while (g->into)
        g = g->into;
    return g->kernels;
}

/* Gives rows the same kernels if that saves a job. sets: room for a set for each group. */
static void join_groups(struct packing *p, bool *sets)
{
    struct group *a, *b;
    while ((a = find_pair(p, sets, &b))) {
        size_t place = (size_t)(b - p->groups) * p->affected->kernel_count;
        a->kernels = unite(p, a->kernels, b->kernels, sets + place);
        a->cost += b->cost;
        a->count += b->count;
        a->agents += b->agents; /* at most */
        b->into = a;
    }
    /* A joined group has the items of both, which are not adjacent yet. */
    for (size_t i = 0, at = 0; i < p->group_count; i++) {
        size_t end =
            i + 1 < p->group_count ? (size_t)(p->groups[i + 1].items - p->items) : p->item_count;
        while (at < end)
            p->items[at++].kernels = joined_kernels(&p->groups[i]);
    }
    group(p);
}

/* Gives each row of a group a job. Jobs are as few as `most` seconds allow. */
static void share(const struct packing *p, struct group *g, double most)
{
    const struct xl_row **rows = xl_alloc(g->count, sizeof *rows);
    struct xl_part_cost *costs = xl_alloc(g->count, sizeof *costs);
    uint64_t longest;
    unsigned *job_of = xl_alloc(g->count, sizeof *job_of);
    for (size_t i = 0; i < g->count; i++) {
        rows[i] = g->items[i].row;
        costs[i] = (struct xl_part_cost){
            (uint64_t)(1000 * row_seconds(p, g->items[i].cost, 1, g->kernels)),
            (uint64_t)(1000 * agent_seconds(p, g->kernels))};
    }
    const struct xl_sharded sharded = {rows, g->count, costs};
    g->jobs = xl_sharded_count(&sharded, (uint64_t)(1000 * most), g->count, job_of, &longest);
    for (size_t i = 0; i < g->count; i++)
        g->items[i].job = job_of[i];
    free(rows);
    free(costs);
    free(job_of);
}

/* Returns the number of jobs that take no longer, as far as rows are that short. */
static size_t share_jobs(struct packing *p, double most)
{
    size_t jobs = 0;
    for (size_t i = 0; i < p->group_count; i++) {
        share(p, &p->groups[i], most);
        jobs += p->groups[i].jobs;
    }
    return jobs;
}

/* Puts the rows of each job side by side into plan->rows. */
static void pack(const struct packing *p, const struct group *g, struct xl_plan *plan)
{
    for (size_t j = 1; j <= g->jobs; j++) {
        struct xl_job *job = &plan->jobs[plan->job_count++];
        *job = (struct xl_job){.rows = plan->rows + plan->row_count, .kernels = g->kernels};
        for (size_t i = 0; i < g->count; i++) {
            if (g->items[i].job != j)
                continue;
            const struct xl_row *row = g->items[i].row,
                                *last = job->row_count ? job->rows[job->row_count - 1] : NULL;
            job->rows[job->row_count++] = row;
            job->seconds += row_seconds(p, g->items[i].cost, 1, g->kernels);
            if (!last || !have_same_agent(row, last))
                job->seconds += agent_seconds(p, g->kernels);
        }
        plan->row_count += job->row_count;
    }
}

/* Fills p->groups. sets: as for join_groups. */
static void make_groups(struct packing *p, const struct xl_plan_request *request, bool *sets)
{
    collect(p, request);
    group(p);
    join_groups(p, sets);
    /* If there are too many sets of kernels, all rows run all kernels. */
    for (size_t i = 0; p->group_count > request->max_jobs && i < p->item_count; i++)
        p->items[i].kernels = NULL;
    if (p->group_count > request->max_jobs)
        group(p);
}

void xl_plan_make(const struct xl_affected *affected, const struct xl_plan_request *request,
                  struct xl_plan *out)
{
    const size_t rows = affected->list->count;
    struct packing p = {.affected = affected, .vocabulary = request->vocabulary};
    double most = request->job_seconds;
    size_t jobs;
    *out = (struct xl_plan){.vocabulary = request->vocabulary};
    p.items = xl_alloc(rows, sizeof *p.items);
    p.groups = xl_alloc(rows, sizeof *p.groups);
    out->rows = xl_alloc(rows, sizeof *out->rows);
    out->kernels = xl_alloc(rows, affected->kernel_count * sizeof *out->kernels);
    make_groups(&p, request, out->kernels);
    /* No shorter than an equal part, then in steps that use the jobs that there may be. */
    double sum = 0;
    for (size_t i = 0; i < p.group_count; i++)
        sum += row_seconds(&p, p.groups[i].cost, p.groups[i].count, p.groups[i].kernels);
    most = fmax(most, sum / (double)request->max_jobs);
    while ((jobs = share_jobs(&p, most)) > request->max_jobs)
        most *= 1.02;
    out->jobs = xl_alloc(jobs, sizeof *out->jobs);
    for (size_t i = 0; i < p.group_count; i++)
        pack(&p, &p.groups[i], out);
    free(p.items);
    free(p.groups);
}

size_t xl_plan_builds(const struct xl_row *const *rows, size_t count)
{
    size_t builds = 0;
    for (size_t i = 0; i < count; i++)
        builds += i == 0 || strcmp(rows[i]->build, rows[i - 1]->build) != 0;
    return builds;
}

void xl_plan_free(struct xl_plan *plan)
{
    free(plan->jobs);
    free(plan->rows);
    free(plan->kernels);
    *plan = (struct xl_plan){0};
}

/* ---- A plan as JSON for GitHub and GitLab ---- */

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
        xl_json_add_text(test, "name", name);
        json_object_object_add(test, "arches", arches_text(job));
        json_object_object_add(test, "rows", rows_text(job));
        json_object_object_add(test, "kernels",
                               job->kernels
                                   ? names(affected->kernels, job->kernels, affected->kernel_count)
                                   : json_object_new_string("*"));
        xl_json_add_text(test, "vocabulary", plan->vocabulary ? "true" : "");
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
    xl_json_add_text(o, "row", row->name);
    xl_json_add_text(o, "isa", row->isa->name);
    json_object_object_add(o, "kernels", json_object_new_uint64(kernels));
    return o;
}

struct json_object *xl_plan_json(const struct xl_plan *plan, const struct xl_affected *affected,
                                 enum xl_tier tier)
{
    struct json_object *o = json_object_new_object(), *rows = json_object_new_array();
    xl_json_add_text(o, "tier", xl_tier_name(tier));
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

/* A month, as 2026-11. */
static void add_month(struct json_object *variables, const char *name, struct tm day)
{
    char month[16] = "";
    strftime(month, sizeof month, "%Y-%m", &day);
    xl_json_add_text(variables, name, month);
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
            xl_json_add_text(variables, passed_on[i], value);
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
    xl_json_add_text(o, "on_new_commit", ends ? "interruptible" : "none");
    json_object_object_add(workflow, "auto_cancel", o);
    json_object_object_add(pipeline, "workflow", workflow);
}

struct json_object *xl_plan_gitlab(struct json_object *plan)
{
    struct json_object *pipeline = json_object_new_object(), *include = json_object_new_array();
    struct json_object *file = json_object_new_object(),
                       *tests =
                           json_object_object_get(json_object_object_get(plan, "tests"), "include");
    xl_json_add_text(file, "local", "/matrix/gitlab-cross.yml");
    json_object_array_add(include, file);
    json_object_object_add(pipeline, "include", include);
    json_object_object_add(pipeline, "variables", gitlab_variables());
    add_gitlab_ends(pipeline);
    for (size_t i = 0; i < json_object_array_length(tests); i++) {
        struct json_object *test = json_object_array_get_idx(tests, i);
        struct json_object *job = json_object_new_object(), *variables = json_object_new_object();
        char name[300];
        snprintf(name, sizeof name, "test-cross: %s", xl_json_text(test, "name"));
        xl_json_add_text(variables, "CROSSLANE_JOB", xl_json_text(test, "name"));
        xl_json_add_text(variables, "CROSSLANE_ARCHES", xl_json_text(test, "arches"));
        xl_json_add_text(variables, "CROSSLANE_ROWS", xl_json_text(test, "rows"));
        xl_json_add_text(variables, "CROSSLANE_KERNELS", xl_json_text(test, "kernels"));
        xl_json_add_text(variables, "CROSSLANE_VOCABULARY", xl_json_text(test, "vocabulary"));
        xl_json_add_text(job, "extends", ".test-cross");
        json_object_object_add(job, "variables", variables);
        json_object_object_add(pipeline, name, job);
    }
    if (json_object_array_length(tests)) {
        struct json_object *report = json_object_new_object();
        xl_json_add_text(report, "extends", ".report");
        json_object_object_add(pipeline, "report", report);
    }
    return pipeline;
}
