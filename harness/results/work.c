/* Instructions per element: of kernels, compared with baselines and between vector lengths.
 * SPDX-License-Identifier: MIT
 */
#include "results/work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

/* Half of the last digit in a file. */
#define XL_WORK_DIGIT 0.0005

static double per_element(const struct xl_work *w, uint64_t first, uint64_t second)
{
    if (!w->n)
        return 0;
    return w->more_n > w->n ? ((double)second - (double)first) / (double)(w->more_n - w->n)
                            : (double)first / (double)w->n;
}

double xl_work_per_element(const struct xl_work *w)
{
    return per_element(w, w->vector + w->other, w->more_vector + w->more_other);
}

double xl_work_vector_per_element(const struct xl_work *w)
{
    return per_element(w, w->vector, w->more_vector);
}

double xl_work_fixed(const struct xl_work *w)
{
    return (double)(w->vector + w->other) - xl_work_per_element(w) * (double)w->n;
}

bool xl_work_is_linear(const struct xl_work *w)
{
    return w->more_n > w->n &&
           xl_work_fixed(w) >= -XL_WORK_TOLERANCE * (double)(w->vector + w->other);
}

static const char *const compilers[2] = {"gcc", "llvm"};

static int read_entry(const char *line, struct xl_work_baseline *b)
{
    struct xl_work_entry e;
    int used = 0;
    if (sscanf(line, "%15s %u %15s %lf %lf%n", e.isa, &e.vl_bits, e.compiler, &e.all, &e.vector,
               &used) < 5 ||
        line[used] || !(e.all >= e.vector) || !(e.vector >= 0))
        return -1;
    xl_push(b, e);
    return 0;
}

static int read_compiler(const char *line, struct xl_work_baselines *b)
{
    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(compilers[i]);
        if (strncmp(line, compilers[i], length) == 0 && line[length] == ' ') {
            snprintf(b->compilers[i], sizeof b->compilers[i], "%s", line + length + 1);
            return 0;
        }
    }
    return -1;
}

/* Reads a file of a kernel; kernel NULL: the versions of compilers. */
static int read_file(const char *folder, const char *name, struct xl_work_baselines *b,
                     struct xl_work_baseline *kernel, struct xl_error *err)
{
    char line[256], *file = folder ? xl_join_path(folder, "%s.txt", name)
                                   : xl_join_path(xl_root(), XL_WORK_FOLDER "/%s.txt", name);
    int status = 0;
    errno = 0;
    FILE *in = fopen(file, "re");
    if (!in && errno != ENOENT)
        status = xl_fail(err, "cannot read %s: %s", file, strerror(errno));
    for (unsigned number = 1; in && !status && fgets(line, sizeof line, in); number++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || !line[0])
            continue;
        if (kernel ? read_entry(line, kernel) : read_compiler(line, b))
            status =
                xl_fail(err, "%s:%u: error: not '%s'", file, number,
                        kernel ? "ISA VL COMPILER ALL VECTOR" : "gcc VERSION' or 'llvm VERSION");
    }
    if (in)
        fclose(in);
    free(file);
    return status;
}

int xl_work_read(const char *folder, const struct xl_kernels *kernels, struct xl_work_baselines *b,
                 struct xl_error *err)
{
    *b = (struct xl_work_baselines){.at = xl_alloc(kernels->count + 1, sizeof *b->at),
                                    .count = kernels->count};
    int status = read_file(folder, "compilers", b, NULL, err);
    for (size_t i = 0; i < kernels->count && !status; i++)
        status = read_file(folder, kernels->kernels[i]->name, b, &b->at[i], err);
    if (status)
        xl_work_free(b);
    return status;
}

void xl_work_free(struct xl_work_baselines *b)
{
    for (size_t i = 0; i < b->count; i++)
        free(b->at[i].at);
    free(b->at);
    *b = (struct xl_work_baselines){0};
}

static const struct xl_work_entry *find(const struct xl_work_baseline *b, const char *isa,
                                        unsigned vl_bits, const char *compiler)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->at[i].isa, isa) == 0 && b->at[i].vl_bits == vl_bits &&
            strcmp(b->at[i].compiler, compiler) == 0)
            return &b->at[i];
    return NULL;
}

const struct xl_work_entry *xl_work_find(const struct xl_work_baselines *b, size_t kernel,
                                         const struct xl_row_result *row)
{
    const size_t compiler = strcmp(row->row->compiler, compilers[1]) == 0;
    if (strcmp(row->row->opt, "O2") != 0 ||
        strcmp(row->compiler_version, b->compilers[compiler]) != 0)
        return NULL;
    return find(&b->at[kernel], row->row->isa->name, row->vl_bits, row->row->compiler);
}

void xl_work_add(struct xl_work_baseline *b, const struct xl_work_entry *e)
{
    const struct xl_work_entry *was = find(b, e->isa, e->vl_bits, e->compiler);
    if (was)
        b->at[was - b->at] = *e;
    else
        xl_push(b, *e);
}

static int by_isa(const void *a, const void *b)
{
    const struct xl_work_entry *x = a, *y = b;
    const int isa = strcmp(x->isa, y->isa);
    if (isa || x->vl_bits != y->vl_bits)
        return isa ? isa : x->vl_bits < y->vl_bits ? -1 : 1;
    return strcmp(x->compiler, y->compiler);
}

static int write_text(const char *name, struct xl_text *text, struct xl_error *err)
{
    char *folder = xl_join_path(xl_root(), XL_WORK_FOLDER),
         *file = xl_join_path(folder, "%s.txt", name);
    mkdir(folder, 0755);
    const int status = xl_file_update(file, text->at, text->used, err);
    free(file);
    free(folder);
    free(text->at);
    return status;
}

int xl_work_write(const char *kernel, struct xl_work_baseline *b, struct xl_error *err)
{
    struct xl_text text = {0};
    if (b->count)
        qsort(b->at, b->count, sizeof *b->at, by_isa);
    xl_text_add(&text,
                "# %s: instructions per element at -O2, all and vector. Written by ./crosslane "
                "bench --instructions --update\n",
                kernel);
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_work_entry *e = &b->at[i];
        xl_text_add(&text, "%s %u %s %.3f %.3f\n", e->isa, e->vl_bits, e->compiler, e->all,
                    e->vector);
    }
    return write_text(kernel, &text, err);
}

int xl_work_write_compilers(const struct xl_work_baselines *b, struct xl_error *err)
{
    struct xl_text text = {0};
    xl_text_add(&text, "# The compilers of these baselines. Written by ./crosslane bench "
                       "--instructions --update\n");
    for (size_t i = 0; i < 2; i++)
        if (b->compilers[i][0])
            xl_text_add(&text, "%s %s\n", compilers[i], b->compilers[i]);
    return write_text("compilers", &text, err);
}

static double percent_more(double is, double was)
{
    return 100 * (is / was - 1);
}

void xl_work_check(const struct xl_work_baselines *b, size_t kernel,
                   const struct xl_row_result *row, struct xl_kernel_result *k)
{
    char text[XL_TEXT];
    const struct xl_work_entry *e = k->work.n ? xl_work_find(b, kernel, row) : NULL;
    const double is = xl_work_per_element(&k->work);
    if (!e || k->outcome != XL_PASS || is <= e->all * (1 + XL_WORK_TOLERANCE) + XL_WORK_DIGIT)
        return;
    snprintf(text, sizeof text,
             "%.3f instructions per element, %.3f of them vector instructions; baseline %.3f and "
             "%.3f; %.1f %% more; accept: ./crosslane bench --instructions --update --kernel %s",
             is, xl_work_vector_per_element(&k->work), e->all, e->vector, percent_more(is, e->all),
             k->kernel);
    xl_result_add_finding_for(k, XL_CHECK_work, text);
}

/* Whether two rows differ in the length of their vectors, and the first has longer ones. */
static bool is_longer(const struct xl_row_result *row, const struct xl_row_result *other)
{
    const struct xl_row *a = row->row, *b = other->row;
    return row->vl_bits > other->vl_bits && other->vl_bits && a->isa == b->isa &&
           a->arch == b->arch && strcmp(a->compiler, b->compiler) == 0 &&
           strcmp(a->opt, b->opt) == 0;
}

static const struct xl_kernel_result *find_kernel(const struct xl_row_result *row,
                                                  const struct xl_kernel_result *like)
{
    for (size_t i = 0; i < row->kernel_count; i++)
        if (strcmp(row->kernels[i].kernel, like->kernel) == 0 &&
            strcmp(row->kernels[i].variant, like->variant) == 0)
            return &row->kernels[i];
    return NULL;
}

/* The row with shorter vectors on which an element costs least, or NULL. */
static const struct xl_row_result *least_shorter(const struct xl_results *results,
                                                 const struct xl_row_result *row,
                                                 const struct xl_kernel_result *k, double *least)
{
    const struct xl_row_result *found = NULL;
    for (size_t i = 0; i < results->row_count; i++) {
        const struct xl_row_result *other = &results->rows[i];
        const struct xl_kernel_result *same = is_longer(row, other) ? find_kernel(other, k) : NULL;
        if (!same || !xl_work_is_linear(&same->work))
            continue;
        const double cost = xl_work_per_element(&same->work);
        if (!found || cost < *least) {
            found = other;
            *least = cost;
        }
    }
    return found;
}

/* A call whose cost grows faster than n is longer on a row with longer vectors, and costs more for
 * that alone. The cost of prepared inputs, such as text, depends on which of them a call has. */
static bool check_length(const struct xl_results *results, const struct xl_row_result *row,
                         struct xl_kernel_result *k)
{
    char text[XL_TEXT];
    double least = 0;
    const double is = xl_work_per_element(&k->work);
    if (k->outcome != XL_PASS || !xl_work_is_linear(&k->work) || (k->record && k->record->prepare))
        return false;
    const struct xl_row_result *other = least_shorter(results, row, k, &least);
    if (!other || is <= least * (1 + XL_WORK_TOLERANCE))
        return false;
    snprintf(text, sizeof text,
             "%.3f instructions per element with vectors of %u bits, %.3f with %u bits (%.100s): "
             "longer vectors need %.1f %% more",
             is, row->vl_bits, least, other->vl_bits, other->row->name, percent_more(is, least));
    xl_result_add_finding_for(k, XL_CHECK_lengths, text);
    k->findings[k->finding_count - 1].beside = other->row->name;
    return true;
}

size_t xl_work_check_lengths(struct xl_results *results)
{
    size_t all = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        struct xl_row_result *row = &results->rows[i];
        size_t count = 0;
        for (size_t k = 0; k < row->kernel_count; k++)
            count += check_length(results, row, &row->kernels[k]);
        all += count;
        if (!count || row->outcome != XL_PASS)
            continue;
        row->outcome = XL_FAIL;
        snprintf(row->reason, sizeof row->reason, "%zu of %zu kernels failed", count,
                 row->kernel_count);
    }
    return all;
}
