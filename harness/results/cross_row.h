/* Comparisons across rows: kernels with `.reproducible` whose bits differ, improved baselines.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RESULTS_CROSS_ROW_H
#define XL_HARNESS_RESULTS_CROSS_ROW_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "results/results.h"

/* rows: the rows of a run, perhaps of another machine; values of a wrong type are ignored. Returns
 * an array, which the caller puts, with an object for each kernel whose `bits` are not the same on
 * all rows:
 *
 *     kernel, rows   rows whose bits differ from most
 *     others         the number of rows with the bits of most
 *     like           one of these
 *     fill, n        the first call in which the first of `rows` differs from `like`
 *     got, expected  digests of that call's results on these two */
struct json_object *xl_disagreements(struct json_object *rows);

/* A sentence about kernels with `better_than`, each with its ISAs, and the command that updates the
 * baselines; "": no kernel. baseline: the directory of --baseline, for which there is no command,
 * or NULL. The caller frees it. */
char *xl_improved_baselines(struct json_object *rows, const char *baseline);

/* Untested ISAs: all their rows were skipped, so nothing failed. */

enum { XL_NAME_SHOWN = 63, XL_REASON_SHOWN = 160 };

/* The rows of one ISA. */
struct xl_isa_rows {
    char name[XL_NAME_SHOWN + 1], reason[XL_REASON_SHOWN + 1]; /* reason: of the first row */
    uint64_t rows, skipped, ran;
};

/* Starts as zeros. */
struct xl_untested {
    struct xl_isa_rows *at;
    size_t count, room;
};

/* Adds a row of an ISA: its outcome, the reason, and whether a kernel ran. The texts may come from
 * another machine. */
void xl_untested_add(struct xl_untested *u, const char *isa, enum xl_outcome outcome,
                     const char *reason, bool ran);

/* "avx512, sve", and why: "2 rows skipped: this CPU has no avx512". "" if all ISAs were tested. The
 * caller frees them. */
char *xl_untested_names(const struct xl_untested *u);
char *xl_untested_why(const struct xl_untested *u);

/* Counts in a file, {"unrun": {ISA: reports}}, how many reports in a row left an ISA untested. A
 * tested ISA is removed; one without rows does not change. *due gets a sentence about ISAs of this
 * report that have reached `nights` (0: never), or "". The caller frees it. Returns 0; -1 with err
 * if the file is of another kind, -2 if it cannot be written. */
int xl_untested_count(const struct xl_untested *u, const char *file, unsigned long long nights,
                      char **due, struct xl_error *err);

void xl_untested_free(struct xl_untested *u);

/* Fills results->disagreements and results->improved_baselines. */
void xl_results_compare_rows(struct xl_results *results);

#endif
