/* The rows of a shard, of those that a run selects.
 * SPDX-License-Identifier: MIT
 */
#include "run/shard_select.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "matrix/shard.h"
#include "results/past_runs.h"
#include "results/results.h"
#include "results/shards.h"

static void add_text(struct xl_digest *digest, const char *text)
{
    *digest = xl_digest_combine(*digest, xl_digest_text(text));
}

static void add_file(struct xl_digest *digest, const char *file)
{
    struct xl_digest of_file = {0, 0};
    if (file)
        xl_digest_file(file, &of_file);
    *digest = xl_digest_combine(*digest, of_file); /* no file is an input, too */
}

/* A directory of kernels may also have what a build has left there. */
static bool is_source(const FTSENT *e)
{
    static const char *const ends[] = {".c",   ".h",   ".S",   ".s",   ".cc", ".cpp",
                                       ".cxx", ".hpp", ".inc", ".def", ".yml"};
    const char *end = strrchr(e->fts_name, '.');
    for (size_t i = 0; e->fts_info == FTS_F && end && i < sizeof ends / sizeof ends[0]; i++)
        if (strcmp(end, ends[i]) == 0)
            return true;
    return false;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void add_sources(struct xl_digest *digest, const char *dir)
{
    char *path = xl_copy_text(dir), *paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        if (e->fts_info == FTS_D && e->fts_level && e->fts_name[0] == '.')
            fts_set(tree, e, FTS_SKIP);
        if (!is_source(e))
            continue;
        add_text(digest, e->fts_path + strlen(dir));
        add_file(digest, e->fts_path);
    }
    if (tree)
        fts_close(tree);
    free(path);
}

/* The sources of a library or a project are known by its commit. */
static void add_commit(struct xl_digest *digest, const char *dir)
{
    char *commit = xl_commit_of(dir);
    add_text(digest, commit);
    free(commit);
}

static struct xl_digest kernels_digest(const struct xl_run_options *o, const char *suite)
{
    struct xl_digest digest = {0, 0};
    char *own = xl_join_path(xl_root(), "kernels"),
         *yml = suite ? xl_join_path(suite, "crosslane.yml") : NULL;
    if (!suite)
        add_sources(&digest, o->kernels_dir ? o->kernels_dir : own);
    add_file(&digest, yml);
    if (suite || o->kernels_dir)
        add_commit(&digest, suite ? suite : o->kernels_dir);
    free(own);
    free(yml);
    return digest;
}

/* CROSSLANE_DEFINE changes kernels. */
static struct xl_digest selection_digest(const struct xl_run_options *o,
                                         const struct xl_kernels *kernels,
                                         const struct xl_selection *c)
{
    const char *define = getenv("CROSSLANE_DEFINE");
    struct xl_digest digest = {0, 0};
    char *how = xl_format("%llu %u %s", (unsigned long long)o->seed, o->count,
                          kernels && define ? define : "");
    add_text(&digest, how);
    add_file(&digest, o->costs);
    for (size_t i = 0; i < c->row_count; i++)
        add_text(&digest, c->rows[i]->name);
    add_text(&digest, "kernels");
    for (size_t i = 0; kernels && i < kernels->count; i++)
        if (c->kernels[i])
            add_text(&digest, kernels->kernels[i]->name);
    free(how);
    return digest;
}

static int keep(const struct xl_run_options *o, const struct xl_kernels *kernels,
                struct xl_selection *c, struct xl_error *err)
{
    struct xl_part_cost *parts = xl_alloc(c->row_count, sizeof *parts);
    struct xl_costs costs = {0};
    int status = o->costs ? xl_costs_read(o->costs, &costs, err) : 0;
    for (size_t i = 0; i < c->row_count; i++) {
        const size_t count = kernels ? xl_selected_kernels_of(c, kernels, c->rows[i]) : 0;
        parts[i] = xl_part_cost(c->rows[i], count, !kernels, xl_costs_of(&costs, c->rows[i]));
    }
    struct xl_sharded sharded = {c->rows, c->row_count, parts};
    if (!status)
        status = xl_sharded_keep(&sharded, &o->shard, err);
    c->row_count = sharded.count;
    xl_costs_free(&costs);
    free(parts);
    return status;
}

int xl_shard_select(const struct xl_run_options *o, const struct xl_kernels *kernels,
                    const char *suite, const char *how, struct xl_selection *c)
{
    struct xl_error err;
    struct xl_shard_inputs in = {.selection = {0, 0}};
    if (!o->shard.count && o->costs)
        fprintf(stderr, "crosslane: error: --costs needs --shard\n");
    if (!o->shard.count)
        return o->costs ? 2 : 0;
    add_file(&in.matrix, o->matrix);
    in.kernels = kernels_digest(o, suite);
    in.selection = selection_digest(o, kernels, c);
    add_text(&in.selection, how);
    if (!o->exhaustive && keep(o, kernels, c, &err)) {
        xl_error_print(&err);
        return 2;
    }
    c->shard = xl_shard_json(&o->shard, &in);
    return 0;
}
