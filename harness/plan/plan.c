/* A plan: the rows to run, as the jobs of a CI system.
 * SPDX-License-Identifier: MIT
 *
 * Rows of one build and one set of kernels are a group. Every group gets one job; while there are
 * jobs left, the group whose jobs would be longest gets one more. Within a group each row, the
 * longest first, goes to the job that is shortest so far.
 */
#include "plan/plan.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row that is to run. */
struct item {
    const struct xl_row *row;
    const bool *kernels; /* NULL: all */
    double seconds;
    size_t group;
};

/* Items of one group, next to each other. */
struct group {
    struct item *items;
    size_t count, jobs;
    double seconds;
};

struct packing {
    const struct xl_affected *affected;
    struct item *items;
    size_t item_count;
    struct group *groups;
    size_t group_count;
};

static bool matches(const char *const *patterns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return count == 0;
}

static void collect(struct packing *p, enum xl_tier tier, const char *const *patterns,
                    size_t pattern_count, xl_row_cost cost, const void *costs)
{
    const struct xl_affected *a = p->affected;
    for (size_t i = 0; i < a->list->count; i++) {
        const struct xl_row *row = &a->list->rows[i];
        size_t affected = xl_affected_count(a, i);
        if (!matches(patterns, pattern_count, row->name) || (row->tier > tier && !affected))
            continue;
        bool all =
            row->tier <= tier || affected > XL_ALL_KERNELS_FROM || affected == a->kernel_count;
        p->items[p->item_count++] = (struct item){
            row, all ? NULL : a->cells + i * a->kernel_count,
            cost(costs, row) * (all ? 1 : (double)affected / (double)a->kernel_count), 0};
    }
}

static int compare_kernels(const bool *a, const bool *b, size_t count)
{
    if (!a || !b)
        return (a != NULL) - (b != NULL);
    return memcmp(a, b, count * sizeof *a);
}

/* Items of a group come together, the longest first; qsort_r gives the number of kernels. */
static int by_group(const void *a, const void *b, void *count)
{
    const struct item *x = a, *y = b;
    int order = strcmp(x->row->build, y->row->build);
    if (!order)
        order = compare_kernels(x->kernels, y->kernels, *(const size_t *)count);
    if (!order)
        order = (x->seconds < y->seconds) - (x->seconds > y->seconds);
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
            p->groups[p->group_count++] = (struct group){.items = item, .jobs = 1};
        struct group *g = &p->groups[p->group_count - 1];
        g->count++;
        g->seconds += item->seconds;
    }
}

/* Returns the number of jobs. */
static size_t share_jobs(struct packing *p, size_t most)
{
    size_t jobs = p->group_count;
    while (jobs < most) {
        struct group *longest = NULL;
        for (size_t i = 0; i < p->group_count; i++) {
            struct group *g = &p->groups[i];
            if (g->jobs < g->count && (!longest || g->seconds / (double)g->jobs >
                                                       longest->seconds / (double)longest->jobs))
                longest = g;
        }
        if (!longest)
            break;
        longest->jobs++;
        jobs++;
    }
    return jobs;
}

/* Gives each item of a group a job; those of one job come together in plan->rows. */
static void pack(const struct group *g, struct xl_plan *plan)
{
    struct xl_job *jobs = plan->jobs + plan->job_count;
    for (size_t i = 0; i < g->count; i++) {
        size_t shortest = 0;
        for (size_t j = 1; j < g->jobs; j++)
            if (jobs[j].seconds < jobs[shortest].seconds ||
                (jobs[j].seconds <= jobs[shortest].seconds &&
                 jobs[j].row_count < jobs[shortest].row_count))
                shortest = j;
        jobs[shortest].seconds += g->items[i].seconds;
        jobs[shortest].row_count++;
        g->items[i].group = shortest;
    }
    for (size_t j = 0; j < g->jobs; j++) {
        jobs[j].build = g->items[0].row->build;
        jobs[j].kernels = g->items[0].kernels;
        jobs[j].rows = plan->rows + plan->row_count;
        for (size_t i = 0; i < g->count; i++)
            if (g->items[i].group == j)
                plan->rows[plan->row_count++] = g->items[i].row;
    }
    plan->job_count += g->jobs;
}

int xl_plan_make(const struct xl_affected *affected, enum xl_tier tier, const char *const *patterns,
                 size_t pattern_count, size_t most_jobs, xl_row_cost cost, const void *costs,
                 struct xl_plan *out, struct xl_error *err)
{
    size_t rows = affected->list->count + 1;
    struct packing p = {.affected = affected};
    *out = (struct xl_plan){0};
    p.items = calloc(rows, sizeof *p.items);
    p.groups = calloc(rows, sizeof *p.groups);
    out->rows = calloc(rows, sizeof *out->rows);
    int status = p.items && p.groups && out->rows ? 0 : -1;
    if (!status) {
        collect(&p, tier, patterns, pattern_count, cost, costs);
        group(&p);
        /* Too many different sets of kernels: then each build runs all of them. */
        for (size_t i = 0; p.group_count > most_jobs && i < p.item_count; i++)
            p.items[i].kernels = NULL;
        if (p.group_count > most_jobs)
            group(&p);
        out->jobs = calloc(share_jobs(&p, most_jobs) + 1, sizeof *out->jobs);
        status = out->jobs ? 0 : -1;
    }
    if (status)
        xl_error_set(err, "out of memory");
    for (size_t i = 0; !status && i < p.group_count; i++)
        pack(&p.groups[i], out);
    if (!status && p.group_count > most_jobs) {
        xl_error_set(err,
                     "the rows need %zu builds, and a job is for one of them: they do not fit "
                     "into %zu jobs",
                     p.group_count, most_jobs);
        status = -1;
    }
    free(p.items);
    free(p.groups);
    return status;
}

void xl_plan_free(struct xl_plan *plan)
{
    free(plan->jobs);
    free(plan->rows);
    *plan = (struct xl_plan){0};
}
