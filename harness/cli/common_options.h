/* The options of every subcommand that runs rows: which rows and kernels, and how.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_COMMON_OPTIONS_H
#define XL_HARNESS_CLI_COMMON_OPTIONS_H

#include <stdbool.h>

#include "cli/options.h"
#include "report/formats.h"
#include "run/run.h"

enum { XL_MAX_PATTERNS = 1024, XL_PATH_BYTES = 4096 };

/* Defaults of commands that have the option, and what the others use. */
enum { XL_USUAL_SEED = 1, XL_USUAL_COUNT = 1, XL_USUAL_CALL_LIMIT = 20 /* seconds */ };

/* The struct of a command begins with one of these two. */

struct xl_cli_reporting {
    const char *files[XL_REPORTS]; /* NULL: not wanted */
    const char *against;           /* older results, or NULL */
    struct xl_merged old;          /* these */
};

struct xl_cli_selection {
    struct xl_cli_reporting reporting;
    struct xl_run_options run;
    const char *rows[XL_MAX_PATTERNS], *kernels[XL_MAX_PATTERNS];
    char kernels_path[XL_PATH_BYTES], matrix_path[XL_PATH_BYTES];
    bool is_sleef; /* the kernels are SLEEF's functions */
    /* Of `run` alone. */
    bool is_failed, is_watching;
    const char *stream; /* file or NULL */
};

/* The options that are not given. `run` points into the selection. */
void xl_cli_select_begin(struct xl_cli_selection *s);

/* Rows of the tables of subcommands. */
#define XL_SELECT_ROW(TEXT)                                                                        \
    XL_LIST_OPTION("row", "GLOB", ROW, struct xl_cli_selection, rows, run.row_count, TEXT)
#define XL_SELECT_ANY_ROW XL_SELECT_ROW("rows of any tier; repeatable")
#define XL_SELECT_KERNEL                                                                           \
    XL_LIST_OPTION("kernel", "GLOB", KERNEL, struct xl_cli_selection, kernels, run.kernel_count,   \
                   "kernels; repeatable")
#define XL_SELECT_TIER(TEXT) XL_TAKEN_OPTION("tier", "TIER", CHOICE, xl_cli_take_tier, TEXT)
#define XL_SELECT_ANY_TIER XL_SELECT_TIER("pr (default), trunk or full")
#define XL_SELECT_KERNELS(TEXT)                                                                    \
    XL_TAKEN_OPTION("kernels", "DIR", DIRECTORY, xl_cli_take_kernels, TEXT,                        \
                    .field =                                                                       \
                        XL_MEMBER(struct xl_cli_selection, run.kernels_dir_arg, const char *),     \
                    .is_repeated = true)
#define XL_SELECT_ANY_KERNELS XL_SELECT_KERNELS("kernels in DIR, not Crosslane's")
#define XL_SELECT_CHANGED_KERNELS                                                                  \
    XL_SELECT_KERNELS("kernels in DIR, and the changes of its git repository")
#define XL_SELECT_MATRIX                                                                           \
    XL_TAKEN_OPTION("matrix", "FILE", FILE, xl_cli_take_matrix, "rows of another matrix",          \
                    .field = XL_MEMBER(struct xl_cli_selection, run.matrix_arg, const char *),     \
                    .is_repeated = true)
#define XL_SELECT_SEED(TEXT)                                                                       \
    XL_NUMBER_OPTION("seed", "N", struct xl_cli_selection, run.seed, 0, UINT64_MAX, XL_USUAL_SEED, \
                     TEXT)
#define XL_SELECT_COUNT                                                                            \
    XL_NUMBER_OPTION("count", "N", struct xl_cli_selection, run.count, 1, 1000000, XL_USUAL_COUNT, \
                     "rounds of random input", .is_repeated = true)
#define XL_SELECT_JOBS                                                                             \
    XL_NUMBER_OPTION("jobs", "N", struct xl_cli_selection, run.jobs, 1, 256, 0,                    \
                     "rows in parallel (default: cores)")
#define XL_SELECT_CALL_LIMIT(SECONDS)                                                              \
    XL_NUMBER_OPTION("call-limit", "N", struct xl_cli_selection, run.call_limit_s, 1, 3600,        \
                     SECONDS, "seconds before a call is hung")
#define XL_SELECT_SHARD                                                                            \
    XL_TAKEN_OPTION("shard", "I/N", TEXT, xl_cli_take_shard,                                       \
                    "part I of N equal parts, for N machines")
#define XL_SELECT_COSTS                                                                            \
    XL_VALUE_OPTION("costs", "FILE", FILE, struct xl_cli_selection, run.costs,                     \
                    "results with seconds of rows, for equal shards")
#define XL_SELECT_NO_BUILD                                                                         \
    XL_FLAG_OPTION("no-build", struct xl_cli_selection, run.no_build, "use existing builds")

#define XL_REPORT_OPTION(NAME, TEXT)                                                               \
    XL_VALUE_OPTION(#NAME, "FILE", FILE, struct xl_cli_reporting, files[XL_REPORT_##NAME], TEXT),
#define XL_REPORT_OPTIONS                                                                          \
    XL_REPORT_FORMATS(XL_REPORT_OPTION)                                                            \
    XL_VALUE_OPTION("against", "FILE", FILE, struct xl_cli_reporting, against,                     \
                    "compare with older results")

/* Take the values of these options. Return 0, or -1 with the message on standard error. */
int xl_cli_take_tier(void *selection, const char *name);
int xl_cli_take_kernels(void *selection, const char *dir);
int xl_cli_take_matrix(void *selection, const char *file);
int xl_cli_take_shard(void *selection, const char *text);
int xl_cli_take_sleef(void *selection, const char *unused);

/* Adds a pattern to the rows or kernels of a selection. Returns 0, or -1 with the message on
 * standard error: there are too many. */
int xl_cli_add_row(struct xl_cli_selection *s, const char *pattern);
int xl_cli_add_kernel(struct xl_cli_selection *s, const char *pattern);

/* Once all options are taken: kernels that all are sleef_* mean SLEEF's, and of these each CPU once
 * is enough, because what is tested is the same in every build. */
void xl_cli_select_sleef(struct xl_cli_selection *s);

/* A run of minutes must not end in a file that cannot be written. Returns 0, also for NULL; or -1
 * with the message on standard error. */
int xl_cli_writable(const char *option, const char *file);

/* Of the reports. */

/* Whether one of these was given. */
bool xl_cli_report_wanted(const struct xl_cli_reporting *r);

/* Whether all can be written, also json, which may be NULL; reads what --against names. Returns 0,
 * or -1 with the message on standard error. */
int xl_cli_report_check(struct xl_cli_reporting *r, const char *json);

/* Whether a report, or json, goes to standard output. */
bool xl_cli_report_to_stdout(const struct xl_cli_reporting *r, const char *json);

/* What --against gives, which the caller puts, or NULL. */
struct json_object *xl_cli_report_difference(const struct xl_cli_reporting *r,
                                             const struct xl_merged *merged);

/* Writes all that is wanted. Returns 0, or -1 with the message on standard error. */
int xl_cli_report_write(const struct xl_cli_reporting *r, const struct xl_merged *merged,
                        struct json_object *difference, const char *json);

void xl_cli_report_free(struct xl_cli_reporting *r);

#endif
