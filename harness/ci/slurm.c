/* Job arrays for Slurm: scripts from the templates in matrix/slurm-*.sh.in.
 * SPDX-License-Identifier: MIT
 */
#include "ci/slurm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "matrix/shard.h"

/* Slurm takes % in a name for a variable, and #SBATCH lines have no quotes. */
static int check_path(const char *option, const char *path, struct xl_error *err)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+,:@=";
    if (!path)
        return 0;
    const size_t length = strspn(path, plain);
    if (path[length])
        return xl_fail(err,
                       "--%s: the path '%s' has the sign '%c', which Slurm or a shell would take "
                       "for its own: use another directory",
                       option, path, path[length]);
    return path[0] == '/' ? 0 : xl_fail(err, "--%s: '%s' is not absolute", option, path);
}

static int check_options(const char *option, const char *text, struct xl_error *err)
{
    int status = 0;
    struct xl_words words = {0};
    xl_words_add_text(&words, text ? text : "");
    for (size_t i = 0; i < words.count && !status; i++)
        if (strncmp(words.at[i], "--", 2) != 0 || strchr(words.at[i], '\n'))
            status = xl_fail(err, "--%s: '%s' is no option of sbatch such as --partition=NAME",
                             option, words.at[i]);
    xl_words_free(&words);
    return status;
}

int xl_slurm_check(const struct xl_slurm *s, struct xl_error *err)
{
    if (s->local && s->costs)
        return xl_fail(err, "--slurm-local cannot be combined with --costs, which nodes would "
                            "have to read");
    if (check_path("slurm", s->dir, err) || check_path("slurm-local", s->local, err) ||
        check_options("sbatch", s->options, err) || check_options("native", s->native, err))
        return -1;
    return 0;
}

/* What stands for the words of a template. */
struct words {
    const char *word;
    char *value; /* freed by write_script */
};

static int write_script(const char *template, const char *file, struct words *words, size_t count,
                        struct xl_error *err)
{
    char *source = xl_join_path(xl_root(), "matrix/slurm-%s.sh.in", template);
    size_t size;
    char *text = xl_file_read(source, &size, err);
    struct xl_atomic_file w;
    int status = text ? 0 : -1;
    for (size_t i = 0; i < count; i++) {
        char *more = text ? xl_replaced(text, words[i].word, words[i].value) : NULL;
        free(text);
        free(words[i].value);
        text = more;
    }
    if (!status) {
        xl_atomic_file_begin(&w, file);
        if (w.f)
            fputs(text, w.f);
        status = xl_atomic_file_end(&w, err);
    }
    if (!status && chmod(file, 0777 & ~S_IWGRP & ~S_IWOTH))
        status = xl_fail(err, "cannot make %s executable: %s", file, strerror(errno));
    free(text);
    free(source);
    return status;
}

static void add_sbatch(struct xl_text *text, const char *options)
{
    struct xl_words words = {0};
    xl_words_add_text(&words, options ? options : "");
    for (size_t i = 0; i < words.count; i++)
        xl_text_add(text, "%s#SBATCH %s", text->used ? "\n" : "", words.at[i]);
    xl_words_free(&words);
}

static char *sbatch_lines(const struct xl_slurm *s, bool is_native)
{
    struct xl_text text = {0};
    add_sbatch(&text, s->options);
    add_sbatch(&text, is_native ? s->native : NULL);
    return text.at ? text.at : xl_copy_text("# no more options of sbatch");
}

/* The options of `run` that all tasks share. */
static char *run_options(const struct xl_slurm *s)
{
    char *text = NULL;
    size_t size;
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    if (s->kernels_dir) {
        fputs("--kernels ", f);
        xl_put_word(f, s->kernels_dir);
    }
    if (s->costs) {
        fputs(" --costs ", f);
        xl_put_word(f, s->costs);
    }
    fclose(f);
    return xl_checked_memory(text);
}

static char *crosslane(void)
{
    return xl_join_path(xl_root(), "crosslane");
}

static char *directory_of(const struct xl_slurm *s)
{
    return xl_copy_text(s->local ? s->local : s->dir);
}

struct array {
    const char *name;
    const struct xl_row **rows;
    size_t count;
    unsigned shards;
};

static int write_array(const struct xl_slurm *s, struct array *a, size_t kernels,
                       const struct xl_costs *costs, FILE *out, struct xl_error *err)
{
    struct xl_part_cost *parts = xl_alloc(a->count, sizeof *parts);
    uint64_t longest;
    unsigned *shard_of = xl_alloc(a->count, sizeof *shard_of);
    struct xl_text rows = {0};
    for (size_t i = 0; i < a->count; i++) {
        parts[i] = xl_part_cost(a->rows[i], kernels, false, xl_costs_of(costs, a->rows[i]));
        xl_text_add(&rows, "%s%s", i ? " " : "", a->rows[i]->name);
    }
    const struct xl_sharded sharded = {a->rows, a->count, parts};
    a->shards = xl_sharded_count(&sharded, (uint64_t)(s->job_seconds * 1000), s->max_jobs, shard_of,
                                 &longest);
    fprintf(out, "%s: %zu row%s in %u task%s, the longest about %.0f s\n", a->name, a->count,
            xl_s(a->count), a->shards, xl_s(a->shards), (double)longest / 1000);
    struct words words[] = {{"@NAME@", xl_copy_text(a->name)},
                            {"@COUNT@", xl_format("%zu", a->count)},
                            {"@SHARDS@", xl_format("%u", a->shards)},
                            {"@SBATCH@", sbatch_lines(s, strcmp(a->name, "native") == 0)},
                            {"@FOLDER@", directory_of(s)},
                            {"@ROWS@", rows.at},
                            {"@OPTIONS@", run_options(s)},
                            {"@CROSSLANE@", crosslane()}};
    char *file = xl_format("%s/%s.sh", s->dir, a->name);
    const int status = write_script("array", file, words, sizeof words / sizeof words[0], err);
    free(file);
    free(parts);
    free(shard_of);
    return status;
}

/* Results of nodes that do not see the directory are fetched, each node's by a job step there. */
static const char collect[] =
    "sinfo --noheader --Node --format='%N %P' | sort -u -k 1,1 | while read -r node partition; do\n"
    "    srun --immediate=60 --partition=\"${partition%\\*}\" --nodelist=\"$node\" --nodes=1 "
    "--ntasks=1 \\\n"
    "        tar -C \"$directory\" -cf - . </dev/null >\"$node.tar\" && tar -xf \"$node.tar\" ||\n"
    "        echo \"crosslane: note: no results from node $node\" >&2\n"
    "    rm -f \"$node.tar\"\n"
    "done\n"
    "directory=.";

static int write_ends(const struct xl_slurm *s, const struct array *arrays, size_t count,
                      struct xl_error *err)
{
    struct xl_text list = {0};
    xl_text_add_bytes(&list, "", 0);
    for (size_t i = 0; i < count; i++)
        xl_text_add(&list, "%s%s:%u", i ? " " : "", arrays[i].name, arrays[i].shards);
    struct words merge[] = {{"@SBATCH@", sbatch_lines(s, false)},
                            {"@ARRAYS@", xl_copy_text(list.at)},
                            {"@COLLECT@", xl_copy_text(s->local ? collect : "")},
                            {"@FOLDER@", directory_of(s)},
                            {"@AGAIN@", xl_copy_text(s->local ? "sh" : "sbatch")},
                            {"@CROSSLANE@", crosslane()},
                            {"@DIR@", xl_copy_text(s->dir)}};
    struct words submit[] = {
        {"@ARRAYS@", list.at},
        {"@MERGE@",
         xl_copy_text(
             s->local
                 ? "srun --quiet --dependency=\"afterany$jobs\" true </dev/null\nexec ./merge.sh"
                 : "job=$(sbatch --parsable \"$@\" --dependency=\"afterany$jobs\" merge.sh)\n"
                   "echo \"merge: job ${job%%;*}, into @DIR@/results.json\"")},
        {"@DIR@", xl_copy_text(s->dir)}};
    char *merge_file = xl_join_path(s->dir, "merge.sh"),
         *submit_file = xl_join_path(s->dir, "submit.sh");
    /* Both, whatever happens: write_script frees the words. */
    const int status =
        write_script("merge", merge_file, merge, sizeof merge / sizeof merge[0], err) |
        write_script("submit", submit_file, submit, sizeof submit / sizeof submit[0], err);
    free(merge_file);
    free(submit_file);
    return status;
}

int xl_slurm_write(const struct xl_slurm *s, const struct xl_plan *plan, size_t kernels,
                   const struct xl_costs *costs, FILE *out, struct xl_error *err)
{
    struct array arrays[2] = {{"rows", xl_alloc(plan->row_count, sizeof *arrays[0].rows), 0, 0},
                              {"native", xl_alloc(plan->row_count, sizeof *arrays[0].rows), 0, 0}};
    for (size_t i = 0; i < plan->row_count; i++) {
        struct array *a = &arrays[s->native && plan->rows[i]->native];
        a->rows[a->count++] = plan->rows[i];
    }
    int status = 0;
    struct array used[2];
    size_t count = 0;
    for (size_t i = 0; i < 2 && !status; i++)
        if (arrays[i].count) {
            status = write_array(s, &arrays[i], kernels, costs, out, err);
            used[count++] = arrays[i];
        }
    if (!status)
        status = write_ends(s, used, count, err);
    free(arrays[0].rows);
    free(arrays[1].rows);
    return status;
}
