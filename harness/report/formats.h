/* Reports that are files: JUnit, SARIF, Markdown, HTML; and the difference of two results.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FORMATS_H
#define XL_HARNESS_REPORT_FORMATS_H

#include <stdbool.h>
#include <stdio.h>

#include "results/merge.h"

/* The formats: name, what the help says of the option. NAME.c of this directory has
 * xl_report_NAME. */
#define XL_REPORT_FORMATS(FORMAT)                                                                  \
    FORMAT(junit, "JUnit XML (- is stdout, here and below)")                                       \
    FORMAT(sarif, "SARIF 2.1.0")                                                                   \
    FORMAT(markdown, "as much as GitHub shows")                                                    \
    FORMAT(html, "one page")

enum xl_report_format {
#define XL_FORMAT(name, text) XL_REPORT_##name,
    XL_REPORT_FORMATS(XL_FORMAT)
#undef XL_FORMAT
        XL_REPORTS
};

/* What a report is written of. */
struct xl_report {
    const struct xl_merged *merged;
    struct json_object *difference; /* of xl_difference, or NULL */
    const char *json;               /* the file with all results, or NULL */
};

/* Each writes to a stream, and returns how many results had no room. cli/common_options.c calls
 * them. */

/* junit.c: a test suite per row, a test case per kernel, and one for the row itself if its outcome
 * is none of its kernels'. Not-run is an error; a known bug is skipped, with its name. */
size_t xl_report_junit(const struct xl_report *r, FILE *f);

/* sarif.c: SARIF 2.1.0. A result for each check that a kernel fails on an ISA, however many rows
 * say so; one for each row that fails for another reason; one for each known bug of a kernel,
 * suppressed. What has no room is counted in a notification of the file. */
size_t xl_report_sarif(const struct xl_report *r, FILE *f);

/* What GitHub accepts of a file ("SARIF support for code scanning" in its manual); of the size, a
 * little less. */
enum { XL_SARIF_RESULTS = 25000, XL_SARIF_MOST = 9500000 };

/* html.c: one page of HTML, which has the number of findings that have no room. */
size_t xl_report_html(const struct xl_report *r, FILE *f);

/* Limits of a page in bytes: findings; reasons; code and errors over the inputs. Larger pages open
 * slowly. */
enum { XL_HTML_FINDINGS = 5000000, XL_HTML_REASONS = 2000000, XL_HTML_DETAILS = 2000000 };

/* markdown.c: the difference, then the summary, which says itself what has no room. */
size_t xl_report_markdown(const struct xl_report *r, FILE *f);

/* GitHub shows no summary of more than 1 MiB ("Adding a job summary" in its manual). */
enum { XL_SUMMARY_MOST = 900000 };

/* Appends to f: the counts, ISAs that nothing ran on, every finding once with its rows and the
 * command that repeats it, every row. Ends before the file exceeds XL_SUMMARY_MOST, and writes how
 * much was left out. due: a sentence of xl_untested_count, or "". full: the file with all results,
 * or NULL. False: not even the counts had room. */
bool xl_summary_write(const struct xl_merged *merged, const char *due, const char *full, FILE *f);

/* difference.c: what differs between two results. */

/* old, now: results, perhaps of another machine. The caller puts the returned object:
 *
 *     against       the name
 *     same_inputs   both have the same seed
 *     broke, mended, lost, less_accurate, slower
 *                   arrays of {kernel, rows, was, is, reason}: a kernel, or "" for the row itself,
 *                   with its rows that both results have; `was` and `is` are of the first row, or
 *                   of the one that changed most
 */
struct json_object *xl_difference(struct json_object *old, struct json_object *now,
                                  const char *name);

/* Prints it for the console. */
void xl_difference_print(struct json_object *difference, FILE *f);

/* The same in GitHub's Markdown. */
void xl_difference_markdown(struct json_object *difference, FILE *f);

/* Whether something broke or is no longer checked. */
bool xl_difference_is_bad(struct json_object *difference);

/* Prints the kernels of two rows whose outcomes or bits differ, or all, and how many agree. Returns
 * whether all do, and the rows have kernels. */
bool xl_differ_print(struct json_object *a, struct json_object *b, bool all);

#endif
