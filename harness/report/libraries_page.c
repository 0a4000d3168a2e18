/* Results of libraries as tables in Markdown: docs/results/libraries.md.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/unicode.h"
#include "report/measured.h"
#include "results/results_json.h"

/* A kernel on an ISA, on all rows. */
struct pair {
    const char *kernel, *variant;
    bool is_checked;
};

/* What fails for one known reason, or one check of a kernel that nothing explains. */
struct fault {
    struct json_object *row, *kernel; /* the first */
    const char *bug;                  /* its entry; "": none */
    const char *check;
    struct xl_words kernels, rows;
};

struct library {
    const char *version;
    size_t rows, passed;
    struct pair *pairs;
    size_t pair_count;
    struct fault *faults;
    size_t fault_count;
};

static bool is_result(const char *outcome)
{
    return strcmp(outcome, "pass") == 0 || strcmp(outcome, "fail") == 0 ||
           strcmp(outcome, "emu-bug") == 0;
}

static void add_pair(struct library *l, struct json_object *kernel)
{
    const char *name = xl_key_text(kernel, XL_KEY_kernel_kernel),
               *variant = xl_key_text(kernel, XL_KEY_kernel_variant);
    const bool is_checked = is_result(xl_key_text(kernel, XL_KEY_kernel_outcome));
    for (size_t i = 0; i < l->pair_count; i++)
        if (strcmp(l->pairs[i].kernel, name) == 0 && strcmp(l->pairs[i].variant, variant) == 0) {
            l->pairs[i].is_checked |= is_checked;
            return;
        }
    l->pairs = xl_resize(l->pairs, l->pair_count + 1, sizeof *l->pairs);
    l->pairs[l->pair_count++] = (struct pair){name, variant, is_checked};
}

static void add_word(struct xl_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0)
            return;
    xl_words_add(words, word);
}

static void add_fault(struct library *l, struct json_object *row, struct json_object *kernel,
                      const char *check)
{
    const char *bug = xl_key_text(kernel, XL_KEY_kernel_known_bug),
               *name = kernel ? xl_key_text(kernel, XL_KEY_kernel_kernel) : "";
    size_t i = 0;
    for (; i < l->fault_count; i++) {
        struct fault *f = &l->faults[i];
        if (strcmp(f->bug, bug) == 0 &&
            (*bug || (strcmp(f->check, check) == 0 && f->kernels.count &&
                      strcmp(f->kernels.at[0], name) == 0)))
            break;
    }
    if (i == l->fault_count) {
        l->faults = xl_resize(l->faults, ++l->fault_count, sizeof *l->faults);
        l->faults[i] = (struct fault){.row = row, .kernel = kernel, .bug = bug, .check = check};
    }
    add_word(&l->faults[i].kernels, name);
    add_word(&l->faults[i].rows, xl_key_text(row, XL_KEY_row_row));
}

static void add_kernel(struct library *l, struct json_object *row, struct json_object *kernel)
{
    const char *outcome = xl_key_text(kernel, XL_KEY_kernel_outcome);
    struct json_object *checks = xl_key_array(kernel, XL_KEY_kernel_checks);
    add_pair(l, kernel);
    if (strcmp(outcome, "fail") != 0 && strcmp(outcome, "emu-bug") != 0)
        return;
    if (*xl_key_text(kernel, XL_KEY_kernel_known_bug) || !xl_json_length(checks))
        add_fault(l, row, kernel, "");
    else
        for (size_t i = 0; i < xl_json_length(checks); i++)
            add_fault(l, row, kernel, json_object_get_string(json_object_array_get_idx(checks, i)));
}

/* A row that fails without a kernel's finding, or was not run, is one too. */
static void add_row(struct library *l, struct json_object *row)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    const size_t before = l->fault_count;
    const char *outcome = xl_key_text(row, XL_KEY_row_outcome);
    bool has_failed = false;
    l->rows++;
    l->passed += strcmp(outcome, "pass") == 0 || strcmp(outcome, "emu-bug") == 0;
    for (size_t i = 0; i < xl_json_length(kernels); i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        has_failed |= strcmp(xl_key_text(kernel, XL_KEY_kernel_outcome), "fail") == 0;
        add_kernel(l, row, kernel);
    }
    if (l->fault_count == before && !has_failed &&
        (strcmp(outcome, "fail") == 0 || strcmp(outcome, "not-run") == 0))
        add_fault(l, row, NULL, "");
}

/* ---- The tables ---- */

static void put_cell(FILE *f, const char *text)
{
    char *line = xl_format("%.*s", (int)strcspn(text, "\n"), text);
    xl_put_markdown(f, line);
    free(line);
}

static void put_library(FILE *f, const struct library *l)
{
    size_t checked = 0;
    struct xl_words isas = {0};
    for (size_t i = 0; i < l->pair_count; i++) {
        const char *variant = l->pairs[i].variant;
        char *isa = xl_format("%.*s", (int)strcspn(variant, ":"), variant);
        checked += l->pairs[i].is_checked;
        if (*isa)
            add_word(&isas, isa);
        free(isa);
    }
    const char *name = l->version, *blank = strchr(name, ' ');
    fprintf(f, "| %.*s | %s | %zu of %zu | ", (int)(blank ? (size_t)(blank - name) : strlen(name)),
            name, blank ? blank + 1 : "", checked, l->pair_count);
    for (size_t i = 0; i < isas.count; i++)
        fprintf(f, "%s%s", i ? " " : "", isas.at[i]);
    fprintf(f, " | %zu of %zu | %zu |\n", l->passed, l->rows, l->fault_count);
    xl_words_free(&isas);
}

static const struct xl_known_bug *bug_of(const struct xl_known_bugs *bugs, const char *id)
{
    for (size_t i = 0; *id && i < bugs->count; i++)
        if (strcmp(bugs->bugs[i].id, id) == 0)
            return &bugs->bugs[i];
    return NULL;
}

static void put_words(FILE *f, const struct xl_words *words)
{
    enum { SHOWN = 3 };
    for (size_t i = 0; i < words->count && i < SHOWN; i++)
        fprintf(f, "%s%s", i ? ", " : "", words->at[i]);
    if (words->count > SHOWN)
        fprintf(f, " and %zu more", words->count - SHOWN);
}

/* Returns whether somebody stated whose fault it is. */
static bool put_fault(FILE *f, const struct library *l, const struct fault *of,
                      const struct xl_known_bugs *bugs)
{
    const struct xl_known_bug *bug = bug_of(bugs, of->bug);
    struct json_object *findings = xl_key_array(of->kernel, XL_KEY_kernel_findings),
                       *finding = json_object_array_get_idx(findings, 0);
    for (size_t i = 0; *of->check && i < xl_json_length(findings); i++) {
        struct json_object *other = json_object_array_get_idx(findings, i);
        if (strcmp(xl_key_text(other, XL_KEY_finding_check), of->check) == 0) {
            finding = other;
            break;
        }
    }
    const char *message = finding      ? xl_key_text(finding, XL_KEY_finding_message)
                          : of->kernel ? xl_key_text(of->kernel, XL_KEY_kernel_reason)
                                       : xl_key_text(of->row, XL_KEY_row_reason);
    const char *command = finding ? xl_key_text(finding, XL_KEY_finding_command) : "";
    fprintf(f, "| %.*s | ", (int)strcspn(l->version, " "), l->version);
    put_words(f, &of->kernels);
    fputs(" | ", f);
    put_words(f, &of->rows);
    fputs(" | ", f);
    put_cell(f, message);
    fprintf(f, " | %s | ", bug ? bug->fault : "**not stated**");
    if (bug && strncmp(bug->link, "https://", 8) == 0)
        fprintf(f, "[%s](%s)", bug->id, bug->link);
    else if (bug)
        fputs(bug->id, f);
    fputs(*command ? " | `" : " | ", f);
    for (const char *c = command; *c; c++)
        fprintf(f, *c == '|' ? "\\|" : *c == '\n' ? " " : "%c", *c);
    fputs(*command ? "` |\n" : " |\n", f);
    return bug != NULL;
}

static void free_libraries(struct library *libraries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < libraries[i].fault_count; k++) {
            xl_words_free(&libraries[i].faults[k].kernels);
            xl_words_free(&libraries[i].faults[k].rows);
        }
        free(libraries[i].faults);
        free(libraries[i].pairs);
    }
    free(libraries);
}

/* The version of the library that these rows are of; "": none. A row whose build failed has none.
 */
static const char *version_of(struct json_object *rows)
{
    const char *version = "";
    for (size_t i = 0; i < xl_json_length(rows) && !*version; i++)
        version = xl_key_text(json_object_array_get_idx(rows, i), XL_KEY_row_library);
    return version;
}

static struct library *library_of(struct library **libraries, size_t *count, const char *version)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*libraries)[i].version, version) == 0)
            return &(*libraries)[i];
    *libraries = xl_resize(*libraries, ++*count, sizeof **libraries);
    struct library *l = &(*libraries)[*count - 1];
    *l = (struct library){.version = version};
    return l;
}

int xl_libraries_page_write(struct json_object *const *results, size_t count,
                            const struct xl_known_bugs *bugs, const char *file,
                            struct xl_error *err)
{
    struct library *libraries = NULL;
    size_t library_count = 0, size = 0, faults = 0;
    int unexplained = 0, failed = 0;
    char *text = NULL;
    for (size_t i = 0; i < count && !failed; i++) {
        struct json_object *rows = xl_key_array(results[i], XL_KEY_run_rows);
        const char *version = version_of(rows);
        if (!*version)
            failed = xl_fail(err,
                             "no row of results %zu is of a library that was built: its "
                             "crosslane.yml has 'source'",
                             i + 1);
        for (size_t k = 0; k < xl_json_length(rows) && !failed; k++)
            add_row(library_of(&libraries, &library_count, version),
                    json_object_array_get_idx(rows, k));
    }
    FILE *f = xl_checked_memory(open_memstream(&text, &size));
    fputs("\n| library | version | kernels x ISAs checked | ISAs | rows passed or explained | "
          "findings |\n"
          "|---|---|--:|---|--:|--:|\n",
          f);
    for (size_t i = 0; i < library_count; i++) {
        put_library(f, &libraries[i]);
        faults += libraries[i].fault_count;
    }
    if (faults)
        fputs("\n| library | kernels | rows | finding | fault | entry | reproduce |\n"
              "|---|---|---|---|---|---|---|\n",
              f);
    for (size_t i = 0; i < library_count; i++)
        for (size_t k = 0; k < libraries[i].fault_count; k++)
            unexplained += !put_fault(f, &libraries[i], &libraries[i].faults[k], bugs);
    fclose(f);
    failed = failed ? failed : xl_measured_write(file, text, err);
    free_libraries(libraries, library_count);
    free(text);
    return failed ? -1 : unexplained;
}
