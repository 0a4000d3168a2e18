/* The console output of a run: a table of rows, findings, notes, totals.
 * SPDX-License-Identifier: MIT
 */
#include "report/console.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/unicode.h"
#include "remote/remote.h"
#include "report/conclusion.h"
#include "report/finding_groups.h"
#include "report/finding_text.h"
#include "results/baselines.h"
#include "results/cross_row.h"
#include "results/packed_rows.h"
#include "results/results_json.h"

/* Reproducible kernels whose results differ between rows. */
static void print_disagreements(const struct xl_results *results)
{
    for (size_t i = 0; i < xl_json_length(results->disagreements); i++) {
        struct json_object *o = json_object_array_get_idx(results->disagreements, i);
        struct json_object *rows = xl_key_array(o, XL_KEY_disagreement_rows);
        const char *kernel = xl_key_text(o, XL_KEY_disagreement_kernel),
                   *like = xl_key_text(o, XL_KEY_disagreement_like);
        xl_print_heading("DISAGREEMENT");
        printf("%s is .reproducible, but %zu rows differ from %s\n", kernel, xl_json_length(rows),
               xl_key_number(o, XL_KEY_disagreement_others) > 1 ? "most" : like);
        for (size_t k = 0; k < xl_json_length(rows); k++)
            printf("  row        %s\n", json_object_get_string(json_object_array_get_idx(rows, k)));
        printf("  most       %s and %zu more\n", like,
               xl_key_number(o, XL_KEY_disagreement_others) - 1);
        printf("  call       n = %zu, seed %llu, fill %s\n",
               xl_key_number(o, XL_KEY_disagreement_n), (unsigned long long)results->seed,
               xl_key_text(o, XL_KEY_disagreement_fill));
        printf("  got        digest %s\n  expected   digest %s\n",
               xl_key_text(o, XL_KEY_disagreement_got),
               xl_key_text(o, XL_KEY_disagreement_expected));
        char *command =
            xl_repro_command(results, json_object_get_string(json_object_array_get_idx(rows, 0)),
                             like, kernel, NULL);
        printf("  reproduce  %s\n", command);
        free(command);
    }
}

static bool has_earlier_note(const struct xl_results *results, size_t before, const char *line,
                             size_t length)
{
    for (size_t i = 0; i < before; i++) {
        const char *notes = results->rows[i].notes;
        for (; notes && *notes; notes += strcspn(notes, "\n") + 1)
            if (strncmp(notes, line, length) == 0)
                return true;
    }
    return false;
}

/* Prints each line once, although many rows may have it. */
static void print_notes(const struct xl_results *results)
{
    for (size_t i = 0; i < results->row_count; i++) {
        const char *line = results->rows[i].notes;
        for (size_t length; line && *line; line += length) {
            length = strcspn(line, "\n") + 1;
            if (!has_earlier_note(results, i, line, length))
                printf("note: %.*s", (int)length, line);
        }
    }
}

/* What kernels do that hardware or callers may take amiss. A line of the console has those of one.
 */
static const struct remark {
    size_t at; /* of its text in a kernel's result */
    const char *words;
} remarks[] = {
    {offsetof(struct xl_kernel_result, estimates),
     "estimates that hardware may make less exact than QEMU: "},
    {offsetof(struct xl_kernel_result, unasked),
     "rules that the records' `.abi` does not name, and the kernels break: "},
};

static const char *remark_on(const struct xl_kernel_result *k, const struct remark *r)
{
    return (const char *)k + r->at;
}

/* Whether a row before this one has the same of the same kernel. */
static bool has_earlier_remark(const struct xl_results *results, size_t before,
                               const struct xl_kernel_result *k, const struct remark *r)
{
    for (size_t i = 0; i < before; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++)
            if (strcmp(results->rows[i].kernels[n].kernel, k->kernel) == 0 &&
                strcmp(remark_on(&results->rows[i].kernels[n], r), remark_on(k, r)) == 0)
                return true;
    return false;
}

/* The kernels, in one line. */
static void print_remark(const struct xl_results *results, const struct remark *r)
{
    size_t count = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        for (size_t n = 0; n < results->rows[i].kernel_count; n++) {
            const struct xl_kernel_result *k = &results->rows[i].kernels[n];
            if (!*remark_on(k, r) || has_earlier_remark(results, i, k, r))
                continue;
            printf("%s%s%s (%s)", count ? ", " : "note: ", count ? "" : r->words, k->kernel,
                   remark_on(k, r));
            count++;
        }
    }
    if (count)
        putchar('\n');
}

/* What an exhaustive run tried, a line for each kernel on each row. */
static void print_exhaustive(const struct xl_results *results)
{
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++) {
            const struct xl_kernel_result *k = &results->rows[i].kernels[n];
            char inputs[128] = "";
            if (!k->exhaustive_of)
                continue;
            if (k->has_worst)
                xl_inputs_of_baseline(k->record, k->worst_inputs, inputs, sizeof inputs);
            printf("%s on %s: %llu of %llu inputs right", k->kernel, results->rows[i].row->name,
                   (unsigned long long)k->exhaustive, (unsigned long long)k->exhaustive_of);
            if (k->has_worst)
                printf(", worst error %.3f ULP at %s", k->max_ulp, inputs);
            printf("%s\n", k->outcome == XL_NOT_RUN ? "; the same command goes on" : "");
        }
}

/* ---- Notes on kernels across the rows of a run ---- */

enum { XL_NAMED_ROWS = 3 };

/* A kernel, what is said of it, and the rows of which that is said. */
struct kernel_note {
    const char *kernel, *words;
    const char *variant;             /* an XL_VARIANT alone; "": any */
    const char *rows[XL_NAMED_ROWS]; /* their names */
    size_t count, last;              /* of rows; the number of the last */
};

struct kernel_notes {
    struct kernel_note *at;
    size_t count, room;
};

/* note: without rows. */
static void add_note(struct kernel_notes *notes, const struct kernel_note *note,
                     const struct xl_results *results, size_t row)
{
    size_t i = 0;
    if (!*note->words)
        return;
    while (i < notes->count && (strcmp(notes->at[i].kernel, note->kernel) != 0 ||
                                strcmp(notes->at[i].variant, note->variant) != 0 ||
                                strcmp(notes->at[i].words, note->words) != 0))
        i++;
    if (i == notes->count)
        xl_push(notes, *note);
    struct kernel_note *n = &notes->at[i];
    if (n->count && n->last == row)
        return; /* another variant */
    if (n->count < XL_NAMED_ROWS)
        n->rows[n->count] = results->rows[row].row->name;
    n->count++;
    n->last = row;
}

static void print_note_rows(const struct kernel_note *n)
{
    for (size_t i = 0; i < n->count && i < XL_NAMED_ROWS; i++)
        printf("%s%s", i ? ", " : "", n->rows[i]);
    if (n->count > XL_NAMED_ROWS)
        printf(" and %zu more", n->count - XL_NAMED_ROWS);
}

void xl_print_dispatched(const struct xl_results *results)
{
    struct kernel_notes notes = {0};
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++)
            add_note(&notes,
                     &(struct kernel_note){.kernel = results->rows[i].kernels[n].kernel,
                                           .words = results->rows[i].kernels[n].dispatched,
                                           .variant = ""},
                     results, i);
    for (size_t i = 0; i < notes.count; i++) {
        const char *kernel = notes.at[i].kernel;
        if (!kernel) /* its line is printed */
            continue;
        printf("dispatch: %s called ", kernel);
        for (size_t k = i; k < notes.count; k++) {
            struct kernel_note *n = &notes.at[k];
            if (!n->kernel || strcmp(n->kernel, kernel) != 0)
                continue;
            printf("%s%s on ", k > i ? "; " : "", n->words);
            print_note_rows(n);
            n->kernel = NULL;
        }
        putchar('\n');
    }
    free(notes.at);
}

/* The XL_VARIANT that a result is of; "": the kernel has none. */
static const char *variant_of(const struct xl_kernel_result *k)
{
    return k->variant && strchr(k->variant, ':') ? k->variant : "";
}

static bool ran_somewhere(const struct xl_results *results, const struct kernel_note *note)
{
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++) {
            const struct xl_kernel_result *k = &results->rows[i].kernels[n];
            if (strcmp(k->kernel, note->kernel) == 0 && strcmp(variant_of(k), note->variant) == 0 &&
                (k->checked || k->differences))
                return true;
        }
    return false;
}

void xl_print_lacks(const struct xl_results *results)
{
    struct kernel_notes notes = {0};
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t n = 0; n < results->rows[i].kernel_count; n++)
            add_note(&notes,
                     &(struct kernel_note){.kernel = results->rows[i].kernels[n].kernel,
                                           .words = results->rows[i].kernels[n].lacks,
                                           .variant = variant_of(&results->rows[i].kernels[n])},
                     results, i);
    for (size_t i = 0; i < notes.count; i++) {
        const struct kernel_note *n = &notes.at[i];
        printf("skipped: %s%s%s, which needs %s, on ", n->kernel, *n->variant ? ", variant " : "",
               n->variant, n->words);
        print_note_rows(n);
        printf(": %zu of %zu rows%s\n", n->count, results->row_count,
               ran_somewhere(results, n) ? "" : "; no row of this run has all of it");
    }
    free(notes.at);
}

/* ---- What follows the rows: findings, notes, totals ---- */

/* Rows without evidence, in one line. */
static void print_unproven(const struct xl_results *results)
{
    size_t count = 0;
    const char *why = "";
    for (size_t i = 0; i < results->row_count; i++)
        if (results->rows[i].lacks_evidence && !count++)
            why = results->rows[i].evidence;
    if (count)
        printf("evidence: %zu of %zu rows have none: %s\n", count, results->row_count, why);
}

/* ISAs whose rows were all skipped or not run. */
static void print_untested(const struct xl_results *results)
{
    struct xl_untested untested = {NULL};
    for (size_t i = 0; i < results->row_count; i++) {
        const struct xl_row_result *row = &results->rows[i];
        bool ran = false;
        for (size_t k = 0; k < row->kernel_count; k++)
            ran |= row->kernels[k].checked > 0;
        xl_untested_add(&untested, row->row->isa->name, row->outcome, row->reason, ran);
    }
    char *names = xl_untested_names(&untested), *why = xl_untested_why(&untested);
    if (names && why && *names)
        printf("nothing ran on %s (%s)\n", names, why);
    free(names);
    free(why);
    xl_untested_free(&untested);
}

/* Cached results, and when they were run. */
static void print_cached(const struct xl_results *results)
{
    size_t count = 0, all = 0;
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < results->row_count; i++) {
        const struct xl_row_result *row = &results->rows[i];
        all += row->kernel_count;
        for (size_t k = 0; k < row->kernel_count; k++) {
            const char *when = row->kernels[k].cached;
            if (!*when)
                continue;
            count++;
            first = first && strcmp(first, when) <= 0 ? first : when;
            last = last && strcmp(last, when) >= 0 ? last : when;
        }
    }
    const size_t remote = xl_remote_so_far().results;
    char from[60] = "";
    if (remote)
        snprintf(from, sizeof from, ", %zu from the remote cache", remote);
    if (count)
        printf("cached: %zu of %zu results%s, %s to %s; --no-cache reruns\n", count, all, from,
               first, last);
}

/* The names of the kernels with findings on some row. */
static struct json_object *failed_names(struct json_object *rows)
{
    struct json_object *names = json_object_new_object();
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *kernels = xl_key_array(xl_row_notable(rows, i), XL_KEY_row_kernels);
        for (size_t n = 0; n < xl_json_length(kernels); n++) {
            struct json_object *kernel = json_object_array_get_idx(kernels, n);
            if (xl_json_length(xl_findings_of(kernel)))
                json_object_object_add(names, xl_key_text(kernel, XL_KEY_kernel_kernel), NULL);
        }
    }
    return names;
}

/* Adds the passed kernels of these names, which those that fail are compared with. */
static void add_passing(struct json_object *row, const struct xl_row_result *result,
                        struct json_object *names)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    for (size_t n = 0; n < result->kernel_count; n++) {
        const struct xl_kernel_result *k = &result->kernels[n];
        if (k->outcome != XL_PASS || xl_kernel_is_notable(k) ||
            !json_object_object_get_ex(names, k->kernel, NULL))
            continue;
        struct json_object *o = json_object_new_object();
        xl_key_add_text(o, XL_KEY_kernel_kernel, k->kernel);
        xl_key_add_text(o, XL_KEY_kernel_variant, k->variant);
        xl_key_add_text(o, XL_KEY_kernel_outcome, xl_outcome_name(k->outcome));
        json_object_array_add(kernels, o);
    }
}

static void print_findings(const struct xl_results *results, enum xl_finding_style style,
                           const char *json)
{
    struct xl_results own = *results;
    struct json_object *rows = xl_results_notable(results), *names = failed_names(rows);
    if (json_object_object_length(names)) { /* the rows of `results` stay as they are */
        own.notable = NULL;
        json_object_put(rows);
        rows = xl_results_notable(&own);
        for (size_t i = 0; i < results->row_count; i++)
            add_passing(json_object_array_get_idx(rows, i), &results->rows[i], names);
    }
    xl_findings_print(rows, results->sources, results->seed, style, json);
    json_object_put(names);
    json_object_put(rows);
}

void xl_console_tail(const struct xl_results *results, enum xl_finding_style style,
                     const char *json)
{
    size_t counts[XL_OUTCOMES] = {0};
    for (size_t i = 0; i < results->row_count; i++)
        counts[results->rows[i].outcome]++;
    xl_wrapped_begin();
    print_findings(results, style, json);
    print_disagreements(results);
    putchar('\n');
    print_notes(results);
    print_exhaustive(results);
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
        print_remark(results, &remarks[i]);
    xl_print_dispatched(results);
    xl_print_lacks(results);
    xl_outcomes_put(stdout, counts);
    print_unproven(results);
    print_cached(results);
    if (!results->cut_short[0])
        print_untested(results);
    else
        printf("stopped early: %s; %zu of %zu rows unfinished\n", results->cut_short,
               counts[XL_NOT_RUN], results->row_count);
    if (results->improved_baselines && *results->improved_baselines)
        printf("%s\n", results->improved_baselines);
    if (results->selection[0])
        printf("%s\n", results->selection);
    xl_wrapped_end();
}

static size_t count_kernels(const struct xl_results *results)
{
    struct json_object *names = json_object_new_object();
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t k = 0; k < results->rows[i].kernel_count; k++)
            json_object_object_add(names, results->rows[i].kernels[k].kernel, NULL);
    const size_t count = (size_t)json_object_object_length(names);
    json_object_put(names);
    return count;
}

void xl_console_totals(const struct xl_results *results)
{
    size_t checked = 0, kernels = 0, ran = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        const struct xl_row_result *row = &results->rows[i];
        checked += xl_kernels_checked(row);
        kernels += row->expected;
        ran += row->outcome == XL_PASS || row->outcome == XL_FAIL || row->outcome == XL_EMU_BUG;
    }
    printf("%zu of %zu kernels checked on %zu of %zu rows\n", checked, kernels, ran,
           results->row_count);
    struct json_object *rows = xl_results_notable(results);
    char *conclusion =
        xl_conclusion(rows, results->disagreements, count_kernels(results), "kernels");
    xl_wrapped_begin();
    xl_conclusion_print(conclusion);
    xl_wrapped_end();
    free(conclusion);
    json_object_put(rows);
}

/* ---- What a run prints before it begins, and hints after it ---- */

enum { XL_A_MOMENT = 10 }; /* seconds: a shorter run prints nothing before it begins */

static void print_trees(const struct xl_forecast *f)
{
    char time[32];
    if (!f->tree_count)
        return;
    xl_format_estimate(f->tree_seconds, time, sizeof time);
    fprintf(stderr,
            "  trees: %zu to make in %s, once: %s\n"
            "           about %u MiB on disk, %s or more if the network is slow\n",
            f->tree_count, f->cache, f->trees, f->tree_mib, time);
}

static void print_builds(const struct xl_forecast *f)
{
    char time[32], *directory = xl_copy_text(xl_work_directory());
    xl_format_estimate(f->make_seconds + f->check_seconds, time, sizeof time);
    fprintf(stderr, "  builds: %zu to make in %s, %zu to check: %s%s\n", f->builds_to_make,
            xl_display_path(directory), f->builds_there, time,
            f->builds_to_make && xl_remote_is_on() ? "; the remote cache may have them" : "");
    free(directory);
}

static void print_rows(const struct xl_run_options *o, const struct xl_forecast *f)
{
    char time[32];
    xl_format_estimate(f->row_seconds, time, sizeof time);
    fprintf(stderr, "  rows: %zu to run: %s; results here%s%s\n", f->rows, time,
            o->json ? " and in " : "", o->json ? o->json : "");
}

void xl_preface_print(const struct xl_run_options *o, const struct xl_forecast *f)
{
    char time[32], tier[32];
    double seconds = xl_forecast_seconds(f);
    bool is_tier = !o->quick && !o->row_count;
    if (f->is_unchanged || (!f->tree_count && !f->builds_to_make && seconds < XL_A_MOMENT))
        return;
    xl_format_estimate(seconds, time, sizeof time);
    snprintf(tier, sizeof tier, "%s: ", xl_tier_name(o->tier));
    fprintf(stderr, "crosslane: %s%s%zu of %zu rows, %zu of %zu kernels: %s on %u core%s\n",
            is_tier ? "tier " : "",
            o->quick  ? "quick: "
            : is_tier ? tier
                      : "",
            f->rows, f->all_rows, f->kernels, f->all_kernels, time, f->cores, xl_s(f->cores));
    if (!f->tree_count && !f->builds_to_make)
        return;
    print_trees(f);
    print_builds(f);
    print_rows(o, f);
    if (!o->quick && !o->row_count && !o->kernels_dir)
        fprintf(stderr,
                "  for less: --quick (one row per architecture, a few kernels), --row GLOB, "
                "--kernel GLOB\n");
}

/* A run without findings: what else can be run. */
static void hint_at_more(const struct xl_run_options *o)
{
    static const char own[] = "--kernels DIR tests yours (docs/first-kernel.md)";
    if (o->row_count || o->tier == XL_TIER_FULL)
        return;
    if (o->kernels_dir)
        fprintf(stderr, "next: %s runs these kernels on %s\n",
                o->quick ? "the command without --quick" : "--tier full",
                o->quick ? "the rows of a pull request" : "all rows");
    else if (o->quick)
        xl_message("next: ./crosslane run runs all kernels on the rows of a pull request; %s\n",
                   own);
    else
        xl_message("next: ./crosslane run --tier full runs all rows; %s\n", own);
}

/* Whether some finding has a call, which `repro` repeats. */
static bool has_call(const struct xl_results *results)
{
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t k = 0; k < results->rows[i].kernel_count; k++)
            for (unsigned f = 0; f < results->rows[i].kernels[k].finding_count; f++)
                if (results->rows[i].kernels[k].outcome == XL_FAIL &&
                    results->rows[i].kernels[k].findings[f].has_call)
                    return true;
    return false;
}

void xl_hints_print(const struct xl_run_options *o, const struct xl_results *results)
{
    size_t failed = 0, not_run = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        failed += results->rows[i].outcome == XL_FAIL;
        not_run += results->rows[i].outcome == XL_NOT_RUN;
    }
    if (has_call(results))
        xl_message("next: `./crosslane repro ID` repeats and reduces the call of a finding, "
                   "`./crosslane debug ID` opens it in gdb, `./crosslane run --failed` runs "
                   "what failed\n");
    if (o->fail_fast && failed)
        return;
    if (results->cut_short[0])
        fprintf(stderr, "next: rerun; finished trees and builds are kept%s\n",
                o->quick ? "" : "; --quick does less");
    else if (not_run)
        xl_message(
            "next: ./crosslane doctor shows what is missing for the rows that did not run\n");
    else if (!failed)
        hint_at_more(o);
}

/* ---- The table of rows: a line for each when it ends ---- */

static const char *colour(enum xl_outcome outcome)
{
    static const char *const codes[XL_OUTCOMES] = {"\033[32m", "\033[31m", "\033[33m",
                                                   "\033[33m", "\033[31m", "\033[31m"};
    return xl_has_colour(STDOUT_FILENO) ? codes[outcome] : "";
}

static const char *plain(void)
{
    return xl_has_colour(STDOUT_FILENO) ? "\033[0m" : "";
}

static int name_width(const struct xl_results *results)
{
    size_t width = 3;
    for (size_t i = 0; i < results->row_count; i++) {
        size_t length = strlen(results->rows[i].row->name);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* Columns beside the name: isa, vl, kernels, outcome, time. */
enum { XL_TABLE_REST = 44, XL_NARROW_INDENT = 4 };

/* A terminal that is too narrow for the table gets two of its columns. A log has all. */
static bool is_narrow(const struct xl_results *results, unsigned columns)
{
    return columns && (unsigned)name_width(results) + XL_TABLE_REST > columns;
}

void xl_console_head(void *unused, const struct xl_results *results)
{
    (void)unused;
    printf("seed %llu\n", (unsigned long long)results->seed);
    if (is_narrow(results, xl_output_columns(0)))
        printf("%-7s  row\n", "outcome");
    else
        printf("%-*s  %-6s  %5s  %9s  %-7s  %7s\n", name_width(results), "row", "isa", "vl",
               "kernels", "outcome", "time");
    fflush(stdout);
}

/* On a terminal, a reason that does not fit the line of its row gets lines of its own. */
static void print_reason(const char *reason, size_t at, unsigned columns)
{
    if (!*reason) {
        putchar('\n');
    } else if (!columns || at + 2 + strlen(reason) <= columns) {
        printf("  %s\n", reason);
    } else {
        printf("\n%*s", XL_NARROW_INDENT, "");
        xl_print_wrapped(reason, strlen(reason), XL_NARROW_INDENT, XL_NARROW_INDENT, columns);
    }
}

void xl_console_row(void *unused, const struct xl_results *results, const struct xl_row_result *row)
{
    (void)unused;
    const unsigned columns = xl_output_columns(0);
    const char *outcome = xl_outcome_name(row->outcome);
    const size_t width = (size_t)name_width(results);
    char vl[16] = "-", kernels[48], time[32], *reason = xl_printable(row->reason, "\n");
    if (row->has_vl && row->vl_bits)
        snprintf(vl, sizeof vl, "%u", row->vl_bits);
    snprintf(kernels, sizeof kernels, "%zu of %zu", xl_kernels_checked(row), row->expected);
    snprintf(time, sizeof time, "%.1f s", row->seconds);
    if (row->kernel_count && xl_kernels_cached(row) == row->kernel_count)
        snprintf(time, sizeof time, "cached");
    if (is_narrow(results, columns)) {
        printf("%s%-7s%s  %s", colour(row->outcome), outcome, plain(), row->row->name);
        print_reason(reason, 9 + strlen(row->row->name), columns);
    } else {
        printf("%-*s  %-6s  %5s  %9s  %s%-7s%s  %7s", (int)width, row->row->name,
               row->row->isa->name, vl, kernels, colour(row->outcome), outcome, plain(), time);
        print_reason(reason, width + XL_TABLE_REST, columns);
    }
    free(reason);
    fflush(stdout);
}

/* ---- The kernels of a run that took longest ---- */

struct duration {
    double seconds;
    const char *kernel, *variant, *row;
};

static int longest_first(const void *a, const void *b)
{
    const double x = ((const struct duration *)a)->seconds,
                 y = ((const struct duration *)b)->seconds;
    return (x < y) - (x > y);
}

void xl_durations_print(const struct xl_results *results, unsigned most)
{
    struct {
        struct duration *at;
        size_t count, room;
    } all = {0};
    for (size_t i = 0; i < results->row_count; i++)
        for (size_t k = 0; k < results->rows[i].kernel_count; k++) {
            const struct xl_kernel_result *of = &results->rows[i].kernels[k];
            const struct duration d = {of->seconds, of->kernel, of->variant,
                                       results->rows[i].row->name};
            if (!of->cached[0] && of->seconds > 0)
                xl_push(&all, d);
        }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, longest_first);
    printf("\nlongest: %zu of %zu results that were not cached\n",
           all.count < most ? all.count : most, all.count);
    for (size_t i = 0; i < all.count && i < most; i++)
        printf("%7.2f s  %s, variant %s, on %s\n", all.at[i].seconds, all.at[i].kernel,
               all.at[i].variant, all.at[i].row);
    free(all.at);
}
