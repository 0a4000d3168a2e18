/* crosslane test --mutants DIR: what the contracts of somebody else's kernels catch.
 * SPDX-License-Identifier: MIT
 *
 * A cell is a mutant on a row. It is right when the mutant dies there, by the check that the
 * directory's mutants.def names if it has one, and the twin passes.
 */
#include <errno.h>
#include <ftw.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/common_options.h"
#include "mutants/runs.h"

enum { XL_MOST_MUTANTS = 1024, XL_PATH = 4096, XL_NAME = 128 };

struct mutant {
    char name[XL_NAME];
    int check; /* that is to kill it; -1: any may */
};

static struct mutant mutants[XL_MOST_MUTANTS];
static size_t mutant_count;
static size_t without_mutant; /* files */
static const struct xl_patterns *wanted;

enum fate { KILLED, SURVIVED, OTHER_CHECK, NOT_BUILT, NOT_RUN, SKIPPED };

static const char *const fate_words[] = {
    [KILLED] = "killed",       [SURVIVED] = "survived", [OTHER_CHECK] = "other-check",
    [NOT_BUILT] = "not-built", [NOT_RUN] = "not-run",   [SKIPPED] = "skip"};

struct cell {
    const char *row, *isa, *name; /* name "*": the row as a whole */
    int check;
    enum fate fate;
    char by[XL_VERDICT_SIZE], twin[XL_VERDICT_SIZE]; /* verdicts */
};

static struct cell cells[XL_MAX_CELLS];
static size_t cell_count;

static struct mutant *find_mutant(const char *name)
{
    for (size_t i = 0; i < mutant_count; i++)
        if (strcmp(mutants[i].name, name) == 0)
            return &mutants[i];
    return NULL;
}

/* The kernel that a line begins the record of, as kernels.cmake sees it; false: it does not. */
static bool begins_record(const char *line, char name[XL_NAME])
{
    const char *at = line + strspn(line, " \t");
    const size_t length = strlen("XL_KERNEL");
    if (strncmp(at, "XL_KERNEL", length) != 0)
        return false;
    at += length + strspn(at + length, " \t");
    return sscanf(at, "( %127[A-Za-z0-9_]", name) == 1;
}

/* Adds a file's kernels. Returns whether it says XL_MUTANT. */
static bool add_mutants(const char *file)
{
    char line[1024], name[XL_NAME];
    bool is_mutant = false;
    FILE *in = fopen(file, "re");
    while (in && fgets(line, sizeof line, in)) {
        is_mutant |= strstr(line, "XL_MUTANT") != NULL;
        if (!begins_record(line, name) || !xl_matches(wanted, name) ||
            mutant_count == XL_MOST_MUTANTS)
            continue;
        mutants[mutant_count] = (struct mutant){.check = -1};
        snprintf(mutants[mutant_count++].name, XL_NAME, "%s", name);
    }
    if (in)
        fclose(in);
    return is_mutant;
}

static int visit(const char *file, const struct stat *is, int type, struct FTW *at)
{
    const char *dot = strrchr(file + at->base, '.');
    const size_t before = mutant_count;
    (void)is;
    if (type != FTW_F || !dot || strcmp(dot, ".c") != 0 || add_mutants(file) ||
        mutant_count == before)
        return 0;
    fprintf(stderr,
            "mutants: error: %s has no mutant: no line says XL_MUTANT, under which its code is "
            "to be wrong\n",
            file);
    without_mutant++;
    return 0;
}

/* A line of mutants.def: XL_MUTANT(NAME, CHECK). Others are comments. */
static int take_line(const char *file, unsigned number, const char *line)
{
    char name[XL_NAME], check[XL_NAME], similar[200];
    const char *names[XL_CHECKS];
    int end = 0;
    if (strncmp(line, "XL_MUTANT", strlen("XL_MUTANT")) != 0)
        return 0;
    if (sscanf(line, "XL_MUTANT(%127[A-Za-z0-9_], %127[A-Za-z0-9_])%n", name, check, &end) != 2 ||
        !end) {
        fprintf(stderr, "mutants: error: %s:%u: a line is XL_MUTANT(NAME, CHECK)\n", file, number);
        return -1;
    }
    struct mutant *m = find_mutant(name);
    for (int i = 0; i < XL_CHECKS; i++)
        names[i] = xl_check_name((enum xl_check)i);
    if (xl_check_find(check) < 0) {
        xl_similar_names(check, names, XL_CHECKS, similar, sizeof similar);
        fprintf(stderr, "mutants: error: %s:%u: unknown check '%s'%s%s\n", file, number, check,
                *similar ? "; similar: " : "", similar);
        return -1;
    }
    if (!m && !wanted->count) {
        fprintf(stderr, "mutants: error: %s:%u: there is no mutant %s\n", file, number, name);
        return -1;
    }
    if (m)
        m->check = xl_check_find(check);
    return 0;
}

/* The checks that are to kill the mutants, if the directory says. */
static int read_checks(const char *directory)
{
    char file[XL_PATH + 16], line[1024];
    int status = 0;
    snprintf(file, sizeof file, "%s/mutants.def", directory);
    FILE *in = fopen(file, "re");
    if (!in)
        return errno == ENOENT ? 0 : -1;
    for (unsigned number = 1; !status && fgets(line, sizeof line, in); number++)
        status = take_line(file, number, line);
    fclose(in);
    for (size_t i = 0; !status && i < mutant_count; i++)
        if (mutants[i].check < 0) {
            fprintf(stderr, "mutants: error: %s has no line for %s: XL_MUTANT(%s, CHECK)\n", file,
                    mutants[i].name, mutants[i].name);
            status = -1;
        }
    return status;
}

static int read_directory(const char *directory)
{
    struct stat is;
    if (stat(directory, &is) || !S_ISDIR(is.st_mode)) {
        fprintf(stderr, "mutants: error: there is no directory '%s'\n", directory);
        return -1;
    }
    if (nftw(directory, visit, 16, FTW_PHYS)) {
        fprintf(stderr, "mutants: error: %s: %s\n", directory, strerror(errno));
        return -1;
    }
    if (!mutant_count)
        fprintf(stderr,
                "mutants: error: %s has no mutant%s; docs/first-kernel.md says what one "
                "looks like\n",
                directory, wanted->count ? " that is so named" : "");
    return mutant_count && !without_mutant ? read_checks(directory) : -1;
}

/* Rows that gave other bits than most, of a kernel that promises the same everywhere. */
static bool disagrees(struct json_object *results, const char *row, const char *kernel)
{
    struct json_object *d = xl_json_array(results, "disagreements");
    for (size_t i = 0; d && i < json_object_array_length(d); i++) {
        struct json_object *o = json_object_array_get_idx(d, i), *rows = xl_json_array(o, "rows");
        for (size_t k = 0; rows && k < json_object_array_length(rows); k++)
            if (strcmp(xl_json_text(o, "kernel"), kernel) == 0 &&
                strcmp(json_object_get_string(json_object_array_get_idx(rows, k)), row) == 0)
                return true;
    }
    return false;
}

static void get_verdict(struct json_object *results, const struct cell *c,
                        char verdict[XL_VERDICT_SIZE])
{
    xl_mutant_verdict(results, c->row, c->name, verdict);
    if (!verdict[0] && disagrees(results, c->row, c->name))
        snprintf(verdict, XL_VERDICT_SIZE, "disagreement");
}

/* A mutant that does not compile was not tried: it is no kill. */
static enum fate fate_of(const struct cell *c)
{
    if (!c->by[0])
        return SURVIVED;
    if (strcmp(c->by, "skip") == 0)
        return SKIPPED;
    if (xl_has_word(c->by, xl_check_name(XL_CHECK_build)) ||
        xl_has_word(c->by, xl_check_name(XL_CHECK_missing)))
        return NOT_BUILT;
    if (strchr(c->by, ':'))
        return NOT_RUN;
    return c->check < 0 || xl_is_killed_by((enum xl_check)c->check, c->by) ? KILLED : OTHER_CHECK;
}

static void add_cell(const struct xl_mutant_run runs[2], struct json_object *row, const char *name)
{
    if (cell_count == XL_MAX_CELLS)
        return;
    struct cell *c = &cells[cell_count++];
    const struct mutant *m = find_mutant(name);
    *c = (struct cell){.row = xl_json_text(row, "row"),
                       .isa = xl_json_text(row, "isa"),
                       .name = name,
                       .check = m ? m->check : -1};
    get_verdict(runs[0].results, c, c->by);
    get_verdict(runs[1].results, c, c->twin);
    c->fate = fate_of(c);
}

/* The kernels of a row; the row itself where it did not get as far as each of them. */
static void add_row(const struct xl_mutant_run runs[2], struct json_object *row)
{
    struct json_object *kernels = xl_json_array(row, "kernels");
    const size_t count = kernels ? json_object_array_length(kernels) : 0;
    for (size_t i = 0; i < count; i++)
        add_cell(runs, row, xl_json_text(json_object_array_get_idx(kernels, i), "kernel"));
    if (count < xl_json_number(row, "expected"))
        add_cell(runs, row, "*");
}

static bool is_accused(const struct cell *c)
{
    return c->fate != SKIPPED && c->twin[0];
}

static bool is_wrong(const struct cell *c)
{
    return is_accused(c) || (c->fate != KILLED && c->fate != SKIPPED);
}

static void tell_fate(const struct cell *c, char *text, size_t size)
{
    switch (c->fate) {
    case KILLED:
        snprintf(text, size, "killed by %.100s", c->by);
        break;
    case SURVIVED:
        snprintf(text, size, "SURVIVED");
        break;
    case OTHER_CHECK:
        snprintf(text, size, "killed by another check: %.100s, not %s", c->by,
                 xl_check_name((enum xl_check)c->check));
        break;
    case NOT_BUILT:
        snprintf(text, size, "NOT BUILT");
        break;
    case NOT_RUN:
        snprintf(text, size, "NOT RUN: %.200s", c->by);
        break;
    case SKIPPED:
        snprintf(text, size, "(skipped)");
        break;
    }
}

struct totals {
    size_t killed, spared, cells, skipped, wrong;
};

static struct totals print_table(void)
{
    struct totals t = {.cells = cell_count};
    char text[512];
    printf("%-24s %-8s %-28s %-24s %s\n", "mutant", "ISA", "row", "mutant's end", "twin");
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        tell_fate(c, text, sizeof text);
        printf("%-24s %-8s %-28s %-24s %s%.200s\n", c->name, c->isa, c->row, text,
               c->fate == SKIPPED ? ""
               : is_accused(c)    ? "false positive: "
                                  : "passes",
               is_accused(c) ? c->twin : "");
        t.killed += c->fate == KILLED;
        t.spared += c->fate != SKIPPED && !is_accused(c);
        t.skipped += c->fate == SKIPPED;
        t.wrong += is_wrong(c);
    }
    return t;
}

static void print_totals(const struct totals *t, const char *directory)
{
    if (t->wrong)
        printf("./crosslane run --kernels '%s' --kernel MUTANT --row ROW shows what a twin is "
               "accused of; after\nCROSSLANE_DEFINE=XL_MUTANT, what becomes of the mutant\n",
               directory);
    printf("%zu of %zu mutants killed, %zu twins pass", t->killed, t->cells - t->skipped,
           t->spared);
    if (t->skipped)
        printf("; %zu skipped: they have no code for the ISA, or this machine cannot run the row",
               t->skipped);
    putchar('\n');
}

static struct json_object *cell_json(const struct cell *c)
{
    struct json_object *o = json_object_new_object();
    const char *check = c->check < 0 ? NULL : xl_check_name((enum xl_check)c->check);
    json_object_object_add(o, "mutant", json_object_new_string(c->name));
    json_object_object_add(o, "isa", json_object_new_string(c->isa));
    json_object_object_add(o, "row", json_object_new_string(c->row));
    json_object_object_add(o, "outcome", json_object_new_string(fate_words[c->fate]));
    json_object_object_add(o, "by", json_object_new_string(c->by));
    json_object_object_add(o, "expected", check ? json_object_new_string(check) : NULL);
    json_object_object_add(o, "twin",
                           json_object_new_string(c->fate == SKIPPED ? "skip"
                                                  : c->twin[0]       ? "accused"
                                                                     : "pass"));
    json_object_object_add(o, "twin_by", json_object_new_string(c->twin));
    return o;
}

static int write_json(const char *file, const struct totals *t)
{
    struct json_object *o = json_object_new_object(), *array = json_object_new_array();
    for (size_t i = 0; i < cell_count; i++)
        json_object_array_add(array, cell_json(&cells[i]));
    json_object_object_add(o, "mutants", array);
    json_object_object_add(o, "killed", json_object_new_int64((int64_t)t->killed));
    json_object_object_add(o, "tried", json_object_new_int64((int64_t)(t->cells - t->skipped)));
    json_object_object_add(o, "twins_passed", json_object_new_int64((int64_t)t->spared));
    int failed = json_object_to_file_ext(file, o, JSON_C_TO_STRING_PRETTY);
    json_object_put(o);
    if (failed)
        fprintf(stderr, "mutants: error: cannot write %s\n", file);
    return failed ? 3 : 0;
}

static int judge(const struct xl_mutant_run runs[2], const struct xl_outside *o)
{
    struct json_object *rows = xl_json_array(runs[0].results, "rows");
    for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
        add_row(runs, json_object_array_get_idx(rows, i));
    const struct totals t = print_table();
    print_totals(&t, o->directory);
    const int status = o->json ? write_json(o->json, &t) : 0;
    return status ? status : t.wrong || t.skipped == t.cells;
}

int xl_mutants_outside(const struct xl_outside *o)
{
    static struct xl_patterns rows, kernels;
    char directory[XL_PATH], names[2][XL_NAME];
    size_t count = 0;
    wanted = o->mutants;
    if (!realpath(o->directory, directory))
        snprintf(directory, sizeof directory, "%s", o->directory);
    if (xl_cli_writable("json", o->json) || read_directory(directory))
        return 2;
    const struct xl_isa_row *isa_rows = xl_isa_rows(o->rows, &count);
    for (size_t i = 0; isa_rows && i < count; i++)
        xl_add_once(&rows, isa_rows[i].row);
    for (size_t i = 0; i < mutant_count; i++)
        xl_add_once(&kernels, mutants[i].name);
    struct xl_mutant_run runs[2];
    int status = isa_rows ? 0 : 2;
    for (int i = 0; i < 2; i++) {
        snprintf(names[i], sizeof names[i], "outside-%ld%s", (long)getpid(), i ? "-twins" : "");
        runs[i] = (struct xl_mutant_run){.kernels = directory, .name = names[i], .is_twins = i};
        if (!status)
            status = xl_mutant_run(&runs[i], o->rows->count ? o->rows : &rows, &kernels);
    }
    if (!status)
        status = judge(runs, o);
    for (int i = 0; i < 2; i++)
        xl_mutant_run_forget(&runs[i]);
    return status;
}
