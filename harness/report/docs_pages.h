/* Generated pages of docs/, and pictures. docs_pages.c: the matrix, the calls, the checks, the
 * vocabulary.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_DOCS_PAGES_H
#define XL_HARNESS_REPORT_DOCS_PAGES_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "contract.h"
#include "matrix/rows.h"
#include "oracle/module.h"
#include "results/baselines.h"

/* The matrix as tables: docs/reference/matrix.md. */

/* The whole file, whose length goes to *size; the caller frees it. */
char *xl_matrix_docs(const struct xl_row_list *list, size_t *size);

/* Writes a text as code within a cell of a Markdown table. */
void xl_markdown_code(FILE *out, const char *text);

/* What calls are given, and what is looked at in them, as tables: docs/reference/checks.md. */

/* The whole file, whose length goes to *size; the caller frees it. NULL with err. */
char *xl_checks_docs(size_t *size, struct xl_error *err);

/* The groups of calls, and what each finds, as a table: a part of docs/reference/checks.md. */

/* 0, or -1 with err: tests/mutants/groups.txt, which says what they find, is not there. */
int xl_case_groups_put(FILE *out, struct xl_error *err);

/* The operations of the vocabulary, as tables: docs/reference/vocabulary.md. */

/* The whole file, from the text of arch/vec.h, which is changed. Its length goes to *size; the
 * caller frees it. NULL with err. */
char *xl_vocabulary_docs(char *header, size_t *size, struct xl_error *err);

/* accuracy_page.c: docs/results/accuracy.md. */

/* The whole file, whose length goes to *size; the caller frees it. baselines: one for each of the
 * kernels. */
char *xl_accuracy_docs(const struct xl_kernels *kernels, const struct xl_baseline *baselines,
                       size_t *size);

/* The errors of a kernel over its first input, as a picture. */

/* An SVG file, whose length goes to *size; the caller frees it. */
char *xl_accuracy_plot(const struct xl_kernel *kernel, const char *row,
                       const struct xl_error_plot *plot, size_t *size);

/* sleef_page.c: docs/results/sleef.md. */

/* The text between the table's marks, from a file that `run --sleef --json` wrote; the caller frees
 * it. NULL with err. */
char *xl_sleef_docs(const char *results, size_t *size, struct xl_error *err);

/* matrix_diagram.c: the matrix as a picture. */

/* DOT text, the same for the same rows everywhere; the caller frees it. */
char *xl_matrix_dot(const struct xl_row_list *list);

/* svg.c: pictures, most of them drawn by Graphviz, in colours for light and dark pages.
 *
 * The layout of a picture depends on Graphviz's version and the fonts installed. So an SVG cannot
 * be checked by drawing it again. It carries its DOT text, and a hash of the rest of itself. */

enum xl_colour {
    XL_COLOUR_TEXT,
    XL_COLOUR_SOFT, /* text of less weight */
    XL_COLOUR_LINE,
    XL_COLOUR_PR,
    XL_COLOUR_ON_PR, /* text on it */
    XL_COLOUR_TRUNK,
    XL_COLOUR_ON_TRUNK,
    XL_COLOUR_FULL,
    XL_COLOUR_ON_FULL,
    XL_COLOURS
};

/* The colour for light pages; the SVG's style changes it on dark ones. */
const char *xl_colour(enum xl_colour colour);

/* The first element of a drawing, which changes its colours on dark pages; the caller frees it. */
char *xl_svg_style(void);

/* Draws DOT text with `dot`; the caller frees the result. NULL with err; errno is ENOENT if there
 * is no dot. */
char *xl_svg_draw(const char *dot, struct xl_error *err);

/* The text of a drawing's file, with style, DOT text and hash. The caller frees it. NULL with err.
 */
char *xl_svg_seal(const char *drawn, const char *dot, struct xl_error *err);

enum xl_svg_state {
    XL_SVG_CURRENT,
    XL_SVG_STALE,  /* drawn from another DOT text, or with another style */
    XL_SVG_EDITED, /* changed by hand */
};

enum xl_svg_state xl_svg_state(const char *file, const char *dot);

#endif
