/* The errors of a kernel over its first input, as a picture.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_ACCURACY_PLOT_H
#define XL_HARNESS_REPORT_ACCURACY_PLOT_H

#include <stddef.h>

#include "contract.h"
#include "results/baselines.h"

/* An SVG file for light and dark pages, whose length goes to *size; the caller frees it. */
char *xl_accuracy_plot(const struct xl_kernel *kernel, const char *row,
                       const struct xl_error_plot *plot, size_t *size);

#endif
