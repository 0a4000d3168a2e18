/* Reports that are files: JUnit, SARIF, Markdown, HTML; and the difference of two results.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_FORMATS_H
#define XL_HARNESS_REPORT_FORMATS_H

#include <stdbool.h>
#include <stdio.h>

#include "results/merge.h"

enum xl_report { XL_REPORT_JUNIT, XL_REPORT_SARIF, XL_REPORT_MARKDOWN, XL_REPORT_HTML, XL_REPORTS };

/* "junit" and so on: its option. */
const char *xl_report_name(enum xl_report report);

/* Writes a report to a file, whole or not at all; "-" is standard output. difference: of
 * xl_difference, or NULL. json: the file with all results, or NULL. Prints on standard error how
 * many results had no room. Returns 0, or -1 with err. */
int xl_report_write(enum xl_report report, const char *file, const struct xl_merged *merged,
                    struct json_object *difference, const char *json, struct xl_error *err);

/* junit.c: results as JUnit XML. */

/* A test suite per row, a test case per kernel, and one for the row itself if its outcome is none
 * of its kernels'. Not-run is an error; a known bug is skipped, with its name. */
void xl_junit_write(const struct xl_merged *merged, FILE *f);

/* sarif.c: findings as SARIF 2.1.0. */

/* What GitHub accepts of a file ("SARIF support for code scanning" in its manual); of the size, a
 * little less. */
enum { XL_SARIF_RESULTS = 25000, XL_SARIF_MOST = 9500000 };

/* A result for each check that a kernel fails on an ISA, however many rows say so; one for each row
 * that fails for another reason; one for each known bug of a kernel, suppressed. What has no room
 * is counted in a notification of the file. Returns how many results that is. */
size_t xl_sarif_write(const struct xl_merged *merged, FILE *f);

/* html.c: results as one page of HTML. */

/* Limits of a page in bytes: findings; reasons; code and errors over the inputs. Larger pages open
 * slowly. */
enum { XL_HTML_FINDINGS = 5000000, XL_HTML_REASONS = 2000000, XL_HTML_DETAILS = 2000000 };

/* difference: of xl_difference, or NULL. Returns how many findings have no room; the page has that
 * number. */
size_t xl_html_write(const struct xl_merged *merged, struct json_object *difference, FILE *f);

/* markdown.c: a summary in GitHub's Markdown. */

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

#endif
