/* Coverage on the console (a table of variants, unreached instructions, a line per ISA), as JSON,
 * and as annotated code.
 * SPDX-License-Identifier: MIT
 */
#include "report/coverage_report.h"

#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

struct xl_coverage_variant *xl_coverage_variants(const struct xl_coverage *coverage, size_t *count)
{
    size_t most = 1;
    *count = 0;
    for (size_t i = 0; i < coverage->build_count; i++)
        most += coverage->builds[i].image.variant_count;
    struct xl_coverage_variant *all = xl_alloc(most, sizeof *all);
    for (size_t i = 0; i < coverage->build_count; i++) {
        const struct xl_coverage_build *b = &coverage->builds[i];
        for (size_t v = 0; v < b->image.variant_count; v++)
            if (b->rows[v])
                all[(*count)++] = (struct xl_coverage_variant){b, v, xl_coverage_sum(b, v)};
    }
    return all;
}

double xl_coverage_tenths(const struct xl_coverage_sum *sum)
{
    return floor(10 * xl_coverage_percent(sum)) / 10;
}

/* "kernels/arith/add_f32.c:22, by arch/x86_64/avx2.h:40": the line of the kernel, and the innermost
 * one if it differs. "" without debug information. The caller frees it. */
static char *place_of(const struct xl_coverage_build *build, uint64_t address)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    const size_t depth = xl_source_frames(build->source, address, frames);
    if (!depth)
        return xl_copy_text("");
    const struct xl_frame *kernel = &frames[depth - 1];
    const char *path = xl_source_path(kernel->file);
    if (depth == 1)
        return xl_format("%s:%u", path, kernel->line);
    return xl_format("%s:%u, by %s:%u", path, kernel->line, xl_source_path(frames[0].file),
                     frames[0].line);
}

static const struct xl_image_variant *image_of(const struct xl_coverage_variant *v)
{
    return &v->build->image.variants[v->variant];
}

static void print_table(const struct xl_coverage_variant *variants, size_t count, FILE *to)
{
    int width = 6;
    for (size_t i = 0; i < count; i++)
        if ((int)image_of(&variants[i])->kernel_length > width)
            width = (int)image_of(&variants[i])->kernel_length;
    fprintf(to, "%-*s  %-16s  %-7s  %4s  %8s  %5s  %7s\n", width, "kernel", "build", "isa", "rows",
            "executed", "total", "percent");
    for (size_t i = 0; i < count; i++) {
        const struct xl_coverage_variant *v = &variants[i];
        const struct xl_image_variant *in = image_of(v);
        fprintf(to, "%-*.*s  %-16s  %-7s  %4u  %8llu  %5llu  %7.1f\n", width,
                (int)in->kernel_length, in->symbol, v->build->name, in->isa,
                v->build->rows[v->variant], (unsigned long long)v->sum.executed,
                (unsigned long long)v->sum.total, xl_coverage_tenths(&v->sum));
    }
}

static void print_unreached_of(const struct xl_coverage_variant *v, FILE *to)
{
    const struct xl_coverage_build *b = v->build;
    fprintf(to, "  %s of %s\n", image_of(v)->symbol, b->name);
    for (size_t i = 0; i < b->disassembly.count; i++) {
        const struct xl_instruction *insn = &b->disassembly.instructions[i];
        if (b->counts[i] || !xl_coverage_is_vector(b, v->variant, i))
            continue;
        char *place = place_of(b, insn->address);
        fprintf(to, "    %8llx  %-10s %-30s  %s\n", (unsigned long long)insn->address,
                insn->mnemonic, insn->operands, place);
        free(place);
    }
}

static void print_unreached(const struct xl_coverage_variant *variants, size_t count, FILE *to)
{
    size_t found = 0, vectors = 0;
    for (size_t i = 0; i < count; i++) {
        const struct xl_coverage_sum *sum = &variants[i].sum;
        vectors += sum->vector_total != 0;
        if (sum->vector_executed == sum->vector_total)
            continue;
        if (!found++)
            fprintf(to, "\nvector instructions that no call reached:\n");
        print_unreached_of(&variants[i], to);
    }
    if (!found)
        fprintf(to, "\n%s\n",
                vectors ? "every vector instruction was reached"
                        : "there is no vector instruction to reach");
}

static bool has_isa(const struct xl_coverage_variant *v, const char *arch, const char *isa)
{
    return strcmp(v->build->arch->name, arch) == 0 && strcmp(image_of(v)->isa, isa) == 0;
}

/* Prints the line of variant `first`'s ISA, if no earlier variant has that ISA. */
static void print_isa(const struct xl_coverage_variant *variants, size_t count, size_t first,
                      FILE *to)
{
    const char *arch = variants[first].build->arch->name, *isa = image_of(&variants[first])->isa;
    struct xl_coverage_sum sum = {0};
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!has_isa(&variants[i], arch, isa))
            continue;
        if (i < first)
            return;
        xl_coverage_add(&sum, &variants[i].sum);
        found++;
    }
    fprintf(to, "%s (%s): variants %zu, instructions %llu of %llu, %.1f %%, ", isa, arch, found,
            (unsigned long long)sum.executed, (unsigned long long)sum.total,
            xl_coverage_tenths(&sum));
    if (sum.vector_total)
        fprintf(to, "vector %llu of %llu\n", (unsigned long long)sum.vector_executed,
                (unsigned long long)sum.vector_total);
    else
        fprintf(to, "no vector instruction\n");
}

void xl_coverage_print(const struct xl_coverage_variant *variants, size_t count, FILE *to)
{
    if (!count)
        return;
    fputc('\n', to);
    print_table(variants, count, to);
    print_unreached(variants, count, to);
    fputc('\n', to);
    for (size_t i = 0; i < count; i++)
        print_isa(variants, count, i, to);
}

size_t xl_coverage_print_unknown(const struct xl_coverage_variant *variants, size_t count, FILE *to)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct xl_coverage_variant *v = &variants[i];
        if (!xl_coverage_is_unknown(v->build, v->variant))
            continue;
        found++;
        if (v->sum.total)
            fprintf(to,
                    "%s of %s: nothing says whether its vector instructions were reached: there is "
                    "no %s instruction in its code, nor in what it executed\n",
                    image_of(v)->symbol, v->build->name, image_of(v)->isa);
        else
            fprintf(to, "%s of %s: nothing says what was reached: its code is not known\n",
                    image_of(v)->symbol, v->build->name);
    }
    return found;
}

size_t xl_coverage_print_below(const struct xl_coverage_variant *variants, size_t count,
                               double least, FILE *to)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct xl_coverage_variant *v = &variants[i];
        if (xl_coverage_percent(&v->sum) >= least)
            continue;
        fprintf(to, "%s of %s: %llu of %llu instructions, %.1f %%, is below %g %%\n",
                image_of(v)->symbol, v->build->name, (unsigned long long)v->sum.executed,
                (unsigned long long)v->sum.total, xl_coverage_tenths(&v->sum), least);
        found++;
    }
    return found;
}

/* Coverage as JSON. */

static void add_number(struct json_object *to, const char *key, uint64_t number)
{
    json_object_object_add(to, key, json_object_new_uint64(number));
}

static struct json_object *unreached_json(const struct xl_coverage_variant *v)
{
    const struct xl_coverage_build *b = v->build;
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < b->disassembly.count; i++) {
        char text[600];
        const struct xl_instruction *insn = &b->disassembly.instructions[i];
        if (b->counts[i] || !xl_coverage_is_vector(b, v->variant, i))
            continue;
        struct json_object *o = json_object_new_object();
        snprintf(text, sizeof text, "0x%llx", (unsigned long long)insn->address);
        xl_json_add_text(o, "address", text);
        snprintf(text, sizeof text, "%s %s", insn->mnemonic, insn->operands);
        xl_json_add_text(o, "instruction", text);
        char *place = place_of(b, insn->address);
        xl_json_add_text(o, "source", place);
        free(place);
        json_object_array_add(list, o);
    }
    return list;
}

static struct json_object *variant_json(const struct xl_coverage_variant *v)
{
    const struct xl_image_variant *in = &v->build->image.variants[v->variant];
    struct json_object *o = json_object_new_object();
    json_object_object_add(o, "kernel",
                           json_object_new_string_len(in->symbol, (int)in->kernel_length));
    xl_json_add_text(o, "build", v->build->name);
    xl_json_add_text(o, "isa", in->isa);
    add_number(o, "rows", v->build->rows[v->variant]);
    add_number(o, "insns_covered", v->sum.executed);
    add_number(o, "insns_total", v->sum.total);
    json_object_object_add(o, "percent", json_object_new_double(xl_coverage_tenths(&v->sum)));
    add_number(o, "vector_insns_covered", v->sum.vector_executed);
    add_number(o, "vector_insns_total", v->sum.vector_total);
    json_object_object_add(o, "unreached", unreached_json(v));
    return o;
}

static struct json_object *row_json(const struct xl_coverage_row *row)
{
    struct json_object *o = json_object_new_object();
    xl_json_add_text(o, "row", row->name);
    json_object_object_add(o, "measured", json_object_new_boolean(row->was_measured));
    xl_json_add_text(o, "reason", row->reason);
    json_object_object_add(o, "seconds", json_object_new_double(row->seconds));
    return o;
}

int xl_coverage_write_json(const struct xl_coverage *coverage,
                           const struct xl_coverage_variant *variants, size_t count, uint64_t seed,
                           const char *file, struct xl_error *err)
{
    struct json_object *all = json_object_new_object(), *rows = json_object_new_array(),
                       *list = json_object_new_array();
    json_object_object_add(all, "version", json_object_new_int(1));
    add_number(all, "seed", seed);
    for (size_t i = 0; i < coverage->row_count; i++)
        json_object_array_add(rows, row_json(&coverage->rows[i]));
    for (size_t i = 0; i < count; i++)
        json_object_array_add(list, variant_json(&variants[i]));
    json_object_object_add(all, "rows", rows);
    json_object_object_add(all, "variants", list);
    int failed = json_object_to_file_ext(file, all, JSON_C_TO_STRING_PRETTY);
    if (failed)
        xl_error_set(err, "cannot write %s: %s", file, json_util_get_last_err());
    json_object_put(all);
    return failed ? -1 : 0;
}

/* The code of a variant, each instruction with its count, under the source line of the kernel. */

/* Prints the kernel's own line, unless it was printed last. */
static void print_line(const struct xl_frame *frame, struct xl_frame *last, FILE *to)
{
    char text[512];
    if (last->file && strcmp(frame->file, last->file) == 0 && frame->line == last->line)
        return;
    xl_source_text(frame, text, sizeof text);
    fprintf(to, "%s:%u: %s\n", xl_source_path(frame->file), frame->line, text);
    *last = *frame;
}

/* Ends in "; arch/x86_64/avx2.h:40", the innermost line, if a call was inlined. */
static void print_instruction(const struct xl_coverage_build *b, size_t i,
                              const struct xl_frame *frames, size_t depth, FILE *to)
{
    const struct xl_instruction *insn = &b->disassembly.instructions[i];
    char count[24] = "#####"; /* as gcov has it */
    if (b->counts[i])
        snprintf(count, sizeof count, "%llu", (unsigned long long)b->counts[i]);
    fprintf(to, "%12s  %8llx  %-10s ", count, (unsigned long long)insn->address, insn->mnemonic);
    if (depth > 1)
        fprintf(to, "%-36s ; %s:%u\n", insn->operands, xl_source_path(frames[0].file),
                frames[0].line);
    else
        fprintf(to, "%s\n", insn->operands);
}

void xl_coverage_annotate(const struct xl_coverage_variant *variant, FILE *to)
{
    const struct xl_coverage_build *b = variant->build;
    struct xl_frame frames[XL_MAX_FRAMES], last = {NULL, 0};
    fprintf(to, "\n%s of %s\n", b->image.variants[variant->variant].symbol, b->name);
    for (size_t i = 0; i < b->disassembly.count; i++) {
        uint64_t address = b->disassembly.instructions[i].address;
        if (!xl_coverage_has(b, variant->variant, i))
            continue;
        const struct xl_image_function *f = xl_image_function(&b->image, address);
        if (f && f->address == address && address != b->image.variants[variant->variant].entry)
            fprintf(to, "%s:\n", f->name); /* a function that it calls */
        size_t depth = xl_source_frames(b->source, address, frames);
        if (depth)
            print_line(&frames[depth - 1], &last, to);
        print_instruction(b, i, frames, depth, to);
    }
}

/* ---- Coverage of source lines as an LCOV tracefile ---- */

enum { XL_MOST_LINES = 1 << 20 }; /* of a file; larger line numbers are wrong */

struct line {
    uint64_t count, most; /* sum of finished variants; maximum of the current one */
    bool is_there;
};

struct function {
    char *name;
    unsigned line;
    uint64_t count;
};

struct file {
    char *name;
    struct line *lines;
    size_t line_room;
    struct {
        struct function *at;
        size_t count, room;
    } functions;
};

struct xl_lcov {
    struct file *at;
    size_t count, room;
};

struct xl_lcov *xl_lcov_new(void)
{
    return xl_alloc(1, sizeof(struct xl_lcov));
}

static struct file *find_file(struct xl_lcov *lcov, const char *name)
{
    for (size_t i = 0; i < lcov->count; i++)
        if (strcmp(lcov->at[i].name, name) == 0)
            return &lcov->at[i];
    xl_push(lcov, (struct file){.name = xl_copy_text(name)});
    return &lcov->at[lcov->count - 1];
}

int xl_lcov_line(struct xl_lcov *lcov, const char *file, unsigned line, uint64_t count)
{
    struct file *f = find_file(lcov, file);
    if (line > XL_MOST_LINES)
        return -1;
    if (line >= f->line_room) {
        size_t room = 2 * (size_t)line + 64;
        f->lines = xl_resize(f->lines, room, sizeof *f->lines);
        memset(f->lines + f->line_room, 0, (room - f->line_room) * sizeof *f->lines);
        f->line_room = room;
    }
    struct line *l = &f->lines[line];
    l->is_there = true;
    l->most = count > l->most ? count : l->most;
    return 0;
}

void xl_lcov_function(struct xl_lcov *lcov, const char *file, unsigned line, const char *name,
                      uint64_t count)
{
    struct file *f = find_file(lcov, file);
    for (size_t i = 0; i < f->functions.count; i++)
        if (strcmp(f->functions.at[i].name, name) == 0) {
            f->functions.at[i].count += count;
            return;
        }
    xl_push(&f->functions, ((struct function){xl_copy_text(name), line, count}));
}

void xl_lcov_end_variant(struct xl_lcov *lcov)
{
    for (size_t i = 0; i < lcov->count; i++) {
        for (size_t n = 0; n < lcov->at[i].line_room; n++) {
            struct line *l = &lcov->at[i].lines[n];
            l->count += l->most;
            l->most = 0;
        }
    }
}

int xl_lcov_add_lines(struct xl_lcov *lcov, const char *file, struct xl_error *err)
{
    FILE *from = fopen(file, "re");
    char *line = NULL, *source = NULL;
    size_t room = 0;
    if (!from)
        return xl_fail(err, "%s: %s", file, strerror(errno));
    while (getline(&line, &room, from) >= 0) {
        char *count;
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "F ", 2) == 0) {
            free(source);
            source = xl_copy_text(line + 2);
            continue;
        }
        const unsigned long number = strtoul(line, &count, 10);
        if (source && number && number <= XL_MOST_LINES)
            xl_lcov_line(lcov, source, (unsigned)number, strtoull(count, NULL, 10));
    }
    xl_lcov_end_variant(lcov);
    free(source);
    free(line);
    fclose(from);
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->name, ((const struct file *)b)->name);
}

static int by_line(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void print_functions(struct file *f, FILE *to)
{
    size_t hit = 0;
    if (f->functions.count)
        qsort(f->functions.at, f->functions.count, sizeof *f->functions.at, by_line);
    for (size_t i = 0; i < f->functions.count; i++)
        fprintf(to, "FN:%u,%s\n", f->functions.at[i].line, f->functions.at[i].name);
    for (size_t i = 0; i < f->functions.count; i++) {
        fprintf(to, "FNDA:%llu,%s\n", (unsigned long long)f->functions.at[i].count,
                f->functions.at[i].name);
        hit += f->functions.at[i].count != 0;
    }
    fprintf(to, "FNF:%zu\nFNH:%zu\n", f->functions.count, hit);
}

static void print_lines(const struct file *f, FILE *to)
{
    size_t found = 0, hit = 0;
    for (size_t n = 1; n < f->line_room; n++) {
        if (!f->lines[n].is_there)
            continue;
        fprintf(to, "DA:%zu,%llu\n", n, (unsigned long long)f->lines[n].count);
        found++;
        hit += f->lines[n].count != 0;
    }
    fprintf(to, "LF:%zu\nLH:%zu\n", found, hit);
}

void xl_lcov_print(struct xl_lcov *lcov, FILE *to)
{
    if (lcov->count)
        qsort(lcov->at, lcov->count, sizeof *lcov->at, compare_names);
    for (size_t i = 0; i < lcov->count; i++) {
        fprintf(to, "TN:crosslane\nSF:%s\n", lcov->at[i].name);
        print_functions(&lcov->at[i], to);
        print_lines(&lcov->at[i], to);
        fprintf(to, "end_of_record\n");
    }
}

void xl_lcov_free(struct xl_lcov *lcov)
{
    for (size_t i = 0; lcov && i < lcov->count; i++) {
        for (size_t k = 0; k < lcov->at[i].functions.count; k++)
            free(lcov->at[i].functions.at[k].name);
        free(lcov->at[i].functions.at);
        free(lcov->at[i].lines);
        free(lcov->at[i].name);
    }
    if (lcov)
        free(lcov->at);
    free(lcov);
}

static bool is_below(const char *file, const char *const *directories, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(directories[i]);
        if (strncmp(file, directories[i], length) == 0 && file[length] == '/')
            return true;
    }
    return false;
}

/* Adds the lines of a variant's instructions, and of the calls inlined around them. */
static int add_variant(struct xl_lcov *lcov, const struct xl_coverage_build *b, size_t variant,
                       const char *const *directories, size_t directory_count)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    const struct xl_image_variant *v = &b->image.variants[variant];
    for (size_t i = 0; i < b->disassembly.count; i++) {
        const struct xl_instruction *insn = &b->disassembly.instructions[i];
        size_t depth =
            xl_coverage_has(b, variant, i) ? xl_source_frames(b->source, insn->address, frames) : 0;
        for (size_t f = 0; f < depth; f++)
            if (is_below(frames[f].file, directories, directory_count) &&
                xl_lcov_line(lcov, frames[f].file, frames[f].line, b->counts[i]))
                return -1;
        if (depth && insn->address == v->entry &&
            is_below(frames[depth - 1].file, directories, directory_count))
            xl_lcov_function(lcov, frames[depth - 1].file, frames[depth - 1].line, v->symbol,
                             b->counts[i]);
    }
    xl_lcov_end_variant(lcov);
    return 0;
}

int xl_lcov_write(const struct xl_coverage *coverage, const char *const *directories,
                  size_t directory_count, const char *file, struct xl_error *err)
{
    struct xl_lcov *lcov = xl_lcov_new();
    int failed = 0;
    for (size_t i = 0; i < coverage->build_count && !failed; i++) {
        const struct xl_coverage_build *b = &coverage->builds[i];
        for (size_t v = 0; v < b->image.variant_count && !failed; v++)
            if (b->rows[v])
                failed = add_variant(lcov, b, v, directories, directory_count);
    }
    if (failed)
        errno = ERANGE;
    FILE *f = failed ? NULL : fopen(file, "we");
    if (f) {
        xl_lcov_print(lcov, f);
        failed = ferror(f);
        failed |= fclose(f);
    }
    xl_lcov_free(lcov);
    return f && !failed ? 0 : xl_fail(err, "cannot write %s: %s", file, strerror(errno));
}
