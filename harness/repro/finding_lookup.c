/* A finding looked up by its id in the results of a run.
 * SPDX-License-Identifier: MIT
 */
#include "repro/reproduction.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/merge.h"
#include "results/past_runs.h"
#include "results/results_json.h"

/* Whether the word assigns to this variable; its value. */
static bool is_assignment(const char *word, const char *name, const char **value)
{
    const size_t length = strlen(name);
    if (strncmp(word, name, length) != 0 || word[length] != '=')
        return false;
    *value = word + length + 1;
    return true;
}

/* However it was started where the finding was found (xl_program). */
static bool is_program(const char *word)
{
    const char *slash = strrchr(word, '/');
    return strcmp(slash ? slash + 1 : word, "crosslane") == 0;
}

bool xl_finding_ref_parse_command(struct xl_finding_ref *ref, const char *command)
{
    char *rest = ref->text = xl_copy_text(command);
    char *word = xl_take_word(&rest);
    while (word && (is_assignment(word, "CROSSLANE_TOOLS", &ref->tools) ||
                    is_assignment(word, "CROSSLANE_DEFINE", &ref->define)))
        word = xl_take_word(&rest);
    if (!word || !is_program(word))
        return false;
    while ((word = xl_take_word(&rest))) {
        if (ref->word_count == XL_MAX_WORDS - 1)
            return false;
        ref->words[ref->word_count++] = word;
    }
    return ref->word_count && strcmp(ref->words[0], "run") == 0;
}

/* Takes the first finding with the id. Returns the number of findings with any id. */
static size_t search_kernel(struct xl_finding_ref *ref, struct json_object *row,
                            struct json_object *kernel)
{
    struct json_object *findings = xl_key_array(kernel, XL_KEY_kernel_findings);
    size_t count = 0;
    for (size_t f = 0; f < xl_json_length(findings); f++) {
        struct json_object *finding = json_object_array_get_idx(findings, f);
        const char *id = xl_key_text(finding, XL_KEY_finding_id);
        count += *id != '\0';
        if (!*id || strcmp(id, ref->id) != 0 || ref->alike++)
            continue;
        ref->row = row;
        ref->kernel = kernel;
        ref->finding = finding;
    }
    return count;
}

static size_t search_rows(struct xl_finding_ref *ref, struct json_object *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < xl_json_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        struct json_object *kernels = xl_key_array(row, XL_KEY_row_kernels);
        for (size_t k = 0; k < xl_json_length(kernels); k++)
            count += search_kernel(ref, row, json_object_array_get_idx(kernels, k));
    }
    return count;
}

static int report_unknown(const struct xl_finding_ref *ref, const char *file, size_t findings,
                          struct xl_error *err)
{
    const char *started = xl_key_text(ref->results, XL_KEY_run_started);
    if (!*started)
        started = "unknown time";
    if (!findings)
        return xl_fail(err,
                       "crosslane: error: no findings in %s (run of %s); --from FILE reads other "
                       "results",
                       xl_display_path(file), started);
    return xl_fail(err,
                   "crosslane: error: no finding '%s' in %s (run of %s); see `./crosslane report "
                   "%s`",
                   ref->id, xl_display_path(file), started, xl_display_path(file));
}

/* Reads the finding. Returns false if fields are missing. */
static bool describe(struct xl_finding_ref *ref)
{
    const int check = xl_check_find(xl_key_text(ref->finding, XL_KEY_finding_check));
    ref->row_name = xl_key_text(ref->row, XL_KEY_row_row);
    ref->kernel_name = xl_key_text(ref->kernel, XL_KEY_kernel_kernel);
    ref->seed = xl_key_number(ref->results, XL_KEY_run_seed);
    ref->check = (enum xl_check)check;
    ref->has_case = xl_case_read(ref->finding, &ref->c);
    return check >= 0 && *ref->row_name && *ref->kernel_name &&
           xl_finding_ref_parse_command(ref, xl_key_text(ref->finding, XL_KEY_finding_command));
}

static int find_in(const char *file, const char *id, struct xl_finding_ref *ref,
                   struct xl_error *err)
{
    *ref = (struct xl_finding_ref){.id = id};
    if (access(file, F_OK))
        return xl_fail(err, "crosslane: error: cannot read %s: %s", xl_display_path(file),
                       strerror(errno));
    err->text[0] = '\0';
    ref->results = xl_results_load(file, err);
    struct json_object *rows = xl_key_array(ref->results, XL_KEY_run_rows);
    const size_t findings = rows ? search_rows(ref, rows) : 0;
    if (ref->finding && describe(ref))
        return 0;
    if (ref->finding)
        return xl_fail(err, "%s: error: finding %s is incomplete", file, id);
    return rows && !err->text[0] ? report_unknown(ref, file, findings, err) : -1;
}

/* In all files, as long as none has the id. A file that cannot be read, such as one of another
 * version, does not hide the others. */
static int find_in_past_runs(const char *id, struct xl_finding_ref *ref, struct xl_error *err)
{
    struct xl_error why, first = {""};
    size_t count, unreadable = 0;
    char **files = xl_past_runs(&count);
    bool is_found = false;
    *ref = (struct xl_finding_ref){.id = id};
    for (size_t i = 0; i < count && !is_found; i++) {
        xl_finding_ref_free(ref);
        is_found = find_in(files[i], id, ref, &why) == 0;
        if (!ref->results && !unreadable++)
            first = why;
    }
    if (!is_found && !count)
        xl_error_set(err, "crosslane: error: no results of a run; use "
                          "`./crosslane run` first, or --from FILE");
    else if (!is_found && unreadable == count)
        *err = first;
    else if (!is_found && unreadable)
        xl_error_set(err,
                     "crosslane: error: no finding '%s' in %zu of the last %zu runs of this "
                     "checkout; others cannot be read: %s",
                     id, count - unreadable, count, first.text);
    else if (!is_found)
        xl_error_set(err,
                     "crosslane: error: no finding '%s' in the last %zu run%s of this checkout, "
                     "the newest in %s; --from FILE reads other results",
                     id, count, xl_s(count), xl_display_path(files[0]));
    xl_past_runs_free(files, count);
    return is_found ? 0 : -1;
}

int xl_finding_ref_find(const char *file, const char *id, struct xl_finding_ref *ref,
                        struct xl_error *err)
{
    return file ? find_in(file, id, ref, err) : find_in_past_runs(id, ref, err);
}

void xl_finding_ref_free(struct xl_finding_ref *ref)
{
    json_object_put(ref->results);
    free(ref->text);
    *ref = (struct xl_finding_ref){0};
}
