/* Results over time: what began to fail, and what fails now and then.
 * SPDX-License-Identifier: MIT
 */
#include "report/history.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/packed_rows.h"
#include "results/results.h"
#include "results/results_json.h"

static void put_outcome(struct xl_history *h, struct xl_history_run *run, const char *row,
                        const char *kernel, char letter)
{
    static const char worst_first[] = "fnp-";
    struct json_object *number = NULL;
    char *key = xl_format("%s\n%s", row, kernel);
    if (!json_object_object_get_ex(h->numbers, key, &number)) {
        number = json_object_new_int(json_object_object_length(h->numbers));
        json_object_object_add(h->numbers, key, number);
    }
    free(key);
    const size_t at = (size_t)json_object_get_int(number);
    while (run->outcomes.count <= at)
        xl_push(&run->outcomes, '\0');
    /* Several functions of one kernel are one. The loop has pushed it. */
    char *now = &run->outcomes.at[at];
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    if (!*now || strchr(worst_first, letter) < strchr(worst_first, *now))
        *now = letter;
}

static char letter_of(int outcome)
{
    return outcome == XL_PASS                     ? 'p'
           : outcome == XL_FAIL                   ? 'f'
           : outcome == XL_NOT_RUN || outcome < 0 ? 'n'
                                                  : '-';
}

static struct xl_history_run read_run(struct xl_history *h, const struct xl_merged *m,
                                      const char *file)
{
    struct xl_history_run run = {.file = xl_copy_text(file),
                                 .started =
                                     xl_copy_text(xl_key_text(m->results, XL_KEY_run_started)),
                                 .seed = xl_key_number(m->results, XL_KEY_run_seed)};
    struct json_object *rows = xl_key_array(m->results, XL_KEY_run_rows);
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = xl_row_at(rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        char *name = xl_copy_text(xl_key_text(row, XL_KEY_row_row));
        const char of_row = letter_of(xl_key_outcome(row));
        bool is_kernels = false;
        for (size_t k = 0; k < xl_json_length(kernels); k++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, k);
            const char letter = letter_of(xl_key_verdict(kernel));
            is_kernels |= letter == 'f';
            put_outcome(h, &run, name, xl_key_text(kernel, XL_KEY_kernel_kernel), letter);
        }
        put_outcome(h, &run, name, "", of_row == 'f' && is_kernels ? 'p' : of_row);
        free(name);
        json_object_put(row);
    }
    return run;
}

static void free_run(struct xl_history_run *run)
{
    free(run->file);
    free(run->started);
    free(run->outcomes.at);
}

void xl_history_add(struct xl_history *history, const struct xl_merged *merged, const char *file)
{
    struct xl_history_run run = read_run(history, merged, file);
    for (size_t i = 0; i < history->runs.count;) {
        struct xl_history_run *old = &history->runs.at[i];
        if (*run.started && strcmp(old->started, run.started) == 0 && old->seed == run.seed) {
            free_run(old);
            memmove(old, old + 1, (--history->runs.count - i) * sizeof *old);
        } else {
            i++;
        }
    }
    xl_push(&history->runs, run);
}

static void read_file(struct xl_history *h, const char *file)
{
    struct xl_merged merged;
    struct xl_error err;
    if (xl_merge(&file, 1, NULL, &merged, &err)) {
        h->left_out++;
        fprintf(stderr, "crosslane: %s; left out\n", err.text);
    } else {
        xl_push(&h->runs, read_run(h, &merged, file));
    }
    xl_merged_free(&merged);
}

/* deeper: folders in it, too. */
static int read_folder(struct xl_history *h, const char *folder, bool deeper, struct xl_error *err)
{
    DIR *d = opendir(folder);
    if (!d)
        return xl_fail(err, "%s: error: cannot read: %s", folder, strerror(errno));
    for (struct dirent *e; (e = readdir(d));) {
        const size_t size = strlen(e->d_name);
        char *path = xl_format("%s/%s", folder, e->d_name);
        struct xl_error ignored;
        if (e->d_name[0] != '.' && size > 5 && strcmp(e->d_name + size - 5, ".json") == 0)
            read_file(h, path);
        else if (e->d_name[0] != '.' && deeper)
            read_folder(h, path, false, &ignored); /* if it is one */
        free(path);
    }
    closedir(d);
    return 0;
}

/* By begin, then by name. */
static int compare_runs(const void *a, const void *b)
{
    const struct xl_history_run *x = a, *y = b;
    const int order = strcmp(x->started, y->started);
    return order ? order : strcmp(x->file, y->file);
}

int xl_history_read(const char *folder, struct xl_history *history, struct xl_error *err)
{
    *history = (struct xl_history){.numbers = json_object_new_object()};
    if (read_folder(history, folder, true, err))
        return -1;
    if (!history->runs.count)
        return xl_fail(err, "%s: error: no results here: save them with run --json %s/NAME.json",
                       folder, folder);
    qsort(history->runs.at, history->runs.count, sizeof *history->runs.at, compare_runs);
    return 0;
}

static char outcome_of(const struct xl_history_run *run, size_t number)
{
    return number < run->outcomes.count && run->outcomes.at[number] ? run->outcomes.at[number]
                                                                    : ' ';
}

/* Its number in `marks`; -1: it never failed. outcomes: a letter a run. */
static int mark_of(const char *outcomes)
{
    char last = 0;
    size_t changes = 0, failures = 0;
    bool is_newest = false;
    for (; *outcomes; outcomes++) {
        is_newest = *outcomes != ' ' && *outcomes != '-';
        if (!is_newest)
            continue;
        const char now = *outcomes == 'p' ? 'p' : 'f';
        failures += now == 'f';
        changes += last && now != last;
        last = now;
    }
    if (!failures)
        return -1;
    if (changes >= 2)
        return 1;
    return last == 'p' ? 3 : is_newest && failures == 1 ? 0 : 2;
}

static const char *const marks[] = {"new", "flaky", "fails", "fixed"};
enum { MARKS = sizeof marks / sizeof marks[0] };

/* Adds the kernel on a row to the entry with the same outcomes. entries: by kernel and outcomes. */
static void add_entry(struct json_object *entries, const char *mark, const char *kernel,
                      const char *outcomes, struct json_object *row)
{
    struct json_object *entry = NULL;
    char *key = xl_format("%s\n%s", outcomes, kernel);
    if (!json_object_object_get_ex(entries, key, &entry)) {
        entry = json_object_new_object();
        json_object_object_add(entry, "mark", json_object_new_string(mark));
        json_object_object_add(entry, "kernel", json_object_new_string(kernel));
        json_object_object_add(entry, "rows", json_object_new_array());
        json_object_object_add(entry, "outcomes", json_object_new_string(outcomes));
        json_object_object_add(entries, key, entry);
    }
    free(key);
    json_object_array_add(xl_json_array(entry, "rows"), row);
}

struct json_object *xl_history_json(const struct xl_history *history)
{
    const size_t all = history->runs.count, count = all < XL_HISTORY_RUNS ? all : XL_HISTORY_RUNS;
    const struct xl_history_run *runs = history->runs.at + (all - count);
    struct json_object *o = json_object_new_object(), *list = json_object_new_array(),
                       *kernels = json_object_new_array(), *by_mark[MARKS];
    for (size_t i = 0; i < MARKS; i++)
        by_mark[i] = json_object_new_object();
    for (size_t i = 0; i < count; i++) {
        struct json_object *run = json_object_new_object();
        json_object_object_add(run, "started", json_object_new_string(runs[i].started));
        json_object_object_add(run, "file", json_object_new_string(runs[i].file));
        json_object_object_add(run, "seed", json_object_new_uint64(runs[i].seed));
        json_object_array_add(list, run);
    }
    json_object_object_foreach(history->numbers, key, number)
    {
        char outcomes[XL_HISTORY_RUNS + 1] = "";
        const size_t row_size = strcspn(key, "\n");
        for (size_t i = 0; i < count; i++)
            outcomes[i] = outcome_of(&runs[i], (size_t)json_object_get_int(number));
        const int mark = mark_of(outcomes);
        if (mark >= 0)
            add_entry(by_mark[mark], marks[mark], key + row_size + 1, outcomes,
                      json_object_new_string_len(key, (int)row_size));
    }
    for (size_t i = 0; i < MARKS; i++) {
        json_object_object_foreach(by_mark[i], name, entry)
        {
            (void)name;
            json_object_array_add(kernels, json_object_get(entry));
        }
        json_object_put(by_mark[i]);
    }
    json_object_object_add(o, "runs", list);
    json_object_object_add(o, "left_out", json_object_new_uint64(history->left_out));
    json_object_object_add(o, "older", json_object_new_uint64(all - count));
    json_object_object_add(o, "kernels", kernels);
    return o;
}

static void print_history(struct json_object *history, FILE *f)
{
    struct json_object *runs = xl_json_array(history, "runs"),
                       *kernels = xl_json_array(history, "kernels");
    const size_t count = xl_json_length(runs), older = xl_json_number(history, "older");
    fprintf(f, "%zu run%s, oldest first", count, xl_s(count));
    if (older)
        fprintf(f, "; %zu older %s left out", older, xl_plural(older, "one is", "ones are"));
    fputc('\n', f);
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *entry = json_object_array_get_idx(kernels, i),
                           *rows = xl_json_array(entry, "rows");
        const char *kernel = xl_json_text(entry, "kernel");
        const size_t more = xl_json_length(rows) - 1;
        fprintf(f, "%-5s  %s  %s on %s", xl_json_text(entry, "mark"),
                xl_json_text(entry, "outcomes"), *kernel ? kernel : "the row",
                json_object_get_string(json_object_array_get_idx(rows, 0)));
        fprintf(f, more ? " and %zu more row%s\n" : "\n", more, xl_s(more));
    }
    if (!xl_json_length(kernels))
        fputs("nothing failed in any of them\n", f);
}

void xl_history_print(struct json_object *history, FILE *f)
{
    struct json_object *shown = xl_results_printable(history);
    print_history(shown, f);
    json_object_put(shown);
}

void xl_history_free(struct xl_history *history)
{
    for (size_t i = 0; i < history->runs.count; i++)
        free_run(&history->runs.at[i]);
    free(history->runs.at);
    json_object_put(history->numbers);
}
