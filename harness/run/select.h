/* Which rows and kernels a run has: those that its options ask for.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_RUN_SELECT_H
#define XL_HARNESS_RUN_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "matrix/rows.h"
#include "oracle/module.h"
#include "run/options.h"

struct xl_selection {
    const struct xl_row **rows; /* of the matrix */
    size_t row_count;
    bool *kernels; /* one for each kernel that there is: whether it is chosen */
    size_t kernel_count;
    size_t all_rows, all_kernels; /* that there are to choose from */
};

/* Return 0; 2 after having said on standard error what was asked for and is not there, with the
 * nearest names; 3 without memory. Kernels come after rows: a row that runs none of them is
 * dropped. */
int xl_select_rows(const struct xl_run_options *o, const struct xl_row_list *matrix,
                   struct xl_selection *c);
int xl_select_kernels(const struct xl_run_options *o, const struct xl_row_list *matrix,
                      const struct xl_kernels *kernels, struct xl_selection *c);

/* The architectures of the chosen rows, each once. Returns how many. */
size_t xl_selected_arches(const struct xl_selection *c, const char *names[XL_MAX_ARCHES]);

/* So few of Crosslane's own are chosen that a build of them alone is made sooner than one of all is
 * brought up to date. */
enum { XL_FEW_KERNELS = 8 };
bool xl_is_of_few_kernels(const struct xl_run_options *o, const struct xl_selection *c);

/* How many kernels its builds have, where they have to be made. */
size_t xl_built_kernels(const struct xl_run_options *o, const struct xl_selection *c);

/* How many of the chosen kernels the row runs. */
size_t xl_selected_kernels_of(const struct xl_selection *c, const struct xl_kernels *kernels,
                              const struct xl_row *row);

void xl_selection_free(struct xl_selection *c);

/* The quick selection: one row an architecture and a few kernels, for a first look. */

/* Crosslane's own kernels that it has: one for each kind of contract and of work. */
enum { XL_QUICK_KERNELS = 6 };
extern const char *const xl_quick_kernels[XL_QUICK_KERNELS];

/* The row that it has of an architecture: of the last ISA in isas.def that an emulator runs, the
 * widest vector, at O2, by gcc and llvm in turn from one architecture to the next. NULL if the
 * matrix has none. */
const struct xl_row *xl_quick_row(const struct xl_row_list *list, const struct xl_arch *arch);

#endif
