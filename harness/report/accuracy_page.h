/* The worst errors of all kernels as a page: docs/results/accuracy.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_REPORT_ACCURACY_PAGE_H
#define XL_HARNESS_REPORT_ACCURACY_PAGE_H

#include "contract.h"
#include "oracle/module.h"
#include "results/baselines.h"

/* The whole file, whose length goes to *size; the caller frees it. baselines: one for each of the
 * kernels. NULL without memory. */
char *xl_accuracy_docs(const struct xl_kernels *kernels, const struct xl_baseline *baselines,
                       size_t *size);

/* The errors of a kernel over its first input, as a picture. */

/* An SVG file, whose length goes to *size; the caller frees it. NULL without memory. */
char *xl_accuracy_plot(const struct xl_kernel *kernel, const char *row,
                       const struct xl_error_plot *plot, size_t *size);

#endif
