/* A finding looked up by its id in the results of a run.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPRO_FINDING_LOOKUP_H
#define XL_HARNESS_REPRO_FINDING_LOOKUP_H

#include <json-c/json.h>

#include "results/results.h"

enum { XL_MAX_WORDS = 64 };

struct xl_finding_ref {
    /* The whole file, and parts of it. */
    struct json_object *results;
    struct json_object *row, *kernel, *finding;
    const char *id, *row_name, *kernel_name;
    enum xl_check check;
    uint64_t seed;
    bool has_case;
    struct xl_case c;
    /* The number of findings with this id. */
    size_t alike;
    /* The command of the finding: its words from `run` on, ended by NULL, which lie in `text`; and
     * its CROSSLANE_DEFINE and CROSSLANE_TOOLS, or NULL. */
    char *text;
    char *words[XL_MAX_WORDS];
    int word_count;
    const char *define, *tools;
};

/* The file with the results of the last run. The caller frees the path. */
char *xl_last_results(void);

/* Looks the id up. Returns 0, or -1 with err. */
int xl_finding_ref_find(const char *file, const char *id, struct xl_finding_ref *ref,
                        struct xl_error *err);

void xl_finding_ref_free(struct xl_finding_ref *ref);

/* Splits a command of xl_repro_command into ref->words and so on. Returns false if it is another
 * command. */
bool xl_finding_ref_parse_command(struct xl_finding_ref *ref, const char *command);

#endif
