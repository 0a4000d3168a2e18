/* The rows and kernels that a run selects.
 * SPDX-License-Identifier: MIT
 */
#include "run/select.h"

#include <fnmatch.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "execute/walk.h"
#include "matrix/shard.h"
#include "results/past_runs.h"
#include "results/results.h"
#include "results/shards.h"

enum { XL_MOST_NAMED_ROWS = 5 };

static bool matches(const char *const *patterns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return count == 0;
}

/* Words were tried on rows first (cli/cmd_run.c). They are patterns with a star on each side. */
static int refuse_word(const char *pattern, const char **kernels, size_t kernel_count,
                       const struct xl_row_list *matrix)
{
    char similar[256], *word = xl_copy_text(pattern + 1);
    const char **names = xl_alloc(kernel_count + matrix->count, sizeof *names);
    word[strlen(word) - 1] = '\0';
    for (size_t i = 0; i < kernel_count; i++)
        names[i] = kernels[i];
    for (size_t i = 0; i < matrix->count; i++)
        names[kernel_count + i] = matrix->rows[i].name;
    xl_similar_names(word, names, kernel_count + matrix->count, similar, sizeof similar);
    xl_message("crosslane: error: no row or kernel has '%s' in its name\n  help: %s%s\n", word,
               *similar ? "similar: " : "./crosslane list rows, ./crosslane list kernels", similar);
    free(names);
    free(word);
    return 2;
}

static bool matches_any(const char *pattern, const char *const *names, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count && !any; i++)
        any = fnmatch(pattern, names[i], 0) == 0;
    return any;
}

/* A pattern that matches nothing is an error, with similar names. */
static int check_patterns(const char *option, const char *const *patterns, size_t count,
                          const char **names, size_t name_count)
{
    char similar[256];
    size_t i = 0;
    while (i < count && matches_any(patterns[i], names, name_count))
        i++;
    if (i == count)
        return 0;
    xl_similar_names(patterns[i], names, name_count, similar, sizeof similar);
    fprintf(stderr, "crosslane: error: no %s matches '%s'\n%s%s%s", option, patterns[i],
            *similar ? "  similar: " : "", similar, *similar ? "\n" : "");
    return 2;
}

static int select_quick_rows(const struct xl_run_options *o, const struct xl_row_list *matrix,
                             struct xl_selection *c)
{
    for (size_t a = 0; a < xl_arch_count; a++) {
        const struct xl_row *row = xl_quick_row(matrix, &xl_arches[a]);
        if (row)
            c->rows[c->row_count++] = row;
    }
    if (!c->row_count)
        fprintf(stderr, "crosslane: error: %s has no row under an emulator, which --quick needs\n",
                o->matrix);
    return c->row_count ? 0 : 2;
}

int xl_select_rows(const struct xl_run_options *o, const struct xl_row_list *matrix,
                   struct xl_selection *c)
{
    c->rows = xl_alloc(matrix->count, sizeof *c->rows);
    c->all_rows = matrix->count;
    if (o->quick)
        return select_quick_rows(o, matrix, c);
    const char **names = xl_alloc(matrix->count, sizeof *names);
    for (size_t i = 0; i < matrix->count; i++) {
        const struct xl_row *row = &matrix->rows[i];
        names[i] = row->name;
        /* A row that --row names runs whatever its tier, unless --tier is given too. */
        bool in_tier = o->row_count && !o->has_tier ? true : row->tier <= o->tier;
        if (in_tier && matches(o->rows, o->row_count, row->name))
            c->rows[c->row_count++] = row;
    }
    int status = check_patterns("row", o->rows, o->row_count, names, matrix->count);
    if (!status && !c->row_count) {
        fprintf(stderr, "crosslane: error: none of the selected rows is in tier %s\n",
                xl_tier_name(o->tier));
        status = 2;
    }
    free(names);
    return status;
}

size_t xl_selected_arches(const struct xl_selection *c, const char *names[XL_MAX_ARCHES])
{
    size_t count = 0;
    for (size_t a = 0; a < xl_arch_count; a++)
        for (size_t i = 0; i < c->row_count; i++)
            if (c->rows[i]->arch == &xl_arches[a]) {
                names[count++] = xl_arches[a].name;
                break;
            }
    return count;
}

bool xl_is_of_few_kernels(const struct xl_run_options *o, const struct xl_selection *c)
{
    return !o->kernels_dir && !o->no_build && c->kernel_count <= XL_FEW_KERNELS;
}

size_t xl_built_kernels(const struct xl_run_options *o, const struct xl_selection *c)
{
    return xl_is_of_few_kernels(o, c) ? c->kernel_count : c->all_kernels;
}

size_t xl_selected_kernels_of(const struct xl_selection *c, const struct xl_kernels *kernels,
                              const struct xl_row *row)
{
    size_t count = 0;
    for (size_t i = 0; i < kernels->count; i++)
        count += c->kernels[i] && xl_row_has_kernel(row, kernels->kernels[i]->name) &&
                 xl_kernel_is_for(kernels->kernels[i], row->isa->name);
    return count;
}

/* Adds the words of a list that the text does not have yet; both have blanks between words. */
static void add_words(char *text, size_t size, const char *list)
{
    for (size_t length; *(list += strspn(list, " ")); list += length) {
        length = strcspn(list, " ");
        bool is_there = false;
        for (const char *word = text; *word && !is_there;
             word += strcspn(word, " "), word += *word == ' ')
            is_there = strcspn(word, " ") == length && strncmp(word, list, length) == 0;
        if (!is_there)
            xl_append(text, size, "%s%.*s", *text ? " " : "", (int)length, list);
    }
}

/* Prints the error that nothing is left to run. */
static int print_idle(const struct xl_selection *c, const struct xl_kernels *kernels,
                      const char *isas, const char *matrix)
{
    char only[400] = "";
    for (size_t i = 0; i < kernels->count; i++)
        if (c->kernels[i])
            add_words(only, sizeof only,
                      kernels->kernels[i]->only ? kernels->kernels[i]->only : "every ISA");
    fprintf(
        stderr,
        "crosslane: error: no selected row runs a selected kernel: kernels are for %s, rows have "
        "%s\n  help: see `kernels` in %s\n",
        only, isas, matrix);
    return 2;
}

/* A row that runs none of the selected kernels would pass for nothing. Names the dropped rows. */
static int drop_idle_rows(struct xl_selection *c, const struct xl_kernels *kernels,
                          const char *matrix)
{
    size_t count = 0, dropped = 0;
    char names[400] = "", isas[400] = "";
    for (size_t i = 0; i < c->row_count; i++) {
        if (xl_selected_kernels_of(c, kernels, c->rows[i])) {
            c->rows[count++] = c->rows[i];
            continue;
        }
        add_words(isas, sizeof isas, c->rows[i]->isa->name);
        if (++dropped <= XL_MOST_NAMED_ROWS)
            xl_append(names, sizeof names, "%s%s", *names ? ", " : "", c->rows[i]->name);
    }
    c->row_count = count;
    if (!count)
        return print_idle(c, kernels, isas, matrix);
    if (dropped)
        fprintf(stderr, "crosslane: skipping %zu row%s without these kernels: %s%s (%s)\n", dropped,
                xl_s(dropped), names, dropped > XL_MOST_NAMED_ROWS ? ", ..." : "", isas);
    return 0;
}

/* Leaves out kernels that an exhaustive run cannot walk, and says so. Returns 0; or 2 after a
 * message: none is left. */
static int drop_unwalked(const struct xl_kernels *kernels, struct xl_selection *c)
{
    const size_t before = c->kernel_count;
    const char *first = NULL, *why = NULL;
    for (size_t i = 0; i < kernels->count; i++) {
        const char *refused = c->kernels[i] ? xl_walk_refuses(kernels->kernels[i]) : NULL;
        if (!refused)
            continue;
        first = first ? first : kernels->kernels[i]->name;
        why = why ? why : refused;
        c->kernels[i] = false;
        c->kernel_count--;
    }
    if (!c->kernel_count)
        fprintf(stderr, "crosslane: error: --exhaustive: cannot try all inputs of %s: %s\n", first,
                why);
    else if (first)
        fprintf(stderr,
                "crosslane: skipping %zu of %zu kernels whose inputs cannot all be tried, such as "
                "%s: %s\n",
                before - c->kernel_count, before, first, why);
    return c->kernel_count ? 0 : 2;
}

int xl_select_kernels(const struct xl_run_options *o, const struct xl_row_list *matrix,
                      const struct xl_kernels *kernels, struct xl_selection *c)
{
    const bool quick = o->quick && !o->kernels_dir;
    const char *const *patterns = quick ? xl_quick_kernels : o->kernel_patterns;
    const size_t pattern_count = quick ? XL_QUICK_KERNELS : o->kernel_count;
    const char **names = xl_alloc(kernels->count, sizeof *names);
    c->kernels = xl_alloc(kernels->count, sizeof *c->kernels);
    c->all_kernels = kernels->count;
    for (size_t i = 0; i < kernels->count; i++) {
        names[i] = kernels->kernels[i]->name;
        c->kernels[i] = matches(patterns, pattern_count, names[i]);
        c->kernel_count += c->kernels[i];
    }
    const size_t words = quick ? 0 : o->kernel_words;
    int status = check_patterns("kernel", patterns, pattern_count - words, names, kernels->count);
    for (size_t i = pattern_count - words; i < pattern_count && !status; i++)
        if (!matches_any(patterns[i], names, kernels->count))
            status = refuse_word(patterns[i], names, kernels->count, matrix);
    if (!status && !c->kernel_count) {
        fprintf(stderr, "crosslane: error: no kernels in %s\n  help: see docs/first-kernel.md\n",
                o->kernels_dir ? o->kernels_dir : "kernels/");
        status = 2;
    }
    /* Rows of the matrix name Crosslane's kernels; those of crosslane.yml name its own. */
    for (size_t i = 0; i < matrix->count && !status; i++) {
        struct xl_error err;
        if (matrix->rows[i].is_own == !o->kernels_dir ||
            !xl_row_check_kernels(&matrix->rows[i], names, kernels->count, &err))
            continue;
        fprintf(stderr, "%s\n", err.text);
        status = 2;
    }
    free(names);
    if (!status && o->exhaustive)
        status = drop_unwalked(kernels, c);
    return status ? status : drop_idle_rows(c, kernels, o->matrix);
}

void xl_selection_free(struct xl_selection *c)
{
    free(c->rows);
    free(c->kernels);
    json_object_put(c->shard);
    *c = (struct xl_selection){0};
}

/* ---- The quick selection: one row per architecture and a few kernels, for a first look ---- */

const char *const xl_quick_kernels[XL_QUICK_KERNELS] = {
    "fma_f32",      /* exact bits */
    "exp_f32",      /* ULP, held to exact references */
    "dot_f32",      /* a reduction */
    "cvt_f32_i32",  /* a conversion */
    "compress_i32", /* a permutation, by a mask */
    "sat_add_i16",  /* integers */
};

/* How well a row fits. The first difference decides: the larger, the better. */
struct fit {
    long parts[4];
};

static struct fit fit_of(const struct xl_row *row)
{
    static const char *const compilers[] = {"gcc", "llvm"};
    const char *compiler = compilers[(row->arch - xl_arches) % 2];
    return (struct fit){{row->isa - xl_isas, row->vl_bits, strcmp(row->opt, "O2") == 0,
                         strcmp(row->compiler, compiler) == 0}};
}

static bool is_better(const struct fit *a, const struct fit *b)
{
    for (size_t i = 0; i < sizeof a->parts / sizeof a->parts[0]; i++)
        if (a->parts[i] != b->parts[i])
            return a->parts[i] > b->parts[i];
    return false;
}

const struct xl_row *xl_quick_row(const struct xl_row_list *list, const struct xl_arch *arch)
{
    const struct xl_row *best = NULL;
    struct fit most = {{0}};
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (row->arch != arch || row->native || row->is_next) /* another tree to make */
            continue;
        struct fit fit = fit_of(row);
        if (!best || is_better(&fit, &most)) {
            best = row;
            most = fit;
        }
    }
    return best;
}

/* ---- Shards ---- */

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

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void add_sources(struct xl_digest *digest, const char *dir)
{
    char *path = xl_copy_text(dir), *paths[] = {path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, compare_names);
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
