/* The errors of a kernel over its first input, as a picture.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_ACCURACY_PLOT_H
#define XL_HARNESS_DOCS_ACCURACY_PLOT_H

#include "accuracy/plot.h"
#include "contract.h"

/* An SVG file, whose length goes to *size; the caller frees it. NULL without memory. */
char *xl_accuracy_plot(const struct xl_kernel *kernel, const char *row,
                       const struct xl_error_plot *plot, size_t *size);

#endif
