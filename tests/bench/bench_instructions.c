/* crosslane bench --instructions: executed instructions per element of each kernel and row.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/common_options.h"
#include "matrix/compilers.h"
#include "mca.h"
#include "results/work.h"

struct bench {
    struct xl_cli_selection s;
    bool is_instructions, is_update, has_cycles, is_docs;
    size_t counted;
    bool failed;
    int status;
};

static const struct xl_cli_usage usage = {
    .begin = "Usage: crosslane bench --instructions [OPTION]...\n"
             "Count the instructions that each kernel executes on each row, in two calls. The\n"
             "second has twice as many elements.\n"
             "  n       elements of the first call\n"
             "  vector  vector instructions of the ISA per element, in the steady state\n"
             "  other   all other instructions per element\n"
             "  all     their sum; * if the cost is no linear function of n\n"
             "  fixed   instructions of the first call that no element costs\n"
             "  cycles  with --cycles: per element, predicted by llvm-mca for the loop that ran;\n"
             "          ~ if that is under 0.9 of what ran\n"
             "Rows without an emulator are not counted.\n"
             "\n",
    .options =
        {
            XL_FLAG_OPTION("instructions", struct bench, is_instructions, "this count"),
            XL_SELECT_ROW("rows; repeatable (default: all at -O2)"),
            XL_SELECT_KERNEL,
            XL_SELECT_ANY_KERNELS,
            XL_SELECT_MATRIX,
            XL_SELECT_JOBS,
            XL_SELECT_NO_BUILD,
            XL_FLAG_OPTION("cycles", struct bench, has_cycles, "predict cycles"),
            XL_FLAG_OPTION("update", struct bench, is_update, "write the baselines, tests/work"),
            XL_FLAG_OPTION("docs", struct bench, is_docs,
                           "write docs/results/cycles.md and .tsv; ignores --row"),
        },
    .end = "Exit status: 0, 1 a row not run or nothing counted, 2 usage, 3 environment\n",
};

static void print_kernel(const struct bench *b, const struct xl_row_result *row,
                         const struct xl_kernel_result *k, const struct xl_mca *mca)
{
    const struct xl_work *w = &k->work;
    const double all = xl_work_per_element(w), vector = xl_work_vector_per_element(w);
    printf("%-28s %-26s %6llu %9.3f %9.3f %9.3f%c ", row->row->name, k->kernel,
           (unsigned long long)w->n, vector, all - vector, all, xl_work_is_linear(w) ? ' ' : '*');
    if (w->more_n > w->n)
        printf("%9.1f", xl_work_fixed(w));
    else
        printf("%9s", "-");
    if (b->has_cycles && mca->cycles > 0)
        printf(" %9.3f%s", mca->cycles, mca->is_rough ? "~" : "");
    else if (b->has_cycles)
        printf(" %9s", "-");
    putchar('\n');
}

static void print_row(void *data, const struct xl_results *results, const struct xl_row_result *row)
{
    struct bench *b = data;
    struct xl_mca *mca = xl_alloc(row->kernel_count + 1, sizeof *mca);
    struct xl_error err;
    (void)results;
    if (row->outcome != XL_PASS || row->lacks_evidence)
        fprintf(stderr, "%s: %s\n", row->row->name, *row->reason ? row->reason : row->evidence);
    if (b->has_cycles && xl_mca_row(row, mca, &err)) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        b->failed = true;
    }
    for (size_t i = 0; i < row->kernel_count; i++)
        if (row->kernels[i].work.n) {
            print_kernel(b, row, &row->kernels[i], &mca[i]);
            b->counted++;
        }
    fflush(stdout);
    free(mca);
}

/* docs/results/cycles.md, a few kernels as a page, and cycles.tsv, all of them. */

static const char *const shown[] = {
    "abs_f32",          "add_f32",          "adler32",      "aes128_ctr",      "alpha_blend_u8",
    "argmax_f32",       "base64_encode",    "chacha20_xor", "complex_mul_f32", "cvt_f32_f16",
    "dct8x8_i16",       "deinterleave3_u8", "div_f32",      "dot_f32",         "exp_f32",
    "find_byte",        "gather_i32",       "gemm_f32",     "histogram_u8",    "interleave4_u32",
    "pow_f64",          "prefix_sum_i32",   "popcount_u32", "reduce_max_f32",  "sad_u8",
    "sat_add_u8",       "sin_f32",          "softmax_f32",  "sort8_i32",       "sum_i32",
    "transpose4x4_u32", "utf8_valid",       "widen_u8_u16", "yuv_to_rgb_u8"};

/* The columns of its tables. */
static const struct column {
    const char *isa;
    unsigned vl_bits;
} columns[] = {{"neon", 128}, {"sve", 256}, {"sve", 512},  {"neon32", 128}, {"vsx31", 128},
               {"vxe2", 128}, {"rvv", 128}, {"sse4", 128}, {"avx2", 256},   {"lasx", 256}};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool is_of_column(const struct xl_row *row, const struct column *c, const char *compiler)
{
    return !row->native && row->vl_bits == c->vl_bits && strcmp(row->isa->name, c->isa) == 0 &&
           strcmp(row->opt, "O2") == 0 && strcmp(row->compiler, compiler) == 0;
}

static const char head[] =
    "<!-- Generated by `./crosslane bench --instructions --docs`; do not edit. -->\n"
    "<!-- SPDX-License-Identifier: MIT -->\n"
    "\n"
    "# Instructions and cycles\n"
    "\n"
    "Each cell has executed instructions per element at -O2, then predicted cycles per element. "
    "[cycles.tsv](cycles.tsv) has all\n"
    "kernels; these are a few of them.\n"
    "\n"
    "- Instructions are counted under QEMU in two calls, the second with twice as many elements. "
    "The difference is divided by the\n"
    "  elements more. `tests/work` has all rows: [checks](../reference/checks.md).\n"
    "- Cycles are an estimate, not a measurement. llvm-mca predicts them for the loop that ran, "
    "with all data in the first-level\n"
    "  cache and all branches predicted. [Performance](performance.md#predicted-cycles) compares "
    "them with a real CPU.\n"
    "- `~`: the loop, less what its model lacks, is under 0.9 of the instructions. The rest is "
    "assumed to cost as much.\n"
    "- Code of the C library, such as `memcpy`, is not counted.\n"
    "- `*`: the cost of a call is no linear function of n, or the call ended early.\n"
    "\n"
    "Models:";

static void add_models(struct xl_text *text)
{
    for (size_t c = 0; c < COLUMNS; c++) {
        const struct xl_mca_cpu *cpu = xl_mca_cpu(columns[c].isa, columns[c].vl_bits);
        xl_text_add(text, "%s %s %u %s", c ? "," : "", columns[c].isa, columns[c].vl_bits,
                    cpu ? cpu->cpu : "none");
    }
    xl_text_add(text, ".\n");
}

static void add_cell(struct xl_text *text, const struct xl_kernel_result *k,
                     const struct xl_mca *mca)
{
    if (!k || !k->work.n) {
        xl_text_add(text, "-");
        return;
    }
    xl_text_add(text, "%.2f%s", xl_work_per_element(&k->work),
                xl_work_is_linear(&k->work) ? "" : "*");
    if (mca->cycles > 0)
        xl_text_add(text, ", %s%.2f", mca->is_rough ? "~" : "", mca->cycles);
}

static bool is_shown(const char *kernel)
{
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        if (strcmp(shown[i], kernel) == 0)
            return true;
    return false;
}

/* The rows of a compiler's columns, with their predictions. */
struct table {
    const struct xl_row_result *rows[COLUMNS];
    struct xl_mca *mca[COLUMNS];
};

static void add_cells(struct xl_text *text, const struct table *t, const char *kernel,
                      const char *between)
{
    for (size_t c = 0; c < COLUMNS; c++) {
        const struct xl_row_result *row = t->rows[c];
        size_t k = 0;
        while (row && k < row->kernel_count && strcmp(row->kernels[k].kernel, kernel) != 0)
            k++;
        const bool has = row && k < row->kernel_count;
        xl_text_add(text, "%s", between);
        add_cell(text, has ? &row->kernels[k] : NULL, has ? &t->mca[c][k] : NULL);
    }
}

static void add_columns(struct xl_text *text, const char *between)
{
    for (size_t c = 0; c < COLUMNS; c++)
        xl_text_add(text, "%s%s %u", between, columns[c].isa, columns[c].vl_bits);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the row with most kernels; NULL: there is no row. */
static const struct xl_row_result *find_rows(const struct xl_results *results, const char *compiler,
                                             struct table *t)
{
    const struct xl_row_result *longest = NULL;
    for (size_t c = 0; c < COLUMNS; c++)
        for (size_t i = 0; i < results->row_count && !t->rows[c]; i++)
            if (is_of_column(results->rows[i].row, &columns[c], compiler))
                t->rows[c] = &results->rows[i];
    for (size_t c = 0; c < COLUMNS; c++)
        if (t->rows[c] && (!longest || t->rows[c]->kernel_count > longest->kernel_count))
            longest = t->rows[c];
    return longest;
}

static int predict(struct table *t)
{
    struct xl_error err;
    int status = 0;
    for (size_t c = 0; c < COLUMNS; c++) {
        t->mca[c] = xl_alloc(t->rows[c] ? t->rows[c]->kernel_count + 1 : 1, sizeof *t->mca[c]);
        if (t->rows[c] && xl_mca_row(t->rows[c], t->mca[c], &err)) {
            fprintf(stderr, "crosslane: error: %s\n", err.text);
            status = -1;
        }
    }
    return status;
}

/* The tables of one compiler: of the page, and of all kernels. */
static int add_table(struct xl_text *page, struct xl_text *all, const struct xl_results *results,
                     const char *compiler)
{
    struct table t = {{NULL}, {NULL}};
    const struct xl_row_result *longest = find_rows(results, compiler, &t);
    const size_t count = longest ? longest->kernel_count : 0;
    const int status = predict(&t);
    const char **names = xl_alloc(count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = longest->kernels[i].kernel;
    if (count) {
        qsort(names, count, sizeof *names, by_name);
        xl_text_add(page, "\n## %s\n\n| kernel", longest->compiler_version);
        add_columns(page, " | ");
        xl_text_add(page, " |\n|---|");
        for (size_t c = 0; c < COLUMNS; c++)
            xl_text_add(page, "---|");
        xl_text_add(page, "\n");
    }
    for (size_t i = 0; i < count; i++) {
        if (i && strcmp(names[i], names[i - 1]) == 0)
            continue;
        xl_text_add(all, "%s\t%s", longest->compiler_version, names[i]);
        add_cells(all, &t, names[i], "\t");
        xl_text_add(all, "\n");
        if (!is_shown(names[i]))
            continue;
        xl_text_add(page, "| `%s`", names[i]);
        add_cells(page, &t, names[i], " | ");
        xl_text_add(page, " |\n");
    }
    free(names);
    for (size_t c = 0; c < COLUMNS; c++)
        free(t.mca[c]);
    return status;
}

static int write_docs(const struct xl_results *results)
{
    struct xl_text page = {0}, all = {0};
    struct xl_error err = {.text = ""};
    xl_text_add(&page, "%s", head);
    add_models(&page);
    xl_text_add(&all, "compiler\tkernel");
    add_columns(&all, "\t");
    xl_text_add(&all, "\n");
    int status = add_table(&page, &all, results, "gcc") | add_table(&page, &all, results, "llvm");
    if (!status && (xl_file_update("docs/results/cycles.md", page.at, page.used, &err) ||
                    xl_file_update("docs/results/cycles.tsv", all.at, all.used, &err))) {
        fprintf(stderr, "crosslane: error: %s\n", err.text);
        status = -1;
    }
    free(page.at);
    free(all.at);
    return status ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
}

/* The baselines. */

/* The place of the first entry that does not come before this one. */
static size_t find_place(const struct xl_work_baselines *b, const struct xl_work_entry *e)
{
    size_t first = 0;
    for (size_t end = b->count; first < end;) {
        const size_t middle = first + (end - first) / 2;
        if (xl_work_compare(&b->at[middle], e) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static bool is_at(const struct xl_work_baselines *b, size_t place, const struct xl_work_entry *e)
{
    return place < b->count && xl_work_compare(&b->at[place], e) == 0;
}

/* Replaces an entry, or adds it. */
static void add_entry(struct xl_work_baselines *b, const struct xl_work_entry *e)
{
    const size_t place = find_place(b, e);
    if (!is_at(b, place, e)) {
        xl_push(b, *e);
        memmove(&b->at[place + 1], &b->at[place], (b->count - 1 - place) * sizeof *b->at);
    }
    b->at[place] = *e;
}

static int write_text(const char *name, struct xl_text *text, struct xl_error *err)
{
    char *directory = xl_join_path(xl_root(), XL_WORK_DIRECTORY),
         *file = xl_join_path(directory, "%s.txt", name);
    mkdir(directory, 0755);
    const int status = xl_file_update(file, text->at, text->used, err);
    free(file);
    free(directory);
    free(text->at);
    return status;
}

/* The entries of an architecture stand together. */
static size_t count_arch(const struct xl_work_entry *e, const struct xl_work_entry *end)
{
    size_t count = 0;
    while (e + count < end && strcmp(e[count].isa->arch, e->isa->arch) == 0)
        count++;
    return count;
}

static void find_columns(const struct xl_work_entry *entries, size_t count,
                         struct xl_work_baselines *heads)
{
    for (size_t i = 0; i < count; i++) {
        struct xl_work_entry e = entries[i];
        e.kernel[0] = '\0';
        add_entry(heads, &e);
    }
}

/* Adds the line of one kernel, and returns how many entries it has. */
static size_t put_kernel(struct xl_text *text, const struct xl_work_entry *e, size_t count,
                         const struct xl_work_baselines *heads)
{
    size_t used = 0;
    xl_text_add(text, "%s", e->kernel);
    for (size_t i = 0; i < heads->count; i++) {
        const struct xl_work_entry *column = &heads->at[i];
        const bool has = used < count && strcmp(e[used].kernel, e->kernel) == 0 &&
                         e[used].isa == column->isa && e[used].vl_bits == column->vl_bits &&
                         strcmp(e[used].compiler, column->compiler) == 0;
        if (has)
            xl_text_add(text, " %.3f/%.3f", e[used].all, e[used].vector);
        else
            xl_text_add(text, " -");
        used += has;
    }
    xl_text_add(text, "\n");
    return used;
}

static int write_arch(const struct xl_work_entry *e, size_t count, struct xl_error *err)
{
    struct xl_text text = {0};
    struct xl_work_baselines heads = {0};
    find_columns(e, count, &heads);
    xl_text_add(&text,
                "# %s: instructions per element at -O2, all/vector. Written by ./crosslane bench "
                "--instructions --update\nkernel",
                e->isa->arch);
    for (size_t i = 0; i < heads.count; i++)
        xl_text_add(&text, " %s-%u-%s", heads.at[i].isa->name, heads.at[i].vl_bits,
                    heads.at[i].compiler);
    xl_text_add(&text, "\n");
    for (size_t i = 0; i < count;)
        i += put_kernel(&text, &e[i], count - i, &heads);
    xl_work_free(&heads);
    return write_text(e->isa->arch, &text, err);
}

static int write_compilers(const struct xl_work_baselines *b, struct xl_error *err)
{
    struct xl_text text = {0};
    xl_text_add(&text, "# The compilers of these baselines. Written by ./crosslane bench "
                       "--instructions --update\n");
    for (size_t i = 0; i < 2; i++)
        if (b->compilers[i][0])
            xl_text_add(&text, "%s %s\n", i ? "llvm" : "gcc", b->compilers[i]);
    return write_text("compilers", &text, err);
}

/* Writes the files of all ISAs, and the versions of the compilers. */
static int write_baselines(const struct xl_work_baselines *b, struct xl_error *err)
{
    int status = write_compilers(b, err);
    for (size_t i = 0, count; i < b->count && !status; i += count) {
        count = count_arch(&b->at[i], b->at + b->count);
        status = write_arch(&b->at[i], count, err);
    }
    return status;
}

/* An entry for each ISA, VL and compiler of the tools tree: of the first such row at -O2. */
static void add_row(const struct xl_row_result *row, struct xl_work_baselines *b)
{
    const struct xl_row *of = row->row;
    if (strcmp(of->opt, "O2") != 0 || xl_compiler_has_tree(of->compiler) || row->outcome != XL_PASS)
        return;
    for (size_t i = 0; i < row->kernel_count; i++) {
        const struct xl_kernel_result *k = &row->kernels[i];
        const struct xl_work_entry e = xl_work_entry_of(row, k);
        /* In a few calls the second executes fewer other instructions than the first. */
        if (k->work.n && !k->record->variant && e.vector <= e.all)
            add_entry(b, &e);
    }
    snprintf(b->compilers[strcmp(of->compiler, "llvm") == 0], sizeof b->compilers[0], "%s",
             row->compiler_version);
}

static int update(const struct xl_results *results)
{
    struct xl_work_baselines b;
    struct xl_error err;
    if (xl_work_read(NULL, &b, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return XL_EXIT_USAGE;
    }
    for (size_t i = results->row_count; i > 0; i--) /* the first one is added last */
        add_row(&results->rows[i - 1], &b);
    const int status = write_baselines(&b, &err);
    if (status)
        fprintf(stderr, "crosslane: error: %s\n", err.text);
    xl_work_free(&b);
    return status ? XL_EXIT_ENVIRONMENT : XL_EXIT_OK;
}

static void end(void *data, const struct xl_results *results)
{
    struct bench *b = data;
    b->status = b->counted ? XL_EXIT_OK : XL_EXIT_FINDING;
    if (!b->counted)
        fprintf(stderr, "crosslane: error: no selected kernel can be counted\n");
    else if (b->is_update)
        b->status = update(results);
    if (b->counted && b->is_docs && !b->status)
        b->status = write_docs(results);
    if (b->failed && !b->status)
        b->status = XL_EXIT_ENVIRONMENT;
}

/* The first row of each column, with both compilers. */
static void choose_columns(struct xl_cli_selection *s, const struct xl_row_list *list)
{
    static const char *const compilers[] = {"gcc", "llvm"};
    s->run.row_count = 0;
    for (size_t c = 0; c < 2 * COLUMNS; c++)
        for (size_t i = 0; i < list->count; i++)
            if (is_of_column(&list->rows[i], &columns[c / 2], compilers[c % 2])) {
                xl_cli_add_row(s, list->rows[i].name);
                break;
            }
}

/* All rows at -O2 that an emulator runs and that have vectors. */
static void choose_rows(struct xl_cli_selection *s, const struct xl_row_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct xl_row *row = &list->rows[i];
        if (!row->native && row->vl_bits && strcmp(row->opt, "O2") == 0)
            xl_cli_add_row(s, row->name);
    }
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct xl_row_list list;
    const struct xl_run_callbacks watcher = {.data = &b, .row = print_row, .end = end};
    xl_cli_select_begin(&b.s);
    argv[0] = "bench";
    int status = xl_cli_parse(argc, argv, &usage, &b, NULL);
    if (status != -1)
        return status;
    if ((b.is_update || b.is_docs) && b.s.run.kernels_dir) {
        fprintf(stderr, "crosslane: error: --update and --docs are for Crosslane's own kernels\n");
        return XL_EXIT_USAGE;
    }
    xl_cli_select_sleef(&b.s);
    if (xl_cli_matrix_read(&list))
        return XL_EXIT_USAGE;
    if (b.is_docs)
        choose_columns(&b.s, &list);
    if (!b.s.run.row_count)
        choose_rows(&b.s, &list);
    b.s.run.mode.kind = XL_MODE_WORK;
    b.s.run.no_cache = true;
    b.s.run.off.check[XL_CHECK_accuracy] = b.s.run.off.check[XL_CHECK_work] =
        b.s.run.off.check[XL_CHECK_lengths] = true;
    printf("%-28s %-26s %6s %9s %9s %9s  %9s%s\n", "row", "kernel", "n", "vector", "other", "all",
           "fixed", b.has_cycles ? "    cycles" : "");
    status = xl_run(&b.s.run, &watcher);
    xl_row_list_free(&list);
    return status ? status : b.status;
}
