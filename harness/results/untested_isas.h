/* ISAs that had rows and on which nothing ran: their rows are green, and nobody has tested them.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_UNTESTED_ISAS_H
#define XL_HARNESS_RESULTS_UNTESTED_ISAS_H

#include <json-c/json.h>

#include "base/error.h"
#include "results/results.h"

struct xl_untested {
    struct json_object *isas; /* by name; NULL until the first is added */
};

/* Adds a row of an ISA: how it ended, why, and whether a kernel of it was called. The words may be
 * another machine's. */
void xl_untested_add(struct xl_untested *u, const char *isa, enum xl_outcome outcome,
                     const char *reason, bool ran);

/* "avx512, sve", and why: "2 rows skipped: this CPU has no avx512". "" if something ran on each.
 * The caller frees them; NULL without memory. */
char *xl_untested_names(const struct xl_untested *u);
char *xl_untested_why(const struct xl_untested *u);

/* Keeps in a file {"unrun": {ISA: reports}} how many reports in a row had rows of an ISA and ran
 * none of them. One that ran is removed, one without rows stays as it is. *due gets what is to be
 * said of ISAs of this report that have reached `nights` (0: never), "" or a sentence, which the
 * caller frees. 0; -1 with err if the file is there and is no such file, -2 if it cannot be
 * written. */
int xl_untested_count(const struct xl_untested *u, const char *file, unsigned long long nights,
                      char **due, struct xl_error *err);

void xl_untested_free(struct xl_untested *u);

#endif
