/* Text of anybody's in XML, Markdown and JSON, which it cannot break.
 * SPDX-License-Identifier: MIT
 *
 * The text is any bytes up to a zero. What is no UTF-8, or cannot stand there at all, becomes
 * U+FFFD.
 */
#ifndef XL_HARNESS_REPORT_ESCAPE_H
#define XL_HARNESS_REPORT_ESCAPE_H

#include <stdio.h>

/* In an element or between quotation marks of an attribute. */
void xl_put_xml(FILE *f, const char *text);

/* In a paragraph, a cell of a table, or <code>: in one line, with nothing that Markdown or GitHub
 * (mentions, issues, formulas) reads as its own. */
void xl_put_markdown(FILE *f, const char *text);

/* A string of JSON with its quotation marks, which may stand in a <script>: no <, >, &, nor what
 * ends lines of JavaScript. */
void xl_put_json(FILE *f, const char *text);

#endif
