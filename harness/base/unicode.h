/* Unicode text: decoding, and comparison without regard to case.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_BASE_UNICODE_H
#define XL_HARNESS_BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Decodes the code point at *p, which lies before end, and moves *p past it. Returns -1 and leaves
 * *p alone where the bytes are no valid UTF-8 (overlong forms and surrogates included). */
int32_t xl_utf8_next(const char **p, const char *end);

/* A copy with U+FFFD in the place of each byte that is no UTF-8. The caller frees it; NULL without
 * memory. */
char *xl_utf8_clean(const char *text);

/* Whether a code point acts on a terminal or hides in a text: control characters, separators of
 * lines, controls of the direction, invisible marks. */
bool xl_is_unprintable(int32_t code);

/* A copy that can be shown: \x1b or \u202e in the place of each such character but those in `keep`,
 * such as "\n\t", and U+FFFD in the place of each byte that is no UTF-8. The caller frees it. */
char *xl_printable(const char *text, const char *keep);

/* Writes a blank in the place of each such character, in place. */
void xl_utf8_blank(char *text);

/* Rewrites what JSON escapes as two surrogates, \uD83D\uDE00, as YAML's \U0001F600, in place, and
 * returns the new size. Blanks after the string make up for the letters it lost, so that what
 * follows keeps its line and column. */
size_t xl_utf8_join_surrogates(char *json, size_t size);

/* Orders two texts as .NET's OrdinalIgnoreCase does (code points after their simple upper case):
 * this is what GitHub uses for keys and for strings in a filter. 0 means equal. */
int xl_fold_compare(const char *a, size_t a_size, const char *b, size_t b_size);
bool xl_fold_equal(const char *a, size_t a_size, const char *b, size_t b_size);

/* Text of anybody's in XML, Markdown and JSON, which it cannot break.
 *
 * The text is any bytes up to a zero. What is no UTF-8 becomes U+FFFD. What is unprintable, but for
 * ends of lines and tabs, is written as by xl_printable. */

/* In an element or between quotation marks of an attribute. */
void xl_put_xml(FILE *f, const char *text);

/* In a paragraph, a cell of a table, or <code>: in one line, with nothing that Markdown or GitHub
 * (mentions, issues, formulas) reads as its own. */
void xl_put_markdown(FILE *f, const char *text);

/* A string of JSON for a page of HTML, with its quotation marks, which may stand in a <script>: no
 * <, >, &, nor what ends lines of JavaScript. */
void xl_put_json(FILE *f, const char *text);

#endif
