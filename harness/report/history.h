/* Results over time: what began to fail, and what fails now and then.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_HISTORY_H
#define XL_HARNESS_REPORT_HISTORY_H

#include <json-c/json.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "results/merge.h"

enum { XL_HISTORY_RUNS = 100 }; /* the newest; older ones are counted */

/* The outcomes of one run: for each kernel on a row, p passed, f failed, n not run, - another, and
 * NUL was not there. */
struct xl_history_run {
    char *file, *started;
    size_t seed;
    struct {
        char *at;
        size_t count, room;
    } outcomes;
};

struct xl_history {
    struct {
        struct xl_history_run *at;
        size_t count, room;
    } runs;                      /* oldest first */
    struct json_object *numbers; /* of outcomes, by "row\nkernel"; "row\n" is the row itself */
    size_t left_out;             /* files that are no results of this version */
};

/* Reads the *.json files of a folder and of its folders. Prints on standard error which of them are
 * no results. 0, or -1 with err: the folder cannot be read, or has no results. The caller always
 * gives *history to xl_history_free. */
int xl_history_read(const char *folder, struct xl_history *history, struct xl_error *err);

/* Adds results that the folder may have, too: a run with the same begin and seed is replaced. They
 * are the newest. */
void xl_history_add(struct xl_history *history, const struct xl_merged *merged, const char *file);

/* The caller puts the returned object:
 *
 *     runs      of each run, oldest first: {started, file, seed}
 *     left_out  number of files that are no results
 *     older     number of older runs
 *     kernels   what failed in any run, as {mark, kernel, rows, outcomes}: a kernel, or "" for the
 *               row itself; a letter a run, as above, " " where it was not there
 *
 * Marks, in this order: "new" failed in the newest run and never before; "flaky" changed between
 * passed and failed at least twice; of the others "fails" failed in the last run that has it, and
 * "fixed" passed there. Not-run counts as failed.
 */
struct json_object *xl_history_json(const struct xl_history *history);

/* What xl_history_json returned, in lines. */
void xl_history_print(struct json_object *history, FILE *f);

void xl_history_free(struct xl_history *history);

#endif
