/* Baselines: the worst error of each kernel that was seen so far, as tests/accuracy keeps them.
 * SPDX-License-Identifier: MIT
 */
#include "results/baselines.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/results.h"

enum { XL_LINE = 256 };

/* Before the lines of xl_baseline.walks. */
static const char XL_WALK[] = "# every input: ";

/* The number of its inputs. */
static size_t operands_of(const struct xl_kernel *kernel)
{
    size_t operands = 0;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        operands += kernel->args[k].kind == XL_ARG_IN;
    return operands;
}

bool xl_baseline_is_for(const struct xl_kernel *kernel)
{
    if (kernel->contract.kind != XL_ULP || !kernel->elementwise)
        return false;
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++) {
        const struct xl_arg *arg = &kernel->args[k];
        bool is_operand = arg->kind == XL_ARG_IN && xl_arg_is_strip(arg);
        if (!is_operand && arg->kind != XL_ARG_OUT && arg->kind != XL_ARG_COUNT)
            return false;
    }
    return operands_of(kernel) <= XL_MAX_ARITY;
}

/* Reads one line. False: it is not an entry. */
static bool read_entry(const char *line, size_t operands, struct xl_worst_inputs *w)
{
    int used = 0, more = 0;
    *w = (struct xl_worst_inputs){0};
    if (sscanf(line, "%15s %63s %lf%n", w->isa, w->build, &w->ulp, &used) < 3)
        return false;
    for (size_t i = 0; i < operands; i++, used += more)
        if (sscanf(line + used, " 0x%" SCNx64 "%n", &w->inputs[i], &more) < 1)
            return false;
    return line[used] == '\0' && w->ulp >= 0;
}

static void add_inputs(struct xl_baseline *b, const struct xl_worst_inputs *w)
{
    b->entries = xl_resize(b->entries, b->count + 1, sizeof *b->entries);
    b->entries[b->count++] = *w;
}

static int read_lines(FILE *in, const char *file, size_t operands, struct xl_baseline *b,
                      struct xl_error *err)
{
    char line[XL_LINE];
    for (unsigned number = 1; fgets(line, sizeof line, in); number++) {
        struct xl_worst_inputs w;
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, XL_WALK, sizeof XL_WALK - 1) == 0)
            xl_baseline_add_walk(b, line + sizeof XL_WALK - 1);
        if (line[0] == '#' || line[0] == '\0')
            continue;
        if (!read_entry(line, operands, &w))
            return xl_fail(err, "%s:%u: error: not 'ISA BUILD ULP' and %zu input%s as 0x...", file,
                           number, operands, xl_s(operands));
        add_inputs(b, &w);
    }
    return 0;
}

void xl_baseline_add_walk(struct xl_baseline *b, const char *line)
{
    const size_t row = strcspn(line, " ") + 1;
    struct xl_text walks = {0};
    for (const char *at = b->walks, *end; at && (end = strchr(at, '\n')); at = end + 1)
        if (strncmp(at, line, row) != 0)
            xl_text_add(&walks, "%.*s\n", (int)(end - at), at);
    xl_text_add(&walks, "%s\n", line);
    free(b->walks);
    b->walks = walks.at;
}

/* Adds the lines of another baseline. */
static void add_walks(struct xl_baseline *b, const struct xl_baseline *from)
{
    for (const char *at = from->walks, *end; at && (end = strchr(at, '\n')); at = end + 1) {
        char *line = xl_format("%.*s", (int)(end - at), at);
        xl_baseline_add_walk(b, line);
        free(line);
    }
}

char *xl_baseline_file(const char *directory, const char *kernel)
{
    return directory ? xl_join_path(directory, "%s.txt", kernel)
                     : xl_join_path(xl_root(), XL_BASELINE_DIRECTORY "/%s.txt", kernel);
}

int xl_baseline_read(const char *directory, const struct xl_kernel *kernel, struct xl_baseline *b,
                     struct xl_error *err)
{
    char *file = xl_baseline_file(directory, kernel->name);
    int status = 0;
    *b = (struct xl_baseline){0};
    errno = 0;
    FILE *in = fopen(file, "re");
    if (!in && errno != ENOENT)
        status = xl_fail(err, "cannot read %s: %s", file, strerror(errno));
    if (in) {
        status = read_lines(in, file, operands_of(kernel), b, err);
        fclose(in);
    }
    free(file);
    if (status)
        xl_baseline_free(b);
    return status;
}

void xl_baseline_free(struct xl_baseline *b)
{
    free(b->entries);
    free(b->walks);
    *b = (struct xl_baseline){0};
}

static const struct xl_worst_inputs *find_worst(const struct xl_worst_inputs *entries, size_t count,
                                                const char *isa, const char *build)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].isa, isa) == 0 && strcmp(entries[i].build, build) == 0)
            return &entries[i];
    return NULL;
}

const struct xl_worst_inputs *xl_baseline_find(const struct xl_baseline *b, const char *isa,
                                               const char *build)
{
    const struct xl_worst_inputs *own = find_worst(b->entries, b->count, isa, build);
    return own ? own : find_worst(b->entries, b->count, isa, "*");
}

static bool same_worst(const struct xl_worst_inputs *a, const struct xl_worst_inputs *b)
{
    return strcmp(a->isa, b->isa) == 0 && a->ulp == b->ulp &&
           memcmp(a->inputs, b->inputs, sizeof a->inputs) == 0;
}

/* Joins the most frequent entry of each ISA into one for build "*"; of equally frequent ones, the
 * first. */
static void join(struct xl_baseline *b)
{
    for (size_t i = 0; i < b->count; i++) {
        size_t best = i, most = 0;
        if (find_worst(b->entries, b->count, b->entries[i].isa, "*"))
            continue;
        for (size_t k = i; k < b->count; k++) {
            size_t like = 0;
            for (size_t j = i; j < b->count; j++)
                like += same_worst(&b->entries[k], &b->entries[j]);
            if (strcmp(b->entries[k].isa, b->entries[i].isa) == 0 && like > most) {
                most = like;
                best = k;
            }
        }
        struct xl_worst_inputs all = b->entries[best];
        snprintf(all.build, sizeof all.build, "*");
        size_t end = i;
        b->entries[best] = b->entries[i];
        for (size_t k = i + 1; k < b->count; k++)
            if (!same_worst(&b->entries[k], &all))
                b->entries[++end] = b->entries[k];
        b->entries[i] = all;
        b->count = end + 1;
    }
}

static int by_isa_then_build(const void *a, const void *b)
{
    const struct xl_worst_inputs *x = a, *y = b;
    int isa = strcmp(x->isa, y->isa);
    return isa ? isa : strcmp(x->build, y->build);
}

static void sort(struct xl_baseline *b)
{
    if (b->count)
        qsort(b->entries, b->count, sizeof b->entries[0], by_isa_then_build);
}

static char *format(const struct xl_kernel *kernel, const struct xl_baseline *b)
{
    struct xl_text text = {0};
    xl_text_add(&text,
                "# %s: the worst errors seen, in ULP. Written by ./crosslane accuracy --update\n",
                kernel->name);
    for (size_t i = 0; i < b->count; i++) {
        const struct xl_worst_inputs *w = &b->entries[i];
        char inputs[XL_LINE];
        xl_inputs_of_baseline(kernel, w->inputs, inputs, sizeof inputs);
        xl_text_add(&text, "%s %s %.3f %s\n", w->isa, w->build, w->ulp, inputs);
    }
    for (const char *at = b->walks, *end; at && (end = strchr(at, '\n')); at = end + 1)
        xl_text_add(&text, "%s%.*s\n", XL_WALK, (int)(end - at), at);
    return text.at;
}

void xl_inputs_of_baseline(const struct xl_kernel *kernel, const uint64_t inputs[XL_MAX_ARITY],
                           char *text, size_t size)
{
    size_t operand = 0;
    text[0] = '\0';
    for (size_t k = 0; k < XL_MAX_ARGS && kernel->args[k].kind; k++)
        if (kernel->args[k].kind == XL_ARG_IN)
            xl_append(text, size, "%s0x%0*" PRIx64, *text ? " " : "",
                      2 * (int)xl_type_size(kernel->args[k].type), inputs[operand++]);
}

/* Rounded as in the file, so that equal lines are equal entries. */
static double rounded(double ulp)
{
    char text[64];
    snprintf(text, sizeof text, "%.3f", ulp);
    return strtod(text, NULL);
}

static bool has_isa(const struct xl_baseline *b, const char *isa)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->entries[i].isa, isa) == 0)
            return true;
    return false;
}

/* Makes an entry for each build of the list: as measured, or as it was. */
static int update(const char *directory, const struct xl_kernel *kernel,
                  const struct xl_row_list *list, const struct xl_baseline *measured,
                  struct xl_baseline *is, struct xl_error *err)
{
    struct xl_baseline was;
    int status = xl_baseline_read(directory, kernel, &was, err);
    for (size_t i = 0; i < list->count && !status; i++) {
        const char *isa = list->rows[i].isa->name, *build = list->rows[i].build;
        const struct xl_worst_inputs *w =
            find_worst(measured->entries, measured->count, isa, build);
        if (!w) /* "*" stays for a build that was not measured */
            w = find_worst(was.entries, was.count, isa, build);
        if (!w || find_worst(is->entries, is->count, isa, build))
            continue;
        struct xl_worst_inputs entry = *w;
        entry.ulp = rounded(w->ulp);
        snprintf(entry.build, sizeof entry.build, "%s", build);
        add_inputs(is, &entry);
    }
    for (size_t i = 0; i < was.count && !status; i++)
        if (strcmp(was.entries[i].build, "*") == 0 && !has_isa(measured, was.entries[i].isa))
            add_inputs(is, &was.entries[i]);
    add_walks(is, &was);
    add_walks(is, measured);
    xl_baseline_free(&was);
    return status;
}

char *xl_baseline_update(const char *directory, const struct xl_kernel *kernel,
                         const struct xl_row_list *list, const struct xl_baseline *measured,
                         struct xl_error *err)
{
    struct xl_baseline is = {0};
    char *text = NULL;
    if (update(directory, kernel, list, measured, &is, err) == 0) {
        sort(&is);
        join(&is);
        sort(&is);
        text = format(kernel, &is);
    }
    xl_baseline_free(&is);
    return text;
}

void xl_baseline_add(struct xl_baseline *b, const struct xl_worst_inputs *w)
{
    for (size_t i = 0; i < b->count; i++) {
        struct xl_worst_inputs *e = &b->entries[i];
        if (strcmp(e->isa, w->isa) != 0 || strcmp(e->build, w->build) != 0)
            continue;
        if (w->ulp > e->ulp)
            *e = *w;
        return;
    }
    add_inputs(b, w);
}

struct xl_baseline *xl_baselines_read(const char *directory, const struct xl_kernels *kernels,
                                      struct xl_error *err)
{
    struct xl_baseline *baselines = xl_alloc(kernels->count + 1, sizeof *baselines);
    for (size_t i = 0; i < kernels->count; i++) {
        if (xl_baseline_is_for(kernels->kernels[i]) &&
            xl_baseline_read(directory, kernels->kernels[i], &baselines[i], err)) {
            xl_baselines_free(baselines, kernels->count);
            return NULL;
        }
        char *file = xl_baseline_file(directory, kernels->kernels[i]->name);
        xl_digest_file(file, &baselines[i].file);
        free(file);
    }
    return baselines;
}

void xl_baselines_free(struct xl_baseline *baselines, size_t count)
{
    for (size_t i = 0; i < count && baselines; i++)
        xl_baseline_free(&baselines[i]);
    free(baselines);
}

/* The worst error of a kernel on a row, compared with its baseline. */

static size_t find_inputs(const struct xl_accuracy *a, const uint64_t inputs[XL_MAX_ARITY])
{
    size_t i = 0;
    while (i < a->baseline.count && memcmp(a->inputs[i], inputs, sizeof a->inputs[i]) != 0)
        i++;
    return i;
}

void xl_accuracy_begin(struct xl_accuracy *a, const struct xl_kernel *kernel,
                       const struct xl_baseline *b, const struct xl_row *row)
{
    *a = (struct xl_accuracy){.kernel = kernel,
                              .own = xl_baseline_find(b, row->isa->name, row->build)};
    a->baseline.inputs = (const uint64_t(*)[XL_MAX_ARITY])a->inputs;
    if (a->own) /* the first, so that it is never left out */
        memcpy(a->inputs[a->baseline.count++], a->own->inputs, sizeof a->own->inputs);
    for (size_t i = 0; i < b->count && a->baseline.count < XL_MAX_KNOWN; i++)
        if (find_inputs(a, b->entries[i].inputs) == a->baseline.count)
            memcpy(a->inputs[a->baseline.count++], b->entries[i].inputs, sizeof a->inputs[0]);
}

static void fail(const struct xl_accuracy *a, double ulp, const uint64_t inputs[XL_MAX_ARITY],
                 struct xl_kernel_result *k)
{
    char text[128];
    xl_inputs_of_baseline(a->kernel, inputs, text, sizeof text);
    snprintf(
        k->reason, sizeof k->reason,
        "error at %s: %.3f ULP, baseline %.3f; accept: ./crosslane accuracy --update --kernel %s",
        text, ulp, a->own->ulp, a->kernel->name);
    struct xl_finding *f = xl_result_add_finding(k, XL_CHECK_accuracy);
    if (!f)
        return;
    f->ulp = ulp;
    snprintf(f->message, sizeof f->message, "%s", k->reason);
    snprintf(f->inputs, sizeof f->inputs, "%s", text);
}

void xl_accuracy_end(const struct xl_accuracy *a, uint64_t seed, unsigned count,
                     struct xl_row_result *row, struct xl_kernel_result *k)
{
    if (!a->own || k->outcome != XL_PASS)
        return;
    double most = a->own->ulp + XL_BASELINE_DIGIT;
    char text[128];
    xl_inputs_of_baseline(a->kernel, k->worst_inputs, text, sizeof text);
    if (k->baseline_ulp > most)
        fail(a, k->baseline_ulp, a->own->inputs, k);
    else if (k->max_ulp > most && seed == 1 && count == 1)
        fail(a, k->max_ulp, k->worst_inputs, k);
    else if (k->max_ulp > most)
        xl_row_note(row,
                    "%s, %s: new worst input, %.3f ULP at %s; keep it: "
                    "./crosslane accuracy --update --seed %llu --count %u",
                    k->kernel, k->variant, k->max_ulp, text, (unsigned long long)seed, count);
    else if (k->baseline_ulp < a->own->ulp - XL_BASELINE_DIGIT) {
        k->better_than = a->own->ulp;
        xl_row_note(row, "%s, %s: better than its baseline in tests/accuracy, %.3f ULP, not %.3f",
                    k->kernel, k->variant, k->baseline_ulp, a->own->ulp);
    }
}

void xl_accuracy_note_absent(struct xl_row_result *row, size_t absent, const char *first)
{
    if (absent)
        xl_row_note(row,
                    "no baseline in tests/accuracy for %zu kernel%s, for example %s; add: "
                    "./crosslane accuracy --update",
                    absent, xl_s(absent), first);
}

/* Errors over the inputs of a kernel, for a plot. */

double xl_plot_place(enum xl_type type, double x)
{
    const uint64_t bits = xl_float_bits(type, fabs(x)),
                   most = type == XL_f32 ? 0x7f800000 : 0x7ff0000000000000;
    double half = (double)bits / (double)most / 2;
    return signbit(x) ? 0.5 - half : 0.5 + half;
}

size_t xl_plot_bin(enum xl_type type, double x, size_t parts)
{
    size_t bin = (size_t)(xl_plot_place(type, x) * (double)parts);
    return bin < parts ? bin : parts - 1;
}

void xl_plot_add(struct xl_error_plot *plot, uint64_t bits, double ulp)
{
    double x = xl_bits_value(plot->type, bits);
    if (isnan(x) || !isfinite(ulp))
        return;
    size_t bin = xl_plot_bin(plot->type, x, XL_PLOT_BINS);
    plot->errors[bin]++;
    plot->worst[bin] = fmax(plot->worst[bin], ulp);
}
