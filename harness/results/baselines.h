/* The worst errors seen of each kernel, as tests/accuracy keeps them.
 * SPDX-License-Identifier: MIT
 *
 * A file a kernel, sorted: "ISA BUILD ULP INPUT...", inputs as bits, one for each operand. BUILD is
 * the name of a build, or * for all builds of the ISA that have no line of their own: vector code
 * that is not rounded otherwise by another compiler needs one line.
 */
#ifndef XL_HARNESS_RESULTS_BASELINES_H
#define XL_HARNESS_RESULTS_BASELINES_H

#include "base/digest.h"
#include "matrix/rows.h"
#include "oracle/inputs.h"
#include "oracle/module.h"
#include "oracle/types.h"
#include "results/results.h"

#define XL_BASELINE_FOLDER "tests/accuracy"

/* Errors are kept to so many units. */
#define XL_BASELINE_DIGIT 0.001

struct xl_worst_inputs {
    char isa[16], build[64]; /* build "*": all others */
    double ulp;
    uint64_t inputs[XL_MAX_ARITY];
};

struct xl_baseline {
    struct xl_worst_inputs *entries;
    size_t count;
    struct xl_digest file; /* as of xl_baselines_read; zero: there is none */
};

/* Whether a kernel's errors are kept: those of elementwise XL_ULP kernels of up to XL_MAX_ARITY
 * inputs. */
bool xl_baseline_is_for(const struct xl_kernel *kernel);

/* Its inputs. */
size_t xl_baseline_operands(const struct xl_kernel *kernel);

/* Reads a kernel's file of a folder, or of XL_BASELINE_FOLDER; none is an empty baseline. 0, or -1
 * with err: FILE:LINE: error: ... The caller frees it. */
int xl_baseline_read(const char *folder, const struct xl_kernel *kernel, struct xl_baseline *b,
                     struct xl_error *err);
void xl_baseline_free(struct xl_baseline *b);

/* One for each of the kernels; those that need none, or have none, are empty. NULL with err. */
struct xl_baseline *xl_baselines_read(const char *folder, const struct xl_kernels *kernels,
                                      struct xl_error *err);
void xl_baselines_free(struct xl_baseline *baselines, size_t count);

/* What a build of an ISA is held to, or NULL. */
const struct xl_worst_inputs *xl_baseline_find(const struct xl_baseline *b, const char *isa,
                                               const char *build);

/* The path of the kernel's file, which the caller frees. */
char *xl_baseline_file(const char *folder, const char *kernel);

/* Adds what was measured, or makes it the entry of its ISA and build if it is worse. 0, or -1 with
 * err. */
int xl_baseline_add(struct xl_baseline *b, const struct xl_worst_inputs *w, struct xl_error *err);

/* The text of the kernel's file with what was measured in the place of what was there. * becomes
 * what most builds have that were measured, or have a line of their own; ISAs of the list of which
 * nothing was measured stay as they are. The caller frees it; NULL with err. */
char *xl_baseline_update(const char *folder, const struct xl_kernel *kernel,
                         const struct xl_row_list *list, const struct xl_baseline *measured,
                         struct xl_error *err);

/* Inputs as the file has them. */
void xl_inputs_of_baseline(const struct xl_kernel *kernel, const uint64_t inputs[XL_MAX_ARITY],
                           char *text, size_t size);

/* The worst error of a kernel on a row, held against what tests/accuracy has of it. */

/* A kernel's baseline as one row needs it: every input that is the worst of some ISA, and which of
 * them is the row's own. */
struct xl_accuracy {
    const struct xl_kernel *kernel;
    const struct xl_worst_inputs
        *own;       /* its inputs are the first of the known ones; NULL: there is none */
    bool is_absent; /* and there should be one */
    struct xl_baseline_inputs baseline;
    uint64_t inputs[XL_MAX_KNOWN][XL_MAX_ARITY];
};

/* Fills a, for a row. */
void xl_accuracy_begin(struct xl_accuracy *a, const struct xl_kernel *kernel,
                       const struct xl_baseline *b, const struct xl_row *row);

/* Fails a kernel (check `accuracy`) that has become worse: at the row's own worst input, or, in a
 * run that tries just what the baseline was made from (seed 1, count 1), at any. Notes what has
 * become better at the row's own worst input, which every run tries, and is no worse elsewhere
 * (better_than); and, in another run, a new worst input. */
void xl_accuracy_end(const struct xl_accuracy *a, uint64_t seed, unsigned count,
                     struct xl_row_result *row, struct xl_kernel_result *k);

/* Notes how many kernels of the row have no baseline. */
void xl_accuracy_note_absent(struct xl_row_result *row, size_t absent, const char *first);

/* Errors over the inputs of a kernel, gathered for a plot. */

enum { XL_PLOT_BINS = 600 };

/* The axis has the numbers of the type in their order, each bit pattern as wide: magnitudes as a
 * logarithm would have them, negative numbers to the left. */
struct xl_error_plot {
    enum xl_type type; /* of the first operand */
    double worst[XL_PLOT_BINS];
    uint64_t errors[XL_PLOT_BINS]; /* how many there were */
};

/* Where on the axis, from 0 to 1, a number is; one that is no NaN. */
double xl_plot_place(enum xl_type type, double x);

/* The part of the axis, of so many equal ones, that it is in. */
size_t xl_plot_bin(enum xl_type type, double x, size_t parts);

/* One error, of an input by its bits. NaNs have no place, and infinite errors no height: they are
 * left out. */
void xl_plot_add(struct xl_error_plot *plot, uint64_t bits, double ulp);

#endif
