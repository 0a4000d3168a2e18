/* The worst error of a kernel on a row, held against what tests/accuracy has of it.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HARNESS_ACCURACY_ACCURACY_H
#define XL_HARNESS_ACCURACY_ACCURACY_H

#include "accuracy/baseline.h"
#include "results/results.h"

/* A kernel's baseline as one row needs it: every input that is the worst of some ISA, and which of
 * them is the row's own. */
struct xl_accuracy {
    const struct xl_kernel *kernel;
    const struct xl_worst
        *own;       /* its inputs are the first of the known ones; NULL: there is none */
    bool is_absent; /* and there should be one */
    struct xl_known_inputs known;
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

#endif
