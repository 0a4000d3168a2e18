/* Runs of mutants and of their twins, as `crosslane run` makes them, and what they say.
 * SPDX-License-Identifier: MIT
 */
#include "mutants/runs.h"

#include <fnmatch.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "matrix/rows.h"

enum { XL_PATH = 4096, XL_MAX_ISA_ROWS = 64 };

static const struct xl_isa_row chosen_rows[] = {
#define XL_ON(ISA, ROW) {#ISA, ROW, ""},
#define XL_WITH(...)
#define XL_MUTANT(...)
#include "mutants/mutants.def"
#undef XL_ON
#undef XL_WITH
#undef XL_MUTANT
};
enum { CHOSEN_ROWS = sizeof chosen_rows / sizeof chosen_rows[0] };

static struct xl_isa_row isa_rows[XL_MAX_ISA_ROWS];
static size_t isa_row_count;

void xl_add_once(struct xl_patterns *w, const char *word)
{
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->at[i], word) == 0)
            return;
    if (w->count < sizeof w->at / sizeof w->at[0])
        w->at[w->count++] = word;
}

bool xl_matches(const struct xl_patterns *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (fnmatch(patterns->at[i], name, 0) == 0)
            return true;
    return patterns->count == 0;
}

static const struct xl_row *wanted_row(const char *isa, const struct xl_row_list *list,
                                       const struct xl_patterns *wanted)
{
    for (size_t i = 0; i < wanted->count; i++) {
        const struct xl_row *row = xl_row_find(list, wanted->at[i]);
        if (row && strcmp(row->isa->name, isa) == 0)
            return row;
    }
    return NULL;
}

static struct xl_isa_row row_of(const char *isa, const struct xl_row_list *list,
                                const struct xl_row *first, const struct xl_patterns *wanted)
{
    const struct xl_row *row = first, *named = wanted_row(isa, list, wanted);
    for (size_t i = 0; i < CHOSEN_ROWS; i++)
        for (size_t k = 0; strcmp(chosen_rows[i].isa, isa) == 0 && k < list->count; k++)
            if (strcmp(list->rows[k].name, chosen_rows[i].row) == 0)
                row = &list->rows[k];
    row = named ? named : row;
    struct xl_isa_row found = {.isa = isa, .row = row->name};
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

const struct xl_isa_row *xl_isa_rows(const struct xl_patterns *wanted, size_t *count)
{
    static struct xl_row_list list;
    char file[XL_PATH];
    struct xl_error err;
    xl_repository_path("matrix/matrix.yml", file, sizeof file);
    if (xl_row_list_read(file, &list, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return NULL;
    }
    for (size_t i = 0; i < list.count && isa_row_count < XL_MAX_ISA_ROWS; i++) {
        const char *isa = list.rows[i].isa->name;
        bool is_first = strcmp(list.rows[i].compiler, list.builds[0].compiler) == 0 &&
                        strcmp(list.rows[i].opt, list.builds[0].opt) == 0;
        if (is_first && !list.rows[i].is_next && strcmp(isa, "scalar") != 0 && !has_row(isa))
            isa_rows[isa_row_count++] = row_of(isa, &list, &list.rows[i], wanted);
    }
    *count = isa_row_count;
    return isa_rows;
}

/* A word as sh reads it back. */
static void put_quoted(FILE *out, const char *word)
{
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

static void put_option(FILE *out, const char *option, const char *value)
{
    fprintf(out, " %s ", option);
    put_quoted(out, value);
}

static char *make_command(const struct xl_mutant_run *run, const struct xl_patterns *rows,
                          const struct xl_patterns *kernels, const char *json, const char *log)
{
    char *command = NULL;
    size_t size;
    FILE *out = open_memstream(&command, &size);
    if (!out)
        return NULL;
    fputs(run->is_twins ? "" : "CROSSLANE_DEFINE=XL_MUTANT ", out);
    put_quoted(out, XL_CROSSLANE);
    fputs(" run --no-cache --call-limit 20", out);
    put_option(out, "--kernels", run->kernels);
    if (run->baseline)
        put_option(out, "--baseline", run->baseline);
    put_option(out, "--json", json);
    if (run->off)
        fprintf(out, " --no-build --disable-check %s", run->off);
    for (size_t i = 0; i < rows->count; i++)
        put_option(out, "--row", rows->at[i]);
    for (size_t i = 0; i < kernels->count; i++)
        put_option(out, "--kernel", kernels->at[i]);
    fputs(" >", out);
    put_quoted(out, log);
    fclose(out);
    return command;
}

static void file_of(const struct xl_mutant_run *run, const char *ending, char file[XL_PATH])
{
    snprintf(file, XL_PATH, "%s/build/mutants-%s.json%s", xl_root(), run->name, ending);
}

int xl_mutant_run(struct xl_mutant_run *run, const struct xl_patterns *rows,
                  const struct xl_patterns *kernels)
{
    char json[XL_PATH], log[XL_PATH];
    file_of(run, "", json);
    file_of(run, ".log", log);
    char *command = make_command(run, rows, kernels, json, log);
    if (!command)
        return 3;
    remove(json);
    int ended = system(command);
    free(command);
    const int status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 3;
    if (status > 1)
        return status;
    run->results = json_object_from_file(json);
    return run->results ? 0 : 3;
}

void xl_mutant_run_forget(struct xl_mutant_run *run)
{
    char file[XL_PATH];
    file_of(run, "", file);
    remove(file);
    file_of(run, ".log", file);
    remove(file);
    json_object_put(run->results);
    run->results = NULL;
}

/* The checks of all findings, each once. */
static void list_checks(struct json_object *findings, char verdict[XL_VERDICT_SIZE])
{
    size_t count = findings ? json_object_array_length(findings) : 0, used = 0;
    for (size_t i = 0; i < count && used < XL_VERDICT_SIZE; i++) {
        const char *check = xl_json_text(json_object_array_get_idx(findings, i), "check");
        if (!xl_has_word(verdict, check))
            used += (size_t)snprintf(verdict + used, XL_VERDICT_SIZE - used, "%s%s",
                                     used ? " " : "", check);
    }
}

/* The kernel; of several functions of one the first that did not pass. */
static struct json_object *find_kernel(struct json_object *row, const char *name)
{
    struct json_object *kernels = xl_json_array(row, "kernels"), *found = NULL;
    for (size_t i = 0; kernels && i < json_object_array_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        if (strcmp(xl_json_text(kernel, "kernel"), name) != 0)
            continue;
        if (!found || strcmp(xl_json_text(found, "outcome"), "pass") == 0)
            found = kernel;
    }
    return found;
}

struct json_object *xl_mutant_kernel(struct json_object *results, const char *row_name,
                                     const char *kernel_name)
{
    struct json_object *row = xl_json_find(xl_json_array(results, "rows"), "row", row_name);
    return row ? find_kernel(row, kernel_name) : NULL;
}

void xl_mutant_verdict(struct json_object *results, const char *row_name, const char *kernel_name,
                       char verdict[XL_VERDICT_SIZE])
{
    struct json_object *row = xl_json_find(xl_json_array(results, "rows"), "row", row_name);
    struct json_object *kernel = xl_mutant_kernel(results, row_name, kernel_name);
    const char *outcome = kernel ? xl_json_text(kernel, "outcome")
                          : row  ? xl_json_text(row, "outcome")
                                 : "no row";
    verdict[0] = '\0';
    if (strcmp(outcome, "pass") == 0)
        return;
    list_checks(kernel ? xl_json_array(kernel, "findings") : NULL, verdict);
    if (!verdict[0] && strcmp(outcome, "skip") == 0)
        snprintf(verdict, XL_VERDICT_SIZE, "skip");
    else if (!verdict[0])
        snprintf(verdict, XL_VERDICT_SIZE, "%s: %s", outcome,
                 xl_json_text(kernel ? kernel
                              : row  ? row
                                     : results,
                              "reason"));
}

bool xl_is_killed_by(enum xl_check meant, const char *verdict)
{
    char word[XL_VERDICT_SIZE];
    const char *name = xl_check_name(meant);
    size_t length = strlen(name);
    if (strncmp(verdict, name, length) != 0 || (verdict[length] && verdict[length] != ' '))
        return false;
    for (int used = 0; sscanf(verdict, "%1023s%n", word, &used) == 1; verdict += used) {
        int check = xl_check_find(word);
        if (check < 0 ||
            ((enum xl_check)check != meant && xl_check_group((enum xl_check)check) != meant))
            return false;
    }
    return true;
}
