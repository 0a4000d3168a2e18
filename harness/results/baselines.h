/* Baselines: the worst error of each kernel that was seen so far, as tests/accuracy keeps them.
 * SPDX-License-Identifier: MIT
 *
 * One file for each kernel, sorted lines: "ISA BUILD ULP INPUT...", with one input for each
 * operand, as bits. BUILD is the name of a build, or * for all builds of the ISA without a line of
 * their own. So code that rounds the same with every compiler needs one line.
 */
#ifndef XL_HARNESS_RESULTS_BASELINES_H
#define XL_HARNESS_RESULTS_BASELINES_H

#include "base/digest.h"
#include "matrix/rows.h"
#include "oracle/inputs.h"
#include "oracle/module.h"
#include "oracle/types.h"
#include "results/results.h"

#define XL_BASELINE_DIRECTORY "tests/accuracy"

/* The resolution of errors in ULP. */
#define XL_BASELINE_DIGIT 0.001

struct xl_worst_inputs {
    char isa[16], build[64]; /* build "*": all without an entry */
    double ulp;
    uint64_t inputs[XL_MAX_ARITY];
};

struct xl_baseline {
    struct xl_worst_inputs *entries;
    size_t count;
    struct xl_digest file; /* set by xl_baselines_read; zero: no file */
    /* Lines, each of a row on which every input was tried: the row, then how many inputs, the worst
     * error and its input, the date, and the tools. NULL: none. */
    char *walks;
};

/* Adds such a line, or replaces that of its row. */
void xl_baseline_add_walk(struct xl_baseline *b, const char *line);

/* Whether a kernel has a baseline: elementwise XL_ULP kernels with up to XL_MAX_ARITY inputs. */
bool xl_baseline_is_for(const struct xl_kernel *kernel);

/* Reads a kernel's file in a directory (NULL: XL_BASELINE_DIRECTORY). No file is an empty baseline.
 * 0, or -1 with err: FILE:LINE: error: ... The caller frees it. */
int xl_baseline_read(const char *directory, const struct xl_kernel *kernel, struct xl_baseline *b,
                     struct xl_error *err);
void xl_baseline_free(struct xl_baseline *b);

/* One for each of the kernels; empty for kernels without one. NULL with err. */
struct xl_baseline *xl_baselines_read(const char *directory, const struct xl_kernels *kernels,
                                      struct xl_error *err);
void xl_baselines_free(struct xl_baseline *baselines, size_t count);

/* The entry of a build of an ISA, or NULL. */
const struct xl_worst_inputs *xl_baseline_find(const struct xl_baseline *b, const char *isa,
                                               const char *build);

/* The path of the kernel's file, which the caller frees. */
char *xl_baseline_file(const char *directory, const char *kernel);

/* Adds a measurement, or replaces the entry of its ISA and build if it is worse. */
void xl_baseline_add(struct xl_baseline *b, const struct xl_worst_inputs *w);

/* The text of the kernel's file after an update with measurements. The line of build * becomes what
 * most builds of the ISA have. ISAs that were not measured stay as they are. The caller frees it;
 * NULL with err. */
char *xl_baseline_update(const char *directory, const struct xl_kernel *kernel,
                         const struct xl_row_list *list, const struct xl_baseline *measured,
                         struct xl_error *err);

/* Inputs in the format of the file. */
void xl_inputs_of_baseline(const struct xl_kernel *kernel, const uint64_t inputs[XL_MAX_ARITY],
                           char *text, size_t size);

/* The worst error of a kernel on a row, compared with its baseline. */

/* A kernel's baseline as one row needs it: the worst inputs of all ISAs, the row's own first. */
struct xl_accuracy {
    const struct xl_kernel *kernel;
    const struct xl_worst_inputs *own; /* NULL: the row has none */
    bool is_absent;                    /* and should have one */
    struct xl_baseline_inputs baseline;
    uint64_t inputs[XL_MAX_KNOWN][XL_MAX_ARITY];
};

void xl_accuracy_begin(struct xl_accuracy *a, const struct xl_kernel *kernel,
                       const struct xl_baseline *b, const struct xl_row *row);

/* Fails a kernel (check `accuracy`) that has become worse at the row's own worst input. In a run
 * with the baseline's inputs (seed 1, count 1), it fails for any input; in other runs, a new worst
 * input is a note. Notes also a kernel that has become better at the row's own worst input, and no
 * worse elsewhere (better_than). */
void xl_accuracy_end(const struct xl_accuracy *a, uint64_t seed, unsigned count,
                     struct xl_row_result *row, struct xl_kernel_result *k);

/* Notes how many kernels of the row have no baseline. */
void xl_accuracy_note_absent(struct xl_row_result *row, size_t absent, const char *first);

/* Errors over the inputs of a kernel, for a plot. */

enum { XL_PLOT_BINS = 600 };

/* The axis has the numbers of the type in ascending order. All bit patterns have equal width, so
 * magnitudes are as on a logarithmic axis. */
struct xl_error_plot {
    enum xl_type type; /* of the first operand */
    double worst[XL_PLOT_BINS];
    uint64_t errors[XL_PLOT_BINS]; /* their number */
};

/* The position on the axis, from 0 to 1, of a number that is not a NaN. */
double xl_plot_place(enum xl_type type, double x);

/* Its part, if the axis has so many equal parts. */
size_t xl_plot_bin(enum xl_type type, double x, size_t parts);

/* Adds the error at an input. NaNs have no position and infinite errors no height: both are left
 * out. */
void xl_plot_add(struct xl_error_plot *plot, uint64_t bits, double ulp);

#endif
