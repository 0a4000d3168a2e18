/* Packs the rows to run into the jobs of a CI system.
 * SPDX-License-Identifier: MIT
 *
 * Rows with the same build and the same set of kernels are a group. Groups of a build are joined if
 * that is cheap. Every group gets one job. While jobs are left, the group with the longest jobs
 * gets one more, until no job is too long. Within a group, each row, the longest first, goes to the
 * job that is shortest so far.
 */
#include "ci/plan.h"

#include <fnmatch.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

/* Seconds that do not depend on kernels: the start of a job with its downloads, and of a row with
 * its evidence. */
static const double job_start = 30, row_start = 1;

/* A row that is to run. */
struct item {
    const struct xl_row *row;
    const bool *kernels; /* NULL: all */
    double cost;         /* seconds with all kernels */
    size_t job;          /* index in its group */
};

/* Items next to each other. */
struct group {
    struct item *items;
    size_t count, jobs;
    const bool *kernels;
    double cost;        /* of its rows and of the groups that were joined into it */
    size_t rows;        /* likewise */
    struct group *into; /* into which it was joined; NULL: none */
};

struct packing {
    const struct xl_affected *affected;
    struct item *items;
    size_t item_count;
    struct group *groups;
    size_t group_count;
};

/* Seconds of rows with some of the kernels. */
static double seconds_of(const struct packing *p, double cost, size_t rows, const bool *kernels)
{
    size_t all = p->affected->kernel_count, some = 0;
    double start = row_start * (double)rows;
    for (size_t k = 0; kernels && k < all; k++)
        some += kernels[k];
    return kernels ? start + (cost - start) * (double)some / (double)all : cost;
}

static double group_seconds(const struct packing *p, const struct group *g)
{
    return seconds_of(p, g->cost, g->rows, g->kernels);
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
    for (size_t i = 0; i < a->list->count; i++) {
        const struct xl_row *row = &a->list->rows[i];
        size_t affected = xl_affected_count(a, i);
        if (!matches(r->patterns, r->pattern_count, row->name) ||
            (row->tier > r->tier && !affected))
            continue;
        bool all =
            row->tier <= r->tier || affected > XL_ALL_KERNELS_FROM || affected == a->kernel_count;
        double cost = r->cost(r->costs, row);
        p->items[p->item_count++] = (struct item){row, all ? NULL : a->cells + i * a->kernel_count,
                                                  cost > row_start ? cost : row_start, 0};
    }
}

static int compare_kernels(const bool *a, const bool *b, size_t count)
{
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return memcmp(a, b, count * sizeof *a);
}

/* Sorts items by group, the longest first. qsort_r passes the number of kernels. */
static int by_group(const void *a, const void *b, void *count)
{
    const struct item *x = a, *y = b;
    int order = strcmp(x->row->build, y->row->build);
    if (!order)
        order = compare_kernels(x->kernels, y->kernels, *(const size_t *)count);
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
        if (!last || strcmp(item->row->build, last->row->build) != 0 ||
            compare_kernels(item->kernels, last->kernels, kernels) != 0)
            p->groups[p->group_count++] =
                (struct group){.items = item, .jobs = 1, .kernels = item->kernels};
        struct group *g = &p->groups[p->group_count - 1];
        g->count++;
        g->rows++;
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
    return seconds_of(p, a->cost + b->cost, a->rows + b->rows, both) - group_seconds(p, a) -
           group_seconds(p, b);
}

static bool same_build(const struct group *a, const struct group *b)
{
    return strcmp(a->items->row->build, b->items->row->build) == 0;
}

/* The best pair of groups of a build to join: the result and *with, a later one. NULL if one more
 * job is faster than joining. sets: room for a set for each group. */
static struct group *find_pair(const struct packing *p, bool *sets, struct group **with)
{
    struct group *best = NULL, *end = p->groups + p->group_count;
    double least = job_start;
    for (struct group *a = p->groups; a < end; a++)
        for (struct group *b = a + 1; b < end && same_build(a, b); b++) {
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

/* Gives rows of a build the same kernels if that saves a job. sets: room for a set for each group.
 */
static void join_groups(struct packing *p, bool *sets)
{
    struct group *a, *b;
    while ((a = find_pair(p, sets, &b))) {
        size_t place = (size_t)(b - p->groups) * p->affected->kernel_count;
        a->kernels = unite(p, a->kernels, b->kernels, sets + place);
        a->cost += b->cost;
        a->rows += b->rows;
        b->into = a;
    }
    for (size_t i = 0; i < p->group_count; i++)
        for (size_t k = 0; k < p->groups[i].count; k++)
            p->groups[i].items[k].kernels = joined_kernels(&p->groups[i]);
    group(p);
}

/* Returns the number of jobs. */
static size_t share_jobs(struct packing *p, size_t most, double job_seconds)
{
    size_t jobs = p->group_count;
    while (jobs < most) {
        struct group *longest = NULL;
        double length = job_seconds;
        for (size_t i = 0; i < p->group_count; i++) {
            struct group *g = &p->groups[i];
            double seconds = group_seconds(p, g) / (double)g->jobs;
            if (g->jobs < g->count && seconds > length) {
                longest = g;
                length = seconds;
            }
        }
        if (!longest)
            break;
        longest->jobs++;
        jobs++;
    }
    return jobs;
}

/* Gives each item of a group a job. Rows of a job are adjacent in plan->rows. */
static void pack(const struct packing *p, const struct group *g, struct xl_plan *plan)
{
    struct xl_job *jobs = plan->jobs + plan->job_count;
    for (size_t i = 0; i < g->count; i++) {
        size_t shortest = 0;
        for (size_t j = 1; j < g->jobs; j++)
            if (jobs[j].seconds < jobs[shortest].seconds ||
                (jobs[j].seconds <= jobs[shortest].seconds &&
                 jobs[j].row_count < jobs[shortest].row_count))
                shortest = j;
        jobs[shortest].seconds += seconds_of(p, g->items[i].cost, 1, g->kernels);
        jobs[shortest].row_count++;
        g->items[i].job = shortest;
    }
    for (size_t j = 0; j < g->jobs; j++) {
        jobs[j].build = g->items[0].row->build;
        jobs[j].kernels = g->kernels;
        jobs[j].rows = plan->rows + plan->row_count;
        for (size_t i = 0; i < g->count; i++)
            if (g->items[i].job == j)
                plan->rows[plan->row_count++] = g->items[i].row;
    }
    plan->job_count += g->jobs;
}

/* Fills p->groups. sets: as for join_groups. */
static void make_groups(struct packing *p, const struct xl_plan_request *request, bool *sets)
{
    collect(p, request);
    group(p);
    join_groups(p, sets);
    /* If there are too many sets of kernels, each build runs all kernels. */
    for (size_t i = 0; p->group_count > request->max_jobs && i < p->item_count; i++)
        p->items[i].kernels = NULL;
    if (p->group_count > request->max_jobs)
        group(p);
}

int xl_plan_make(const struct xl_affected *affected, const struct xl_plan_request *request,
                 struct xl_plan *out, struct xl_error *err)
{
    const size_t rows = affected->list->count;
    struct packing p = {.affected = affected};
    *out = (struct xl_plan){0};
    p.items = xl_alloc(rows, sizeof *p.items);
    p.groups = xl_alloc(rows, sizeof *p.groups);
    out->rows = xl_alloc(rows, sizeof *out->rows);
    out->kernels = xl_alloc(rows, affected->kernel_count * sizeof *out->kernels);
    make_groups(&p, request, out->kernels);
    out->jobs =
        xl_alloc(share_jobs(&p, request->max_jobs, request->job_seconds), sizeof *out->jobs);
    for (size_t i = 0; i < p.group_count; i++)
        pack(&p, &p.groups[i], out);
    free(p.items);
    free(p.groups);
    if (p.group_count <= request->max_jobs)
        return 0;
    return xl_fail(err,
                   "the rows need %zu builds, and a job is for one of them: they do not fit into "
                   "%zu jobs",
                   p.group_count, request->max_jobs);
}

void xl_plan_free(struct xl_plan *plan)
{
    free(plan->jobs);
    free(plan->rows);
    free(plan->kernels);
    *plan = (struct xl_plan){0};
}

/* ---- Expected seconds of rows, from earlier runs ---- */

static const double unmeasured = 15;

static void add_rows(struct xl_costs *costs, struct json_object *rows)
{
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        double seconds = xl_json_double(row, "seconds");
        if (*xl_json_text(row, "row") && seconds > 0)
            json_object_object_add(costs->seconds, xl_json_text(row, "row"),
                                   json_object_new_double(seconds));
    }
}

int xl_costs_read(const char *file, struct xl_costs *costs, struct xl_error *err)
{
    struct json_object *results = json_object_from_file(file);
    struct json_object *rows = xl_json_array(results, "rows");
    double sum = 0;
    if (!rows) {
        json_object_put(results);
        return xl_fail(err, "%s: error: not a results file: no 'rows'; see run --json", file);
    }
    if (!costs->seconds)
        costs->seconds = json_object_new_object();
    add_rows(costs, rows);
    json_object_object_foreach(costs->seconds, name, seconds)
    {
        (void)name;
        sum += json_object_get_double(seconds);
    }
    size_t count = (size_t)json_object_object_length(costs->seconds);
    costs->mean = count ? sum / (double)count : 0;
    json_object_put(results);
    return 0;
}

double xl_costs_of(const void *costs, const struct xl_row *row)
{
    const struct xl_costs *c = costs;
    struct json_object *seconds;
    if (c->seconds && json_object_object_get_ex(c->seconds, row->name, &seconds))
        return json_object_get_double(seconds);
    return c->mean > 0 ? c->mean : unmeasured;
}

void xl_costs_free(struct xl_costs *costs)
{
    json_object_put(costs->seconds);
    *costs = (struct xl_costs){0};
}
