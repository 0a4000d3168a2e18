/* The matrix as a picture: which build feeds which CPU, and which tier runs that.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_MATRIX_DIAGRAM_H
#define XL_HARNESS_REPORT_MATRIX_DIAGRAM_H

#include "matrix/rows.h"

/* DOT text, the same for the same rows everywhere; the caller frees it. NULL without memory. */
char *xl_matrix_dot(const struct xl_row_list *list);

#endif
