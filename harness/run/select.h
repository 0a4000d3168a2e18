/* The rows and kernels that a run selects, by its options.
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
    bool *kernels; /* for each kernel of the module: whether it is selected */
    size_t kernel_count;
    size_t all_rows, all_kernels; /* in the matrix, in the module */
    struct json_object *shard;    /* by xl_shard_json, once xl_shard_select has kept its rows */
};

/* Return 0; or 2 after a message about what does not exist, with similar names. Kernels are
 * selected after rows: a row that runs none of them is dropped. */
int xl_select_rows(const struct xl_run_options *o, const struct xl_row_list *matrix,
                   struct xl_selection *c);
int xl_select_kernels(const struct xl_run_options *o, const struct xl_row_list *matrix,
                      const struct xl_kernels *kernels, struct xl_selection *c);

/* The architectures of the selected rows, each once. Returns how many. */
size_t xl_selected_arches(const struct xl_selection *c, const char *names[XL_MAX_ARCHES]);

/* Whether so few of Crosslane's own kernels are selected that a build of only these is faster than
 * updating the build of all. */
enum { XL_FEW_KERNELS = 8 };
bool xl_is_of_few_kernels(const struct xl_run_options *o, const struct xl_selection *c);

/* How many kernels a build has that must be made. */
size_t xl_built_kernels(const struct xl_run_options *o, const struct xl_selection *c);

/* How many of the selected kernels the row runs. */
size_t xl_selected_kernels_of(const struct xl_selection *c, const struct xl_kernels *kernels,
                              const struct xl_row *row);

/* Keeps the rows of the options' shard, and makes c->shard. An exhaustive run keeps all rows: it
 * divides the inputs. Without --shard, does nothing. kernels:
 * NULL, if the rows run the tests of a suite, which is in `suite`; `how` says which tests. Returns
 * 0; or 2 after a message. */
int xl_shard_select(const struct xl_run_options *o, const struct xl_kernels *kernels,
                    const char *suite, const char *how, struct xl_selection *c);

void xl_selection_free(struct xl_selection *c);

/* The quick selection: one row per architecture and a few kernels, for a first look. */

/* Its kernels, if they are Crosslane's own: one for each kind of contract and operation. */
enum { XL_QUICK_KERNELS = 6 };
extern const char *const xl_quick_kernels[XL_QUICK_KERNELS];

/* Its row of an architecture: the last ISA in isas.def that an emulator runs, the widest vector,
 * O2, and gcc or llvm in turn. NULL: the matrix has none. */
const struct xl_row *xl_quick_row(const struct xl_row_list *list, const struct xl_arch *arch);

#endif
