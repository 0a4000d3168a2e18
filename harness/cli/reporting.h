/* The options of every subcommand that writes reports.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_CLI_REPORTING_H
#define XL_HARNESS_CLI_REPORTING_H

#include <stdbool.h>

#include "cli/options.h"
#include "report/reports.h"

struct xl_cli_reporting {
    const char *files[XL_REPORTS]; /* NULL: not wanted */
    const char *against;           /* older results, or NULL */
    struct xl_merged old;          /* these */
};

/* Rows of the table of a subcommand. */
#define XL_REPORT_JUNIT_OPTION                                                                     \
    XL_OPTION("junit", "FILE", 'J', "write JUnit XML there; - is standard output, here and below")
#define XL_REPORT_SARIF_OPTION                                                                     \
    XL_OPTION("sarif", "FILE", 'F', "write SARIF 2.1.0 there: alerts at the kernels' lines")
#define XL_REPORT_MARKDOWN_OPTION                                                                  \
    XL_OPTION("markdown", "FILE", 'M', "write Markdown there, as much as GitHub shows")
#define XL_REPORT_HTML_OPTION XL_OPTION("html", "FILE", 'W', "write one page for a browser there")
#define XL_REPORT_AGAINST_OPTION                                                                   \
    XL_OPTION("against", "FILE", 'A',                                                              \
              "older results: what broke since, was mended, got less accurate, slower")

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
