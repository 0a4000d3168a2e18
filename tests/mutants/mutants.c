/* crosslane test --mutants: every bug of tests/mutants is caught by the check meant for it, its
 * correct twin passes, and it survives where it should.
 * SPDX-License-Identifier: MIT
 *
 * A cell is a mutant on an ISA. It is right when all findings of the mutant on the cell's row are
 * of the cell's check; when the twin passes there; and when the mutant passes without that check,
 * or on a row that cannot see the bug. All three come from `crosslane run`, as a user would run it.
 */
#include <fnmatch.h>
#include <getopt.h>
#include <glob.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/root.h"
#include "docs/generated.h"
#include "matrix/rows.h"
#include "results/checks.h"
#include "results/read.h"

static const char docs_file[] = "docs/mutants.md",
                  docs_command[] = "./crosslane test --mutants --docs", without[] = "without ";

enum { XL_MAX_CELLS = 4096, XL_MAX_RUNS = 16, XL_TEXT_SIZE = 1024 };

static const struct isa_row {
    const char *isa, *row;
    char vl[16]; /* in bits */
} chosen_rows[] = {
#define XL_ON(ISA, ROW) {#ISA, ROW, ""},
#define XL_MUTANT(...)
#include "mutants/mutants.def"
#undef XL_ON
#undef XL_MUTANT
};
enum { CHOSEN_ROWS = sizeof chosen_rows / sizeof chosen_rows[0], MAX_ISAS = 64 };

/* Of each ISA that a row reaches, in the order of the matrix; xl_row_list_free is never called. */
static struct isa_row isa_rows[MAX_ISAS];
static size_t isa_row_count;

static const struct mutant {
    int item;
    const char *name, *isas;
    enum xl_check check;
    const char *row, *survives;
} mutants[] = {
#define XL_ON(...)
#define XL_MUTANT(ITEM, NAME, ISAS, CHECK, ROW, SURVIVES)                                          \
    {ITEM, #NAME, ISAS, XL_CHECK_##CHECK, ROW, SURVIVES},
#include "mutants/mutants.def"
#undef XL_ON
#undef XL_MUTANT
};
enum { MUTANTS = sizeof mutants / sizeof mutants[0] };

struct cell {
    const struct mutant *mutant;
    const char *isa, *row;
    const char *off;          /* survives without this check; or NULL, and then on survivor */
    const char *survivor;     /* row */
    char wrong[XL_TEXT_SIZE]; /* "" if all is right */
    bool skipped, killed, spared, survived;
};

struct options {
    const char *mutant, *row; /* patterns; NULL: all */
    bool docs, check;
};

static struct cell cells[XL_MAX_CELLS];
static size_t cell_count;

/* One `crosslane run` and its results. */
struct job {
    bool is_twins;
    const char *off;
    struct json_object *results;
};

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = words; (p = strstr(p, word)); p += length)
        if ((p == words || p[-1] == ' ') && (p[length] == ' ' || !p[length]))
            return true;
    return false;
}

/* "all", "all but a b", or the ISAs themselves; a number is those whose row has that VL. */
static bool is_on(const struct mutant *m, const struct isa_row *on)
{
    static const char all[] = "all";
    bool is_named = has_word(m->isas, on->isa) || has_word(m->isas, on->vl);
    return strncmp(m->isas, all, sizeof all - 1) == 0 ? !is_named : is_named;
}

static struct isa_row row_of(const char *isa, const struct xl_row_list *list,
                             const struct xl_row *first)
{
    const struct xl_row *row = first;
    for (size_t i = 0; i < CHOSEN_ROWS; i++)
        for (size_t k = 0; strcmp(chosen_rows[i].isa, isa) == 0 && k < list->count; k++)
            if (strcmp(list->rows[k].name, chosen_rows[i].row) == 0)
                row = &list->rows[k];
    struct isa_row found = {.isa = isa, .row = row->name};
    snprintf(found.vl, sizeof found.vl, "%u", row->vl_bits);
    return found;
}

static bool has_row(const char *isa)
{
    for (size_t i = 0; i < isa_row_count; i++)
        if (strcmp(isa_rows[i].isa, isa) == 0)
            return true;
    return false;
}

/* The row of each ISA: the one that mutants.def chooses, or else the matrix's first of the first
 * compiler and level. Scalar code has no lanes to get wrong. */
static int find_rows(void)
{
    static struct xl_row_list list;
    char file[XL_TEXT_SIZE];
    struct xl_error err;
    xl_root_path("matrix/matrix.yml", file, sizeof file);
    if (xl_row_list_read(file, &list, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return -1;
    }
    for (size_t i = 0; i < list.count && isa_row_count < MAX_ISAS; i++) {
        const char *isa = list.rows[i].isa->name;
        bool is_first = strcmp(list.rows[i].compiler, list.builds[0].compiler) == 0 &&
                        strcmp(list.rows[i].opt, list.builds[0].opt) == 0;
        if (is_first && strcmp(isa, "scalar") != 0 && !has_row(isa))
            isa_rows[isa_row_count++] = row_of(isa, &list, &list.rows[i]);
    }
    return 0;
}

static void add_cells(const struct mutant *m, const struct options *o)
{
    for (size_t i = 0; i < isa_row_count; i++) {
        struct cell c = {.mutant = m, .isa = isa_rows[i].isa, .row = isa_rows[i].row};
        if (m->row[0])
            c.row = m->row;
        if (strncmp(m->survives, without, sizeof without - 1) == 0)
            c.off = m->survives + sizeof without - 1;
        else if (m->survives[0])
            c.survivor = m->survives;
        if (is_on(m, &isa_rows[i]) && cell_count < XL_MAX_CELLS &&
            (!o->mutant || fnmatch(o->mutant, m->name, 0) == 0) &&
            (!o->row || fnmatch(o->row, c.row, 0) == 0))
            cells[cell_count++] = c;
    }
}

/* The words of a command, each once. */
struct words {
    const char *at[2 * XL_MAX_CELLS];
    size_t count;
};

static void add_once(struct words *w, const char *word)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->at[i], word) == 0)
            return;
    w->at[w->count++] = word;
}

/* What a job has to run: the rows and kernels of its cells. */
static void words_of(const struct job *job, struct words *rows, struct words *kernels)
{
    rows->count = kernels->count = 0;
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        if (job->off && (!c->off || strcmp(job->off, c->off) != 0))
            continue;
        add_once(rows, c->row);
        if (!job->off && c->survivor)
            add_once(rows, c->survivor);
        add_once(kernels, c->mutant->name);
    }
}

static struct json_object *run_job(const struct job *job)
{
    static struct words rows, kernels;
    char file[XL_TEXT_SIZE], *command = NULL;
    size_t size;
    words_of(job, &rows, &kernels);
    snprintf(file, sizeof file, "%s/build/mutants-%s.json", xl_root(),
             job->is_twins ? "twins"
             : job->off    ? job->off
                           : "all");
    FILE *out = open_memstream(&command, &size);
    if (!out)
        return NULL;
    fprintf(out,
            "%s'" XL_CROSSLANE "' run --no-cache --call-limit 20 --kernels '%s/tests/mutants' "
            "--baseline '%s/tests/mutants/accuracy' --json '%s'",
            job->is_twins ? "" : "CROSSLANE_DEFINE=XL_MUTANT ", xl_root(), xl_root(), file);
    if (job->off)
        fprintf(out, " --no-build --without %s", job->off);
    for (size_t i = 0; i < rows.count; i++)
        fprintf(out, " --row '%s'", rows.at[i]);
    for (size_t i = 0; i < kernels.count; i++)
        fprintf(out, " --kernel '%s'", kernels.at[i]);
    fprintf(out, " >'%s.log'", file);
    fclose(out);
    remove(file);
    fprintf(stderr, "mutants: %s%s, %zu rows, %zu kernels\n",
            job->is_twins ? "the twins"
            : job->off    ? "without "
                          : "the mutants",
            job->off ? job->off : "", rows.count, kernels.count);
    int status = system(command);
    free(command);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
        return NULL;
    return json_object_from_file(file);
}

/* What became of a kernel on a row: "" where it passed, "skip", the check of its findings, or words
 * for the reader. */
static void verdict(struct json_object *results, const char *row_name, const char *kernel_name,
                    char verdict[XL_TEXT_SIZE])
{
    struct json_object *row = xl_read_find(xl_read_array(results, "rows"), "row", row_name);
    struct json_object *kernel =
        row ? xl_read_find(xl_read_array(row, "kernels"), "kernel", kernel_name) : NULL;
    const char *outcome = kernel ? xl_read_text(kernel, "outcome")
                          : row  ? xl_read_text(row, "outcome")
                                 : "no row";
    verdict[0] = '\0';
    if (strcmp(outcome, "pass") == 0)
        return;
    struct json_object *findings = kernel ? xl_read_array(kernel, "findings") : NULL;
    size_t count = findings ? json_object_array_length(findings) : 0, used = 0;
    for (size_t i = 0; i < count && used < XL_TEXT_SIZE; i++) {
        const char *check = xl_read_text(json_object_array_get_idx(findings, i), "check");
        if (!has_word(verdict, check))
            used += (size_t)snprintf(verdict + used, XL_TEXT_SIZE - used, "%s%s", used ? " " : "",
                                     check);
    }
    if (!count && strcmp(outcome, "skip") == 0)
        snprintf(verdict, XL_TEXT_SIZE, "skip");
    else if (!count)
        snprintf(verdict, XL_TEXT_SIZE, "%s: %s", outcome,
                 xl_read_text(kernel ? kernel
                              : row  ? row
                                     : results,
                              "reason"));
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

/* Whether all of these checks are the one that is meant, the first, or go with it. */
static bool is_killed_by(enum xl_check meant, const char *got)
{
    char word[XL_TEXT_SIZE];
    const char *name = xl_check_name(meant);
    size_t length = strlen(name);
    if (strncmp(got, name, length) != 0 || (got[length] && got[length] != ' '))
        return false;
    for (int used = 0; sscanf(got, "%1023s%n", word, &used) == 1; got += used) {
        int check = xl_check_find(word);
        if (check < 0 ||
            ((enum xl_check)check != meant && xl_check_with((enum xl_check)check) != meant))
            return false;
    }
    return true;
}

static void judge_survival(struct cell *c, struct json_object *results, const char *row)
{
    char got[XL_TEXT_SIZE];
    verdict(results, row, c->mutant->name, got);
    c->survived = !got[0];
    if (c->survived)
        return;
    if (c->off)
        blame(c, "without %s it should survive, and dies by %.200s", c->off, got);
    else
        blame(c, "on %s it should survive, and dies by %.200s", row, got);
}

static void judge_twin(struct cell *c, struct json_object *results)
{
    char got[XL_TEXT_SIZE];
    const char *rows[] = {c->row, c->survivor};
    c->spared = true;
    for (size_t i = 0; i < 2 && rows[i]; i++) {
        verdict(results, rows[i], c->mutant->name, got);
        if (got[0]) {
            c->spared = false;
            blame(c, "its twin is accused on %s by %.200s", rows[i], got);
        }
    }
}

/* jobs[0] ran the mutants, jobs[1] the twins, each other one without a check. */
static void judge(struct cell *c, const struct job *jobs, size_t count)
{
    char got[XL_TEXT_SIZE];
    verdict(jobs[0].results, c->row, c->mutant->name, got);
    c->skipped = strcmp(got, "skip") == 0;
    if (c->skipped)
        return;
    c->killed = is_killed_by(c->mutant->check, got);
    if (!got[0])
        blame(c, "it survived");
    else if (!c->killed)
        blame(c, "killed by %.200s, not by %s", got, xl_check_name(c->mutant->check));
    judge_twin(c, jobs[1].results);
    if (c->survivor)
        judge_survival(c, jobs[0].results, c->survivor);
    for (size_t i = 2; c->off && i < count; i++)
        if (strcmp(c->off, jobs[i].off) == 0)
            judge_survival(c, jobs[i].results, c->row);
    if (c->off && xl_check_find(c->off) < 0)
        blame(c, "the check %s is not there", c->off);
}

static int print_table(void)
{
    size_t killed = 0, spared = 0, survived = 0, skipped = 0, wrong = 0;
    printf("%-4s %-24s %-8s %-30s %-10s %s\n", "item", "mutant", "ISA", "row", "killed by",
           "survives");
    for (size_t i = 0; i < cell_count; i++) {
        const struct cell *c = &cells[i];
        printf("%-4d %-24s %-8s %-30s %-10s %s%s%s\n", c->mutant->item, c->mutant->name, c->isa,
               c->row,
               c->skipped  ? "(skipped)"
               : c->killed ? xl_check_name(c->mutant->check)
                           : "-",
               c->mutant->survives, c->wrong[0] ? "   WRONG: " : "", c->wrong);
        killed += c->killed;
        spared += c->spared;
        survived += c->survived;
        skipped += c->skipped;
        wrong += c->wrong[0] != '\0';
    }
    printf("%zu of %zu mutants killed by the check meant for them, %zu twins passed, %zu survived "
           "where they should; %zu skipped: this machine cannot run their rows; %zu wrong\n",
           killed, cell_count, spared, survived, skipped, wrong);
    return wrong ? 1 : 0;
}

static int run_all(void)
{
    struct job jobs[XL_MAX_RUNS] = {{.is_twins = false}, {.is_twins = true}};
    size_t count = 2;
    int status = 0;
    for (int i = 0; i < XL_CHECKS && count < XL_MAX_RUNS; i++) {
        bool used = false;
        for (size_t k = 0; k < cell_count; k++)
            used |= cells[k].off && strcmp(cells[k].off, xl_check_name((enum xl_check)i)) == 0;
        if (used)
            jobs[count++] = (struct job){.off = xl_check_name((enum xl_check)i)};
    }
    for (size_t i = 0; i < count && !status; i++) {
        jobs[i].results = run_job(&jobs[i]);
        status = jobs[i].results ? 0 : 3;
    }
    if (status)
        fprintf(stderr, "mutants: error: that run did not end; its words are above\n");
    for (size_t i = 0; i < cell_count && !status; i++)
        judge(&cells[i], jobs, count);
    for (size_t i = 0; i < count; i++)
        json_object_put(jobs[i].results);
    return status ? status : print_table();
}

/* The head comment of the mutant's file, from behind its name to the SPDX line, as one line. */
static int put_head(FILE *out, const char *name)
{
    char pattern[XL_TEXT_SIZE], line[512];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/tests/mutants/*/%s.c", xl_root(), name);
    FILE *in = glob(pattern, 0, NULL, &found) == 0 ? fopen(found.gl_pathv[0], "r") : NULL;
    globfree(&found);
    if (!in) {
        fprintf(stderr, "mutants: error: there is no tests/mutants/*/%s.c\n", name);
        return -1;
    }
    for (const char *separator = ""; fgets(line, sizeof line, in); separator = " ") {
        char *from = line + strspn(line, "/* ");
        if (strncmp(from, "SPDX", 4) == 0)
            break;
        if (strncmp(from, name, strlen(name)) == 0 && from[strlen(name)] == ':')
            from += strlen(name) + 2;
        from[strcspn(from, "\n")] = '\0';
        fprintf(out, "%s%s", separator, from);
    }
    fclose(in);
    return 0;
}

static int put_row(FILE *out, const struct mutant *m)
{
    fprintf(out, "| %d | `%s` | ", m->item, m->name);
    if (put_head(out, m->name))
        return -1;
    const char *quote = m->survives[0] && !strchr(m->survives, ' ') ? "`" : "";
    fprintf(out, " | %s | `%s` | %s%s%s | %s%s%s |\n", m->isas, xl_check_name(m->check),
            m->row[0] ? "`" : "", m->row[0] ? m->row : "the ISA's", m->row[0] ? "`" : "", quote,
            m->survives[0] ? m->survives : "nowhere", quote);
    return 0;
}

static char *make_docs(size_t *size)
{
    char *made = NULL;
    int failed = 0;
    FILE *out = open_memstream(&made, size);
    if (!out)
        return NULL;
    fprintf(out,
            "<!-- Generated by `%s` from tests/mutants; do not edit. -->\n"
            "<!-- SPDX-License-Identifier: MIT -->\n\n# Mutants\n\n"
            "A mutant is a kernel with a bug that real code has had; beside it, under `#ifdef "
            "XL_MUTANT`, stands its\ncorrect twin. `./crosslane test --mutants` runs %zu of them, "
            "each on one ISA, and fails unless the named check\nand no other finds the bug, the "
            "twin passes, and the mutant survives where the last column says.\n\n"
            "| item | mutant | bug | ISAs | killed by | on row | survives |\n"
            "|--:|---|---|---|---|---|---|\n",
            docs_command, cell_count);
    for (size_t i = 0; i < MUTANTS && !failed; i++)
        failed = put_row(out, &mutants[i]);
    fputs("\nThe rows of the ISAs:\n\n| ISA | row |\n|---|---|\n", out);
    for (size_t i = 0; i < isa_row_count; i++)
        fprintf(out, "| %s | `%s` |\n", isa_rows[i].isa, isa_rows[i].row);
    fputs("\nTo add one: a file in a folder of `tests/mutants/`, and its line in "
          "`tests/mutants/mutants.def`, which says what\nthe fields are.\n",
          out);
    if (fclose(out) == 0 && !failed)
        return made;
    free(made);
    return NULL;
}

static int docs(bool check)
{
    struct xl_error err;
    size_t size;
    char *made = make_docs(&size);
    int status = 3;
    if (made && check)
        status = xl_generated_check(docs_file, made, size, docs_command);
    else if (made && xl_generated_write(docs_file, made, size, &err) == 0)
        status = 0;
    else if (made)
        fprintf(stderr, "mutants: error: %s\n", err.text);
    free(made);
    return status;
}

static int read_options(int argc, char **argv, struct options *o)
{
    static const struct option options[] = {{"mutant", required_argument, NULL, 'm'},
                                            {"row", required_argument, NULL, 'r'},
                                            {"docs", no_argument, NULL, 'd'},
                                            {"check", no_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 'm')
            o->mutant = optarg;
        else if (option == 'r')
            o->row = optarg;
        else if (option == 'd')
            o->docs = true;
        else if (option == 'c')
            o->check = true;
        else
            return -1;
    }
    return optind < argc ? -1 : 0;
}

int main(int argc, char **argv)
{
    struct options o = {0};
    if (read_options(argc, argv, &o)) {
        fprintf(stderr, "Usage: crosslane test --mutants [--mutant GLOB] [--row GLOB]\n"
                        "       crosslane test --mutants --docs [--check]\n");
        return 2;
    }
    if (find_rows())
        return 2;
    for (size_t i = 0; i < MUTANTS; i++)
        add_cells(&mutants[i], &o);
    if (o.docs)
        return docs(o.check);
    if (!cell_count) {
        fprintf(stderr, "mutants: error: no mutant on a row is so named\n");
        return 2;
    }
    return run_all();
}
