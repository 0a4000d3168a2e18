/* What failed in the last run of this checkout: what --failed selects.
 * SPDX-License-Identifier: MIT
 */
#include "cli/last_failed.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"
#include "results/merge.h"
#include "results/past_runs.h"
#include "results/results_json.h"

static int load(struct xl_last_failed *f)
{
    struct xl_error err;
    size_t count;
    char **files = xl_past_runs(&count);
    if (!count)
        xl_error_set(&err, "crosslane: error: --failed: no results of a run in this checkout");
    f->results = count ? xl_results_load(files[0], &err) : NULL;
    xl_past_runs_free(files, count);
    if (f->results)
        return 0;
    xl_message("%s\n  help: use `./crosslane run` without --failed first\n", err.text);
    return -1;
}

/* The command of the first finding of the kernel, with its options. */
static void take_command(struct xl_last_failed *f, struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    struct json_object *first =
        xl_json_length(findings) ? json_object_array_get_idx(findings, 0) : NULL;
    const char *command = xl_key_text(first, XL_KEY_finding_command);
    if (f->finding.text || !*command || xl_finding_ref_parse_command(&f->finding, command))
        return;
    xl_finding_ref_free(&f->finding);
}

/* Adds a name as a pattern, once. Returns 0, or -1 after a message. */
static int add_once(const char **names, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return 0;
    return xl_cli_add_word(names, count, XL_MAX_PATTERNS, name);
}

/* A row that was not run because the run was ended did not fail. Returns 0, or -1 after a message.
 */
static int select_row(struct xl_last_failed *f, struct json_object *row, bool *has_all_kernels,
                      struct xl_cli_selection *s)
{
    struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
    const bool was_ended = *xl_key_text(f->results, XL_KEY_run_cut_short) != '\0';
    const int outcome = xl_key_outcome(row);
    bool is_of_kernels = false;
    int status = 0;
    if (outcome != XL_FAIL && (outcome != XL_NOT_RUN || was_ended))
        return 0;
    for (size_t i = 0; i < xl_json_length(kernels) && !status; i++) {
        struct json_object *kernel = json_object_array_get_idx(kernels, i);
        if (xl_key_verdict(kernel) != XL_FAIL)
            continue;
        is_of_kernels = true;
        take_command(f, kernel);
        status =
            add_once(s->kernels, &s->run.kernel_count, xl_key_text(kernel, XL_KEY_kernel_kernel));
    }
    *has_all_kernels |= !is_of_kernels;
    return status ? status : xl_cli_add_row(s, xl_key_text(row, XL_KEY_row_row));
}

/* The options of the run that failed. */
static int take_options(struct xl_last_failed *f, struct xl_cli_selection *s)
{
    struct xl_cli_selection *of = malloc(sizeof *of);
    int status = of ? 0 : -1;
    if (of) {
        xl_cli_select_begin(of);
        status =
            xl_cli_parse(f->finding.word_count, f->finding.words, &xl_cli_run_usage, of, NULL) == -1
                ? 0
                : -1;
    }
    if (!status && !s->run.kernels_dir && of->run.kernels_dir_arg) {
        memcpy(s->kernels_path, of->kernels_path, sizeof s->kernels_path);
        s->run.kernels_dir = s->kernels_path;
        s->run.kernels_dir_arg = of->run.kernels_dir_arg;
    }
    if (!status && !s->run.matrix_arg && of->run.matrix_arg)
        s->run.matrix = s->run.matrix_arg = of->run.matrix_arg;
    if (!status && s->run.seed == 1)
        s->run.seed = of->run.seed;
    if (!status && s->run.count == 1)
        s->run.count = of->run.count;
    free(of);
    return status;
}

int xl_last_failed_select(struct xl_last_failed *f, struct xl_cli_selection *s)
{
    bool has_all_kernels = false;
    if (load(f))
        return -1;
    struct json_object *rows = xl_key_array(f->results, XL_KEY_run_rows);
    for (size_t i = 0; i < xl_json_length(rows); i++)
        if (select_row(f, json_object_array_get_idx(rows, i), &has_all_kernels, s))
            return -1;
    const char *started = xl_key_text(f->results, XL_KEY_run_started);
    if (!s->run.row_count) {
        fprintf(stderr, "crosslane: --failed: nothing failed in the last run (%s)\n", started);
        return 1;
    }
    if (has_all_kernels)
        s->run.kernel_count = 0;
    fprintf(stderr, "crosslane: --failed: %zu row%s", s->run.row_count, xl_s(s->run.row_count));
    if (s->run.kernel_count)
        fprintf(stderr, ", %zu kernel%s", s->run.kernel_count, xl_s(s->run.kernel_count));
    fprintf(stderr, " of the last run (%s)\n", started);
    return f->finding.text ? take_options(f, s) : 0;
}

void xl_last_failed_free(struct xl_last_failed *f)
{
    json_object_put(f->results);
    xl_finding_ref_free(&f->finding);
}
