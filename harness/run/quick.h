/* The quick selection: one row an architecture and a few kernels, for a first look.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_QUICK_H
#define XL_HARNESS_RUN_QUICK_H

#include "matrix/rows.h"

/* Crosslane's own kernels that it has: one for each kind of contract and of work. */
enum { XL_QUICK_KERNELS = 6 };
extern const char *const xl_quick_kernels[XL_QUICK_KERNELS];

/* The row that it has of an architecture: of the last ISA in isas.def that an emulator runs, the
 * widest vector, at O2, by gcc and llvm in turn from one architecture to the next. NULL if the
 * matrix has none. */
const struct xl_row *xl_quick_row(const struct xl_row_list *list, const struct xl_arch *arch);

#endif
