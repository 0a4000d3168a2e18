/* Instructions per element: of kernels, compared with baselines and between vector lengths.
 * SPDX-License-Identifier: MIT
 */
#include "results/work.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int xl_work_compare(const void *a, const void *b)
{
    const struct xl_work_entry *x = a, *y = b;
    const int order[] = {strcmp(x->isa->arch, y->isa->arch), strcmp(x->kernel, y->kernel),
                         (x->isa > y->isa) - (x->isa < y->isa),
                         (x->vl_bits > y->vl_bits) - (x->vl_bits < y->vl_bits)};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (order[i])
            return order[i];
    return strcmp(x->compiler, y->compiler);
}

/* Columns of a file are entries without a kernel: "ISA-VL-COMPILER ...". */
static int read_columns(char *words, const char *arch, struct xl_work_baselines *columns)
{
    char *rest = words, isa[16];
    for (const char *word; (word = strtok_r(NULL, " ", &rest));) {
        struct xl_work_entry e = {0};
        int used = 0;
        if (sscanf(word, "%15[^-]-%u-%7s%n", isa, &e.vl_bits, e.compiler, &used) < 3 || word[used])
            return -1;
        e.isa = xl_isa_find(arch, isa);
        if (!e.isa)
            return -1;
        xl_push(columns, e);
    }
    return columns->count ? 0 : -1;
}

/* "KERNEL ALL/VECTOR ...", or "-" where there is no such row. */
static int read_kernel(char *line, const struct xl_work_baselines *columns,
                       struct xl_work_baselines *b)
{
    char *rest = line;
    const char *kernel = strtok_r(NULL, " ", &rest), *word = NULL;
    size_t i = 0;
    for (; (word = strtok_r(NULL, " ", &rest)) && i < columns->count; i++) {
        struct xl_work_entry e = columns->at[i];
        int used = 0;
        if (strcmp(word, "-") == 0)
            continue;
        if (sscanf(word, "%lf/%lf%n", &e.all, &e.vector, &used) < 2 || word[used] ||
            !(e.all >= e.vector) || !(e.vector >= 0))
            return -1;
        snprintf(e.kernel, sizeof e.kernel, "%s", kernel);
        xl_push(b, e);
    }
    return i == columns->count && !word ? 0 : -1;
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

static int read_line(char *line, const char *arch, struct xl_work_baselines *columns,
                     struct xl_work_baselines *b)
{
    static const char head[] = "kernel ";
    if (!arch)
        return read_compiler(line, b);
    if (!columns->count && strncmp(line, head, sizeof head - 1) == 0)
        return read_columns(line + sizeof head - 1, arch, columns);
    return columns->count ? read_kernel(line, columns, b) : -1;
}

/* Reads a file of an architecture; arch NULL: the versions of compilers. */
static int read_file(const char *directory, const char *arch, struct xl_work_baselines *b,
                     struct xl_error *err)
{
    const char *name = arch ? arch : "compilers";
    char *line = NULL, *file = directory
                                   ? xl_join_path(directory, "%s.txt", name)
                                   : xl_join_path(xl_root(), XL_WORK_DIRECTORY "/%s.txt", name);
    size_t room = 0;
    int status = 0;
    struct xl_work_baselines columns = {0};
    errno = 0;
    FILE *in = fopen(file, "re");
    if (!in && errno != ENOENT)
        status = xl_fail(err, "cannot read %s: %s", file, strerror(errno));
    for (unsigned number = 1; in && !status && getline(&line, &room, in) >= 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] && read_line(line, arch, &columns, b))
            status = xl_fail(err, "%s:%u: error: not '%s'", file, number,
                             !arch           ? "gcc VERSION' or 'llvm VERSION"
                             : columns.count ? "KERNEL ALL/VECTOR..."
                                             : "kernel ISA-VL-COMPILER...");
    }
    if (in)
        fclose(in);
    xl_work_free(&columns);
    free(line);
    free(file);
    return status;
}

/* A file that nobody reads would be a baseline that nothing fails. */
static int check_names(const char *directory, struct xl_error *err)
{
    static const char end[] = ".txt";
    char *path = directory ? xl_copy_text(directory) : xl_join_path(xl_root(), XL_WORK_DIRECTORY);
    int status = 0;
    DIR *all = opendir(path);
    for (const struct dirent *e; all && !status && (e = readdir(all));) {
        const size_t length = strlen(e->d_name), ends = sizeof end - 1;
        char *name = xl_format("%.*s", (int)(length > ends ? length - ends : 0), e->d_name);
        if (length > ends && strcmp(e->d_name + length - ends, end) == 0 &&
            strcmp(name, "compilers") != 0 && !xl_arch_find(name))
            status = xl_fail(err, "%s/%s: error: '%s' is no architecture: ./crosslane list isas",
                             path, e->d_name, name);
        free(name);
    }
    if (all)
        closedir(all);
    free(path);
    return status;
}

int xl_work_read(const char *directory, struct xl_work_baselines *b, struct xl_error *err)
{
    *b = (struct xl_work_baselines){0};
    int status = check_names(directory, err);
    if (!status)
        status = read_file(directory, NULL, b, err);
    for (size_t i = 0; i < xl_arch_count && !status; i++)
        status = read_file(directory, xl_arches[i].name, b, err);
    if (status)
        xl_work_free(b);
    if (b->count)
        qsort(b->at, b->count, sizeof *b->at, xl_work_compare);
    return status;
}

void xl_work_free(struct xl_work_baselines *b)
{
    free(b->at);
    *b = (struct xl_work_baselines){0};
}

struct xl_work_entry xl_work_entry_of(const struct xl_row_result *row,
                                      const struct xl_kernel_result *k)
{
    struct xl_work_entry e = {.isa = row->row->isa,
                              .vl_bits = row->vl_bits,
                              .all = xl_work_per_element(&k->work),
                              .vector = xl_work_vector_per_element(&k->work)};
    snprintf(e.kernel, sizeof e.kernel, "%s", k->kernel);
    snprintf(e.compiler, sizeof e.compiler, "%s", row->row->compiler);
    return e;
}

/* The baseline of an entry; NULL: it has none, or another compiler or level. */
static const struct xl_work_entry *find_baseline(const struct xl_work_baselines *b,
                                                 const struct xl_row_result *row,
                                                 const struct xl_work_entry *e)
{
    const size_t compiler = strcmp(row->row->compiler, compilers[1]) == 0;
    if (!b->count || strcmp(row->row->opt, "O2") != 0 ||
        strcmp(row->compiler_version, b->compilers[compiler]) != 0)
        return NULL;
    return bsearch(e, b->at, b->count, sizeof *b->at, xl_work_compare);
}

static double percent_more(double is, double was)
{
    return 100 * (is / was - 1);
}

void xl_work_check(const struct xl_work_baselines *b, const struct xl_row_result *row,
                   struct xl_kernel_result *k)
{
    char text[XL_TEXT];
    if (!k->work.n || k->outcome != XL_PASS)
        return;
    const struct xl_work_entry is = xl_work_entry_of(row, k), *was = find_baseline(b, row, &is);
    if (!was || is.all <= was->all * (1 + XL_WORK_TOLERANCE) + XL_WORK_DIGIT)
        return;
    snprintf(text, sizeof text,
             "%.3f instructions per element, %.3f of them vector instructions; baseline %.3f and "
             "%.3f; %.1f %% more; accept: ./crosslane bench --instructions --update --kernel %s",
             is.all, is.vector, was->all, was->vector, percent_more(is.all, was->all), k->kernel);
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
