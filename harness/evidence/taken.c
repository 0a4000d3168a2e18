/* Which functions kernels executed that only a pointer leads to.
 * SPDX-License-Identifier: MIT
 */
#include "evidence/taken.h"

#include <stdlib.h>
#include <string.h>

/* The number of the function that begins at an address, one up; 0: none does. */
static size_t function_at(const struct xl_listing *l, uint64_t address)
{
    const struct xl_listed_function *f = xl_listing_function(l, address);
    return f && f->address == address ? (size_t)(f - l->functions) + 1 : 0;
}

static bool make_executed(struct xl_executed *e, size_t functions)
{
    e->has = calloc(functions + 1, sizeof *e->has);
    e->list = calloc(functions + 1, sizeof *e->list);
    return e->has && e->list;
}

int xl_taken_begin(struct xl_taken *taken, const struct xl_image *image,
                   const struct xl_listing *listing, const struct xl_reach *reach)
{
    const size_t functions = listing->function_count, variants = image->variant_count;
    *taken = (struct xl_taken){.image = image, .listing = listing, .reach = reach};
    taken->order = calloc(functions + 1, sizeof *taken->order);
    taken->variants = calloc(functions + 1, sizeof *taken->variants);
    taken->like = calloc(variants + 1, sizeof *taken->like);
    taken->has = calloc(variants * functions + 1, sizeof *taken->has);
    if (!make_executed(&taken->since_kernel, functions) ||
        !make_executed(&taken->since_next, functions) || !taken->order || !taken->variants ||
        !taken->like || !taken->has)
        return -1;
    for (size_t v = 0; v < variants; v++) {
        const size_t f = function_at(listing, image->variants[v].entry);
        taken->like[v] = taken->variants[f];
        taken->variants[f] = f ? v + 1 : 0;
    }
    return 0;
}

void xl_taken_order(struct xl_taken *taken, size_t variant, size_t nth)
{
    const size_t f = function_at(taken->listing, taken->image->variants[variant].entry);
    if (f)
        taken->order[f] = nth;
}

static void note(struct xl_executed *e, size_t function)
{
    if (e->has[function])
        return;
    e->has[function] = true;
    e->list[e->count++] = function;
}

static void forget(struct xl_executed *e)
{
    while (e->count)
        e->has[e->list[--e->count]] = false;
}

static bool reaches(const struct xl_taken *t, size_t kernel, size_t function)
{
    for (size_t v = t->variants[kernel]; v; v = t->like[v - 1])
        if (xl_reach_has(t->reach, v - 1, function - 1))
            return true;
    return false;
}

/* Gives a kernel what was executed; but not what another reaches: before its first call that one is
 * initialised. */
static void give(struct xl_taken *t, size_t kernel, const struct xl_executed *e, size_t but)
{
    for (size_t i = 0; i < e->count && kernel; i++)
        for (size_t v = t->variants[kernel]; v; v = t->like[v - 1])
            if ((!but || !reaches(t, but, e->list[i])) &&
                !xl_reach_has(t->reach, v - 1, e->list[i] - 1) &&
                xl_reach_may_have(t->reach, t->image, t->listing, v - 1, e->list[i] - 1))
                t->has[(v - 1) * t->listing->function_count + e->list[i] - 1] = true;
}

/* The next kernel is not one that the first calls: its turn has come. */
static void go_on(struct xl_taken *t)
{
    give(t, t->kernel, &t->since_kernel, t->next);
    give(t, t->next, &t->since_next, 0);
    forget(&t->since_kernel);
    forget(&t->since_next);
    t->kernel = t->next;
    t->next = 0;
}

/* A function begins that a kernel begins with. */
static void begin(struct xl_taken *t, size_t function)
{
    if (function == t->kernel) { /* whatever began since, this one called it */
        give(t, t->kernel, &t->since_kernel, 0);
        give(t, t->kernel, &t->since_next, 0);
        forget(&t->since_kernel);
        forget(&t->since_next);
        t->next = 0;
    } else if (t->order[function] > t->order[t->kernel]) {
        if (t->next)
            go_on(t);
        if (t->kernel != function)
            t->next = function;
    }
}

void xl_taken_enter(struct xl_taken *taken, size_t function, bool is_at_start)
{
    if (function >= taken->listing->function_count)
        return;
    if (is_at_start && taken->order[function + 1])
        begin(taken, function + 1);
    note(taken->next ? &taken->since_next : &taken->since_kernel, function + 1);
}

void xl_taken_end(struct xl_taken *taken)
{
    if (taken->next)
        go_on(taken);
    give(taken, taken->kernel, &taken->since_kernel, 0);
}

void xl_taken_free(struct xl_taken *taken)
{
    free(taken->order);
    free(taken->variants);
    free(taken->like);
    free(taken->has);
    free(taken->since_kernel.has);
    free(taken->since_kernel.list);
    free(taken->since_next.has);
    free(taken->since_next.list);
    *taken = (struct xl_taken){0};
}
