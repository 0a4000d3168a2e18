/* Coverage of source lines as an LCOV tracefile.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/coverage_report.h"

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

static int by_name(const void *a, const void *b)
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
        qsort(lcov->at, lcov->count, sizeof *lcov->at, by_name);
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

static bool is_below(const char *file, const char *const *folders, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(file, folders[i], length) == 0 && file[length] == '/')
            return true;
    }
    return false;
}

/* Adds the lines of a variant's instructions, and of the calls inlined around them. */
static int add_variant(struct xl_lcov *lcov, const struct xl_coverage_build *b, size_t variant,
                       const char *const *folders, size_t folder_count)
{
    struct xl_frame frames[XL_MAX_FRAMES];
    const struct xl_image_variant *v = &b->image.variants[variant];
    for (size_t i = 0; i < b->disassembly.count; i++) {
        const struct xl_instruction *insn = &b->disassembly.instructions[i];
        size_t depth =
            xl_coverage_has(b, variant, i) ? xl_source_frames(b->source, insn->address, frames) : 0;
        for (size_t f = 0; f < depth; f++)
            if (is_below(frames[f].file, folders, folder_count) &&
                xl_lcov_line(lcov, frames[f].file, frames[f].line, b->counts[i]))
                return -1;
        if (depth && insn->address == v->entry &&
            is_below(frames[depth - 1].file, folders, folder_count))
            xl_lcov_function(lcov, frames[depth - 1].file, frames[depth - 1].line, v->symbol,
                             b->counts[i]);
    }
    xl_lcov_end_variant(lcov);
    return 0;
}

int xl_lcov_write(const struct xl_coverage *coverage, const char *const *folders,
                  size_t folder_count, const char *file, struct xl_error *err)
{
    struct xl_lcov *lcov = xl_lcov_new();
    int failed = 0;
    for (size_t i = 0; i < coverage->build_count && !failed; i++) {
        const struct xl_coverage_build *b = &coverage->builds[i];
        for (size_t v = 0; v < b->image.variant_count && !failed; v++)
            if (b->rows[v])
                failed = add_variant(lcov, b, v, folders, folder_count);
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
