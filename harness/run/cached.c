/* What of a row need not be run, because it has been, with all that decides it unchanged.
 * SPDX-License-Identifier: MIT
 */
#include "run/cached.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kernel that passed and should have been traced, and was not, is not proven. */
static bool is_proven(const struct xl_row_job *row, const struct xl_kernel_result *k)
{
    return k->outcome != XL_PASS || k->was_traced || !row->code ||
           (!xl_kernel_is_dispatched(k->record) &&
            (row->row->native || xl_family_find(row->row->isa->family) == XL_FAMILY_none));
}

static void take(struct xl_row_cache *c, const struct xl_row_job *row, size_t i,
                 struct xl_kernel_result *k)
{
    struct xl_kernel_result before;
    xl_result_copy(&before, k);
    if (!c->has_key[i] || !xl_store_find(c->is_other[i] ? c->others : c->store, c->keys[i], k))
        return;
    if (!is_proven(row, k))
        xl_result_copy(k, &before);
    if (row->code)
        return;
    k->was_traced = 0; /* no evidence is wanted */
    k->proof[0] = k->estimates[0] = k->dispatched[0] = '\0';
}

static void find_key(struct xl_row_cache *c, const struct xl_cache_job *job,
                     const struct xl_row_job *row, const struct xl_kernel *kernel, size_t at)
{
    struct xl_digest baseline = {0, 0}, *key = &c->keys[at];
    for (size_t i = 0; row->baselines && i < row->kernels->count; i++)
        if (row->kernels->kernels[i] == kernel)
            baseline = row->baselines[i].file;
    c->has_key[at] = xl_cache_kernel_key(job->build, job->module, kernel->name, baseline, key);
    if (c->has_key[at] || !c->others)
        return;
    c->is_other[at] = true;
    c->has_key[at] = xl_cache_kernel_key(job->whole, job->module, kernel->name, baseline, key);
}

static struct xl_store *open_store(const struct xl_cache_job *job, const struct xl_row_job *row,
                                   const struct xl_cache_build *build)
{
    const struct xl_cache_how how = {row->seed, row->count, row->brief, row->all_streamed,
                                     row->off};
    return xl_store_open(xl_cache_row_key(build, job->module, row->row, &how), job->is_read);
}

void xl_row_cache_begin(struct xl_row_cache *c, const struct xl_cache_job *job,
                        const struct xl_row_job *row, struct xl_row_result *result)
{
    *c = (struct xl_row_cache){0};
    if (!job->build || !job->build->is_known || row->log || row->plot || row->rates)
        return;
    /* No trace tells of a native row's kernel whether its code was looked at. */
    if (row->row->native && (!row->code || row->code->lacking[0]))
        return;
    c->keys = calloc(result->kernel_count + 1, sizeof *c->keys);
    c->has_key = calloc(result->kernel_count + 1, sizeof *c->has_key);
    c->is_other = calloc(result->kernel_count + 1, sizeof *c->is_other);
    if (c->keys && c->has_key && c->is_other)
        c->store = open_store(job, row, job->build);
    if (c->store && job->whole)
        c->others = open_store(job, row, job->whole);
    c->all = xl_digest_text(row->code ? "evidence" : "no evidence");
    for (size_t i = 0; c->store && i < result->kernel_count; i++) {
        struct xl_kernel_result *k = &result->kernels[i];
        find_key(c, job, row, k->record, i);
        c->all = xl_digest_with(c->all, c->keys[i]);
        take(c, row, i, k);
    }
}

bool xl_row_cache_serves(struct xl_row_cache *c, struct xl_row_result *result)
{
    for (size_t i = 0; i < result->kernel_count; i++)
        if (!result->kernels[i].cached[0])
            return false;
    c->is_served = c->store && (xl_store_find_row(c->store, c->all, result) ||
                                (c->others && xl_store_find_row(c->others, c->all, result)));
    return c->is_served;
}

size_t xl_row_cache_lost(const struct xl_row_cache *c, const struct xl_row_result *result)
{
    size_t count = 0;
    for (size_t i = 0; c->is_other && i < result->kernel_count; i++)
        count += c->is_other[i] && !result->kernels[i].cached[0];
    return count;
}

void xl_row_cache_end(struct xl_row_cache *c, const struct xl_row_result *result)
{
    bool is_whole = result->outcome == XL_PASS && !result->is_unproven;
    for (size_t i = 0; c->store && i < result->kernel_count; i++) {
        const struct xl_kernel_result *k = &result->kernels[i];
        is_whole &= c->has_key[i] && xl_saved_is_worth(k);
        if (c->has_key[i] && !k->cached[0] && k->outcome != XL_NOT_RUN)
            xl_store_put(c->store, c->keys[i], k);
    }
    if (c->store && is_whole && !c->is_served)
        xl_store_put_row(c->store, c->all, result);
    xl_store_close(c->store);
    xl_store_close(c->others);
    free(c->keys);
    free(c->has_key);
    free(c->is_other);
}
