/* A finding looked up by its id in the results of a run.
 * SPDX-License-Identifier: MIT
 */
#include "repro/finding_lookup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "results/case_json.h"
#include "results/merge.h"

char *xl_last_results(void)
{
    return xl_join_path(xl_root(), "build/last-results.json");
}

/* The value of an assignment, if the word is one to this name. */
static bool takes(const char *word, const char *name, const char **value)
{
    const size_t length = strlen(name);
    if (strncmp(word, name, length) != 0 || word[length] != '=')
        return false;
    *value = word + length + 1;
    return true;
}

bool xl_finding_ref_command(struct xl_finding_ref *w, const char *command)
{
    char *rest = w->text = strdup(command);
    char *word = rest ? xl_take_word(&rest) : NULL;
    while (word && (takes(word, "CROSSLANE_TOOLS", &w->tools) ||
                    takes(word, "CROSSLANE_DEFINE", &w->define)))
        word = xl_take_word(&rest);
    if (!word || strcmp(word, "./crosslane") != 0)
        return false;
    while ((word = xl_take_word(&rest))) {
        if (w->word_count == XL_MOST_WORDS - 1)
            return false;
        w->words[w->word_count++] = word;
    }
    return w->word_count && strcmp(w->words[0], "run") == 0;
}

/* Ids, for the message that names the nearest. */
struct ids {
    const char **names;
    size_t count;
};

static void add_id(struct ids *ids, const char *id)
{
    if ((ids->count & (ids->count - 1)) == 0) { /* grows at each power of two */
        void *more = realloc(ids->names, (ids->count ? 2 * ids->count : 1) * sizeof *ids->names);
        if (!more)
            return;
        ids->names = more;
    }
    ids->names[ids->count++] = id;
}

static void look_in_kernel(struct xl_finding_ref *w, struct json_object *row,
                           struct json_object *kernel, struct ids *ids)
{
    struct json_object *findings = xl_json_array(kernel, "findings");
    for (size_t f = 0; findings && f < json_object_array_length(findings); f++) {
        struct json_object *finding = json_object_array_get_idx(findings, f);
        const char *id = xl_json_text(finding, "id");
        if (!*id)
            continue;
        add_id(ids, id);
        if (strcmp(id, w->id) != 0 || w->alike++)
            continue;
        w->row = row;
        w->kernel = kernel;
        w->finding = finding;
    }
}

static void look(struct xl_finding_ref *w, struct json_object *rows, struct ids *ids)
{
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        struct json_object *kernels = xl_json_array(row, "kernels");
        for (size_t k = 0; kernels && k < json_object_array_length(kernels); k++)
            look_in_kernel(w, row, json_object_array_get_idx(kernels, k), ids);
    }
}

static void say_unknown(const struct xl_finding_ref *w, const char *file, const struct ids *ids,
                        struct xl_error *err)
{
    char nearest[100];
    const char *started = xl_json_text(w->results, "started");
    if (!*started)
        started = "a time that it does not tell";
    xl_similar_names(w->id, ids->names, ids->count, nearest, sizeof nearest);
    if (ids->count)
        xl_error_set(err,
                     "crosslane: error: no finding has the id '%s' in %s, a run of %s; the "
                     "nearest: %s",
                     w->id, xl_path_shown(file), started, nearest);
    else
        xl_error_set(err,
                     "crosslane: error: %s, a run of %s, has no findings; --from FILE looks in the "
                     "results of another",
                     xl_path_shown(file), started);
}

/* What the finding says of itself. False: too little. */
static bool describe(struct xl_finding_ref *w)
{
    const int check = xl_check_find(xl_json_text(w->finding, "check"));
    w->row_name = xl_json_text(w->row, "row");
    w->kernel_name = xl_json_text(w->kernel, "kernel");
    w->seed = xl_json_number(w->results, "seed");
    w->check = (enum xl_check)check;
    w->has_case = xl_case_read(w->finding, &w->c);
    return check >= 0 && *w->row_name && *w->kernel_name &&
           xl_finding_ref_command(w, xl_json_text(w->finding, "command"));
}

static int find(const char *file, struct xl_finding_ref *w, struct ids *ids, struct xl_error *err)
{
    const bool is_there = access(file, F_OK) == 0;
    const int why = errno;
    w->results = is_there ? xl_results_load(file, err) : NULL;
    struct json_object *rows = xl_json_array(w->results, "rows");
    if (!is_there)
        xl_error_set(err,
                     "crosslane: error: %s: %s: `./crosslane run` leaves its results there; --from "
                     "FILE takes those of --json FILE",
                     xl_path_shown(file), strerror(why));
    else if (rows)
        look(w, rows, ids);
    if (w->finding && describe(w))
        return 0;
    if (w->finding)
        xl_error_set(err, "%s: error: finding %s says too little of itself to be shown again", file,
                     w->id);
    else if (rows && !err->text[0])
        say_unknown(w, file, ids, err);
    return -1;
}

int xl_finding_ref_find(const char *file, const char *id, struct xl_finding_ref *w,
                        struct xl_error *err)
{
    struct ids ids = {0};
    *w = (struct xl_finding_ref){.id = id};
    err->text[0] = '\0';
    const int status = find(file, w, &ids, err);
    free(ids.names);
    return status;
}

void xl_finding_ref_free(struct xl_finding_ref *w)
{
    json_object_put(w->results);
    free(w->text);
    *w = (struct xl_finding_ref){0};
}
