/* crosslane accuracy: the worst errors of the kernels, measured, kept, printed and drawn.
 * SPDX-License-Identifier: MIT
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "cli/options.h"
#include "report/accuracy_plot.h"
#include "results/baselines.h"
#include "results/checks.h"
#include "results/merge.h"
#include "results/results_json.h"
#include "run/run.h"

struct parsed {
    struct xl_cli_selection s;
    const char *plot, *svg, *results;
    bool update, docs, check;
};

const struct xl_cli_usage xl_cli_accuracy_usage = {
    .begin =
        "Usage: crosslane accuracy [OPTION]...\n"
        "Run kernels with ULP contracts. Print the worst error of each on each ISA, its input,\n"
        "and how many results double, long double and MPFR decided.\n"
        "\n",
    .options =
        {
            XL_SELECT_ANY_TIER,
            XL_SELECT_ANY_ROW,
            XL_SELECT_KERNEL,
            XL_SELECT_SEED("random seed"),
            XL_SELECT_COUNT,
            XL_SELECT_JOBS,
            XL_SELECT_NO_BUILD,
            XL_FLAG_OPTION("update", struct parsed, update, "write the baselines, tests/accuracy"),
            XL_VALUE_OPTION("results", "FILE", FILE, struct parsed, results,
                            "--update: from results of run --exhaustive; run nothing"),
            XL_FLAG_OPTION("docs", struct parsed, docs,
                           "write docs/results/accuracy.md; with --check compare it"),
            XL_FLAG_OPTION("check", struct parsed, check,
                           "check that every kernel has a baseline on every ISA"),
            XL_VALUE_OPTION("plot", "KERNEL", KERNEL, struct parsed, plot,
                            "plot errors over the first input; needs --svg"),
            XL_VALUE_OPTION("svg", "FILE", FILE, struct parsed, svg, "file of the plot"),
        },
    .end = "Exit status: 0, 1 finding or stale, 2 usage, 3 environment\n",
};

/* One line of the table: a kernel on an ISA. */
struct measured {
    size_t kernel;
    struct xl_worst_inputs worst;
    uint64_t by_precision[XL_PRECISIONS];
};

/* The errors that the rows of the run reported. */
struct seen {
    const struct xl_kernels *kernels;
    struct xl_baseline *by_build; /* one for each of kernels */
    struct measured *at;
    size_t count, room;
};

static size_t index_of(const struct seen *seen, const char *kernel)
{
    size_t i = 0;
    while (i < seen->kernels->count && strcmp(seen->kernels->kernels[i]->name, kernel) != 0)
        i++;
    return i;
}

static struct measured *line_of(struct seen *seen, size_t kernel, const char *isa)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->at[i].kernel == kernel && strcmp(seen->at[i].worst.isa, isa) == 0)
            return &seen->at[i];
    const struct measured line = {.kernel = kernel, .worst = {.ulp = -1}};
    xl_push(seen, line);
    return &seen->at[seen->count - 1];
}

static void see_kernel(struct seen *seen, const struct xl_row *row,
                       const struct xl_kernel_result *k)
{
    struct xl_worst_inputs w = {.ulp = k->max_ulp};
    size_t kernel = index_of(seen, k->kernel);
    struct measured *line = line_of(seen, kernel, row->isa->name);
    snprintf(w.isa, sizeof w.isa, "%s", row->isa->name);
    snprintf(w.build, sizeof w.build, "%s", row->build);
    memcpy(w.inputs, k->worst_inputs, sizeof w.inputs);
    xl_baseline_add(&seen->by_build[kernel], &w);
    if (w.ulp > line->worst.ulp)
        line->worst = w;
    for (size_t r = 0; r < XL_PRECISIONS; r++)
        line->by_precision[r] += k->by_precision[r];
}

static void see_row(void *seen, const struct xl_results *results, const struct xl_row_result *row)
{
    (void)results;
    for (size_t i = 0; i < row->kernel_count; i++)
        if (row->kernels[i].outcome == XL_PASS && row->kernels[i].has_worst)
            see_kernel(seen, row->row, &row->kernels[i]);
    fprintf(stderr, "row %s: %s %s\n", row->row->name, xl_outcome_name(row->outcome), row->reason);
}

static int by_kernel_then_isa(const void *a, const void *b)
{
    const struct measured *x = a, *y = b;
    if (x->kernel != y->kernel)
        return x->kernel < y->kernel ? -1 : 1;
    return strcmp(x->worst.isa, y->worst.isa);
}

static void print_table(const struct seen *seen)
{
    if (seen->count)
        qsort(seen->at, seen->count, sizeof seen->at[0], by_kernel_then_isa);
    printf("%-20s  %-7s  %8s  %8s  %9s  %11s  %7s  %s\n", "kernel", "isa", "contract", "worst",
           "double", "long_double", "mpfr", "input");
    for (size_t i = 0; i < seen->count; i++) {
        const struct measured *m = &seen->at[i];
        const struct xl_kernel *kernel = seen->kernels->kernels[m->kernel];
        char inputs[128];
        xl_inputs_of_baseline(kernel, m->worst.inputs, inputs, sizeof inputs);
        printf("%-20s  %-7s  %8g  %8.3f  %9llu  %11llu  %7llu  %s\n", kernel->name, m->worst.isa,
               kernel->contract.ulp, m->worst.ulp,
               (unsigned long long)m->by_precision[XL_PRECISION_DOUBLE],
               (unsigned long long)m->by_precision[XL_PRECISION_LONG_DOUBLE],
               (unsigned long long)m->by_precision[XL_PRECISION_MPFR], inputs);
    }
}

static int failure(const struct xl_error *err)
{
    fprintf(stderr, "crosslane: error: %s\n", err->text);
    return XL_EXIT_ENVIRONMENT;
}

static int update_all(const struct seen *seen, const struct xl_row_list *list)
{
    struct xl_error err;
    char *directory = xl_join_path(xl_root(), XL_BASELINE_DIRECTORY);
    mkdir(directory, 0755);
    free(directory);
    for (size_t i = 0; i < seen->kernels->count; i++) {
        if (!seen->by_build[i].count)
            continue;
        const struct xl_kernel *kernel = seen->kernels->kernels[i];
        char *text = xl_baseline_update(NULL, kernel, list, &seen->by_build[i], &err),
             *file = xl_baseline_file(NULL, kernel->name);
        int status = text ? xl_file_update(file, text, strlen(text), &err) : -1;
        free(file);
        free(text);
        if (status)
            return failure(&err);
    }
    return XL_EXIT_OK;
}

static bool is_wanted(const struct parsed *p, const char *kernel)
{
    bool wanted = !p->s.run.kernel_count;
    for (size_t i = 0; i < p->s.run.kernel_count; i++)
        wanted |= fnmatch(p->s.kernels[i], kernel, 0) == 0;
    return wanted;
}

/* The kernels to run, as patterns. */
static size_t choose(const struct parsed *p, const struct xl_kernels *kernels, const char **names)
{
    size_t count = 0;
    for (size_t i = 0; i < kernels->count; i++) {
        const struct xl_kernel *kernel = kernels->kernels[i];
        if (xl_baseline_is_for(kernel) && is_wanted(p, kernel->name))
            names[count++] = kernel->name;
    }
    if (!count)
        fprintf(stderr,
                "crosslane: error: --kernel: no elementwise kernel with an XL_ULP contract matches "
                "'%s'\n",
                p->s.run.kernel_count ? p->s.kernels[0] : "*");
    return count;
}

static int measure(struct parsed *p, struct seen *seen, const struct xl_row_list *list)
{
    const struct xl_run_callbacks watcher = {.data = seen, .row = see_row};
    const char **names = xl_alloc(seen->kernels->count + 1, sizeof *names);
    struct xl_run_options *run = &p->s.run;
    run->kernel_count = choose(p, seen->kernels, names);
    run->kernel_patterns = names;
    int status = XL_EXIT_USAGE;
    if (run->kernel_count) {
        if (p->update) /* what is new replaces what was, better or worse */
            run->off.check[XL_CHECK_accuracy] = true;
        status = xl_run(run, &watcher);
        if (!p->plot)
            print_table(seen);
        if (p->update && status <= XL_EXIT_FINDING && update_all(seen, list))
            status = XL_EXIT_ENVIRONMENT;
    }
    free(names);
    return status;
}

/* xl_file_update's relative names are relative to the repository; the user's are not. */
static int write_svg(const char *file, const char *text, size_t size, struct xl_error *err)
{
    char *directory = file[0] == '/' ? NULL : realpath(".", NULL),
         *path = directory ? xl_join_path(directory, "%s", file) : xl_copy_text(file);
    const int failed = xl_file_update(path, text, size, err);
    free(path);
    free(directory);
    return failed;
}

/* The one row of a plot: the first that matches, of the smallest tier. */
static const char *row_of_plot(const struct parsed *p, const struct xl_row_list *list)
{
    const char *pattern = p->s.run.row_count ? p->s.rows[0] : "*";
    for (enum xl_tier tier = XL_TIER_PR; tier < XL_TIERS; tier++)
        for (size_t i = 0; i < list->count; i++)
            if (list->rows[i].tier == tier && fnmatch(pattern, list->rows[i].name, 0) == 0)
                return list->rows[i].name;
    return pattern; /* of which xl_run says that there is none */
}

static int draw(struct parsed *p, struct seen *seen, const struct xl_row_list *list)
{
    static struct xl_error_plot plot;
    struct xl_error err;
    size_t size, kernel = index_of(seen, p->plot);
    if (kernel == seen->kernels->count) {
        fprintf(stderr, "crosslane: error: --plot: unknown kernel '%s'\n", p->plot);
        return XL_EXIT_USAGE;
    }
    plot.type = seen->kernels->kernels[kernel]->args[0].type;
    p->s.rows[0] = row_of_plot(p, list);
    p->s.run.row_count = 1;
    p->s.run.mode = (struct xl_mode){XL_MODE_PLOT, .plot = &plot};
    p->s.kernels[0] = p->plot;
    p->s.run.kernel_count = 1;
    int status = measure(p, seen, list);
    if (status > XL_EXIT_FINDING)
        return status;
    char *svg = xl_accuracy_plot(seen->kernels->kernels[kernel], p->s.rows[0], &plot, &size);
    xl_error_set(&err, "out of memory");
    if (!svg || write_svg(p->svg, svg, size, &err))
        status = failure(&err);
    free(svg);
    return status;
}

/* crosslane accuracy --check: what tests/accuracy has, without a run. */

/* Rows without an emulator do not count: not every machine has their ISA. */
static int is_complete(const struct xl_kernels *kernels, const struct xl_row_list *list,
                       const struct xl_baseline *baselines)
{
    int complete = 1;
    for (size_t i = 0; i < kernels->count; i++) {
        const struct xl_kernel *kernel = kernels->kernels[i];
        for (size_t r = 0; r < list->count && xl_baseline_is_for(kernel); r++) {
            const struct xl_row *row = &list->rows[r];
            if (row->tier != XL_TIER_PR || row->native || !xl_row_has_kernel(row, kernel->name) ||
                xl_kernel_missing(kernel, row->isa->name) ||
                xl_baseline_find(&baselines[i], row->isa->name, row->build))
                continue;
            xl_message("crosslane: error: no baseline of %s on %s in tests/accuracy\n"
                       "  help: ./crosslane accuracy --update --kernel '%s'\n",
                       kernel->name, row->isa->name, kernel->name);
            complete = 0;
        }
    }
    return complete;
}

static int look(const struct xl_kernels *kernels, const struct xl_row_list *list)
{
    struct xl_error err;
    struct xl_baseline *baselines = xl_baselines_read(NULL, kernels, &err);
    if (!baselines) {
        fprintf(stderr, "%s\n", err.text);
        return XL_EXIT_USAGE;
    }
    const int status = is_complete(kernels, list, baselines) ? XL_EXIT_OK : XL_EXIT_FINDING;
    xl_baselines_free(baselines, kernels->count);
    return status;
}

/* crosslane accuracy --update --results FILE */

/* All rows give the same bits, so each has this error at this input. */
static void add_everywhere(struct seen *seen, const struct xl_row_list *list, size_t kernel,
                           const struct xl_worst_inputs *worst)
{
    for (size_t i = 0; i < list->count; i++) {
        struct xl_worst_inputs w = *worst;
        const struct xl_row *row = &list->rows[i];
        if (row->isa->flushes || xl_kernel_missing(seen->kernels->kernels[kernel], row->isa->name))
            continue;
        snprintf(w.isa, sizeof w.isa, "%s", row->isa->name);
        snprintf(w.build, sizeof w.build, "%s", row->build);
        xl_baseline_add(&seen->by_build[kernel], &w);
    }
}

/* A kernel of the results, if every input was tried and is right. */
static size_t see_walk(struct seen *seen, const struct xl_row_list *list, struct json_object *row,
                       struct json_object *k, const char *date, const char *tool)
{
    struct json_object *walk = xl_key_get(k, XL_KEY_kernel_exhaustive, json_type_object),
                       *inputs = xl_key_array(k, XL_KEY_kernel_max_ulp_inputs);
    const size_t kernel = index_of(seen, xl_key_text(k, XL_KEY_kernel_kernel)),
                 all = xl_key_number(walk, XL_KEY_exhaustive_of);
    const struct xl_row *of = xl_row_find(list, xl_key_text(row, XL_KEY_row_row));
    struct xl_worst_inputs w = {.ulp = xl_key_measure(k, XL_KEY_kernel_max_ulp)};
    char text[128];
    if (!all || xl_key_number(walk, XL_KEY_exhaustive_inputs) != all || !inputs || !of ||
        xl_key_outcome(k) != XL_PASS || kernel == seen->kernels->count)
        return 0;
    for (size_t i = 0; i < xl_json_length(inputs) && i < XL_MAX_ARITY; i++)
        w.inputs[i] =
            strtoull(json_object_get_string(json_object_array_get_idx(inputs, i)), NULL, 16);
    snprintf(w.isa, sizeof w.isa, "%s", of->isa->name);
    snprintf(w.build, sizeof w.build, "%s", of->build);
    xl_baseline_add(&seen->by_build[kernel], &w);
    if (seen->kernels->kernels[kernel]->contract.reproducible)
        add_everywhere(seen, list, kernel, &w);
    xl_inputs_of_baseline(seen->kernels->kernels[kernel], w.inputs, text, sizeof text);
    char *line = xl_format("%s %zu %.3f %s %.10s Crosslane %s, %s, QEMU %s", of->name, all, w.ulp,
                           text, date, tool, xl_key_text(row, XL_KEY_row_compiler_version),
                           xl_key_text(row, XL_KEY_row_qemu));
    xl_baseline_add_walk(&seen->by_build[kernel], line);
    free(line);
    return 1;
}

static int update_from(const char *file, struct seen *seen, const struct xl_row_list *list)
{
    struct xl_error err;
    char tool[XL_TOOL_TEXT];
    size_t found = 0;
    struct json_object *results = xl_results_load(file, &err);
    if (!results) {
        fprintf(stderr, "%s\n", err.text);
        return XL_EXIT_USAGE;
    }
    xl_tool_text(results, tool);
    struct json_object *rows = xl_key_array(results, XL_KEY_run_rows);
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i),
                           *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++)
            found += see_walk(seen, list, row, json_object_array_get_idx(kernels, k),
                              xl_key_text(results, XL_KEY_run_started), tool);
    }
    json_object_put(results);
    if (found)
        return update_all(seen, list);
    fprintf(stderr,
            "crosslane: error: %s: no kernel of this project with a contract in ULP whose inputs "
            "were all tried; see run --exhaustive\n",
            file);
    return XL_EXIT_USAGE;
}

static int run_command(struct parsed *p)
{
    struct xl_kernels kernels;
    struct xl_row_list list;
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    const char **names = xl_cli_kernels_load(&kernels);
    if (!names) {
        xl_row_list_free(&list);
        return XL_EXIT_ENVIRONMENT;
    }
    struct seen seen = {.kernels = &kernels,
                        .by_build = xl_alloc(kernels.count + 1, sizeof *seen.by_build)};
    const int status = p->check     ? look(&kernels, &list)
                       : p->results ? update_from(p->results, &seen, &list)
                       : p->plot    ? draw(p, &seen, &list)
                                    : measure(p, &seen, &list);
    xl_baselines_free(seen.by_build, kernels.count);
    free(seen.at);
    free(names);
    xl_kernels_unload(&kernels);
    xl_row_list_free(&list);
    return status;
}

int xl_cli_accuracy(int argc, char **argv)
{
    struct parsed p = {0};
    xl_cli_select_begin(&p.s);
    p.s.run.no_evidence = true;
    const int status = xl_cli_parse(argc, argv, &xl_cli_accuracy_usage, &p, NULL);
    if (status != -1)
        return status;
    if (p.results && !p.update) {
        fprintf(stderr, "crosslane: error: --results needs --update\n");
        return XL_EXIT_USAGE;
    }
    if (!p.plot != !p.svg || (p.plot && (p.update || p.docs || p.check)) ||
        (p.update && (p.docs || p.check))) {
        fprintf(stderr, "crosslane: error: accuracy needs one of --update, --docs [--check], "
                        "--check, --plot with --svg\n");
        return XL_EXIT_USAGE;
    }
    return p.docs ? xl_cli_docs_script("accuracy.py", p.check) : run_command(&p);
}
