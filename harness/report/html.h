/* Results as one page of HTML, which needs nothing else: a map of rows by kernels, findings whole.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_HTML_H
#define XL_HARNESS_REPORT_HTML_H

#include <stdio.h>

#include "results/merge.h"

/* Bytes of findings, of reasons, and of code and errors over the inputs, that a page has: more
 * would not open in a moment. */
enum { XL_HTML_FINDINGS = 5000000, XL_HTML_REASONS = 2000000, XL_HTML_DETAILS = 2000000 };

/* difference: of xl_difference, or NULL. Returns how many findings have no room; the page says so
 * too. */
size_t xl_html_write(const struct xl_merged *merged, struct json_object *difference, FILE *f);

#endif
