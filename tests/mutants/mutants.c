/* crosslane test --mutants: every bug of tests/mutants is caught by the check meant for it, its
 * correct twin passes, and it survives where it should.
 * SPDX-License-Identifier: MIT
 *
 * A cell is a mutant on an ISA. It is right when all findings of the mutant on the cell's row are
 * of the cell's check; when the twin passes there; and when the mutant passes without that check,
 * or on a row that cannot see the bug. All three come from `crosslane run`, as a user would run it.
 */
#include <getopt.h>
#include <glob.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "mutants/draw.h"
#include "mutants/found.h"
#include "mutants/runs.h"
#include "mutants/stated.h"
#include "oracle/case.h"

static const char docs_file[] = "docs/results/mutants.md",
                  docs_command[] = "./crosslane test --mutants --docs", without[] = "without ";

enum { XL_MAX_JOBS = 256 };

/* A run of mutants or twins: on the rows of the ISAs (place 0), on other rows (1), or without a
 * check. Where cells are drawn, places are the runs of xl_draw_runs(). */
struct job {
    struct xl_mutant_run run;
    size_t place;
};

static const struct xl_isa_row *isa_rows;
static size_t isa_row_count;

static const struct mutant {
    int item;
    const char *name, *isas;
    enum xl_check check;
    const char *row, *survives;
} mutants[] = {
#define XL_ON(...)
#define XL_WITH(...)
#define XL_MUTANT(ITEM, NAME, ISAS, CHECK, ROW, SURVIVES)                                          \
    {ITEM, #NAME, ISAS, XL_CHECK_##CHECK, ROW, SURVIVES},
#include "mutants/mutants.def"
#undef XL_ON
#undef XL_WITH
#undef XL_MUTANT
};
enum { MUTANTS = sizeof mutants / sizeof mutants[0] };

/* Kernels that are run with a mutant. */
static const struct {
    const char *mutant, *other;
} withs[] = {
#define XL_ON(...)
#define XL_MUTANT(...)
#define XL_WITH(NAME, OTHER) {#NAME, #OTHER},
#include "mutants/mutants.def"
#undef XL_ON
#undef XL_WITH
#undef XL_MUTANT
};

static void add_kernels(struct xl_patterns *kernels, const char *mutant)
{
    xl_add_once(kernels, mutant);
    for (size_t i = 0; i < sizeof withs / sizeof withs[0]; i++)
        if (strcmp(withs[i].mutant, mutant) == 0)
            xl_add_once(kernels, withs[i].other);
}

struct cell {
    const struct mutant *mutant;
    const char *isa, *row;
    const char *off;             /* survives without this check; or NULL, and then on survivor */
    const char *survivor;        /* row */
    size_t place;                /* of its job */
    char wrong[XL_VERDICT_SIZE]; /* "" if all is right */
    bool skipped, killed, spared, survived, stated;
    struct xl_found found;
};

struct options {
    struct xl_patterns mutants, rows; /* patterns; none: all */
    const char *directory, *json;     /* of mutants from outside; NULL: Crosslane's own */
    const char *draw;                 /* the seed of some cells; NULL: all */
    bool docs, check, groups;
};

static struct cell cells[XL_MAX_CELLS];
static size_t cell_count, places = 2;

/* "all", "all but a b", or the ISAs themselves; a number is those whose row has that VL. */
static bool is_on(const struct mutant *m, const struct xl_isa_row *on)
{
    static const char all[] = "all";
    bool is_named = xl_has_word(m->isas, on->isa) || xl_has_word(m->isas, on->vl);
    return strncmp(m->isas, all, sizeof all - 1) == 0 ? !is_named : is_named;
}

/* Whether rows are of one architecture: their names begin with it. */
static bool is_same_arch(const char *row, const char *other)
{
    const size_t length = strcspn(row, "-");
    return strncmp(row, other, length + 1) == 0;
}

/* A run without a check takes as long as one with it. A mutant has one for each architecture, on
 * the first of its ISAs. */
static bool has_run_without(const struct mutant *m, const char *row)
{
    for (size_t i = 0; i < cell_count; i++)
        if (cells[i].mutant == m && cells[i].off && is_same_arch(cells[i].row, row))
            return true;
    return false;
}

/* A run runs all of its kernels on all of its rows. Nearly all mutants are on the row of each ISA;
 * the other rows are for a few, and have runs of their own. */
static bool is_elsewhere(const char *row)
{
    for (size_t i = 0; i < isa_row_count; i++)
        if (strcmp(isa_rows[i].row, row) == 0)
            return false;
    return true;
}

static void add_cells(const struct mutant *m, const struct options *o)
{
    for (size_t i = 0; i < isa_row_count; i++) {
        struct cell c = {.mutant = m, .isa = isa_rows[i].isa, .row = isa_rows[i].row};
        if (m->row[0])
            c.row = m->row;
        c.place = is_elsewhere(c.row);
        if (strncmp(m->survives, without, sizeof without - 1) != 0)
            c.survivor = m->survives[0] ? m->survives : NULL;
        else if (!has_run_without(m, c.row))
            c.off = m->survives + sizeof without - 1;
        if (is_on(m, &isa_rows[i]) && cell_count < XL_MAX_CELLS &&
            xl_matches(&o->mutants, m->name) && xl_matches(&o->rows, c.row))
            cells[cell_count++] = c;
    }
}

/* Of a row that a cell names beside its own; where cells are drawn, they name none. */
static size_t place_of(const struct cell *c, const char *row)
{
    return strcmp(row, c->row) == 0 ? c->place : is_elsewhere(row);
}

/* Leaves the cells that the seed draws, without what they survive. */
static void draw_cells(const char *seed)
{
    static struct xl_draw_cell drawn[XL_MAX_CELLS];
    size_t kept = 0;
    for (size_t i = 0; i < cell_count; i++)
        drawn[i] = (struct xl_draw_cell){.mutant = cells[i].mutant->name, .row = cells[i].row};
    places = xl_draw_runs(drawn, cell_count, seed);
    for (size_t i = 0; i < cell_count; i++) {
        cells[i].off = cells[i].survivor = NULL;
        cells[i].place = (size_t)drawn[i].run;
        if (drawn[i].run >= 0)
            cells[kept++] = cells[i];
    }
    cell_count = kept;
}

/* What a job has to run: the rows and kernels of its cells. */
static void words_of(const struct job *job, struct xl_patterns *rows, struct xl_patterns *kernels)
{
    const char *off = job->run.off;
    rows->count = kernels->count = 0;
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        const char *wanted[] = {c->row, off ? NULL : c->survivor};
        for (size_t k = 0; k < 2 && wanted[k]; k++) {
            if (off ? !c->off || strcmp(off, c->off) != 0 : place_of(c, wanted[k]) != job->place)
                continue;
            xl_add_once(rows, wanted[k]);
            add_kernels(kernels, c->mutant->name);
        }
    }
}

__attribute__((format(printf, 2, 3))) static void blame(struct cell *c, const char *format, ...)
{
    size_t used = strlen(c->wrong);
    va_list args;
    va_start(args, format);
    if (used)
        used += (size_t)snprintf(c->wrong + used, sizeof c->wrong - used, "; ");
    if (used < sizeof c->wrong)
        vsnprintf(c->wrong + used, sizeof c->wrong - used, format, args);
    va_end(args);
}

/* The results of mutants, or of their twins, on a row: the first jobs are as plan_jobs() says. */
static struct json_object *results_on(const struct job *jobs, bool is_twin, const struct cell *c,
                                      const char *row)
{
    return jobs[2 * place_of(c, row) + is_twin].run.results;
}

static void verdict_on(const struct job *jobs, bool is_twin, const struct cell *c, const char *row,
                       char got[XL_VERDICT_SIZE])
{
    xl_mutant_verdict(results_on(jobs, is_twin, c, row), row, c->mutant->name, got);
}

static void judge_survival(struct cell *c, const char *row, const char *got)
{
    c->survived = !got[0];
    if (c->survived)
        return;
    if (c->off)
        blame(c, "without %s it should survive, and dies by %.200s", c->off, got);
    else
        blame(c, "on %s it should survive, and dies by %.200s", row, got);
}

/* Evidence is what mutants of it are for: the others are what shows a bug, and may have scalar code
 * beside. */
static void leave_evidence(const struct cell *c, char got[XL_VERDICT_SIZE])
{
    static const char word[] = "evidence";
    char *at = c->mutant->check == XL_CHECK_evidence ? NULL : strstr(got, word);
    if (!at)
        return;
    char *next = at + sizeof word - 1;
    if (*next == ' ')
        next++;
    else if (at > got)
        at--;
    memmove(at, next, strlen(next) + 1);
}

static void judge_twin(struct cell *c, const struct job *jobs)
{
    char got[XL_VERDICT_SIZE];
    const char *rows[] = {c->row, c->survivor};
    c->spared = true;
    for (size_t i = 0; i < 2 && rows[i]; i++) {
        verdict_on(jobs, true, c, rows[i], got);
        leave_evidence(c, got);
        if (got[0]) {
            c->spared = false;
            blame(c, "its twin is accused on %s by %.200s", rows[i], got);
        }
    }
}

/* Whether its findings state what stated.def has for it. */
static void judge_words(struct cell *c, struct json_object *results)
{
    for (size_t i = 0; i < xl_stated_count; i++) {
        const struct xl_stated *line = &xl_stated[i];
        if (strcmp(line->mutant, c->mutant->name) != 0 || strcmp(line->isa, c->isa) != 0)
            continue;
        const char *wrong = xl_stated_wrong(line, results, c->row, c->mutant->name);
        c->stated = !wrong;
        if (wrong)
            blame(c, *wrong == '!' ? "a finding states \"%.300s\"" : "its finding lacks \"%.300s\"",
                  wrong + (*wrong == '!'));
    }
}

static void judge(struct cell *c, const struct job *jobs, size_t count)
{
    char got[XL_VERDICT_SIZE];
    const char *name = c->mutant->name;
    verdict_on(jobs, false, c, c->row, got);
    leave_evidence(c, got);
    c->skipped = strcmp(got, "skip") == 0;
    if (c->skipped)
        return;
    c->found = xl_found_read(xl_mutant_kernel(results_on(jobs, false, c, c->row), c->row, name));
    c->killed = xl_is_killed_by(c->mutant->check, got);
    if (!got[0])
        blame(c, "it survived");
    else if (!c->killed)
        blame(c, "killed by %.200s, not by %s", got, xl_check_name(c->mutant->check));
    if (c->killed)
        judge_words(c, results_on(jobs, false, c, c->row));
    judge_twin(c, jobs);
    if (c->survivor) {
        verdict_on(jobs, false, c, c->survivor, got);
        leave_evidence(c, got);
        judge_survival(c, c->survivor, got);
    }
    for (size_t i = 0; c->off && i < count; i++)
        if (jobs[i].run.off && strcmp(c->off, jobs[i].run.off) == 0) {
            xl_mutant_verdict(jobs[i].run.results, c->row, name, got);
            leave_evidence(c, got);
            judge_survival(c, c->row, got);
        }
    if (c->off && xl_check_find(c->off) < 0)
        blame(c, "the check %s is not there", c->off);
}

static void print_cell(const struct cell *c)
{
    printf("%-4d %-24s %-8s %-30s %-10s %s%s%s\n", c->mutant->item, c->mutant->name, c->isa, c->row,
           c->skipped  ? "(skipped)"
           : c->killed ? xl_check_name(c->mutant->check)
                       : "-",
           c->mutant->survives, c->wrong[0] ? "   WRONG: " : "", c->wrong);
    if (c->skipped)
        printf("skipped: %s on %s: this machine cannot run the row\n", c->mutant->name, c->row);
}

/* What is wrong stands once more at the end, where somebody looks who has the end of a log. */
static int print_table(void)
{
    size_t killed = 0, spared = 0, survived = 0, stated = 0, skipped = 0, wrong = 0;
    printf("%-4s %-24s %-8s %-30s %-10s %s\n", "item", "mutant", "ISA", "row", "killed by",
           "survives");
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        print_cell(c);
        killed += c->killed;
        spared += c->spared;
        survived += c->survived;
        stated += c->stated;
        skipped += c->skipped;
        wrong += c->wrong[0] != '\0';
    }
    for (size_t i = 0; wrong && i < cell_count; i++)
        if (cells[i].wrong[0])
            print_cell(&cells[i]);
    printf(
        "%zu of %zu mutants killed by the check meant for them, %zu twins passed, %zu survived "
        "where they should, %zu stated in words; %zu skipped: this machine cannot run their rows; "
        "%zu wrong\n",
        killed, cell_count, spared, survived, stated, skipped, wrong);
    return wrong ? 1 : 0;
}

/* The mutants and the twins of each place, and a run without each check that a cell survives
 * without. Returns how many. */
static size_t plan_jobs(struct job jobs[XL_MAX_JOBS])
{
    size_t count = 0;
    for (size_t place = 0; place < places && count + 2 < XL_MAX_JOBS; place++) {
        jobs[count++] = (struct job){{.name = place ? "elsewhere" : "all"}, place};
        jobs[count++] =
            (struct job){{.name = place ? "twins-elsewhere" : "twins", .is_twins = true}, place};
    }
    for (int i = 0; i < XL_CHECKS && count < XL_MAX_JOBS; i++) {
        const char *check = xl_check_name((enum xl_check)i);
        bool used = false;
        for (size_t k = 0; k < cell_count; k++)
            used |= cells[k].off && strcmp(cells[k].off, check) == 0;
        if (used)
            jobs[count++].run = (struct xl_mutant_run){.name = check, .off = check};
    }
    return count;
}

static int make_run_of(struct job *job, const struct xl_patterns *rows,
                       const struct xl_patterns *kernels)
{
    char directory[XL_VERDICT_SIZE], baseline[XL_VERDICT_SIZE];
    if (!rows->count)
        return 0;
    xl_repository_path("tests/mutants/kernels", directory, sizeof directory);
    xl_repository_path("tests/mutants/accuracy", baseline, sizeof baseline);
    job->run.kernels = directory;
    job->run.baseline = baseline;
    fprintf(stderr, "mutants: %s%s, %zu rows, %zu kernels\n",
            job->run.is_twins ? "the twins"
            : job->run.off    ? "without "
                              : "the mutants",
            job->run.off ? job->run.off : "", rows->count, kernels->count);
    if (xl_mutant_run(&job->run, rows, kernels) == 0)
        return 0;
    fprintf(stderr, "mutants: error: that run did not end; its words are above\n");
    return 3;
}

static int make_run(struct job *job)
{
    static struct xl_patterns rows, kernels;
    words_of(job, &rows, &kernels);
    return make_run_of(job, &rows, &kernels);
}

/* Whether it is not known that something else finds it: after the guest's end no calls were made.
 */
static bool is_open(unsigned group, const char *mutant)
{
    for (size_t i = 0; i < cell_count; i++)
        if (strcmp(cells[i].mutant->name, mutant) == 0 &&
            (cells[i].skipped ||
             (cells[i].found.is_cut && xl_found_only(&cells[i].found) == group)))
            return true;
    return false;
}

/* Runs the mutants whose guests ended in calls of this group alone without these calls. */
static int run_without(unsigned group, bool elsewhere)
{
    static struct xl_patterns rows, kernels;
    struct job job = {.run = {.name = "without-group", .off = xl_case_group_name(group)}};
    rows.count = kernels.count = 0;
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        if (!c->found.is_cut || xl_found_only(&c->found) != group ||
            is_elsewhere(c->row) != elsewhere)
            continue;
        xl_add_once(&rows, c->row);
        xl_add_once(&kernels, c->mutant->name);
    }
    const int status = make_run_of(&job, &rows, &kernels);
    for (size_t i = 0; i < cell_count && !status; i++) {
        char got[XL_VERDICT_SIZE];
        const struct cell *c = &cells[i];
        if (!c->found.is_cut || xl_found_only(&c->found) != group ||
            is_elsewhere(c->row) != elsewhere)
            continue;
        xl_mutant_verdict(job.run.results, c->row, c->mutant->name, got);
        if (!got[0])
            xl_found_alone(group, c->mutant->name);
    }
    json_object_put(job.run.results);
    return status;
}

/* Says what only one group finds; with `groups`, also of mutants that end the guest, and writes all
 * of it. */
static int find_groups(const struct options *o)
{
    int status = 0;
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        const unsigned only = xl_found_only(&c->found);
        xl_found_add(&c->found);
        if (only && !c->found.is_cut)
            xl_found_alone(only, c->mutant->name);
    }
    if (!o->groups) { /* writing it anew takes a run of all mutants: it is not asked for here */
        xl_found_check(is_open);
        return 0;
    }
    for (unsigned g = 1; g <= xl_case_groups() && !status; g++)
        for (int elsewhere = 0; elsewhere < 2 && !status; elsewhere++)
            status = run_without(g, elsewhere);
    return status ? status : xl_found_write();
}

static int run_all(const struct options *o)
{
    static struct job jobs[XL_MAX_JOBS];
    size_t count = plan_jobs(jobs);
    int status = 0;
    for (size_t i = 0; i < count && !status; i++)
        status = make_run(&jobs[i]);
    for (size_t i = 0; i < cell_count && !status; i++)
        judge(&cells[i], jobs, count);
    for (size_t i = 0; i < count; i++)
        json_object_put(jobs[i].run.results);
    if (status)
        return status;
    const bool is_part = o->mutants.count || o->rows.count || o->draw;
    const int wrong = print_table(), old = is_part ? 0 : find_groups(o);
    return wrong ? wrong : old;
}

/* What is wrong: the comment before a mutant's record, "NAME: ...", as one line. texts: the files
 * of all kernels. */
static int put_head(FILE *out, const char *texts, const char *name)
{
    char head[XL_VERDICT_SIZE];
    snprintf(head, sizeof head, "\n/* %s: ", name);
    const char *at = strstr(texts, head), *end = at ? strstr(at, "*/") : NULL;
    if (!end) {
        fprintf(stderr, "mutants: error: no comment '/* %s: ... */' in tests/mutants/kernels/*.c\n",
                name);
        return -1;
    }
    while (end[-1] == ' ' || end[-1] == '\n')
        end--;
    for (at += strlen(head); at < end; at++)
        if (*at == '\n')
            at += 2; /* " *", and a blank */
        else
            fputc(*at, out);
    return 0;
}

/* All files of kernels, one behind the other. */
static char *read_kernels(void)
{
    char pattern[XL_VERDICT_SIZE], line[512], *texts = NULL;
    size_t size;
    glob_t found = {0};
    FILE *to = open_memstream(&texts, &size);
    snprintf(pattern, sizeof pattern, "%s/tests/mutants/kernels/*.c", xl_root());
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; to && i < found.gl_pathc; i++) {
        FILE *in = fopen(found.gl_pathv[i], "r");
        while (in && fgets(line, sizeof line, in))
            fputs(line, to);
        if (in)
            fclose(in);
    }
    globfree(&found);
    return to && fclose(to) == 0 ? texts : NULL;
}

static int put_row(FILE *out, const char *texts, const struct mutant *m)
{
    fprintf(out, "| %d | `%s` | ", m->item, m->name);
    if (put_head(out, texts, m->name))
        return -1;
    const char *quote = m->survives[0] && !strchr(m->survives, ' ') ? "`" : "";
    fprintf(out, " | %s | `%s` | %s%s%s | %s%s%s |\n", m->isas, xl_check_name(m->check),
            m->row[0] ? "`" : "", m->row[0] ? m->row : "the ISA's", m->row[0] ? "`" : "", quote,
            m->survives[0] ? m->survives : "nowhere", quote);
    return 0;
}

static char *make_docs(size_t *size)
{
    char *made = NULL, *texts = read_kernels();
    int failed = 0;
    FILE *out = texts ? open_memstream(&made, size) : NULL;
    if (!out)
        return NULL;
    fprintf(out,
            "<!-- Generated by `%s` from tests/mutants; do not edit. -->\n"
            "<!-- SPDX-License-Identifier: MIT -->\n\n# Mutants\n\n"
            "A mutant is a kernel with a bug that real code has had; beside it, under `#ifdef "
            "XL_MUTANT`, stands its\ncorrect twin. `./crosslane test --mutants` runs %zu of them, "
            "each on one ISA, and fails unless the named check\nand no other finds the bug, the "
            "twin passes, and the mutant survives where the last column says: "
            "without a check, on one\nISA of each architecture. `tests/mutants/stated.def` has "
            "what the findings of some must state.\n\n"
            "| item | mutant | bug | ISAs | killed by | on row | survives |\n"
            "|--:|---|---|---|---|---|---|\n",
            docs_command, cell_count);
    for (size_t i = 0; i < MUTANTS && !failed; i++)
        failed = put_row(out, texts, &mutants[i]);
    fputs("\nThe rows of the ISAs:\n\n| ISA | row |\n|---|---|\n", out);
    for (size_t i = 0; i < isa_row_count; i++)
        fprintf(out, "| %s | `%s` |\n", isa_rows[i].isa, isa_rows[i].row);
    fputs("\nTo add one: a kernel in a file of `tests/mutants/kernels/`, and its line in "
          "`tests/mutants/mutants.def`, which says what\nthe fields are. "
          "`./crosslane test --mutants DIR` runs those of another directory:\n"
          "[first-kernel.md](../first-kernel.md#mutants).\n",
          out);
    free(texts);
    if (fclose(out) == 0 && !failed)
        return made;
    free(made);
    return NULL;
}

/* Names lines of stated.def that no line of mutants.def is for. Returns how many. */
static int check_stated(void)
{
    int unknown = 0;
    for (size_t i = 0; i < xl_stated_count; i++) {
        const struct xl_stated *line = &xl_stated[i];
        size_t c = 0;
        while (c < cell_count && (strcmp(cells[c].mutant->name, line->mutant) != 0 ||
                                  strcmp(cells[c].isa, line->isa) != 0))
            c++;
        if (c < cell_count)
            continue;
        fprintf(stderr, "mutants: error: stated.def: no mutant %s on %s\n", line->mutant,
                line->isa);
        unknown++;
    }
    return unknown;
}

static int docs(bool check)
{
    if (check_stated())
        return 1;
    struct xl_error err;
    size_t size;
    char *made = make_docs(&size);
    int status = 3;
    if (made && check)
        status = xl_generated_check(docs_file, made, size, docs_command);
    else if (made && xl_file_update(docs_file, made, size, &err) == 0)
        status = 0;
    else if (made)
        fprintf(stderr, "mutants: error: %s\n", err.text);
    free(made);
    return status;
}

static int set_option(struct options *o, int option)
{
    switch (option) {
    case 'm':
        xl_add_once(&o->mutants, optarg);
        return 0;
    case 'r':
        xl_add_once(&o->rows, optarg);
        return 0;
    case 'j':
        o->json = optarg;
        return 0;
    case 'd':
        o->docs = true;
        return 0;
    case 'c':
        o->check = true;
        return 0;
    case 'g':
        o->groups = true;
        return 0;
    case 's':
        o->draw = optarg;
        return 0;
    default:
        return -1;
    }
}

static int read_options(int argc, char **argv, struct options *o)
{
    static const struct option options[] = {
        {"mutant", required_argument, NULL, 'm'}, {"row", required_argument, NULL, 'r'},
        {"json", required_argument, NULL, 'j'},   {"docs", no_argument, NULL, 'd'},
        {"check", no_argument, NULL, 'c'},        {"groups", no_argument, NULL, 'g'},
        {"draw", required_argument, NULL, 's'},   {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (set_option(o, option))
            return -1;
    if (optind < argc)
        o->directory = argv[optind++];
    const bool is_part = o->directory || o->docs || o->draw || o->mutants.count || o->rows.count;
    return optind < argc || ((o->directory || o->draw) && o->docs) || (o->directory && o->draw) ||
                   (o->json && !o->directory) || (o->groups && is_part)
               ? -1
               : 0;
}

static int run_own(const struct options *o)
{
    isa_rows = xl_isa_rows(&o->rows, &isa_row_count);
    if (!isa_rows)
        return 2;
    for (size_t i = 0; i < MUTANTS; i++)
        add_cells(&mutants[i], o);
    if (o->draw)
        draw_cells(o->draw);
    if (o->docs)
        return docs(o->check);
    if (cell_count)
        return run_all(o);
    fprintf(stderr, "mutants: error: no mutant on a row is so named\n");
    return 2;
}

int main(int argc, char **argv)
{
    static struct options o;
    static const char usage[] =
        "Usage: crosslane test --mutants [--mutant GLOB]... [--row GLOB]...\n"
        "       crosslane test --mutants DIR [--mutant GLOB]... [--row GLOB]... [--json FILE]\n"
        "       crosslane test --mutants --docs [--check]\n"
        "       crosslane test --mutants --draw SEED\n"
        "       crosslane test --mutants --groups\n"
        "Runs kernels with a bug under XL_MUTANT, and their correct twins: Crosslane's own, or\n"
        "those of the directory DIR; on a row of each ISA, or on these. --draw runs each on up to "
        "two\n"
        "rows. --groups also writes which groups of calls find them: tests/mutants/groups.txt.\n"
        "docs/first-kernel.md has an example.\n"
        "Exit status: 0 each bug is caught and each twin passes; 1 not so; 2 bad usage or input;\n"
        "3 the environment lacks something.\n";
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (read_options(argc, argv, &o)) {
        fprintf(stderr, "%s", usage);
        return 2;
    }
    const struct xl_outside outside = {o.directory, o.json, &o.rows, &o.mutants};
    return o.directory ? xl_mutants_outside(&outside) : run_own(&o);
}
