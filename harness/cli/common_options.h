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

struct xl_cli_selection {
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
#define XL_SELECT_ROW XL_OPTION("row", "GLOB", 'r', "rows of any tier; repeatable")
#define XL_SELECT_KERNEL XL_OPTION("kernel", "GLOB", 'k', "kernels; repeatable")
#define XL_SELECT_TIER XL_OPTION("tier", "TIER", 't', "pr (default), trunk or full")
#define XL_SELECT_KERNELS XL_OPTION("kernels", "DIR", 'K', "kernels in DIR, not Crosslane's")
#define XL_SELECT_MATRIX XL_OPTION("matrix", "FILE", 'm', "rows of another matrix")
#define XL_SELECT_SEED XL_OPTION("seed", "N", 's', "random seed (default 1)")
#define XL_SELECT_COUNT XL_OPTION("count", "N", 'c', "rounds of random input (default 1)")
#define XL_SELECT_JOBS XL_OPTION("jobs", "N", 'j', "rows in parallel (default: cores)")
#define XL_SELECT_CALL_LIMIT(seconds)                                                              \
    XL_OPTION("call-limit", "N", 'l', "seconds before a call is hung (default " seconds ")")
#define XL_SELECT_SHARD XL_OPTION("shard", "I/N", 'i', "part I of N equal parts, for N machines")
#define XL_SELECT_COSTS                                                                            \
    XL_OPTION("costs", "FILE", 'p', "results with seconds of rows, for equal shards")
#define XL_SELECT_EXHAUSTIVE                                                                       \
    XL_OPTION("exhaustive", NULL, 'E', "try all inputs, up to 2^32; a killed run goes on")
#define XL_SELECT_INPUTS                                                                           \
    XL_OPTION("inputs", "FIRST-LAST", 'I',                                                         \
              "--exhaustive: only these, such as 0x7f800000-0x7fffffff")
#define XL_SELECT_NO_BUILD XL_OPTION("no-build", NULL, 'n', "use existing builds")

/* Adds a pattern to the rows or kernels of a selection. Returns 0, or -1 with the message on
 * standard error: there are too many. */
int xl_cli_add_pattern(const char **patterns, size_t *count, const char *pattern);

/* The absolute path of the folder that --kernels names. Returns 0, or -1 with the message on
 * standard error. */
int xl_cli_kernels_dir(const char *dir, char path[XL_PATH_BYTES]);

/* Says that --kernels takes one folder. Always -1. */
int xl_cli_refuse_kernels_dir(const char *first, const char *second);

/* Takes one option by its letter: those above; sleef S, json o. Returns 0, or -1 with the message
 * on standard error. */
int xl_cli_select(struct xl_cli_selection *s, int option);

/* Once all options are taken: kernels that all are sleef_* mean SLEEF's, and of these each CPU once
 * is enough, because what is tested is the same in every build. */
void xl_cli_select_sleef(struct xl_cli_selection *s);

/* A run of minutes must not end in a file that cannot be written. Returns 0, also for NULL; or -1
 * with the message on standard error. */
int xl_cli_writable(const char *option, const char *file);

/* The options of every subcommand that writes reports. */

struct xl_cli_reporting {
    const char *files[XL_REPORTS]; /* NULL: not wanted */
    const char *against;           /* older results, or NULL */
    struct xl_merged old;          /* these */
};

/* Rows of the table of a subcommand. */
#define XL_REPORT_JUNIT_OPTION                                                                     \
    XL_OPTION("junit", "FILE", 'J', "JUnit XML (- is stdout, here and below)")
#define XL_REPORT_SARIF_OPTION XL_OPTION("sarif", "FILE", 'F', "SARIF 2.1.0")
#define XL_REPORT_MARKDOWN_OPTION XL_OPTION("markdown", "FILE", 'M', "as much as GitHub shows")
#define XL_REPORT_HTML_OPTION XL_OPTION("html", "FILE", 'W', "one page")
#define XL_REPORT_AGAINST_OPTION XL_OPTION("against", "FILE", 'A', "compare with older results")

/* Takes one of these by its letter. Returns false if it is none. */
bool xl_cli_report_option(struct xl_cli_reporting *r, int option);

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
