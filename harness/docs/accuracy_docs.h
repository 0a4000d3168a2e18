/* The worst errors of all kernels as a page: docs/results/accuracy.md.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_DOCS_ACCURACY_DOCS_H
#define XL_HARNESS_DOCS_ACCURACY_DOCS_H

#include "accuracy/baseline.h"
#include "build/kernels.h"

/* The whole file, whose length goes to *size; the caller frees it. baselines: one for each of the
 * kernels. NULL without memory. */
char *xl_accuracy_docs(const struct xl_kernels *kernels, const struct xl_baseline *baselines,
                       size_t *size);

#endif
