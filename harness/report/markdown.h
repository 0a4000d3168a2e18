/* The summary of merged results in GitHub's Markdown.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_MARKDOWN_H
#define XL_HARNESS_REPORT_MARKDOWN_H

#include <stdbool.h>
#include <stdio.h>

#include "results/merge.h"

/* GitHub shows nothing of a summary of more than 1 MiB ("Adding a job summary" in its manual). */
enum { XL_SUMMARY_MOST = 900000 };

/* Appends to f, which may hold something: the counts, what nothing ran on, every finding once with
 * its rows and the command that shows it again, every row. Ends early rather than make the file
 * larger than XL_SUMMARY_MOST, and says then how much was left out. due: a sentence of
 * xl_untested_count, or "". full: where all results are, or NULL. False: not even the counts had
 * room. */
bool xl_summary_write(const struct xl_merged *merged, const char *due, const char *full, FILE *f);

#endif
