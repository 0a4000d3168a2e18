/* crosslane bench --instructions: executed instructions per element of each kernel and row.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "results/work.h"

static const struct xl_cli_usage usage = {
    .begin = "Usage: crosslane bench --instructions [OPTION]...\n"
             "Count the instructions that each kernel executes on each row, in two calls. The\n"
             "second has twice as many elements.\n"
             "  n       elements of the first call\n"
             "  vector  vector instructions of the ISA per element, in the steady state\n"
             "  other   all other instructions per element\n"
             "  all     their sum; * if the cost is no linear function of n\n"
             "  fixed   instructions of the first call that no element costs\n"
             "Rows without an emulator are not counted.\n"
             "\n",
    .options =
        {
            XL_OPTION("instructions", NULL, 'i', "this count"),
            XL_OPTION("row", "GLOB", 'r', "rows; repeatable (default: all at -O2)"),
            XL_SELECT_KERNEL,
            XL_SELECT_KERNELS,
            XL_SELECT_MATRIX,
            XL_SELECT_JOBS,
            XL_SELECT_NO_BUILD,
            XL_OPTION("update", NULL, 'u', "write the baselines, tests/work"),
        },
    .end = "Exit status: 0, 1 a row not run or nothing counted, 2 usage, 3 environment\n",
};

struct bench {
    struct xl_cli_selection s;
    bool is_update;
    size_t counted;
    int status;
};

static void print_kernel(const struct xl_row_result *row, const struct xl_kernel_result *k)
{
    const struct xl_work *w = &k->work;
    const double all = xl_work_per_element(w), vector = xl_work_vector_per_element(w);
    printf("%-28s %-26s %6llu %9.3f %9.3f %9.3f%c ", row->row->name, k->kernel,
           (unsigned long long)w->n, vector, all - vector, all, xl_work_is_linear(w) ? ' ' : '*');
    if (w->more_n > w->n)
        printf("%9.1f\n", xl_work_fixed(w));
    else
        printf("%9s\n", "-");
}

static void print_row(void *data, const struct xl_results *results, const struct xl_row_result *row)
{
    struct bench *b = data;
    (void)results;
    if (row->outcome != XL_PASS || row->lacks_evidence)
        fprintf(stderr, "%s: %s\n", row->row->name, *row->reason ? row->reason : row->evidence);
    for (size_t i = 0; i < row->kernel_count; i++)
        if (row->kernels[i].work.n) {
            print_kernel(row, &row->kernels[i]);
            b->counted++;
        }
    fflush(stdout);
}

static size_t index_of(const struct xl_kernels *kernels, const char *name)
{
    size_t i = 0;
    while (i < kernels->count && strcmp(kernels->kernels[i]->name, name) != 0)
        i++;
    return i;
}

/* An entry for each ISA, VL and compiler: of the first such row at -O2. */
static void add_row(const struct xl_kernels *kernels, const struct xl_row_result *row,
                    struct xl_work_baselines *b, bool *is_new)
{
    const struct xl_row *of = row->row;
    if (strcmp(of->opt, "O2") != 0 || row->outcome != XL_PASS)
        return;
    for (size_t i = 0; i < row->kernel_count; i++) {
        const struct xl_kernel_result *k = &row->kernels[i];
        struct xl_work_entry e = {.vl_bits = row->vl_bits,
                                  .all = xl_work_per_element(&k->work),
                                  .vector = xl_work_vector_per_element(&k->work)};
        const size_t kernel = index_of(kernels, k->kernel);
        if (!k->work.n || kernel == kernels->count || k->record->variant)
            continue;
        snprintf(e.isa, sizeof e.isa, "%s", of->isa->name);
        snprintf(e.compiler, sizeof e.compiler, "%s", of->compiler);
        xl_work_add(&b->at[kernel], &e);
        is_new[kernel] = true;
    }
    snprintf(b->compilers[strcmp(of->compiler, "llvm") == 0], sizeof b->compilers[0], "%s",
             row->compiler_version);
}

static int write_all(const struct xl_kernels *kernels, struct xl_work_baselines *b,
                     const bool *is_new)
{
    struct xl_error err;
    int status = xl_work_write_compilers(b, &err);
    for (size_t i = 0; i < kernels->count && !status; i++)
        if (is_new[i])
            status = xl_work_write(kernels->kernels[i]->name, &b->at[i], &err);
    if (status)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    return status ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
}

static int update(const struct xl_results *results)
{
    struct xl_kernels kernels;
    struct xl_work_baselines b;
    struct xl_error err;
    const char **names = xl_cli_kernels_load(&kernels);
    if (!names)
        return XL_EXIT_ENVIRONMENT;
    int status = XL_EXIT_USAGE;
    if (xl_work_read(NULL, &kernels, &b, &err)) {
        fprintf(stderr, "%s\n", err.text);
    } else {
        bool *is_new = xl_alloc(kernels.count + 1, sizeof *is_new);
        for (size_t i = results->row_count; i > 0; i--) /* the first one is added last */
            add_row(&kernels, &results->rows[i - 1], &b, is_new);
        status = write_all(&kernels, &b, is_new);
        free(is_new);
        xl_work_free(&b);
    }
    free(names);
    xl_kernels_unload(&kernels);
    return status;
}

static void end(void *data, const struct xl_results *results)
{
    struct bench *b = data;
    b->status = b->counted ? XL_EXIT_OK : XL_EXIT_FINDING;
    if (!b->counted)
        fprintf(stderr, "crosslane: error: no selected kernel can be counted\n");
    else if (b->is_update)
        b->status = update(results);
}

/* All rows at -O2 that an emulator runs and that have vectors. */
static void choose_rows(struct xl_cli_selection *s, const struct xl_row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (!row->native && row->vl_bits && strcmp(row->opt, "O2") == 0)
            xl_cli_add_pattern(s->rows, &s->run.row_count, row->name);
    }
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct xl_row_list list;
    const struct xl_run_callbacks watcher = {.data = &b, .row = print_row, .end = end};
    xl_cli_select_begin(&b.s);
    for (int option; (option = xl_cli_option(argc, argv, &usage)) != -1;) {
        if (option == 'h')
            return xl_cli_help(&usage);
        if (option == 'u')
            b.is_update = true;
        else if (option != 'i' && xl_cli_select(&b.s, option))
            return XL_EXIT_USAGE;
    }
    if (optind < argc)
        return xl_cli_unexpected("bench", argv[optind]);
    if (b.is_update && b.s.run.kernels_dir) {
        fprintf(stderr, "crosslane: error: --update is for Crosslane's own kernels\n");
        return XL_EXIT_USAGE;
    }
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    if (!b.s.run.row_count)
        choose_rows(&b.s, &list);
    b.s.run.work_only = true;
    b.s.run.no_cache = 1;
    b.s.run.off.check[XL_CHECK_accuracy] = b.s.run.off.check[XL_CHECK_work] =
        b.s.run.off.check[XL_CHECK_lengths] = true;
    printf("%-28s %-26s %6s %9s %9s %9s  %9s\n", "row", "kernel", "n", "vector", "other", "all",
           "fixed");
    const int status = xl_run(&b.s.run, &watcher);
    xl_row_list_free(&list);
    return status ? status : b.status;
}
