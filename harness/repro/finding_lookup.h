/* A finding looked up by its id in the results of a run.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_FINDING_LOOKUP_H
#define XL_HARNESS_REPRO_FINDING_LOOKUP_H

#include <json-c/json.h>

#include "results/results.h"

enum { XL_MOST_WORDS = 64 };

struct xl_finding_ref {
    struct json_object *results; /* the whole file */
    struct json_object *row, *kernel, *finding;
    const char *id, *row_name, *kernel_name;
    enum xl_check check;
    uint64_t seed;
    bool has_case;
    struct xl_case c;
    size_t alike; /* findings of this id */
    /* Of the command that the finding names: what stands behind `run`, ended by NULL; and what
     * CROSSLANE_DEFINE and CROSSLANE_TOOLS are set to, or NULL. */
    char *text;
    char *words[XL_MOST_WORDS];
    int word_count;
    const char *define, *tools;
};

/* Where a run leaves its results; the caller frees it. */
char *xl_last_results(void);

/* Looks the id up. Returns 0, or -1 with err, which says what to do. */
int xl_finding_ref_find(const char *file, const char *id, struct xl_finding_ref *w,
                        struct xl_error *err);

void xl_finding_ref_free(struct xl_finding_ref *w);

/* Splits a command of xl_repro_command into w->words, and so on. False: it is none. */
bool xl_finding_ref_command(struct xl_finding_ref *w, const char *command);

#endif
